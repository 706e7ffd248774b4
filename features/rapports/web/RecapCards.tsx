import { PourquoiCeSolde } from '#features/paiements/web/PourquoiCeSolde.tsx'
import type { GroupeLu } from '#features/rapports/web/payeurs.queries.ts'
import { VersementsRetenus } from '#features/rapports/web/VersementsRetenus.tsx'
import { SommeDuClient } from '#features/rapports/web/RecapTable.tsx'
import { fromDecimal, formatCentiemes } from '#shared/argent.ts'
import { PaymentBar } from '#web/kit/feedback/States.tsx'
import { CardGrid } from '#web/kit/card/CardGrid.tsx'
import { EntityCard } from '#web/kit/card/EntityCard.tsx'
import { BienLink, ClientLink } from '#web/kit/card/EntityLinks.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { libelleDuBien } from '#shared/biens.ts'

interface RecapCardsProps {
  groupes: readonly GroupeLu[]
  parReste: boolean
  rejetes: boolean
  /** True for a situation, whose remainders today's payments do not explain. */
  passe: boolean
}

export function RecapCards({ groupes, parReste, rejetes, passe }: RecapCardsProps) {
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
          key={`${bien.id} ${bien.vente_id}`}
          name={
            <BienLink type={bien.type} id={bien.id} venteId={bien.vente_id}>
              {libelle}
            </BienLink>
          }
          under={
            <>
              <ClientLink {...client} />
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
              value: passe ? (
                <Montant decimal={bien.resteAPayer} />
              ) : (
                <PourquoiCeSolde bien={bien} libelle={libelle} reste={bien.resteAPayer} />
              ),
            },
          ]}
          bar={<PaymentBar bands percent={bien.pourcentagePaiement} label={`Payé : ${libelle}`} />}
        />
      ))}
    </CardGrid>
  )
}
