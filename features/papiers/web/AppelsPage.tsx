import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { AppelsDuStade } from '#features/papiers/web/AppelsDuStade.tsx'
import { appelsQuery } from '#features/papiers/web/appels.queries.ts'
import { Results } from '#web/kit/feedback/Results.tsx'
import { PageHeader } from '#web/kit/list/PageHeader.tsx'

const TITRE = 'Appels de fonds'

/** The appels de fonds of a stade that a bloc has reached: made, printed and sent in one place. */
export function AppelsPage() {
  const { blocId, stadeId } = useParams({ strict: false })
  const lieu = { bloc: Number(blocId), stade: Number(stadeId) }
  const query = useQuery(appelsQuery(lieu))
  return (
    <>
      {!query.data && <PageHeader title={TITRE} />}
      <Results
        query={query}
        loading="Chargement des appels de fonds..."
        error="Erreur lors du chargement des appels de fonds."
        cards={3}
        wide
      >
        {(appels) => (
          <AppelsDuStade key={`${lieu.bloc} ${lieu.stade}`} titre={TITRE} lieu={lieu} appels={appels} />
        )}
      </Results>
    </>
  )
}
