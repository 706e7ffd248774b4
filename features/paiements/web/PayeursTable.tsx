import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconPlus, IconPrinter } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { OrdrePayeurs } from '#features/paiements/versements.contract.ts'
import styles from '#features/paiements/web/paiements.module.css'
import {
  type BienLu,
  type GroupeLu,
  sumRetenus,
  totauxDuGroupe,
} from '#features/paiements/web/payeurs.queries.ts'
import { PourquoiCeSolde } from '#features/paiements/web/PourquoiCeSolde.tsx'
import { VersementsRetenus } from '#features/paiements/web/VersementsRetenus.tsx'
import { type BienDesigne, libelleDuBien } from '#shared/biens.ts'
import { formatCompte } from '#shared/texte.ts'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { PaymentBar } from '#web/kit/feedback/States.tsx'
import { type Column, DataTable } from '#web/kit/table/DataTable.tsx'
import { paiementsOf } from '#web/paths.ts'

interface PayeursTableProps {
  groupes: readonly GroupeLu[]
  tri: string
  rejetes: boolean
  onSort: (tri: string) => void
  busy: boolean
  onPrint: (clientId: number) => void
  onAdd: ((clientId: number, bien?: BienDesigne) => void) | undefined
}

interface Row {
  groupe: GroupeLu
  under: boolean
  /** The bien of the row; in a client's row, the only bien of that client. */
  bien: BienLu | undefined
  totaux: ReturnType<typeof totauxDuGroupe>
  open: boolean
  rejetes: boolean
  onToggle: () => void
}

const COLUMNS: readonly Column<Row, OrdrePayeurs>[] = [
  {
    title: 'Client',
    sort: 'client',
    share: 4,
    cell: ({ groupe: { client }, under }) =>
      under ? (
        <span className="visuallyHidden">{client.nomComplet}</span>
      ) : (
        client.nomComplet || 'Non spécifié'
      ),
  },
  { title: 'Téléphone', cell: ({ groupe, under }) => (under ? null : groupe.client.tel) },
  {
    title: 'Biens',
    sort: 'biens',
    share: 5,
    cell: ({ groupe, totaux, bien, open, onToggle }) => {
      if (bien) return <LienDuBien bien={bien} clientId={groupe.client.id} />
      const Icon = open ? IconChevronDown : IconChevronRight
      return (
        <UnstyledButton className={styles.deplier} aria-expanded={open} onClick={onToggle}>
          <Icon size={16} stroke={1.6} aria-hidden />
          {formatCompte(totaux.biens, 'bien')}
          <span className="visuallyHidden"> de {groupe.client.nomComplet}</span>
        </UnstyledButton>
      )
    },
  },
  {
    title: 'Montant total',
    sort: 'montant',
    figure: true,
    cell: ({ totaux }) => <Montant decimal={totaux.montant} />,
  },
  {
    title: 'Total payé',
    sort: 'totalPaye',
    figure: true,
    cell: ({ totaux, bien, groupe, rejetes }) => (
      <>
        <Montant decimal={totaux.totalPaye} />
        <VersementsRetenus
          retenus={bien ? bien.versements_retenus : sumRetenus(groupe.biens)}
          rejetes={rejetes}
        />
      </>
    ),
  },
  {
    title: 'Reste à payer',
    sort: 'resteAPayer',
    figure: true,
    cell: ({ totaux, bien }) =>
      bien ? (
        <PourquoiCeSolde bien={bien} libelle={libelleDe(bien)} reste={bien.resteAPayer} compact />
      ) : (
        <Montant decimal={totaux.resteAPayer} />
      ),
  },
  {
    title: 'Progression',
    sort: 'pourcentage',
    cell: ({ groupe, totaux, bien }) => (
      <div className={styles.progression}>
        <PaymentBar
          percent={(bien ?? totaux).pourcentagePaiement}
          label={`Payé : ${bien ? libelleDe(bien) : groupe.client.nomComplet}`}
        />
      </div>
    ),
  },
]

export function PayeursTable({ groupes, tri, rejetes, onSort, busy, onPrint, onAdd }: PayeursTableProps) {
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(new Set())
  const toggle = (id: number) =>
    setExpanded((open) => new Set(open.has(id) ? [...open].filter((other) => other !== id) : [...open, id]))
  const rows = groupes.flatMap((groupe): Row[] => {
    const totaux = totauxDuGroupe(groupe)
    const open = expanded.has(groupe.id)
    const of = { groupe, open, rejetes, onToggle: () => toggle(groupe.id) }
    // A search may leave one bien of several, so `totaux` tells whether the client has only one.
    const row = { ...of, under: false, bien: totaux.biens === 1 ? groupe.biens[0] : undefined, totaux }
    const below = groupe.biens.map((bien) => ({ ...of, under: true, bien, totaux: totauxDuBien(bien) }))
    return open ? [row, ...below] : [row]
  })
  return (
    <DataTable
      label="Clients"
      rows={rows}
      rowKey={({ groupe, under, bien }) => (under ? `${groupe.id}/${bien?.id}` : groupe.id)}
      columns={COLUMNS}
      sort={tri}
      onSort={onSort}
      isUnder={({ under }) => under}
      renderActions={({ groupe: { id, biens, client }, under, bien }) => {
        const qui = under && bien ? `${client.nomComplet} : ${libelleDe(bien)}` : client.nomComplet
        return (
          <>
            {onAdd && (
              <IconAction
                compact
                icon={IconPlus}
                label={`Nouveau paiement de ${qui}`}
                onClick={() => onAdd(id, bien ?? (biens.length === 1 ? biens[0] : undefined))}
              />
            )}
            {!under && (
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

const libelleDe = ({ type, nlot }: BienLu) => libelleDuBien(type, nlot)

const totauxDuBien = ({ montant, reglement, resteAPayer, pourcentagePaiement }: BienLu): Row['totaux'] => ({
  biens: 1,
  montant,
  totalPaye: reglement,
  resteAPayer,
  pourcentagePaiement,
})

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
