-- Neovim 0.11 and newer. Copy this file to ~/.config/nvim/lsp/prelower.lua, then put
--   vim.lsp.enable("prelower")
-- into your init.lua. Quick fix: `gra`. Hover: `K`. Show messages in the text:
--   vim.diagnostic.config({ virtual_text = true })
-- Settings are given beforehand, all of them optional:
--   vim.lsp.config("prelower", { settings = { prelower = {
--     python = ".venv",          -- where JAX is installed: an environment or its interpreter
--     jaxVersion = "0.7.2",      -- where it is not installed
--     select = {}, ignore = {},  -- rules by name
--     severity = { ["flag-value-not-scalar"] = "warning" },
--   } } })
---@type vim.lsp.Config
return {
  cmd = { "prelower", "server" },
  filetypes = { "python" },
  root_markers = { "pyproject.toml", "setup.py", "setup.cfg", ".git" },
}
