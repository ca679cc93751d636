-- A session in a real Neovim, driven by test_neovim.py:
--   nvim --headless -u NONE -i NONE -n -S neovim_smoke.lua
-- Environment: PRELOWER_EDITORS (the folder editors/neovim), PRELOWER_PYTHON (runs the server),
-- PRELOWER_FILE, PRELOWER_PIECE (what is marked), PRELOWER_MESSAGE (what is said), PRELOWER_ENV (where JAX is).
-- Exit status 0 or 1.
local function say(text) io.stdout:write(text .. "\n") end
local function env(name) return (assert(os.getenv("PRELOWER_" .. name), "PRELOWER_" .. name .. " is not set")) end
local function wait(what, condition, time) assert(vim.wait(time or 15000, condition, 10), what) end

local function marked(buf, d)
  return table.concat(vim.api.nvim_buf_get_text(buf, d.lnum, d.col, d.end_lnum, d.end_col, {}), "\n")
end

local function main()
  vim.opt.runtimepath:append(env("EDITORS"))
  vim.cmd("filetype on") -- -u NONE leaves it off
  vim.lsp.config("prelower", {
    cmd = { env("PYTHON"), "-m", "prelower", "server" },
    settings = { prelower = { python = env("ENV"), ignore = {} } },
  })
  vim.lsp.enable("prelower")

  local shown = {}
  vim.notify = function(text) table.insert(shown, text) end
  local begun = vim.uv.hrtime()
  vim.cmd.edit(vim.fn.fnameescape(env("FILE")))
  local buf = vim.api.nvim_get_current_buf()
  wait("no diagnostic", function() return #vim.diagnostic.get(buf) > 0 end)
  say(("first diagnostic after %.0f ms"):format((vim.uv.hrtime() - begun) / 1e6))
  local found = vim.diagnostic.get(buf)
  assert(#found == 1, "not one diagnostic: " .. vim.inspect(found))
  local d = found[1]
  assert(d.source == "prelower", d.source)
  assert(marked(buf, d) == env("PIECE"), "marked: " .. marked(buf, d))
  assert(vim.startswith(d.message, env("MESSAGE")), "said: " .. d.message)
  assert(d.user_data.lsp.codeDescription.href:find(d.code, 1, true), "no page")

  vim.api.nvim_win_set_cursor(0, { d.lnum + 1, d.col })
  local windows = #vim.api.nvim_list_wins()
  vim.lsp.buf.hover()
  wait("no hover", function() return #vim.api.nvim_list_wins() > windows end, 5000)
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= "" then
      say("hover: " .. table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), " / "))
      vim.api.nvim_win_close(window, true)
    end
  end

  vim.lsp.buf.code_action({ apply = true, context = { only = { "quickfix" } } })
  wait("the diagnostic stayed", function() return #vim.diagnostic.get(buf) == 0 end, 5000)
  say("fixed: " .. vim.trim(vim.api.nvim_buf_get_lines(buf, d.lnum, d.lnum + 1, false)[1]))
  vim.cmd("silent write")
  assert(#shown == 0, "popped up: " .. vim.inspect(shown))

  local client = vim.lsp.get_clients({ bufnr = buf, name = "prelower" })[1]
  client:stop()
  wait("the server did not stop", function() return client:is_stopped() end, 5000)
end

local ok, problem = xpcall(main, debug.traceback)
say(ok and "passed" or tostring(problem))
vim.cmd(ok and "qall!" or "cquit 1")
