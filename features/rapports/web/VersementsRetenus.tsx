import styles from '#features/rapports/web/versements.module.css'
import { formatCompte } from '#shared/texte.ts'
import { Montant } from '#web/kit/card/Montant.tsx'

interface Retenus {
  nombre: number
  montant: number
}

/**
 * « dont 2 versements retenus : 3 000 000,00 DA ».
 * @param rejetes true when the filters ask for rejected cheques, no part of the paid sum
 */
export function VersementsRetenus({
  retenus,
  rejetes,
}: {
  retenus: Retenus | null | undefined
  rejetes: boolean
}) {
  if (!retenus) return null
  const combien = formatCompte(retenus.nombre, 'versement retenu', 'versements retenus')
  return (
    <span className={`under ${styles.retenus}`}>
      {rejetes ? `${combien} (rejeté${retenus.nombre > 1 ? 's' : ''})` : `dont ${combien}`} :{' '}
      <Montant decimal={retenus.montant} />
    </span>
  )
}
