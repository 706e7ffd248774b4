import type { MantineColorSchemeManager } from '@mantine/core'

const KEY = 'darkMode'

/** Dark unless "false" (or "0") is stored; storage may be blocked or hold anything (Q13). */
function read(): 'dark' | 'light' {
  try {
    const stored = localStorage.getItem(KEY)
    return stored === 'false' || stored === '0' ? 'light' : 'dark'
  } catch {
    return 'dark'
  }
}

function paint(scheme: string): void {
  document.documentElement.classList.toggle('dark', scheme === 'dark')
}

/** Keeps the dark-mode preference under `darkMode` as "true" or "false", in step between the tabs of a browser. */
export function darkModeManager(): MantineColorSchemeManager {
  let listener: ((event: StorageEvent) => void) | undefined
  return {
    get: read,
    set(scheme) {
      paint(scheme)
      try {
        localStorage.setItem(KEY, String(scheme === 'dark'))
      } catch {
        // Blocked storage: the choice lasts as long as the page.
      }
    },
    subscribe(onUpdate) {
      listener = ({ key, storageArea }) => {
        if (storageArea !== localStorage || (key !== null && key !== KEY)) return
        paint(read())
        onUpdate(read())
      }
      window.addEventListener('storage', listener)
    },
    unsubscribe() {
      if (listener) window.removeEventListener('storage', listener)
    },
    clear() {
      localStorage.removeItem(KEY)
    },
  }
}
