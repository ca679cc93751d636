;;; prelower.el --- prelower for Eglot -*- lexical-binding: t -*-
;; Put this into your init file. Eglot runs one server for a buffer: with this it is prelower.
;; To have it beside another one, start both through a multiplexer such as rass.
;; M-x eglot starts it; M-x eglot-code-actions offers the fix, C-h . explains.

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               '((python-mode python-ts-mode) . ("prelower" "server"))))

;; Settings, in .dir-locals.el or here; all of them optional:
;; (setq-default eglot-workspace-configuration '(:prelower (:python ".venv" :ignore [])))
;;; prelower.el ends here
