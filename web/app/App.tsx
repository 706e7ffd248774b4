import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { queryClient } from '#web/app/queryClient.ts'
import type { AppRouter } from '#web/app/router.ts'
import { ApiError } from '#web/kit/call/api.ts'
import { darkModeManager } from '#web/kit/frame/DarkToggle.tsx'
import { cssVariables, theme } from '#web/kit/frame/theme.ts'
import { MissingPart } from '#web/kit/lazy/parts.ts'
import '#web/app/styles/fonts.css'
import '#web/app/styles/mantine.css'
import '#web/app/styles/base.css'
import '#web/kit/frame/layout.css'

declare global {
  // Scroll locking under a dialog adds a style sheet with this nonce; the content security policy requires it.
  var __webpack_nonce__: string | undefined
}

const colorSchemeManager = darkModeManager()

/** Draws the screens into a place of the page. The screen itself shows a failed call or a missing part; the console reports defects only. */
export function drawApp(place: HTMLElement, router: AppRouter, nonce: string): Root {
  globalThis.__webpack_nonce__ = nonce
  const root = createRoot(place, {
    onCaughtError: (error) =>
      error instanceof ApiError || error instanceof MissingPart || console.error(error),
  })
  root.render(
    <StrictMode>
      <App router={router} nonce={nonce} />
    </StrictMode>,
  )
  return root
}

/** The screens of a window, with what all of them share. */
function App({ router, nonce }: { router: AppRouter; nonce: string }) {
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
