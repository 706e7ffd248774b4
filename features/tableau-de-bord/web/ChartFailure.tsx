import { ErrorState } from '#web/kit/ErrorState.tsx'

/** In the place of a diagram that did not load; the table of its figures stays beside it. */
export function ChartFailure({ onRetry }: { onRetry: () => void }) {
  return <ErrorState message="Ce graphique n’a pas pu être affiché." onRetry={onRetry} />
}
