import styles from '#features/paiements/web/versements.module.css'
import { formatCompte } from '#shared/texte.ts'
import { Montant } from '#web/kit/Montant.tsx'

interface Totaux {
  nombre: number
  montant: number
  rejete: number
}

/** « 12 versements, 3 000 000,00 DA », over the whole result; what is rejected is not in it and stands beside it. */
export function VersementsTotaux({ totals: { nombre, montant, rejete } }: { totals: Totaux }) {
  return (
    <p className={styles.totaux}>
      <strong>
        {formatCompte(nombre, 'versement')}, <Montant decimal={montant} />
      </strong>
      {rejete > 0 && (
        <span className={styles.rejetes}>
          dont rejetés : <Montant decimal={rejete} />
        </span>
      )}
    </p>
  )
}
