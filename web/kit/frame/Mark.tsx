import { aujourdhui } from '#shared/dates.ts'

/** Logo of Diyar, a horseshoe arch around a floor plan, in the colour of the surrounding text. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth={size < 24 ? 3 : 2.4}
      strokeLinejoin="round"
      aria-hidden
    >
      <path d="M6.8 29.5V19.2A11 11 0 1 1 25.2 19.2V29.5Z" />
      <path d="M6.8 19.2H18M18 12.2V24" />
    </svg>
  )
}

/** Copyright line with the current year (Q15). */
export function Copyright() {
  return <>© {aujourdhui().slice(0, 4)} Diyar. Tous droits réservés.</>
}
