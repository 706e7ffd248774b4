import { isTyping } from '#web/kit/savedInput.ts'
import { afterMissingPart } from '#web/kit/version.ts'

/** A part of the screens that could not be fetched: the network, or a version that is gone. No defect of the part. */
export class MissingPart extends Error {
  constructor() {
    super('a part of the screens could not be loaded')
  }
}

/** Style sheets that did not arrive: the part they belong to will not ask for them a second time. */
const brokenStyles = new Set<HTMLLinkElement>()

/** To call once, before any part is loaded. */
export function watchParts(): void {
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') brokenStyles.add(target)
    },
    { capture: true },
  )
  // Whoever loads a part without fetchPart.
  window.addEventListener('vite:preloadError', () => void look())
}

let looking: ReturnType<typeof afterMissingPart> | null = null

/** Several parts missing at once are one question. */
function look() {
  looking ??= afterMissingPart().finally(() => (looking = null))
  return looking
}

/**
 * A loader that can be called again after it failed, for a part that is needed later than the first screen.
 * Throws {@link MissingPart}; where a new version is the reason the page is loaded again instead.
 */
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
      // Some browsers remember that a script did not load: it is there now, and only a new page asks for it again.
      if (server === 'same' && failures > 1 && !isTyping() && (await isThere(error))) {
        window.location.reload()
        return new Promise<never>(() => {})
      }
      throw new MissingPart()
    }
  }
}

/** Does the server give the script that did not load? Not every browser says which one it is. */
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
