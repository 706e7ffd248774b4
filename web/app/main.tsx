import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { darkModeManager } from '#web/kit/frame/DarkToggle.tsx'
import { queryClient } from '#web/app/queryClient.ts'
import { router } from '#web/app/router.ts'
import { cssVariables, theme } from '#web/kit/frame/theme.ts'
import { ApiError } from '#web/kit/call/api.ts'
import { watchPaper } from '#web/kit/print/paper.ts'
import { MissingPart, watchParts } from '#web/kit/lazy/parts.ts'
import { followActiveLine } from '#web/kit/select/activeLine.ts'
import '#web/app/styles/fonts.css'
import '#web/app/styles/mantine.css'
import '#web/app/styles/base.css'

declare global {
  // Scroll locking under a dialog adds a style sheet with this nonce; the content security policy requires it.
  var __webpack_nonce__: string | undefined
}

const nonce = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? ''
globalThis.__webpack_nonce__ = nonce
const colorSchemeManager = darkModeManager()

function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      deduplicateCssVariables={false}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="dark"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
}

watchParts()
watchPaper()
followActiveLine()
const root = document.getElementById('root')
if (root) {
  // The screen shows a failed call or a missing part; the console reports defects only.
  const onCaughtError = (error: unknown) =>
    error instanceof ApiError || error instanceof MissingPart || console.error(error)
  createRoot(root, { onCaughtError }).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
