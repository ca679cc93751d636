-- A session in a real Neovim, driven by test_neovim.py:
--   nvim --headless -u NONE -i NONE -n -S neovim.lua
-- Environment: PRELOWER_CONFIG (a configuration that we ship), PRELOWER_FILE, PRELOWER_PIECE (what is marked),
-- PRELOWER_MESSAGE (what is said), PRELOWER_BESIDE (the program of Ruff, to run it beside ours, or "").
-- `prelower` is on the path. Exit status 0 or 1.
local function say(text) io.stdout:write(text .. "\n") end
local function env(name) return (assert(os.getenv("PRELOWER_" .. name), "PRELOWER_" .. name .. " is not set")) end
local function wait(what, condition, time) assert(vim.wait(time or 30000, condition, 10), what) end

local function marked(buf, d)
  return table.concat(vim.api.nvim_buf_get_text(buf, d.lnum, d.col, d.end_lnum, d.end_col, {}), "\n")
end

local function from(buf, source)
  return vim.tbl_filter(function(d) return d.source == source end, vim.diagnostic.get(buf))
end

-- Sets the servers up as a person's init.lua does.
local function configure()
  vim.cmd("filetype on") -- -u NONE leaves it off
  local config = env("CONFIG")
  if vim.endswith(config, "lsp/prelower.lua") then
    vim.opt.runtimepath:append(vim.fs.dirname(vim.fs.dirname(config)))
    vim.lsp.enable("prelower")
  else
    dofile(config)
  end
  if env("BESIDE") ~= "" then
    vim.lsp.config("ruff", { cmd = { env("BESIDE"), "server" }, filetypes = { "python" }, root_markers = { ".git" } })
    vim.lsp.enable("ruff")
  end
end

local function check_finding(buf)
  local d
  wait("not one finding on " .. env("PIECE"), function() -- after an edit it takes a moment to move
    local found = from(buf, "prelower")
    d = found[1]
    return #found == 1 and marked(buf, d) == env("PIECE")
  end)
  assert(vim.startswith(d.message, env("MESSAGE")), "said: " .. d.message)
  assert(d.user_data.lsp.codeDescription.href:find(d.code, 1, true), "no page")
  return d
end

local function check_hover(d)
  vim.api.nvim_win_set_cursor(0, { d.lnum + 1, d.col })
  local function floating()
    return vim.tbl_filter(function(w) return vim.api.nvim_win_get_config(w).relative ~= "" end, vim.api.nvim_list_wins())
  end
  vim.lsp.buf.hover()
  wait("no hover", function() return #floating() > 0 end)
  local text = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(floating()[1]), 0, -1, false), "\n")
  assert(text:find(d.code, 1, true), "hover: " .. text)
  vim.api.nvim_win_close(floating()[1], true)
end

-- Takes the action of that title, as a person does from the menu; gives all titles.
local function act(buf, d, title)
  local titles = {}
  vim.api.nvim_win_set_cursor(0, { d.lnum + 1, d.col })
  vim.lsp.buf.code_action({
    context = { only = { "quickfix" } },
    filter = function(action)
      table.insert(titles, action.title)
      return action.title:find(title, 1, true) ~= nil
    end,
    apply = true,
  })
  wait("the finding stayed: " .. d.message, function()
    return #vim.tbl_filter(function(one) return one.code == d.code end, from(buf, d.source)) == 0
  end)
  return titles
end

-- Ruff finds its own, once, and its fix takes its own away.
local function check_ruff(buf)
  wait("Ruff found nothing", function() return #from(buf, "Ruff") > 0 end)
  local unused = from(buf, "Ruff")
  assert(#unused == 1 and unused[1].code == "F401", vim.inspect(unused))
  assert(#vim.diagnostic.get(buf) == 2, "doubled: " .. vim.inspect(vim.diagnostic.get(buf)))
  act(buf, unused[1], "Remove unused import")
  wait("lost with Ruff's fix", function() return #from(buf, "prelower") == 1 end)
end

local function main()
  configure()
  local shown = {}
  vim.notify = function(text) table.insert(shown, text) end
  local begun = vim.uv.hrtime()
  vim.cmd.edit(vim.fn.fnameescape(env("FILE")))
  local buf = vim.api.nvim_get_current_buf()
  wait("no diagnostic", function() return #from(buf, "prelower") > 0 end)
  say(("first finding after %.0f ms"):format((vim.uv.hrtime() - begun) / 1e6))
  check_hover(check_finding(buf))
  if env("BESIDE") ~= "" then check_ruff(buf) end
  local titles = act(buf, check_finding(buf), "int(...)")
  local ours = vim.tbl_filter(function(title) return title:find("int(...)", 1, true) ~= nil end, titles)
  assert(#ours == 1, "offered: " .. vim.inspect(titles))
  assert(#vim.diagnostic.get(buf) == 0, "left: " .. vim.inspect(vim.diagnostic.get(buf)))
  vim.cmd("silent write")
  assert(#shown == 0, "popped up: " .. vim.inspect(shown))
  local client = vim.lsp.get_clients({ bufnr = buf, name = "prelower" })[1]
  local methods = vim.fn.has("nvim-0.11") == 1 -- before, they were functions
  if methods then client:stop() else client.stop() end
  wait("the server did not stop", function() return client.is_stopped(methods and client or nil) end)
end

local ok, problem = xpcall(main, debug.traceback)
say(ok and "passed" or tostring(problem))
vim.cmd(ok and "qall!" or "cquit 1")
