/** Warns of a day foreseen before that of the step it follows; it refuses nothing. */
export function OrdreDesPrevisions({ phrases }: { phrases: readonly string[] }) {
  return (
    <div role="status" className="stack gap-4 warn small if-any">
      {phrases.map((phrase) => (
        <p key={phrase} className="flat anywhere">
          {phrase}
        </p>
      ))}
    </div>
  )
}
