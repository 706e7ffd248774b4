import { SERIES } from '#web/kit/drawing/couleurs.ts'
import styles from '#web/kit/drawing/drawing.module.css'

/** The square of a colour of a drawing. */
export function Carre({ rang, hachures = false }: { rang: number; hachures?: boolean }) {
  return (
    <span
      className={styles.swatch}
      data-hachures={hachures || undefined}
      style={hachures ? undefined : { background: `var(${SERIES[rang % SERIES.length]})` }}
      aria-hidden
    />
  )
}

interface LegendeProps {
  labels: readonly string[]
  /** True where the second label is that of what stands hatched in the colour of the first. */
  hachures?: boolean
}

/** The legend stands outside the canvas, so that it wraps, grows with the text and can be read aloud. */
export function Legende({ labels, hachures = false }: LegendeProps) {
  return (
    <ul className={`wrap list ${styles.legend}`} aria-label="Légende">
      {labels.map((label, rang) => (
        <li key={label} className="line gap-6">
          <Carre rang={rang} hachures={hachures && rang === 1} />
          {label}
        </li>
      ))}
    </ul>
  )
}
