import type { CompteLu } from '#features/generation/web/generation.queries.ts'
import { formatMontant, formatNombre, fromDecimal } from '#shared/argent.ts'

const compter = (nombre: number, singulier: string, pluriel = `${singulier}s`) =>
  nombre > 0 ? [`${formatNombre(nombre)} ${nombre > 1 ? pluriel : singulier}`] : []

/** « 3 blocs, 30 étages, 240 appartements, 12 locaux, 40 places, 2 870 000 000,00 DA » */
export const direTotaux = ({ blocs, etages, appartements, locaux, places, valeur }: CompteLu): string =>
  [
    ...compter(blocs, 'bloc'),
    ...compter(etages, 'étage'),
    ...compter(appartements, 'appartement'),
    ...compter(locaux, 'local', 'locaux'),
    ...compter(places, 'place'),
    formatMontant(fromDecimal(valeur)),
  ].join(', ')

export const lotsDe = ({ appartements, locaux, places }: CompteLu): number => appartements + locaux + places

/** « Créer 292 lots », or what else there is to create. */
export function direCreer(totaux: CompteLu | undefined): string {
  if (!totaux) return 'Créer les lots'
  const [quoi = 'les lots'] = [
    ...compter(lotsDe(totaux), 'lot'),
    ...compter(totaux.blocs, 'bloc'),
    ...compter(totaux.etages, 'étage'),
  ]
  return `Créer ${quoi}`
}

/** « 3 blocs, 30 étages et 292 lots vont être créés, pour 2 870 000 000,00 DA. » */
export function direConfirmation(totaux: CompteLu): string {
  const { blocs, etages, valeur } = totaux
  const lots = lotsDe(totaux)
  const parts = [...compter(blocs, 'bloc'), ...compter(etages, 'étage'), ...compter(lots, 'lot')]
  const liste = [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter(Boolean).join(' et ')
  const seul = blocs + etages + lots === 1
  return `${liste} ${seul ? 'va être créé' : 'vont être créés'}, pour ${formatMontant(fromDecimal(valeur))}.`
}

export const AIDE_BLOC = '{A} : la lettre (A, B… AA), {n} : le numéro, {n:2} : sur deux chiffres.'
export const AIDE_ETAGE =
  '{etage} : « 1er étage », {niveau} : le numéro du niveau, {niveau:2} : sur deux chiffres.'
export const AIDE_LOT =
  '{bloc} : le dernier mot du bloc, {niveau}, {rang} : au palier, {suite} : dans tout le bloc ; {rang:2} : sur deux chiffres.'
export const AIDE_LOCAL =
  '{bloc} : le dernier mot du bloc, {rang} : dans le bloc ; {rang:2} : sur deux chiffres.'
