import type { UseQueryResult } from '@tanstack/react-query'
import { IconArrowBackUp, IconEye } from '@tabler/icons-react'
import { type StatutImport, RESULTATS } from '#features/imports/imports.words.ts'
import type { ImportEnListe } from '#features/imports/web/imports.queries.ts'
import styles from '#features/imports/web/imports.module.css'
import { formatInstant } from '#shared/dates.ts'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { Tableau, type Colonne } from '#web/kit/table/Tableau.tsx'
import { Pager, type PageStep } from '#web/kit/list/Pager.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { StatusBadge } from '#web/kit/feedback/States.tsx'
import type { Tone } from '#web/kit/feedback/tones.ts'

const TONES: Record<StatutImport, Tone> = {
  lecture: 'yellow',
  correspondance: 'blue',
  refuse: 'red',
  pret: 'blue',
  ecriture: 'yellow',
  termine: 'green',
  annule: 'gray',
  echec: 'red',
  defait: 'gray',
}

const COLONNES: readonly Colonne<ImportEnListe>[] = [
  {
    title: 'Date',
    genre: 'jour',
    min: 130,
    phone: 'quoi',
    cell: ({ cree_le }) => formatInstant(new Date(cree_le)),
  },
  {
    title: 'Fichier',
    genre: 'nom',
    min: 320,
    phone: 'qui',
    cell: ({ nom }) => nom,
    under: ({ sauvegarde }) => sauvegarde !== null && `Sauvegarde faite avant : ${sauvegarde}`,
  },
  { title: 'Par', genre: 'nom', min: 180, cell: ({ membre }) => membre },
  {
    title: 'Résultat',
    genre: 'etat',
    min: 130,
    phone: 'etat',
    cell: ({ statut }) => <StatusBadge tone={TONES[statut]}>{RESULTATS[statut]}</StatusBadge>,
  },
]

interface ImportsPrecedentsProps {
  query: UseQueryResult<{ data: ImportEnListe[]; last_page: number }>
  page: number
  shown: number
  onPage: (step: PageStep) => void
  onOpen: (id: number) => void
  onDefaire: (id: number) => void
}

export function ImportsPrecedents({ query, page, shown, onPage, onOpen, onDefaire }: ImportsPrecedentsProps) {
  return (
    <section aria-labelledby="imports-precedents">
      <h2 id="imports-precedents" className={`flat anywhere ${styles.titre}`}>
        Imports précédents
      </h2>
      <Results
        query={query}
        loading="Chargement des imports..."
        error="Erreur lors du chargement des imports."
        cards={2}
        wide
      >
        {({ data, last_page }) => (
          <>
            {data.length === 0 ? (
              <EmptyState>Aucun import pour l'instant.</EmptyState>
            ) : (
              <Tableau
                label="Imports précédents"
                rows={data}
                rowKey={({ id }) => id}
                columns={COLONNES}
                isMarked={({ id }) => id === shown}
                actesMin={92}
                actes={({ id, nom, peut_defaire }) => ({
                  nom,
                  actes: [
                    { label: `Ouvrir ${nom}`, icon: IconEye, onClick: () => onOpen(id) },
                    peut_defaire && {
                      label: 'Annuler cet import',
                      icon: IconArrowBackUp,
                      motAuTelephone: 'Annuler',
                      onClick: () => onDefaire(id),
                    },
                  ],
                })}
              />
            )}
            {(last_page > 1 || page > 1) && <Pager page={page} lastPage={last_page} onChange={onPage} />}
          </>
        )}
      </Results>
    </section>
  )
}
