import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiError } from '#web/kit/api.ts'
import { App } from '#web/app/App.tsx'
import { watchPaper } from '#web/kit/paper.ts'
import { MissingPart, watchParts } from '#web/kit/parts.ts'
import '#web/app/styles/fonts.css'
import '#web/app/styles/mantine.css'
import '#web/app/styles/base.css'

watchParts()
watchPaper()
const root = document.getElementById('root')
if (root) {
  // A call or a part that failed is no defect: the screen tells it, the console stays for what is one.
  const onCaughtError = (error: unknown) =>
    error instanceof ApiError || error instanceof MissingPart || console.error(error)
  createRoot(root, { onCaughtError }).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
