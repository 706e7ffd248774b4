import { Title } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  fermeEtPrevu,
  lignesDePrevision,
  type LigneDePrevision,
} from '#features/rapports/previsions.rules.ts'
import { PREVISIONS, UNE_PREVISION, VIDE } from '#features/rapports/rapports.words.ts'
import type { PartieProps } from '#features/rapports/web/rapports.adresse.ts'
import styles from '#features/rapports/web/dessins.module.css'
import { FiltresDuRapport } from '#features/rapports/web/FiltresDuRapport.tsx'
import { previsionsQuery, type PrevisionsLues } from '#features/rapports/web/previsions.queries.ts'
import { TotalDuRapport } from '#features/rapports/web/TotalDuRapport.tsx'
import { sansContratAt, sansEcheancierAt, screens, type Adresse } from '#shared/paths.ts'
import { formatCompte } from '#shared/texte.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { Nom } from '#web/kit/card/Nom.tsx'
import { Barres, barreDuMois } from '#web/kit/drawing/Barres.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { Pager } from '#web/kit/list/Pager.tsx'
import { Tableau, type Colonne } from '#web/kit/table/Tableau.tsx'

export function Previsions({ asked, onChange }: PartieProps) {
  const query = useQuery(previsionsQuery(asked.residence, asked.page))
  return (
    <>
      <FiltresDuRapport residence={asked.residence} onChange={onChange} />
      <Results
        query={query}
        loading="Chargement du rapport..."
        error="Erreur lors du chargement du rapport."
        wide
        cards={3}
      >
        {(lues) =>
          lues.total === 0 ? (
            <EmptyState>{VIDE}</EmptyState>
          ) : (
            <Rapport lues={lues} page={asked.page} onChange={onChange} />
          )
        }
      </Results>
    </>
  )
}

interface RapportProps extends Pick<PartieProps, 'onChange'> {
  lues: PrevisionsLues
  page: number
}

function Rapport({ lues, page, onChange }: RapportProps) {
  return (
    <div className="column packed gap-16">
      <section className={`card flex gap-12 ${styles.dessin}`} aria-labelledby="par-mois">
        <Title order={2} id="par-mois">
          À encaisser par mois
        </Title>
        <Barres
          caption="À encaisser par mois"
          unite="Mois"
          plein="Ferme"
          hachures="Prévision"
          barres={[
            ...lues.mois.map((lu, rang) => ({
              ...barreDuMois(lu.mois, rang),
              montant: lu.ferme,
              hachure: lu.prevu,
            })),
            { nom: 'Plus tard', montant: lues.plus_tard.ferme, hachure: lues.plus_tard.prevu },
          ]}
        />
      </section>
      <p className="dim flat">{UNE_PREVISION}</p>
      <Tableau
        label={PREVISIONS}
        rows={lignesDePrevision(lues)}
        rowKey={({ cle }) => cle}
        columns={[{ title: 'Mois', genre: 'lieu', min: 240, phone: 'qui', cell: LienDeLaLigne }, ...MONTANTS]}
        foot={<Total lues={lues} />}
      />
      <Title order={2} id="par-residence">
        Par résidence
      </Title>
      <ParResidence lues={lues} page={page} onChange={onChange} />
    </div>
  )
}

/** Where a row is worked off: what is late, what waits for a signature, what has no foreseen day. */
const LIENS: Readonly<Record<string, Adresse>> = {
  en_retard: { to: screens.echeances },
  depasse: { to: screens.residences },
  attend_contrat: sansContratAt,
  sans_date: { to: screens.residences },
  sans_echeancier: sansEcheancierAt,
}

function LienDeLaLigne({ cle, label, total }: LigneDePrevision) {
  const lien = LIENS[cle]
  return lien && total !== 0 ? <Nom {...lien}>{label}</Nom> : label
}

type Montants = Pick<LigneDePrevision, 'ferme' | 'prevu' | 'total'>

const montant = (title: string, of: (ligne: Montants) => number | null): Colonne<Montants> => ({
  title: `${title} (DA)`,
  genre: 'figure',
  min: 170,
  cell: (ligne) => {
    const decimal = of(ligne)
    return decimal === null ? '—' : <Montant decimal={decimal} sansUnite />
  },
})
const MONTANTS: readonly Colonne<Montants>[] = [
  montant('Ferme', ({ ferme }) => ferme),
  montant('Prévision', ({ prevu }) => prevu),
  { ...montant('Total', ({ total }) => total), phone: 'combien' },
]

function Total({ lues }: { lues: PrevisionsLues }) {
  const { ferme, prevu } = fermeEtPrevu(lues)
  return (
    <TotalDuRapport
      sommes={[
        { title: 'Ferme (DA)', decimal: ferme },
        { title: 'Prévision (DA)', decimal: prevu },
        { title: 'Total (DA)', decimal: lues.total },
      ]}
    />
  )
}

/** A residence, or one of the rows that it unfolds. */
interface Rangee extends Montants {
  cle: string
  label: string
  /** The residence of which it is the row itself. */
  residence?: number
}

function ParResidence({ lues, page, onChange }: RapportProps) {
  const { data, last_page, total } = lues.residences
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const toggle = (id: number) =>
    setOpened((ids) => new Set(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id]))
  const rows = data.flatMap(({ id, nom, ...sommes }): Rangee[] => [
    { cle: String(id), label: nom, residence: id, ...fermeEtPrevu(sommes), total: sommes.total },
    ...(opened.has(id)
      ? lignesDePrevision(sommes)
          .filter((ligne) => ligne.total !== 0)
          .map((ligne) => ({ ...ligne, cle: `${id} ${ligne.cle}` }))
      : []),
  ])
  const nommer = ({ label, residence, total: somme }: Rangee) =>
    residence === undefined || somme === 0 ? (
      <bdi>{label}</bdi>
    ) : (
      <Deplier nom={label} ouvert={opened.has(residence)} onToggle={() => toggle(residence)} />
    )
  return (
    <div>
      <Tableau
        label="Par résidence"
        rows={rows}
        rowKey={({ cle }) => cle}
        isUnder={({ residence }) => residence === undefined}
        columns={[{ title: 'Résidence', genre: 'lieu', min: 240, phone: 'qui', cell: nommer }, ...MONTANTS]}
        foot={<Total lues={lues} />}
      />
      {last_page > 1 && (
        <Pager
          page={page}
          lastPage={last_page}
          spelling="/"
          onChange={({ page: next, replace }) => onChange({ page: next }, { replace })}
          count={formatCompte(total, 'résidence')}
        />
      )}
    </div>
  )
}

interface DeplierProps {
  nom: string
  ouvert: boolean
  onToggle: () => void
}

/** The name of a residence, which unfolds its months. */
function Deplier({ nom, ouvert, onToggle }: DeplierProps) {
  const Chevron = ouvert ? IconChevronDown : IconChevronRight
  return (
    <button type="button" className={`bare ${styles.deplier}`} aria-expanded={ouvert} onClick={onToggle}>
      <Chevron size={16} stroke={1.8} aria-hidden />
      <bdi>{nom}</bdi>
    </button>
  )
}
