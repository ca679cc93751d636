;;; A session in a real Emacs with Eglot, driven by test_emacs.py:  emacs -q --batch -l emacs.el
;; Environment: PRELOWER_CONFIG (the configuration that we ship), PRELOWER_FILE, PRELOWER_MESSAGE, PRELOWER_FIXED.
;; `prelower' is on the path.  Exit status 0 or 1.
(when (< emacs-major-version 29) (package-initialize)) ; Eglot is a package there
(require 'eglot)
(require 'flymake)

(defun session-wait (what condition)
  (with-timeout (40 (error "Waited in vain: %s" what))
    (while (not (funcall condition)) (accept-process-output nil 0.05))))

(defun session-hover ()
  "What the server says of the value at point."
  (let ((answer (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams))))
    (plist-get (plist-get answer :contents) :value)))

(defun session-fix ()
  "Take the first quick fix at point, as from the menu."
  (cl-letf (((symbol-function 'completing-read)
             (lambda (_prompt collection &rest _) (car (all-completions "" collection)))))
    (let ((action (car (eglot-code-actions (point) (1+ (point)) "quickfix")))
          (eglot-confirm-server-initiated-edits nil)
          (eglot-confirm-server-edits nil))
      (princ (format "action: %s\n" (plist-get action :title)))
      (if (fboundp 'eglot-execute)
          (eglot-execute (eglot-current-server) action)
        (eglot--apply-workspace-edit (plist-get action :edit))))))

(defun session ()
  (let ((eglot-sync-connect 30)
        (eglot-autoshutdown t)
        (make-backup-files nil)
        (create-lockfiles nil)
        (message (getenv "PRELOWER_MESSAGE")))
    (load (getenv "PRELOWER_CONFIG") nil t)
    (find-file (getenv "PRELOWER_FILE"))
    (call-interactively #'eglot)
    (session-wait "connection" #'eglot-current-server)
    (flymake-mode 1)
    (flymake-start)
    (session-wait "finding" #'flymake-diagnostics)
    (let ((found (flymake-diagnostics)))
      (unless (= (length found) 1) (error "Not one finding: %S" found))
      (unless (string-match-p (regexp-quote message) (flymake-diagnostic-text (car found)))
        (error "Said: %s" (flymake-diagnostic-text (car found))))
      (goto-char (flymake-diagnostic-beg (car found))))
    (unless (string-match-p "vmem-limit-not-int" (session-hover)) (error "No hover"))
    (session-fix)
    (session-wait "fix" (lambda () (save-excursion (goto-char (point-min)) (search-forward (getenv "PRELOWER_FIXED") nil t))))
    (save-buffer)
    (eglot-shutdown (eglot-current-server))
    (princ "passed\n")))

(condition-case problem
    (session)
  (error (princ (format "%S\n" problem)) (kill-emacs 1)))
(kill-emacs 0)
