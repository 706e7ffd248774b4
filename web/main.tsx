import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiError } from '#web/api.ts'
import { App } from '#web/App.tsx'
import '#web/styles/fonts.css'
import '#web/styles/mantine.css'
import '#web/styles/base.css'

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
