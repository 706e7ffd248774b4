import { useSyncExternalStore } from 'react'
import { isTyping } from '#web/kit/savedInput.ts'

const RELOADED = 'diyar.version'

let newer = false
const listeners = new Set<() => void>()

/** Are the screens of this tab older than those the server gives now? */
export function useNewerVersion(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => newer,
  )
}

/**
 * A part of the screens did not load. With a new version in place the page is loaded again, once and without a word, unless
 * something is being written: then {@link useNewerVersion} says so. Resolves to what the server answered: the same version,
 * another one, or nothing.
 */
export async function afterMissingPart(): Promise<'same' | 'newer' | 'away'> {
  const version = await versionOfServer()
  if (version === null) return 'away'
  if (version === versionHere()) return 'same'
  if (!isTyping() && reloadOnceFor(version)) return new Promise(() => {})
  newer = true
  for (const listener of listeners) listener()
  return 'newer'
}

/** Loads the page again, at most once for a version: one that would not load either must not turn in a circle. */
function reloadOnceFor(version: string): boolean {
  try {
    if (sessionStorage.getItem(RELOADED) === version) return false
    sessionStorage.setItem(RELOADED, version)
  } catch {
    return false
  }
  window.location.reload()
  return true
}

/** The script a page starts with bears the hash of everything it loads. */
const ENTRY = /<script[^>]* type="module"[^>]* src="([^"]+)"/

function versionHere(): string | null {
  return document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null
}

async function versionOfServer(): Promise<string | null> {
  try {
    const answer = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } })
    return answer.ok ? (ENTRY.exec(await answer.text())?.[1] ?? null) : null
  } catch {
    return null
  }
}
