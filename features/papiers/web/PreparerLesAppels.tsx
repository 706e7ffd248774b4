import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { appelsEndpoints } from '#features/papiers/appels.contract.ts'
import { appelsQuery, type Lieu } from '#features/papiers/web/appels.queries.ts'
import { appelsAt } from '#shared/paths.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'

/** Link to the appels de fonds of a stade that a bloc has reached, with how many lines are due; nothing while there is none. */
export function PreparerLesAppels({ bloc, stade }: Lieu) {
  const peut = usePeut()(appelsEndpoints.list)
  const { data } = useQuery({ ...appelsQuery({ bloc, stade }), enabled: peut })
  if (!peut || !data || data.data.length === 0) return null
  return (
    <Button
      size="sm"
      variant="default"
      renderRoot={(props) => <Link to={appelsAt(bloc, stade)} {...props} />}
    >
      Préparer les appels de fonds ({data.totals.nombre})
    </Button>
  )
}
