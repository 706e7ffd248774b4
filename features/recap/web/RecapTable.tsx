import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PourquoiCeSolde } from '#features/paiements/web/PourquoiCeSolde.tsx'
import type { BienLu, GroupeLu } from '#features/paiements/web/payeurs.queries.ts'
import { VersementsRetenus } from '#features/paiements/web/VersementsRetenus.tsx'
import { LienDuDossier } from '#features/recap/web/LienDuDossier.tsx'
import { SommeDuClient } from '#features/recap/web/SommeDuClient.tsx'
import styles from '#features/recap/web/recap.module.css'
import { fromDecimal, formatCentiemes } from '#shared/argent.ts'
import { PaymentBar } from '#web/kit/Bars.tsx'
import { Montant } from '#web/kit/Montant.tsx'
import { paiementsOf } from '#web/paths.ts'
import { libelleDuBien } from '#shared/biens.ts'

interface RecapTableProps {
  groupes: readonly GroupeLu[]
  /** The clients who owe most first; else by name. */
  parReste: boolean
  /** The filters ask for rejected cheques. */
  rejetes: boolean
  onSort: () => void
}

/** The recap on a desk: one row per bien, the biens of a client together (D3 §2.5). */
export function RecapTable({ groupes, parReste, rejetes, onSort }: RecapTableProps) {
  const Arrow = parReste ? IconArrowDown : IconArrowsSort
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">N° Lot</th>
            <th scope="col">Acquéreur</th>
            <th scope="col">Résidence</th>
            <th scope="col">Code</th>
            <th scope="col" data-figure>
              Surface (m²)
            </th>
            <th scope="col" data-figure>
              Montant
            </th>
            <th scope="col" data-figure>
              Règlement
            </th>
            <th scope="col" data-figure aria-sort={parReste ? 'descending' : undefined}>
              <UnstyledButton
                className={styles.sort}
                title={parReste ? 'Ranger par client' : 'Ranger du plus grand reste au plus petit'}
                onClick={onSort}
              >
                Reste à payer
                <Arrow size={14} stroke={1.8} aria-hidden />
              </UnstyledButton>
            </th>
            <th scope="col">Progression</th>
          </tr>
        </thead>
        {groupes.map(({ id, client, biens }) => (
          <tbody key={id}>
            {biens.map((bien, rank) => (
              <Row
                key={bien.id}
                bien={bien}
                rejetes={rejetes}
                clientId={client.id}
                acquereur={client.nomComplet}
                somme={parReste && rank === 0 && <SommeDuClient biens={biens} />}
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

interface RowProps {
  bien: BienLu
  rejetes: boolean
  clientId: number
  acquereur: string
  somme: ReactNode
}

function Row({ bien, rejetes, clientId, acquereur, somme }: RowProps) {
  const libelle = libelleDuBien(bien.type, bien.nlot)
  return (
    <tr>
      <th scope="row">
        <span className={styles.numero}>
          <Link className={styles.lot} to={paiementsOf(clientId, bien)} title={`${libelle} : ses paiements`}>
            {bien.nlot}
          </Link>
          <LienDuDossier bien={bien} />
        </span>
      </th>
      <td>
        <span data-nom>{acquereur}</span>
        {somme}
      </td>
      <td data-nom>{bien.residence}</td>
      <td data-nom>{bien.code}</td>
      <td data-figure>
        {bien.surface === null ? 'N/A' : formatCentiemes(fromDecimal(bien.surface), 'utiles')}
      </td>
      <td data-figure>
        <Montant decimal={bien.montant} />
      </td>
      <td data-figure>
        <Montant decimal={bien.reglement} />
        <VersementsRetenus retenus={bien.versements_retenus} rejetes={rejetes} />
      </td>
      <td data-figure>
        <PourquoiCeSolde bien={bien} libelle={libelle} reste={bien.resteAPayer} compact />
      </td>
      <td className={styles.progression}>
        <PaymentBar percent={bien.pourcentagePaiement} label={`Payé : ${libelle}`} />
      </td>
    </tr>
  )
}
