import styles from '#web/kit/drawing/drawing.module.css'
import { ErrorState } from '#web/kit/feedback/Results.tsx'
import { lazyPart } from '#web/kit/lazy/lazyPart.tsx'

/** A `ChartCanvas`, which loads when it is first shown. */
export const Chart = lazyPart(
  () => import('#web/kit/drawing/ChartCanvas.tsx'),
  'ChartCanvas',
  (_error, retry) => <ErrorState message="Ce graphique n'a pas pu être affiché." onRetry={retry} />,
  () => <div className={styles.canvas} />,
)
