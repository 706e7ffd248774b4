import { useSyncExternalStore } from 'react'

/** True while the page prints. A dark screen then has its light colours, because paper is white. */
let printing = false
let restore = () => {}
const readers = new Set<() => void>()

function turn(next: boolean): void {
  if (printing === next) return
  printing = next
  if (next) restore = lighten()
  else restore()
  for (const read of readers) read()
}

function lighten(): () => void {
  const page = document.documentElement
  const scheme = page.dataset['mantineColorScheme']
  if (scheme !== 'dark') return () => {}
  const set = (one: 'light' | 'dark') => {
    page.dataset['mantineColorScheme'] = one
    page.classList.toggle('dark', one === 'dark')
  }
  set('light')
  return () => set(scheme)
}

/** Follows printing; called once, when the page starts. */
export function watchPaper(): void {
  const paper = window.matchMedia('print')
  window.addEventListener('beforeprint', () => turn(true))
  window.addEventListener('afterprint', () => turn(false))
  // The print preview of the developer tools sends this event only.
  paper.addEventListener('change', () => turn(paper.matches))
}

function subscribe(read: () => void): () => void {
  readers.add(read)
  return () => readers.delete(read)
}

/** True while the page prints, for content that scripts choose and style sheets cannot. */
export const useOnPaper = (): boolean => useSyncExternalStore(subscribe, () => printing)
