import styles from '#features/verification/web/verification.module.css'

export type Avis = 'bon' | 'reserve' | 'inconnu'

const arrondi = (valeur: number) => Math.round(valeur * 100) / 100
const BORD = 24
/** The toothed edge of a seal: points that stand out and in by turns. */
const contour = Array.from({ length: BORD * 2 }, (_, at) => {
  const angle = (at * Math.PI) / BORD
  const rayon = at % 2 === 0 ? 46 : 41.5
  return `${arrondi(50 + rayon * Math.sin(angle))},${arrondi(50 - rayon * Math.cos(angle))}`
}).join(' ')

const SIGNES: Record<Avis, string> = {
  bon: 'M33 51l12 12 23-26',
  reserve: 'M50 31v24M50 66.5v1',
  inconnu: 'M37 37l26 26M63 37l-26 26',
}

/** A seal, as one stamps it on paper: what it means stands beside it in words. */
export function Sceau({ avis }: { avis: Avis }) {
  return (
    <svg className={styles.sceau} data-avis={avis} viewBox="0 0 100 100" aria-hidden focusable="false">
      <polygon className={styles.bord} points={contour} />
      <circle className={styles.filet} cx="50" cy="50" r="34" />
      <path className={styles.signe} d={SIGNES[avis]} />
    </svg>
  )
}
