-- ~/.config/nvim/lsp/kingsburg.lua, for Neovim 0.11 and later. Then, in init.lua: vim.lsp.enable("kingsburg")

---@type vim.lsp.Config
return {
  cmd = { "kingsburg", "lsp" },
  filetypes = { "yaml" },
  -- A folder of several packs is best opened at its top: then the packs know each other.
  root_markers = { ".git", "pack.yaml" },
}
