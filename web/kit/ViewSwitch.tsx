import { IconLayoutGrid, IconTable } from '@tabler/icons-react'
import { useId } from 'react'
import type { View } from '#web/kit/useView.ts'
import styles from '#web/kit/ViewSwitch.module.css'

const VIEWS = [
  { view: 'cartes', label: 'Cartes', Icon: IconLayoutGrid },
  { view: 'tableau', label: 'Tableau', Icon: IconTable },
] as const

/** « Cartes | Tableau », beside the search of a list. */
export function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const name = useId()
  return (
    <fieldset className={styles.switch}>
      <legend className="visuallyHidden">Affichage de la liste</legend>
      {VIEWS.map(({ view: value, label, Icon }) => (
        <label key={value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === view}
            onChange={() => onChange(value)}
          />
          <Icon size={18} stroke={1.6} aria-hidden />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
