import type { ActesDuLot } from '#features/biens/web/actesDuLot.ts'
import { EtatDuBien } from '#features/biens/web/EtatDuBien.tsx'
import { BarreDePaiement } from '#features/biens/web/LotParts.tsx'
import type { Lot } from '#features/biens/web/lots.ts'
import { BoutonDActe, faitsDuSuivi } from '#features/biens/web/SuiviDuBien.tsx'
import { EntityCard, type EntityCardProps } from '#web/kit/card/EntityCard.tsx'
import { ActeSeul, isActe } from '#web/kit/table/MenuDeLigne.tsx'

interface LotCardProps extends Pick<EntityCardProps, 'name' | 'under' | 'facts'> {
  lot: Lot
  actes: ActesDuLot
}

/** The specified acts stay on the card, what is ours beside them stands in « ⋯ » (ecrans §4). */
export function LotCard({ lot, name, under, facts, actes }: LotCardProps) {
  const { nom, premier, fiche, autres, fins } = actes
  return (
    <EntityCard
      name={name}
      under={under}
      badge={<EtatDuBien bien={lot} avecLeMotSpecifie />}
      facts={[...(facts ?? []), ...faitsDuSuivi(lot)]}
      bar={<BarreDePaiement lot={lot} />}
      main={<BoutonDActe acte={premier} />}
      actions={fiche.filter(isActe).map((acte) => (
        <ActeSeul key={acte.label} acte={acte} />
      ))}
      danger={fins.filter(isActe).map((acte) => (
        <ActeSeul key={acte.label} danger acte={acte} />
      ))}
      autres={{ nom, actes: autres }}
    />
  )
}
