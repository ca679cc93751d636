-- Neovim 0.8 to 0.10, which have no vim.lsp.config: put this into your init.lua.
-- Map what you like: vim.lsp.buf.code_action() offers the quick fix, vim.lsp.buf.hover() explains.
vim.api.nvim_create_autocmd("FileType", {
  pattern = "python",
  callback = function(event)
    local name = vim.api.nvim_buf_get_name(event.buf)
    local markers = { "pyproject.toml", "setup.py", "setup.cfg", ".git" }
    local found = vim.fs.find(markers, { upward = true, path = vim.fs.dirname(name) })[1]
    vim.lsp.start({
      name = "prelower",
      cmd = { "prelower", "server" },
      root_dir = vim.fs.dirname(found or name),
      -- settings = { prelower = { python = ".venv" } },
    })
  end,
})
