import { Nom } from '#web/kit/card/Nom.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { optionsQueries, type OptionLue } from '#features/options/web/options.queries.ts'
import { formatCompte, isoleLieux } from '#shared/texte.ts'
import { BienLink } from '#web/kit/card/EntityLinks.tsx'
import { PhoneLink } from '#web/kit/card/ContactLinks.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { Tableau, type ActesDeLigne, type Colonne } from '#web/kit/table/Tableau.tsx'
import { clientAt } from '#shared/paths.ts'
import { Pager, type PageStep } from '#web/kit/list/Pager.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'

const QUOI_ET_QUI: readonly Colonne<OptionLue>[] = [
  {
    title: 'Bien',
    genre: 'lieu',
    min: 180,
    phone: 'quoi',
    cell: ({ bien }) => (
      <BienLink type={bien.type} id={bien.id} venteId={null} parkingId={bien.parking_id}>
        {bien.designation}
      </BienLink>
    ),
    under: ({ bien }) => isoleLieux(bien.lieu, bien.residence),
  },
  {
    title: 'Titulaire',
    genre: 'nom',
    min: 180,
    phone: 'qui',
    cell: ({ nom, client_id }) => (client_id === null ? nom : <Nom to={clientAt(client_id)}>{nom}</Nom>),
    under: ({ tel, note }) => (
      <>
        <PhoneLink tel={tel ?? ''} />
        {note !== null && <span className="under anywhere">{note}</span>}
      </>
    ),
  },
]

export interface OptionsProps {
  search: string
  residence_id: number | undefined
  bloc_id: number | undefined
  page: number
  onPage: (step: PageStep) => void
}

interface ListeDOptionsProps {
  options: OptionsProps
  etat: 'en_cours' | 'closes'
  label: string
  columns: readonly Colonne<OptionLue>[]
  actes: ((option: OptionLue) => ActesDeLigne) | undefined
  none: ReactNode
}

export function ListeDOptions({ options, etat, label, columns, actes, none }: ListeDOptionsProps) {
  const { page, onPage, ...filtres } = options
  const query = useQuery(optionsQueries.page(etat, { ...filtres, page }))
  const filtered = filtres.search !== '' || Boolean(filtres.residence_id) || Boolean(filtres.bloc_id)
  const empty = filtered ? <EmptyState>Aucune option trouvée avec ces critères.</EmptyState> : none
  return (
    <Results
      query={query}
      loading="Chargement des options..."
      error="Erreur lors du chargement des options."
      cards={3}
      wide
    >
      {({ data, last_page, total }) =>
        total === 0 ? (
          empty
        ) : (
          <>
            <Tableau
              label={label}
              rows={data}
              rowKey={({ id }) => id}
              columns={[...QUOI_ET_QUI, ...columns]}
              actes={actes}
              actesMin={130}
            />
            <Pager page={page} lastPage={last_page} onChange={onPage} count={formatCompte(total, 'option')} />
          </>
        )
      }
    </Results>
  )
}
