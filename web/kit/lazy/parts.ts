import { useSyncExternalStore } from 'react'
import { isTyping } from '#web/kit/form/savedInput.ts'

/** A part of the screens did not load, because of the network or a removed version; the part has no defect. */
export class MissingPart extends Error {
  constructor() {
    super('a part of the screens could not be loaded')
  }
}

/** Style sheets that failed to load; their part does not request them again. */
const brokenStyles = new Set<HTMLLinkElement>()

/** Watches for missing parts; called once, before any part loads. */
export function watchParts(): void {
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') brokenStyles.add(target)
    },
    { capture: true },
  )
  // This event covers the parts that load without `fetchPart`.
  window.addEventListener('vite:preloadError', () => void look())
}

let looking: ReturnType<typeof afterMissingPart> | null = null

/** Several parts that fail at once share one look at the server. */
function look() {
  looking ??= afterMissingPart().finally(() => (looking = null))
  return looking
}

/** Makes a retryable loader of a part. Throws {@link MissingPart}; a page of an old version reloads instead. */
export function fetchPart<M>(load: () => Promise<M>): () => Promise<M> {
  let failures = 0
  return async () => {
    try {
      await Promise.all([...brokenStyles].map(fetchStyle))
      const part = await load()
      failures = 0
      return part
    } catch (error) {
      failures++
      const server = await look()
      // Some browsers remember the failed script; when the server has the script again, only a new page requests it.
      if (server === 'same' && failures > 1 && !isTyping() && (await isThere(error))) {
        window.location.reload()
        return new Promise<never>(() => {})
      }
      throw new MissingPart()
    }
  }
}

/** True when the server has the failed script, or when the browser does not name the script. */
async function isThere(error: unknown): Promise<boolean> {
  const script = error instanceof Error ? /https?:\/\/\S+/.exec(error.message)?.[0] : undefined
  if (script === undefined) return true
  return fetch(script, { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  )
}

function fetchStyle(broken: HTMLLinkElement): Promise<void> {
  const link = document.createElement('link')
  for (const { name, value } of broken.attributes) link.setAttribute(name, value)
  link.nonce = broken.nonce
  brokenStyles.delete(broken)
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => reject(new MissingPart()))
    broken.replaceWith(link)
  })
}

const RELOADED = 'diyar.version'

let newer = false
const listeners = new Set<() => void>()

/** True when the server has newer screens than this tab. */
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
 * Finds out why a part did not load. A newer version reloads the page once or, while the member is typing, sets {@link useNewerVersion}.
 */
async function afterMissingPart(): Promise<'same' | 'newer' | 'away'> {
  const version = await versionOfServer()
  if (version === null) return 'away'
  if (version === versionHere()) return 'same'
  if (!isTyping() && reloadOnceFor(version)) return new Promise(() => {})
  newer = true
  for (const listener of listeners) listener()
  return 'newer'
}

/** Reloads the page at most once for a version, to avoid an endless loop. */
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

/** Tag of the entry script, whose name has a hash of everything it loads. */
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
