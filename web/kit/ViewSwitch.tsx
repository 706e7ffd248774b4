import { IconLayoutGrid, IconTable } from '@tabler/icons-react'
import { Segments } from '#web/kit/Segments.tsx'
import type { View } from '#web/kit/useView.ts'

const VIEWS = (
  [
    ['cartes', 'Cartes', IconLayoutGrid],
    ['tableau', 'Tableau', IconTable],
  ] as const
).map(([value, text, Icon]) => ({
  value,
  label: (
    <>
      <Icon size={18} stroke={1.6} aria-hidden />
      {text}
    </>
  ),
}))

/** « Cartes | Tableau », beside the search of a list. */
export function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return <Segments label="Affichage de la liste" choices={VIEWS} value={view} onChange={onChange} />
}
