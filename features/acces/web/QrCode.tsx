import { useMemo } from 'react'
import styles from '#features/acces/web/SecondFacteur.module.css'
import { dessinDuQr } from '#shared/qr.ts'

/** Modules of white that a camera needs around a code. */
const BORD = 4

/** @param nom accessible name: what the code holds */
export function QrCode({ texte, nom }: { texte: string; nom: string }) {
  const { cote, trace } = useMemo(() => dessinDuQr(texte), [texte])
  return (
    <svg
      className={styles.qr}
      viewBox={`${-BORD} ${-BORD} ${cote + 2 * BORD} ${cote + 2 * BORD}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={nom}
    >
      <path d={trace} />
    </svg>
  )
}
