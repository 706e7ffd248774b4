import { Nom } from '#web/kit/card/Nom.tsx'
import { UnstyledButton } from '@mantine/core'
import { VERSER_SUR_PLUSIEURS } from '#features/paiements/web/versementGroupe.ts'
import { IconChevronDown, IconChevronRight, IconPlus, IconPrinter, IconStack2 } from '@tabler/icons-react'
import { useState } from 'react'
import type { OrdrePayeurs } from '#features/rapports/recap.contract.ts'
import styles from '#features/paiements/web/paiements.module.css'
import {
  aDeuxBiens,
  type BienLu,
  type GroupeLu,
  sumRetenus,
  totauxDuGroupe,
} from '#features/rapports/web/payeurs.queries.ts'
import { PourquoiCeSolde } from '#features/paiements/web/PourquoiCeSolde.tsx'
import { VersementsRetenus } from '#features/rapports/web/VersementsRetenus.tsx'
import { type BienDesigne, libelleDuBien } from '#shared/biens.ts'
import { formatCompte } from '#shared/texte.ts'
import { PhoneLink } from '#web/kit/card/ContactLinks.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { PaymentBar } from '#web/kit/feedback/States.tsx'
import { Tableau, type Colonne } from '#web/kit/table/Tableau.tsx'
import { clientAt, paiementsOf } from '#shared/paths.ts'

interface PayeursTableProps {
  groupes: readonly GroupeLu[]
  tri: string
  rejetes: boolean
  /** Id of the client whose receipt is on offer: marked and in sight. */
  payeur: number | undefined
  onSort: (tri: string) => void
  busy: boolean
  onPrint: (groupe: GroupeLu) => void
  onAdd: ((clientId: number, bien?: BienDesigne) => void) | undefined
  /** One payment for several biens of a client. */
  onGroup: ((groupe: GroupeLu) => void) | undefined
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

const COLUMNS: readonly Colonne<Row, OrdrePayeurs>[] = [
  {
    title: 'Client',
    genre: 'nom',
    min: 190,
    phone: 'qui',
    sort: 'client',
    cell: ({ groupe: { client }, under }) =>
      under ? (
        <span className="visuallyHidden">{client.nomComplet}</span>
      ) : (
        <Nom to={clientAt(client.id)}>{client.nomComplet || 'Non spécifié'}</Nom>
      ),
    under: ({ groupe, under }) => !under && <PhoneLink tel={groupe.client.tel} sans />,
  },
  {
    title: 'Biens',
    genre: 'lieu',
    min: 190,
    phone: 'quoi',
    sort: 'biens',
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
    under: ({ bien }) => bien?.residence,
  },
  {
    title: 'Montant total',
    genre: 'figure',
    min: 130,
    phone: 'combien',
    sort: 'montant',
    cell: ({ totaux }) => <Montant decimal={totaux.montant} />,
  },
  {
    title: 'Total payé',
    genre: 'figure',
    min: 130,
    sort: 'totalPaye',
    cell: ({ totaux }) => <Montant decimal={totaux.totalPaye} />,
    under: ({ bien, groupe, rejetes }) => (
      <VersementsRetenus
        retenus={bien ? bien.versements_retenus : sumRetenus(groupe.biens)}
        rejetes={rejetes}
      />
    ),
  },
  {
    title: 'Progression',
    genre: 'figure',
    min: 140,
    sort: 'pourcentage',
    second: { title: 'Reste à payer', sort: 'resteAPayer' },
    cell: ({ groupe, totaux, bien }) => (
      <PaymentBar
        percent={(bien ?? totaux).pourcentagePaiement}
        label={`Payé : ${bien ? libelleDe(bien) : groupe.client.nomComplet}`}
      />
    ),
    under: ({ totaux, bien }) =>
      bien ? (
        <PourquoiCeSolde bien={bien} libelle={libelleDe(bien)} reste={bien.resteAPayer} compact />
      ) : (
        <Montant decimal={totaux.resteAPayer} />
      ),
  },
]

export function PayeursTable(props: PayeursTableProps) {
  const { groupes, tri, rejetes, payeur, onSort, busy, onPrint, onAdd, onGroup } = props
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
    <Tableau
      label="Clients"
      rows={rows}
      rowKey={({ groupe, under, bien }) => (under ? `${groupe.id}/${bien?.id}` : groupe.id)}
      columns={COLUMNS}
      sort={tri}
      onSort={onSort}
      isUnder={({ under }) => under}
      isMarked={({ groupe }) => groupe.client.id === payeur}
      isNamed={({ groupe, under }) => !under && groupe.client.id === payeur}
      actes={({ groupe, under, bien }) => {
        const { id, biens, client } = groupe
        const qui = under && bien ? `${client.nomComplet} : ${libelleDe(bien)}` : client.nomComplet
        const seul = bien ?? (biens.length === 1 ? biens[0] : undefined)
        return {
          nom: qui,
          actes: [
            onAdd && {
              label: `Nouveau paiement de ${qui}`,
              icon: IconPlus,
              onClick: () => onAdd(id, seul),
            },
            !under && {
              label: `Imprimer les paiements de ${qui}`,
              icon: IconPrinter,
              busy,
              onClick: () => onPrint(groupe),
            },
          ],
          autres: [
            !under &&
              onGroup &&
              aDeuxBiens(groupe) && {
                label: VERSER_SUR_PLUSIEURS,
                icon: IconStack2,
                onClick: () => onGroup(groupe),
              },
          ],
        }
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
  return <Nom to={paiementsOf(clientId, bien)}>{libelleDe(bien)}</Nom>
}
