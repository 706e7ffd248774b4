import { Link } from '@tanstack/react-router'
import { PourquoiCeSolde } from '#features/paiements/web/PourquoiCeSolde.tsx'
import type { GroupeLu } from '#features/paiements/web/payeurs.queries.ts'
import { VersementsRetenus } from '#features/paiements/web/VersementsRetenus.tsx'
import { LienDuDossier, SommeDuClient } from '#features/recap/web/RecapTable.tsx'
import styles from '#features/recap/web/recap.module.css'
import { fromDecimal, formatCentiemes } from '#shared/argent.ts'
import { PaymentBar } from '#web/kit/feedback/States.tsx'
import { CardGrid } from '#web/kit/card/CardGrid.tsx'
import { EntityCard } from '#web/kit/card/EntityCard.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { paiementsOf } from '#web/paths.ts'
import { libelleDuBien } from '#shared/biens.ts'

interface RecapCardsProps {
  groupes: readonly GroupeLu[]
  parReste: boolean
  rejetes: boolean
}

export function RecapCards({ groupes, parReste, rejetes }: RecapCardsProps) {
  const rows = groupes.flatMap(({ client, biens }) =>
    biens.map((bien, rank) => ({
      client,
      bien,
      libelle: libelleDuBien(bien.type, bien.nlot),
      somme: parReste && rank === 0 && <SommeDuClient biens={biens} />,
    })),
  )
  return (
    <CardGrid label="Biens">
      {rows.map(({ client, bien, libelle, somme }) => (
        <EntityCard
          key={bien.id}
          name={
            <>
              <Link className={styles.lot} to={paiementsOf(client.id, bien)}>
                {libelle}
              </Link>{' '}
              <LienDuDossier bien={bien} />
            </>
          }
          under={
            <>
              <span data-nom>{client.nomComplet}</span>
              {somme}
            </>
          }
          facts={[
            { label: 'Résidence', value: bien.residence },
            { label: 'Code', value: bien.code },
            {
              label: 'Surface (m²)',
              value: bien.surface === null ? 'N/A' : formatCentiemes(fromDecimal(bien.surface), 'utiles'),
            },
            { label: 'Montant', value: <Montant decimal={bien.montant} /> },
            {
              label: 'Règlement',
              value: (
                <>
                  <Montant decimal={bien.reglement} />
                  <VersementsRetenus retenus={bien.versements_retenus} rejetes={rejetes} />
                </>
              ),
            },
            {
              label: 'Reste à payer',
              value: <PourquoiCeSolde bien={bien} libelle={libelle} reste={bien.resteAPayer} />,
            },
          ]}
          bar={<PaymentBar percent={bien.pourcentagePaiement} label={`Payé : ${libelle}`} />}
        />
      ))}
    </CardGrid>
  )
}
