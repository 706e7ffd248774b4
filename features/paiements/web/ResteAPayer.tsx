import { Button, TextInput } from '@mantine/core'
import type { Reste } from '#features/paiements/web/useReste.ts'
import { formatMontant, toDecimal } from '#shared/argent.ts'
import styles from '#features/paiements/web/paiements.module.css'

interface ResteAPayerProps {
  reste: Reste
  /** Where the sum stands that it comes from. */
  describedBy: string
}

/** The remainder of the payment form: read-only, computed at every key. */
export function ResteAPayer({ reste: { compte, pending, failure }, describedBy }: ResteAPayerProps) {
  return (
    <TextInput
      label="Reste à payer"
      readOnly
      value={compte ? formatMontant(compte.apres) : pending ? 'Calcul...' : ''}
      placeholder="Choisissez un bien"
      aria-describedby={describedBy}
      error={failure}
      classNames={{ input: styles.reste }}
      data-negatif={compte !== null && compte.apres < 0 ? true : undefined}
    />
  )
}

interface CompteDuResteProps {
  id: string
  reste: Reste
  /** In decimal dinars. */
  onToutPayer: (montant: number) => void
}

/** Below the row of the amount: the sum the remainder comes from, and what can be done about it. */
export function CompteDuReste({ id, reste, onToutPayer }: CompteDuResteProps) {
  const { compte, semblable, failure, refresh } = reste
  const sum = compte && [
    formatMontant(compte.prix),
    compte.paye > 0 && `− ${formatMontant(compte.paye)} déjà payés`,
    compte.versement > 0 && `− ${formatMontant(compte.versement)} saisis`,
  ]
  return (
    <div className={styles.compte}>
      <p id={id} className={styles.somme}>
        {sum?.filter(Boolean).join(' ')}
      </p>
      {failure !== null && (
        <Button variant="default" size="sm" onClick={() => void refresh()}>
          Réessayer
        </Button>
      )}
      {compte && compte.avant > 0 && compte.versement !== compte.avant && (
        <Button
          variant="subtle"
          size="sm"
          className={styles.tout}
          onClick={() => onToutPayer(toDecimal(compte.avant))}
        >
          Verser tout le reste
        </Button>
      )}
      <p className={styles.semblable} role="status">
        {semblable && `Le reçu N° ${semblable} est déjà de ce montant, le même jour, pour ce bien.`}
      </p>
    </div>
  )
}
