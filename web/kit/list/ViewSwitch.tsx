import { useId, useState, type ReactNode } from 'react'
import { IconLayoutGrid, IconTable } from '@tabler/icons-react'
import styles from '#web/kit/list/ViewSwitch.module.css'
import { writeStorage, readStorage } from '#web/kit/frame/storage.ts'

interface SegmentsProps<V extends string> {
  label: string
  choices: readonly { value: V; label: ReactNode }[]
  value: V
  onChange: (value: V) => void
}

export function Segments<V extends string>({ label, choices, value, onChange }: SegmentsProps<V>) {
  const name = useId()
  return (
    <fieldset className={`flex no-print ${styles.switch}`}>
      <legend className="visuallyHidden">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={`line dim gap-6 ${styles.choice}`}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  )
}

export type View = 'cartes' | 'tableau'

/** Rows of a table's page (docs/decisions/0062). */
export const TABLE_ROWS = 50

/** View of a screen's list, remembered on this device. A change returns to the first page, because the page sizes differ. */
export function useView(screen: string, toFirstPage: () => void): [View, (view: View) => void] {
  const key = `diyar.vue.${screen}`
  // Any other stored text counts as cards.
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

interface ViewSwitchProps {
  view: View
  onChange: (view: View) => void
  /** Word of the cards where the specification has another. */
  cartes?: string
}

export function ViewSwitch({ view, onChange, cartes = 'Cartes' }: ViewSwitchProps) {
  const choices = (
    [
      ['cartes', cartes, IconLayoutGrid],
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
  return <Segments label="Affichage de la liste" choices={choices} value={view} onChange={onChange} />
}
