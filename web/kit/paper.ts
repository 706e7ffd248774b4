import { useSyncExternalStore } from 'react'

/** Paper is white: from the moment the page is printed until it is shown again, a dark screen has its light colours. */
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

/** Called once, when the page starts. */
export function watchPaper(): void {
  const paper = window.matchMedia('print')
  window.addEventListener('beforeprint', () => turn(true))
  window.addEventListener('afterprint', () => turn(false))
  // A preview in the browser's own tools says so by this alone.
  paper.addEventListener('change', () => turn(paper.matches))
}

function subscribe(read: () => void): () => void {
  readers.add(read)
  return () => readers.delete(read)
}

/** Is the page on its way to paper? What is drawn or chosen by script, and not by a style sheet, asks this. */
export const useOnPaper = (): boolean => useSyncExternalStore(subscribe, () => printing)
