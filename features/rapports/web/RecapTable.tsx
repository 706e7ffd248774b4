import { IconFolder } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { BienLu, GroupeLu } from '#features/rapports/web/payeurs.queries.ts'
import { PourquoiCeSolde } from '#features/paiements/web/PourquoiCeSolde.tsx'
import { VersementsRetenus } from '#features/rapports/web/VersementsRetenus.tsx'
import styles from '#features/rapports/web/recap.module.css'
import { formatCentiemes, fromDecimal } from '#shared/argent.ts'
import { libelleDuBien } from '#shared/biens.ts'
import { formatCompte } from '#shared/texte.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { PaymentBar } from '#web/kit/feedback/States.tsx'
import { Tip } from '#web/kit/frame/Tip.tsx'
import { Tableau, type Colonne } from '#web/kit/table/Tableau.tsx'
import { dossierAt, paiementsOf } from '#shared/paths.ts'

interface RecapTableProps {
  groupes: readonly GroupeLu[]
  parReste: boolean
  rejetes: boolean
  /** True for a situation, whose remainders today's payments do not explain. */
  passe: boolean
  onSort: () => void
}

interface Ligne {
  groupe: GroupeLu
  bien: BienLu
  libelle: string
  /** True for the other biens of the client of the row above. */
  suite: boolean
  parReste: boolean
  rejetes: boolean
  passe: boolean
}

/** The nine specified columns (D3 §2.5). The three amounts of eleven digits leave the names 80 px each at 1280. */
const COLUMNS: readonly Colonne<Ligne, 'reste'>[] = [
  {
    title: 'N° Lot',
    genre: 'texte',
    min: 76,
    phone: 'quoi',
    cell: ({ groupe, bien, libelle, passe }) => (
      <span className="line gap-6">
        <Link
          className={styles.lot}
          to={passe ? dossierAt(bien.vente_id) : paiementsOf(groupe.client.id, bien)}
          title={passe ? `${libelle} : son dossier` : `${libelle} : ses paiements`}
        >
          {bien.nlot}
        </Link>
        <LienDuDossier bien={bien} />
      </span>
    ),
  },
  {
    title: 'Acquéreur',
    genre: 'nom',
    min: 80,
    phone: 'qui',
    cell: ({ groupe }) => groupe.client.nomComplet,
  },
  { title: 'Résidence', genre: 'lieu', min: 80, cell: ({ bien }) => bien.residence },
  { title: 'Code', genre: 'lieu', min: 100, cell: ({ bien }) => bien.code },
  {
    title: 'Surface (m²)',
    genre: 'figure',
    min: 62,
    cell: ({ bien: { surface } }) =>
      surface === null ? 'N/A' : formatCentiemes(fromDecimal(surface), 'utiles'),
  },
  { title: 'Montant', genre: 'figure', min: 120, cell: ({ bien }) => <Montant decimal={bien.montant} /> },
  {
    title: 'Règlement',
    genre: 'figure',
    min: 120,
    cell: ({ bien }) => <Montant decimal={bien.reglement} />,
    under: ({ bien, rejetes }) =>
      bien.versements_retenus && <VersementsRetenus retenus={bien.versements_retenus} rejetes={rejetes} />,
  },
  {
    title: 'Reste à payer',
    genre: 'figure',
    min: 120,
    phone: 'combien',
    sort: 'reste',
    cell: ({ bien, libelle, passe }) =>
      passe ? (
        <Montant decimal={bien.resteAPayer} />
      ) : (
        <PourquoiCeSolde bien={bien} libelle={libelle} reste={bien.resteAPayer} compact />
      ),
    under: ({ groupe, suite, parReste }) => parReste && !suite && <SommeDuClient biens={groupe.biens} />,
  },
  {
    title: 'Progression',
    genre: 'etat',
    min: 78,
    phone: 'etat',
    cell: ({ bien, libelle }) => (
      <PaymentBar bands percent={bien.pourcentagePaiement} label={`Payé : ${libelle}`} />
    ),
  },
]

/** The recap on a wide screen: one row per bien, those of a client together. */
export function RecapTable({ groupes, parReste, rejetes, passe, onSort }: RecapTableProps) {
  const rows = groupes.flatMap((groupe) =>
    groupe.biens.map((bien, rank): Ligne => {
      const libelle = libelleDuBien(bien.type, bien.nlot)
      return { groupe, bien, libelle, suite: rank > 0, parReste, rejetes, passe }
    }),
  )
  return (
    <div className={styles.table}>
      <Tableau
        label="Récapitulatif"
        rows={rows}
        rowKey={({ bien }) => `${bien.type} ${bien.id} ${bien.vente_id}`}
        columns={COLUMNS}
        isUnder={({ suite }) => suite}
        sort={parReste ? '-reste' : ''}
        onSort={onSort}
      />
    </div>
  )
}

function LienDuDossier({ bien: { vente_id, dossier } }: { bien: BienLu }) {
  if (vente_id === 0) return null
  const label = `Ouvrir le dossier ${dossier}`
  return (
    <Tip label={label}>
      <Link to={dossierAt(vente_id)} className={`dim no-print ${styles.dossier}`} aria-label={label}>
        <IconFolder size={16} stroke={1.6} aria-hidden />
      </Link>
    </Tip>
  )
}

export function SommeDuClient({ biens }: { biens: readonly BienLu[] }) {
  if (biens.length < 2) return null
  const reste = biens.reduce((sum, { resteAPayer }) => sum + fromDecimal(resteAPayer), 0)
  return (
    <span className={`dim small block ${styles.somme}`}>
      {formatCompte(biens.length, 'bien')} · reste <Montant centimes={reste} />
    </span>
  )
}
