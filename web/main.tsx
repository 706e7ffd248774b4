import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'
import { App } from '#web/App.tsx'
import '#web/styles/fonts.css'
import '#web/styles/mantine.css'
import '#web/styles/base.css'

// The content-security policy forbids eval; every schema has its own French message, this one is for the rest.
z.config({ jitless: true, customError: () => "Cette valeur n'est pas valide." })

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
