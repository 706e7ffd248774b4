import { CardGrid } from '#web/ui/CardGrid.tsx'
import styles from '#web/ui/Feedback.module.css'

/** Cards in outline where the real ones will stand, with the specified text: « Chargement des clients... ». */
export function LoadingState({ text, cards = 6 }: { text: string; cards?: number }) {
  return (
    <div>
      <p className={styles.loading} role="status">
        {text}
      </p>
      {cards > 0 && (
        <div aria-hidden>
          <CardGrid>
            {Array.from({ length: cards }, (_, index) => (
              <div key={index} className={styles.skeleton}>
                <span style={{ width: '62%' }} />
                <span style={{ width: '88%' }} />
                <span style={{ width: '74%' }} />
                <span style={{ width: '40%' }} />
              </div>
            ))}
          </CardGrid>
        </div>
      )}
    </div>
  )
}
