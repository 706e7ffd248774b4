import { nomDuTitulaire } from '#features/paiements/paiements.rules.ts'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from '#features/cheques/web/cheques.module.css'
import type { ChequeLu } from '#features/cheques/web/cheques.queries.ts'
import { formatCheques, formatSansNumero, isPostdate } from '#features/cheques/web/cheques.words.ts'
import { montantDuCheque } from '#features/cheques/web/cheques.onglets.ts'
import { toDecimal } from '#shared/argent.ts'
import { enumerer } from '#shared/nommer.ts'
import { formatCompte } from '#shared/texte.ts'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'

/** « Reçu 2026-000031 », « Reçus 2026-000123 et 2026-000124 ». */
function recusDe(cheque: Pick<ChequeLu, 'recu' | 'groupe'>): string {
  const { groupe } = cheque
  return groupe ? `Reçus ${enumerer('fr', groupe.recus)}` : `Reçu ${cheque.recu}`
}

interface FormeDesCheques {
  getValues: () => { ids: number[] }
  setFieldValue: (field: 'ids', value: number[]) => void
  errors: Partial<Record<string, ReactNode>>
}

interface ChequesChoisisProps {
  form: FormeDesCheques
  /** The cheques of the form when it opened; one that is removed leaves its field `ids`. */
  cheques: readonly ChequeLu[]
  onRemove?: ((id: number) => void) | undefined
}

export function ChequesChoisis({ form, cheques: choisis, onRemove }: ChequesChoisisProps) {
  const { ids } = form.getValues()
  const { ids: error } = form.errors
  const cheques = choisis.filter(({ id }) => ids.includes(id))
  const montant = cheques.reduce((sum, cheque) => sum + montantDuCheque(cheque), 0)
  const sansNumero = formatSansNumero(cheques.filter(({ reference }) => !reference).length)
  const postdates = cheques.filter(isPostdate).length
  return (
    <div>
      <ul className={`stack list parted ${styles.choisis}`} aria-label="Chèques sélectionnés">
        {cheques.map(({ id, recu, banque, reference, ...cheque }) => (
          <li key={id} className="line gap-12">
            <span className="grow shrinks anywhere">
              <span data-nom>{nomDuTitulaire(cheque)}</span>
              <span className="under">
                {recusDe({ recu, ...cheque })} ·{' '}
                <span data-nom>{[banque, reference].filter(Boolean).join(' ')}</span>
              </span>
            </span>
            <Montant decimal={toDecimal(montantDuCheque(cheque))} />
            <IconAction
              compact
              icon={IconX}
              label={`Retirer le chèque du reçu ${recu}`}
              onClick={() => {
                form.setFieldValue(
                  'ids',
                  ids.filter((other) => other !== id),
                )
                onRemove?.(id)
              }}
            />
          </li>
        ))}
      </ul>
      <p className={`bold right ${styles.total}`}>{formatCheques(cheques.length, montant)}</p>
      {postdates > 0 && (
        <p className={`bold warn ${styles.postdate}`}>
          {formatCompte(postdates, 'chèque porte', 'chèques portent')} une date à venir.
        </p>
      )}
      {sansNumero && <p className={`bold warn ${styles.postdate}`}>{sansNumero}</p>}
      {typeof error === 'string' && (
        <p className={`wrong ${styles.error}`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
