import type { ActesDuBien } from '#features/biens/web/actesDuLot.ts'
import { EtatDuBien } from '#features/biens/web/EtatDuBien.tsx'
import { BarreDePaiement } from '#features/biens/web/LotParts.tsx'
import type { Lot } from '#features/biens/web/lots.ts'
import { BoutonDActe, faitsDuSuivi } from '#features/biens/web/SuiviDuBien.tsx'
import { EntityCard, type EntityCardProps } from '#web/kit/card/EntityCard.tsx'
import { ActeSeul, isActe } from '#web/kit/table/MenuDeLigne.tsx'

interface BienCardProps extends Omit<EntityCardProps, 'main' | 'actions' | 'danger' | 'autres'> {
  actes: ActesDuBien
}

/** Card of a bien: the specified acts stay on it, what is ours beside them stands in « ⋯ » (ecrans §4). */
export function BienCard({ actes: { nom, premier, fiche, autres, fins }, ...card }: BienCardProps) {
  return (
    <EntityCard
      {...card}
      main={premier && <BoutonDActe acte={premier} />}
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

interface LotCardProps extends Pick<EntityCardProps, 'name' | 'under' | 'facts'> {
  lot: Lot
  actes: ActesDuBien
}

export function LotCard({ lot, facts = [], ...card }: LotCardProps) {
  return (
    <BienCard
      {...card}
      badge={<EtatDuBien bien={lot} avecLeMotSpecifie />}
      facts={[...facts, ...faitsDuSuivi(lot)]}
      bar={<BarreDePaiement lot={lot} />}
    />
  )
}
