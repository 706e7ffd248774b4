import { ActionIcon, useMantineColorScheme, type MantineColorSchemeManager } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { Tip } from '#web/kit/frame/Tip.tsx'
import { writeStorage, readStorage } from '#web/kit/frame/storage.ts'

/** Switches between dark and light; every toggle shares one preference (Q13). */
export function DarkToggle() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const dark = colorScheme === 'dark'
  const label = dark ? 'Passer en mode clair' : 'Passer en mode sombre'
  return (
    <Tip label={label}>
      <ActionIcon color="gray" aria-label={label} onClick={() => setColorScheme(dark ? 'light' : 'dark')}>
        {dark ? <IconSun size={20} stroke={1.6} /> : <IconMoon size={20} stroke={1.6} />}
      </ActionIcon>
    </Tip>
  )
}

const KEY = 'darkMode'

/** Dark is the default; only a stored "false" or "0" gives light mode (Q13). */
function read(): 'dark' | 'light' {
  const kept = readStorage(KEY)
  return kept === 'false' || kept === '0' ? 'light' : 'dark'
}

function paint(scheme: string): void {
  document.documentElement.classList.toggle('dark', scheme === 'dark')
}

/** Stores the preference as "true" or "false" under `darkMode` and follows changes from other tabs. */
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
