import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import styles from '#features/paiements/web/paiements.module.css'
import { paiementsQueries } from '#features/paiements/web/paiements.queries.ts'
import type { Reste } from '#features/paiements/web/saisieDuPaiement.ts'
import { type Centimes, formatMontant, fromDecimal, toDecimal } from '#shared/argent.ts'
import type { BienDesigne } from '#shared/biens.ts'

interface ResteAPayerProps {
  reste: Reste
  describedBy: string
}

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
  onToutPayer: (montant: number) => void
}

export function CompteDuReste({ id, reste, onToutPayer }: CompteDuResteProps) {
  const { compte, pending, semblable, failure, refresh } = reste
  const sum = compte && [
    formatMontant(compte.prix),
    compte.paye > 0 && `− ${formatMontant(compte.paye)} déjà payés`,
    compte.versement > 0 && `− ${formatMontant(compte.versement)} saisis`,
  ]
  // Its place is kept while the remainder is asked for: a button that moved would miss the click that aims at it.
  const vide = !compte && !pending && failure === null
  return (
    <div className={`row gap-4-8 ${styles.compte}`} data-vide={vide || undefined}>
      <p id={id} className={`dim small flat ${styles.somme}`}>
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
      <p className={`warn flat if-any ${styles.semblable}`} role="status">
        {semblable && `Le reçu N° ${semblable} est déjà de ce montant, le même jour, pour ce bien.`}
      </p>
    </div>
  )
}

interface EcheanceAVerserProps {
  bien: BienDesigne | null
  versement: Centimes
  /** Takes the remainder of the échéance, in decimal dinars. */
  onVerser: (montant: number) => void
}

/** The next échéance of the sale, with a button that enters its remainder as the amount. Absent without an échéancier. */
export function EcheanceAVerser({ bien, versement, onVerser }: EcheanceAVerserProps) {
  const { data } = useQuery({
    ...paiementsQueries.solde(bien ?? { type: 'appartement', id: 0 }),
    enabled: bien !== null,
  })
  if (!data?.echeance) return null
  const { echeance, en_retard } = data
  const { libelle, reste } = echeance
  return (
    <div className={`row gap-4-8 ${styles.compte}`}>
      <p className={`dim small flat ${styles.somme}`}>
        Échéance : <span data-nom>{libelle}</span>, reste {formatMontant(fromDecimal(reste))}
        {en_retard > 0 && (
          <span className="bold alarm"> (en retard : {formatMontant(fromDecimal(en_retard))})</span>
        )}
      </p>
      {versement !== fromDecimal(reste) && (
        <Button variant="subtle" size="sm" className={styles.tout} onClick={() => onVerser(reste)}>
          Verser cette échéance
        </Button>
      )}
    </div>
  )
}
