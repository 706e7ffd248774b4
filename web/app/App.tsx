import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { darkModeManager } from '#web/kit/dark.ts'
import { queryClient } from '#web/app/queryClient.ts'
import { router } from '#web/app/router.ts'
import { cssVariables, theme } from '#web/kit/theme.ts'

declare global {
  // Read by the style sheets that scroll locking adds under a dialog; the policy wants their nonce.
  var __webpack_nonce__: string | undefined
}

const nonce = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? ''
globalThis.__webpack_nonce__ = nonce
const colorSchemeManager = darkModeManager()

export function App() {
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
