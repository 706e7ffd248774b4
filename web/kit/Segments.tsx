import { useId, type ReactNode } from 'react'
import styles from '#web/kit/ViewSwitch.module.css'

interface SegmentsProps<V extends string> {
  /** What is chosen, for who does not see it. */
  label: string
  choices: readonly { value: V; label: ReactNode }[]
  value: V
  onChange: (value: V) => void
}

/** One of two or three views of the same thing, side by side. */
export function Segments<V extends string>({ label, choices, value, onChange }: SegmentsProps<V>) {
  const name = useId()
  return (
    <fieldset className={styles.switch}>
      <legend className="visuallyHidden">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.choice}>
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
