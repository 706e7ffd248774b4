import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'
import { ApiError } from '#web/api.ts'
import { App } from '#web/App.tsx'
import '#web/styles/fonts.css'
import '#web/styles/mantine.css'
import '#web/styles/base.css'

// The content-security policy forbids eval; every schema has its own French message, this one is for the rest.
z.config({ jitless: true, customError: () => "Cette valeur n'est pas valide." })

const root = document.getElementById('root')
if (root) {
  // A call that failed is no defect: the screen tells it, the console stays for what is one.
  const onCaughtError = (error: unknown) => error instanceof ApiError || console.error(error)
  createRoot(root, { onCaughtError }).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
