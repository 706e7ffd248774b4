import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconPlus, IconPrinter } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { PourquoiCeSolde } from '#features/paiements/web/PourquoiCeSolde.tsx'
import styles from '#features/paiements/web/paiements.module.css'
import type { OrdreRecap } from '#features/recap/recap.contract.ts'
import { totauxDuGroupe, type BienLu, type GroupeLu } from '#features/recap/web/recap.queries.ts'
import { compter } from '#shared/texte.ts'
import { PaymentBar } from '#web/kit/Bars.tsx'
import { DataTable, type Column } from '#web/kit/DataTable.tsx'
import { IconAction } from '#web/kit/IconAction.tsx'
import { Montant } from '#web/kit/Montant.tsx'
import { paiementsOf } from '#web/paths.ts'
import { type BienDesigne, GENRES } from '#shared/biens.ts'

interface PayeursTableProps {
  groupes: readonly GroupeLu[]
  tri: string
  onSort: (tri: string) => void
  /** A print is being made. */
  busy: boolean
  onPrint: (clientId: number) => void
  onAdd: (clientId: number, bien?: BienDesigne) => void
}

/** A client, or one of the biens that are shown under him. */
interface Row {
  groupe: GroupeLu
  bien?: BienLu
  open: boolean
  onToggle: () => void
}

const COLUMNS: readonly Column<Row, OrdreRecap>[] = [
  {
    title: 'Client',
    sort: 'client',
    share: 4,
    cell: ({ groupe: { client }, bien }) =>
      bien ? (
        <span className="visuallyHidden">{client.nomComplet}</span>
      ) : (
        client.nomComplet || 'Non spécifié'
      ),
  },
  { title: 'Téléphone', cell: ({ groupe, bien }) => (bien ? null : groupe.client.tel) },
  {
    title: 'Biens',
    sort: 'biens',
    share: 5,
    cell: ({ groupe, bien, open, onToggle }) => {
      const shown = bien ?? seul(groupe)
      if (shown) return <LienDuBien bien={shown} clientId={groupe.client.id} />
      const Icon = open ? IconChevronDown : IconChevronRight
      return (
        <UnstyledButton className={styles.deplier} aria-expanded={open} onClick={onToggle}>
          <Icon size={16} stroke={1.6} aria-hidden />
          {compter(totauxDuGroupe(groupe).biens, 'bien')}
          <span className="visuallyHidden"> de {groupe.client.nomComplet}</span>
        </UnstyledButton>
      )
    },
  },
  {
    title: 'Montant total',
    sort: 'montant',
    figure: true,
    cell: ({ groupe, bien }) => <Montant decimal={bien ? bien.montant : totauxDuGroupe(groupe).montant} />,
  },
  {
    title: 'Total payé',
    sort: 'totalPaye',
    figure: true,
    cell: ({ groupe, bien }) => (
      <Montant decimal={bien ? bien.reglement : totauxDuGroupe(groupe).totalPaye} />
    ),
  },
  {
    title: 'Reste à payer',
    sort: 'resteAPayer',
    figure: true,
    cell: ({ groupe, bien }) => {
      const shown = bien ?? seul(groupe)
      return shown ? (
        <PourquoiCeSolde bien={shown} libelle={libelleDe(shown)} reste={shown.resteAPayer} compact />
      ) : (
        <Montant decimal={totauxDuGroupe(groupe).resteAPayer} />
      )
    },
  },
  {
    title: 'Progression',
    sort: 'pourcentage',
    cell: ({ groupe, bien }) => {
      const shown = bien ?? seul(groupe)
      return (
        <div className={styles.progression}>
          <PaymentBar
            percent={shown ? shown.pourcentagePaiement : totauxDuGroupe(groupe).pourcentagePaiement}
            label={`Payé : ${shown ? libelleDe(shown) : groupe.client.nomComplet}`}
          />
        </div>
      )
    },
  },
]

/** One row per client with the sums of all he has; several biens open under it, each with its own. */
export function PayeursTable({ groupes, tri, onSort, busy, onPrint, onAdd }: PayeursTableProps) {
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(new Set())
  const toggle = (id: number) =>
    setExpanded((open) => new Set(open.has(id) ? [...open].filter((other) => other !== id) : [...open, id]))
  const rows = groupes.flatMap((groupe): Row[] => {
    const row = { groupe, open: expanded.has(groupe.id), onToggle: () => toggle(groupe.id) }
    return row.open ? [row, ...groupe.biens.map((bien) => ({ ...row, bien }))] : [row]
  })
  return (
    <DataTable
      label="Clients"
      rows={rows}
      rowKey={({ groupe, bien }) => (bien ? `${groupe.id}/${bien.id}` : groupe.id)}
      columns={COLUMNS}
      sort={tri}
      onSort={onSort}
      isUnder={({ bien }) => bien !== undefined}
      renderActions={({ groupe: { id, biens, client }, bien }) => {
        const qui = bien ? `${client.nomComplet} : ${libelleDe(bien)}` : client.nomComplet
        return (
          <>
            <IconAction
              compact
              icon={IconPlus}
              label={`Nouveau paiement de ${qui}`}
              onClick={() => onAdd(id, bien ?? (biens.length === 1 ? biens[0] : undefined))}
            />
            {!bien && (
              <IconAction
                compact
                icon={IconPrinter}
                label={`Imprimer les paiements de ${qui}`}
                busy={busy}
                onClick={() => onPrint(id)}
              />
            )}
          </>
        )
      }}
    />
  )
}

const libelleDe = ({ type, nlot }: BienLu) => `${GENRES[type].nom} ${nlot}`

/** His only bien; a search may have left but one of several. */
const seul = (groupe: GroupeLu) => (totauxDuGroupe(groupe).biens === 1 ? groupe.biens[0] : undefined)

function LienDuBien({ bien, clientId }: { bien: BienLu; clientId: number }) {
  return (
    <>
      <Link className={styles.lien} to={paiementsOf(clientId, bien)}>
        {libelleDe(bien)}
      </Link>{' '}
      <span className={styles.dim}>{bien.residence}</span>
    </>
  )
}
