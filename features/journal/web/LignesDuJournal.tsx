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

/** The lines that the changes of a row take before « Afficher les autres », and about the signs of one. */
const MONTREES = 3
const SIGNES = 58

const COLUMNS: readonly Colonne<LigneLue>[] = [
  { title: 'Quand', court: true, phone: 'combien', cell: ({ quand }) => formatQuand(quand) },
  { title: 'Qui', phone: 'etat', cell: ({ membre }) => <span data-nom>{membre}</span> },
  { title: 'Action', phone: 'quoi', cell: ({ action_libelle }) => action_libelle },
  {
    title: 'Quoi',
    phone: 'qui',
    phoneCell: ({ titre, objet_libelle }) => titre ?? objet_libelle,
    cell: (ligne) => <Quoi {...ligne} />,
  },
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
      {titre !== null && <span className="dim small">{objet_libelle}</span>}
      {lien === null ? <bdi>{nom}</bdi> : <Lien lien={lien}>{nom}</Lien>}
    </span>
  )
}

/** Link to an address that the server has told. */
export function Lien({ lien, children }: { lien: string; children: string }) {
  const [to = '', search] = lien.split('?')
  const asked = Object.fromEntries(new URLSearchParams(search))
  return (
    <Anchor inherit renderRoot={(props) => <Link to={to} search={asked} {...props} />}>
      <bdi>{children}</bdi>
    </Anchor>
  )
}

type Changes = LigneLue['changements']

/** The first changes that stand in so many lines; one at least. */
function dansLesLignes(changements: Changes, lignes: number): Changes {
  let prises = 0
  const suivant = changements.findIndex(({ champ, avant, apres }) => {
    const signes = [champ, avant, apres].filter((part) => part !== null).join('   ').length
    prises += Math.ceil(signes / SIGNES)
    return prises > lignes
  })
  return suivant === -1 ? changements : changements.slice(0, Math.max(1, suivant))
}

function Changements({ changements }: Pick<LigneLue, 'changements'>) {
  const [all, setAll] = useState(false)
  const entiers = dansLesLignes(changements, MONTREES).length === changements.length
  // The button takes a line of its own.
  const montres = all || entiers ? changements : dansLesLignes(changements, MONTREES - 1)
  const reste = changements.length - montres.length
  if (changements.length === 0) return null
  return (
    <>
      <ul className={`stack list ${styles.changements}`}>
        {montres.map(({ champ, avant, apres }) => (
          <li key={champ}>
            <span className="dim">{champ}</span>{' '}
            {avant !== null && <s className={apres === null ? undefined : 'dim'}>{avant}</s>}
            {avant !== null && apres !== null && (
              <IconArrowRight className={styles.fleche} size={14} role="img" aria-label="devient" />
            )}
            {apres !== null && <span data-nom>{apres}</span>}
          </li>
        ))}
      </ul>
      {reste > 0 && !all && (
        <Button className={styles.autres} size="compact-xs" variant="subtle" onClick={() => setAll(true)}>
          {reste === 1 ? "Afficher l'autre" : `Afficher les ${reste} autres`}
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
  if (!query.hasNextPage) return fin ? <p className={`dim centered ${styles.fin}`}>{fin}</p> : null
  return (
    <div className={`stack gap-12 ${styles.suite}`}>
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
