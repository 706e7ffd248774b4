import { Anchor, Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import styles from '#features/journal/web/journal.module.css'
import type { LigneLue } from '#features/journal/web/journal.queries.ts'
import { formatJourCourt, heureOf, jourOf } from '#shared/dates.ts'
import { messageOf } from '#web/kit/call/api.ts'
import { Banner } from '#web/kit/feedback/Banner.tsx'
import { Lignes, type Colonne } from '#web/kit/table/Lignes.tsx'
import { whileBusy } from '#web/kit/feedback/WorkBar.tsx'

/** The changes that a line shows before « Afficher les autres ». */
const MONTRES = 3

const COLUMNS: readonly Colonne<LigneLue>[] = [
  { title: 'Quand', court: true, cell: ({ quand }) => formatQuand(quand) },
  { title: 'Qui', cell: ({ membre }) => <span data-nom>{membre}</span> },
  { title: 'Action', cell: ({ action_libelle }) => action_libelle },
  { title: 'Quoi', cell: (ligne) => <Quoi {...ligne} /> },
  { title: 'Changements', cell: ({ changements }) => <Changements changements={changements} /> },
]

export function LignesDuJournal({ label, lignes }: { label: string; lignes: readonly LigneLue[] }) {
  return (
    <div className={styles.lignes}>
      <Lignes label={label} rows={lignes} rowKey={({ id }) => id} columns={COLUMNS} />
    </div>
  )
}

/** « 21/11/2026 14:05 » */
function formatQuand(quand: string): string {
  const instant = new Date(quand)
  return Number.isNaN(instant.getTime()) ? '' : `${formatJourCourt(jourOf(instant))} ${heureOf(instant)}`
}

function Quoi({ objet_libelle, titre, lien }: LigneLue) {
  const nom = titre ?? objet_libelle
  return (
    <span className={styles.quoi}>
      {titre !== null && <span className={styles.objet}>{objet_libelle}</span>}
      {lien === null ? <bdi>{nom}</bdi> : <Lien lien={lien}>{nom}</Lien>}
    </span>
  )
}

function Lien({ lien, children }: { lien: string; children: string }) {
  const [to = '', search] = lien.split('?')
  const asked = Object.fromEntries(new URLSearchParams(search))
  return (
    <Anchor inherit renderRoot={(props) => <Link to={to} search={asked} {...props} />}>
      <bdi>{children}</bdi>
    </Anchor>
  )
}

function Changements({ changements }: Pick<LigneLue, 'changements'>) {
  const [all, setAll] = useState(false)
  // One more change takes no more room than the button would.
  const reste = changements.length > MONTRES + 1 ? changements.length - MONTRES : 0
  const montres = all || reste === 0 ? changements : changements.slice(0, MONTRES)
  if (changements.length === 0) return null
  return (
    <>
      <ul className={styles.changements}>
        {montres.map(({ champ, avant, apres }) => (
          <li key={champ}>
            <span className={styles.champ}>{champ}</span>{' '}
            {avant !== null && <s className={apres === null ? undefined : styles.avant}>{avant}</s>}
            {avant !== null && apres !== null && (
              <IconArrowRight className={styles.fleche} size={14} role="img" aria-label="devient" />
            )}
            {apres !== null && <span data-nom>{apres}</span>}
          </li>
        ))}
      </ul>
      {reste > 0 && !all && (
        <Button className={styles.autres} size="compact-sm" variant="subtle" onClick={() => setAll(true)}>
          Afficher les {reste} autres
        </Button>
      )}
    </>
  )
}

type Suivante = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage' | 'error'
>

/** The button of the following lines; `fin` is the sentence below the last one. */
export function LignesSuivantes({ query, libelle, fin }: { query: Suivante; libelle: string; fin?: string }) {
  if (!query.hasNextPage) return fin ? <p className={styles.fin}>{fin}</p> : null
  return (
    <div className={styles.suite}>
      {query.isFetchNextPageError && (
        <Banner kind="error">{messageOf(query.error, 'Erreur lors du chargement du journal.')}</Banner>
      )}
      <Button
        variant="default"
        {...whileBusy(query.isFetchingNextPage)}
        onClick={() => !query.isFetchingNextPage && void query.fetchNextPage()}
      >
        {libelle}
      </Button>
    </div>
  )
}
