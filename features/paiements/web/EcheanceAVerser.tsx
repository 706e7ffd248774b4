import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { paiementsQueries } from '#features/paiements/web/paiements.queries.ts'
import styles from '#features/paiements/web/paiements.module.css'
import { formatMontant, fromDecimal, type Centimes } from '#shared/argent.ts'
import type { BienDesigne } from '#shared/biens.ts'

interface EcheanceAVerserProps {
  bien: BienDesigne | null
  /** What is typed, in centimes. */
  versement: Centimes
  /** In decimal dinars. */
  onVerser: (montant: number) => void
}

/** What the buyer owes next by his échéancier, and to take just that. Nothing where there is none. */
export function EcheanceAVerser({ bien, versement, onVerser }: EcheanceAVerserProps) {
  const { data } = useQuery({
    ...paiementsQueries.solde(bien ?? { type: 'appartement', id: 0 }),
    enabled: bien !== null,
  })
  if (!data?.echeance) return null
  const { echeance, en_retard } = data
  const { libelle, reste } = echeance
  return (
    <div className={styles.compte}>
      <p className={styles.somme}>
        Échéance : <span data-nom>{libelle}</span>, reste {formatMontant(fromDecimal(reste))}
        {en_retard > 0 && (
          <span className={styles.enRetard}> (en retard : {formatMontant(fromDecimal(en_retard))})</span>
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
