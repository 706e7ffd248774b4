import { formatNombre, formatNombreDe } from '#shared/argent.ts'

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

/** « et 12 autres »; « et 1 autre ». */
export const formatAutres = (nombre: number): string => `et ${formatNombreDe(nombre, 'autre')}`

/** « 30 fiches vont être retirées et 2 remises comme avant. » */
export const formatARetirer = ({ retirees, remises }: { retirees: number; remises: number }): string => {
  const retire = `${formatNombreDe(retirees, 'fiche')} ${retirees >= 2 ? 'vont être retirées' : 'va être retirée'}`
  return `${retire}${remises > 0 ? ` et ${formatNombre(remises)} ${remises >= 2 ? 'remises' : 'remise'} comme avant` : ''}.`
}
