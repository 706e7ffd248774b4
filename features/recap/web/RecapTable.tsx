import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconFolder } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { BienLu, GroupeLu } from '#features/paiements/web/payeurs.queries.ts'
import { PourquoiCeSolde } from '#features/paiements/web/PourquoiCeSolde.tsx'
import { VersementsRetenus } from '#features/paiements/web/VersementsRetenus.tsx'
import styles from '#features/recap/web/recap.module.css'
import { formatCentiemes, fromDecimal } from '#shared/argent.ts'
import { libelleDuBien } from '#shared/biens.ts'
import { formatCompte } from '#shared/texte.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { PaymentBar } from '#web/kit/feedback/States.tsx'
import { Tip } from '#web/kit/frame/Tip.tsx'
import { dossierAt, paiementsOf } from '#web/paths.ts'

interface RecapTableProps {
  groupes: readonly GroupeLu[]
  parReste: boolean
  rejetes: boolean
  onSort: () => void
}

/** The recap on a wide screen: one row per bien, those of a client together (D3 §2.5). */
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
        <PaymentBar bands percent={bien.pourcentagePaiement} label={`Payé : ${libelle}`} />
      </td>
    </tr>
  )
}

export function LienDuDossier({ bien: { vente_id, dossier } }: { bien: BienLu }) {
  if (vente_id === 0) return null
  const label = `Ouvrir le dossier ${dossier}`
  return (
    <Tip label={label}>
      <Link to={dossierAt(vente_id)} className={styles.dossier} aria-label={label}>
        <IconFolder size={16} stroke={1.6} aria-hidden />
      </Link>
    </Tip>
  )
}

export function SommeDuClient({ biens }: { biens: readonly BienLu[] }) {
  if (biens.length < 2) return null
  const reste = biens.reduce((sum, { resteAPayer }) => sum + fromDecimal(resteAPayer), 0)
  return (
    <span className={styles.somme}>
      {formatCompte(biens.length, 'bien')} · reste <Montant centimes={reste} />
    </span>
  )
}
