import { CardGrid } from '#web/kit/CardGrid.tsx'
import styles from '#web/kit/Feedback.module.css'

interface LoadingStateProps {
  /** The specified text: « Chargement des clients... ». */
  text: string
  cards?: number
  /** One below the other over the whole width: a panel, a table. */
  wide?: boolean
}

/** Cards in outline where the real ones will stand. */
export function LoadingState({ text, cards = 6, wide = false }: LoadingStateProps) {
  const outlines = Array.from({ length: cards }, (_, index) => <Outline key={index} />)
  return (
    <div>
      <p className={styles.loading} role="status">
        {text}
      </p>
      {cards > 0 && (
        <div aria-hidden>
          {wide ? <div className={styles.wide}>{outlines}</div> : <CardGrid>{outlines}</CardGrid>}
        </div>
      )}
    </div>
  )
}

function Outline() {
  return (
    <div className={styles.skeleton}>
      <span style={{ width: '62%' }} />
      <span style={{ width: '88%' }} />
      <span style={{ width: '74%' }} />
      <span style={{ width: '40%' }} />
    </div>
  )
}
