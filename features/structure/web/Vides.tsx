import { generationAt, screens } from '#shared/paths.ts'
import { Gestes, IMPORTER, type Geste } from '#web/kit/feedback/Gestes.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  residencesQueries,
  useLieu,
  useManque,
  type Lieu,
  type LieuChoisi,
} from '#features/structure/web/structure.queries.ts'
import { normaliser } from '#shared/texte.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'

interface AucunProps {
  /** Level that the records stand in, which may be missing. */
  dans: Lieu['genre']
  action?: ReactNode
  hint?: ReactNode
  children: ReactNode
}

/** Empty list of what stands in the structure, with its next step: add a record, or first add the missing level. */
export function Aucun({ dans, action, hint, children }: AucunProps) {
  const peut = usePeut()
  const manque = useManque(dans)
  const generer = useGenerer()
  if (!manque || !peut(manque.call))
    return (
      <EmptyState action={<Gestes gestes={[...generer, IMPORTER]} last={action} />} hint={hint}>
        {children}
      </EmptyState>
    )
  const ajouter = (
    <Button
      leftSection={<IconPlus size={18} stroke={1.8} />}
      renderRoot={(props) => <Link to={manque.to} {...props} />}
    >
      {manque.ajouter}
    </Button>
  )
  return (
    <EmptyState
      hint={manque.hint}
      action={
        generer.length > 0 ? (
          <Gestes gestes={[...generer, IMPORTER]} last={ajouter} />
        ) : (
          <Gestes first={ajouter} gestes={[IMPORTER]} />
        )
      }
    >
      {children}
    </EmptyState>
  )
}

/** « Générer les lots »: of the one residence, else from the list of them; none while there is no residence. */
function useGenerer(): readonly Geste[] {
  const { data: residences = [] } = useQuery(residencesQueries.choix())
  const [first, ...others] = residences
  if (!first) return []
  const to = others.length === 0 ? generationAt(first.id) : screens.residences
  return [{ label: 'Générer les lots', to, call: { access: 'patrimoine' } }]
}

interface AucunIciProps {
  lieu: LieuChoisi
  /** Noun of the missing records, with « de »: « d'étage ». */
  de: string
  action: ReactNode
  children: ReactNode
}

/** List that is empty at the place of its filters, with its next step. */
export function AucunIci({ lieu, de, action, children }: AucunIciProps) {
  const narrowed = useLieu(lieu)
  return (
    <EmptyState action={action} hint={narrowed && phrasePasEncore(narrowed.genre, narrowed.nom, de)}>
      {children}
    </EmptyState>
  )
}

const ARTICLES: Record<Lieu['genre'], string> = {
  residence: 'La résidence ',
  bloc: 'Le bloc ',
  etage: "L'étage ",
}

/** « Bloc A n'a pas encore d'étage. » or « Le bloc Nord n'a pas encore d'étage. », depending on whether the name has its kind. */
export function phrasePasEncore(genre: Lieu['genre'], nom: string, de: string): string {
  const dit = normaliser(nom).includes(genre)
  return `${dit ? '' : ARTICLES[genre]}${nom} n'a pas encore ${de}.`
}
