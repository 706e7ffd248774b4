/** « Lot A-12 ajouté. Au suivant : », above the fields of a form that adds several in a row. */
export function JustAdded({
  what,
  name,
  feminine = false,
}: {
  what: string
  name: string | null
  feminine?: boolean
}) {
  if (name === null) return null
  return (
    <p role="status" style={{ margin: 0 }}>
      {what} <bdi>{name}</bdi> ajouté{feminine && 'e'}. {feminine ? 'À la suivante' : 'Au suivant'} :
    </p>
  )
}
