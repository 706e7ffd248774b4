import { useSyncExternalStore } from 'react'

let compte: string | null = null
let sentence: string | null = null
const watchers = new Set<() => void>()

/** Account that the screens of this tab are drawn for, which each of its calls names (RF-40); null while nobody is signed in here. */
export const compteDrawn = (): string | null => compte

/** Notes whom the tab is drawn for. @param drawn `compte` of GET /api/user or POST /login; nothing when an answer lacks it */
export function drawFor(drawn: string | undefined): void {
  compte = drawn ?? null
  tell(null)
}

/** Keeps the server's sentence that the session is another account's; null once it is this tab's again. */
export function tell(said: string | null): void {
  if (said === sentence) return
  sentence = said
  watchers.forEach((watcher) => watcher())
}

function watch(onChange: () => void): () => void {
  watchers.add(onChange)
  return () => watchers.delete(onChange)
}

export const isOtherCompte = (): boolean => sentence !== null

/** The sentence that somebody else is signed in in this browser; null as long as the session is this tab's. */
export const useOtherCompte = (): string | null => useSyncExternalStore(watch, () => sentence)
