import { useState } from 'react'
import { writeStorage, readStorage } from '#web/kit/storage.ts'

/** How a list is shown: as cards, which is what the specification describes, or as a table. */
export type View = 'cartes' | 'tableau'

/** Rows of a table's page (docs/decisions/0062). */
export const TABLE_ROWS = 50

/** Cards or a table, remembered on this device, for each screen by itself. Their pages are not the same: another view begins at the first. */
export function useView(screen: string, toFirstPage: () => void): [View, (view: View) => void] {
  const key = `diyar.vue.${screen}`
  // Storage may hold anything.
  const [view, setView] = useState<View>(() => (readStorage(key) === 'tableau' ? 'tableau' : 'cartes'))
  return [
    view,
    (next) => {
      setView(next)
      writeStorage(key, next)
      toFirstPage()
    },
  ]
}
