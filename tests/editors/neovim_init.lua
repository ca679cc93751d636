-- What a person's init.lua holds who followed the recipe; used for the picture of Neovim.
-- Environment: PRELOWER_EDITORS (the folder editors/neovim).
vim.opt.runtimepath:append(os.getenv("PRELOWER_EDITORS"))
vim.opt.number = true
vim.opt.signcolumn = "yes"
vim.opt.termguicolors = true
vim.opt.background = "dark"
vim.g.python_highlight_all = 1
vim.opt.swapfile = false
vim.opt.laststatus = 0
vim.opt.ruler = false
local function text(diagnostic) return diagnostic.message end
vim.diagnostic.config({ virtual_lines = { current_line = true, format = text }, signs = true })
vim.lsp.enable("prelower")
