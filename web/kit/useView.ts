import { useState } from 'react'

/** How a list is shown: as cards, which is what the specification describes, or as a table. */
export type View = 'cartes' | 'tableau'

/** Rows of a table's page (docs/decisions/0062). */
export const ROWS = 50

const keyOf = (screen: string) => `diyar.vue.${screen}`

/** Cards unless a table was chosen here before; storage may be blocked or hold anything. */
function read(screen: string): View {
  try {
    return localStorage.getItem(keyOf(screen)) === 'tableau' ? 'tableau' : 'cartes'
  } catch {
    return 'cartes'
  }
}

/** Cards or a table, remembered on this device, for each screen by itself. */
export function useView(screen: string): [View, (view: View) => void] {
  const [view, setView] = useState(() => read(screen))
  return [
    view,
    (next) => {
      setView(next)
      try {
        localStorage.setItem(keyOf(screen), next)
      } catch {
        // Blocked storage: the choice lasts as long as the screen.
      }
    },
  ]
}
