import { ETATS_BON, type EtatBon } from '#features/charges/charges.words.ts'
import styles from '#features/charges/web/Charges.module.css'
import type { BonLu } from '#features/charges/web/charges.queries.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { StatusBadge } from '#web/kit/feedback/States.tsx'

const TONS = { regle: 'green', partiel: 'yellow', non_regle: 'gray' } as const satisfies Record<
  EtatBon,
  string
>

/** « Sarl Béton · El Bahia »: what a voucher names besides its category, nothing where it names none. */
export function NommesParLeBon({ bon: { fournisseur, residence } }: { bon: BonLu }) {
  return [fournisseur, residence?.nom].map(
    (nom, rang) =>
      nom && (
        <span key={rang === 0 ? 'fournisseur' : 'residence'}>
          {' · '}
          <bdi data-nom>{nom}</bdi>
        </span>
      ),
  )
}

/** How far a voucher is paid. What is left is said where it is not the total beside it. */
export function EtatDuBon({ bon: { etat, reste } }: { bon: BonLu }) {
  if (!etat) return null
  return (
    <div className={`row end gap-8 small ${styles.etat}`}>
      {etat === 'partiel' && (
        <span className="dim nowrap">
          Reste <Montant decimal={reste} />
        </span>
      )}
      <StatusBadge tone={TONS[etat]}>{ETATS_BON[etat]}</StatusBadge>
    </div>
  )
}
