import { formatNombre } from '#shared/argent.ts'

/** « 85 fiches retirées », « 1 fiche retirée ». */
export const formatRetirees = (nombre: number): string =>
  `${formatNombre(nombre)} ${nombre === 1 ? 'fiche retirée' : 'fiches retirées'}`

/** « 30 fiches retirées, 2 remises comme avant »; without what was put back when there is none. */
export const formatRetrait = ({ retirees, remises }: { retirees: number; remises: number }): string =>
  [
    formatRetirees(retirees),
    remises > 0 && `${formatNombre(remises)} ${remises === 1 ? 'remise' : 'remises'} comme avant`,
  ]
    .filter(Boolean)
    .join(', ')
