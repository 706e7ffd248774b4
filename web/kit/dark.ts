import type { MantineColorSchemeManager } from '@mantine/core'
import { writeStorage, readStorage } from '#web/kit/storage.ts'

const KEY = 'darkMode'

/** Dark unless "false" (or "0") is stored; storage may be blocked or hold anything (Q13). */
function read(): 'dark' | 'light' {
  const kept = readStorage(KEY)
  return kept === 'false' || kept === '0' ? 'light' : 'dark'
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
      writeStorage(KEY, String(scheme === 'dark'))
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
      writeStorage(KEY, null)
    },
  }
}
