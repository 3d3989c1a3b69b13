-- What ~/.config/nvim/init.lua needs: the server, and keys for what it offers besides the usual ones.

vim.lsp.enable("kingsburg")

vim.api.nvim_create_autocmd("LspAttach", {
  callback = function(event)
    local client = vim.lsp.get_client_by_id(event.data.client_id)
    if client == nil or client.name ~= "kingsburg" then
      return
    end
    -- Completion while you type.
    vim.lsp.completion.enable(true, client.id, event.buf, { autotrigger = true })
    -- "Run its examples" above a card: show it, and run the one in this line with \e.
    vim.lsp.codelens.refresh({ bufnr = event.buf })
    vim.api.nvim_create_autocmd({ "BufEnter", "InsertLeave" }, {
      buffer = event.buf,
      callback = function()
        vim.lsp.codelens.refresh({ bufnr = event.buf })
      end,
    })
    vim.keymap.set("n", "<leader>e", vim.lsp.codelens.run, { buffer = event.buf, desc = "Run examples" })
  end,
})
