import { Button, TextInput } from '@mantine/core'
import type { Reste } from '#features/paiements/web/useReste.ts'
import { formaterMontant, versDecimal } from '#shared/argent.ts'
import styles from '#features/paiements/web/paiements.module.css'

/** The remainder of the payment form: read-only, computed at every key, with the sum it comes from. */
export function ResteAPayer({
  reste,
  onToutPayer,
}: {
  reste: Reste
  onToutPayer: (montant: number) => void
}) {
  const { compte, semblable, pending, failure, refresh } = reste
  const sum = compte && [
    formaterMontant(compte.prix),
    compte.paye > 0 && `− ${formaterMontant(compte.paye)} déjà payés`,
    compte.versement > 0 && `− ${formaterMontant(compte.versement)} saisis`,
  ]
  return (
    <div className={styles.reste}>
      <TextInput
        label="Reste à payer"
        readOnly
        value={compte ? formaterMontant(compte.apres) : pending ? 'Calcul...' : ''}
        placeholder="Choisissez un bien"
        description={sum ? sum.filter(Boolean).join(' ') : undefined}
        error={failure}
        data-negatif={compte !== null && compte.apres < 0 ? true : undefined}
      />
      {failure !== null && (
        <Button variant="default" size="sm" onClick={() => void refresh()}>
          Réessayer
        </Button>
      )}
      {compte && compte.avant > 0 && compte.versement !== compte.avant && (
        <Button variant="subtle" size="sm" onClick={() => onToutPayer(versDecimal(compte.avant))}>
          Verser tout le reste
        </Button>
      )}
      <p className={styles.semblable} role="status">
        {semblable && `Le reçu N° ${semblable} est déjà de ce montant, le même jour, pour ce bien.`}
      </p>
    </div>
  )
}
