import { lettre, motDuBloc, nomDeLEtage, writeModele } from '#features/generation/generation.rules.ts'
import type { CompteLu } from '#features/generation/web/generation.queries.ts'
import { formatMontant, formatNombreDe, fromDecimal } from '#shared/argent.ts'

/** A count with its noun; nothing for none. */
const some = (nombre: number, singulier: string, pluriel?: string) =>
  nombre > 0 ? [formatNombreDe(nombre, singulier, pluriel)] : []

/** Totals: « 3 blocs, 30 étages, 240 appartements, 12 locaux, 40 places, 2 870 000 000,00 DA ». */
export const describeTotaux = ({ blocs, etages, appartements, locaux, places, valeur }: CompteLu): string =>
  [
    ...some(blocs, 'bloc'),
    ...some(etages, 'étage'),
    ...some(appartements, 'appartement'),
    ...some(locaux, 'local', 'locaux'),
    ...some(places, 'place'),
    formatMontant(fromDecimal(valeur)),
  ].join(', ')

const lotsDe = ({ appartements, locaux, places }: CompteLu): number => appartements + locaux + places

/** Label of the button: « Créer 292 lots », or the other records to create. */
export function describeCreer(totaux: CompteLu | undefined): string {
  if (!totaux) return 'Créer les lots'
  const [quoi = 'les lots'] = [
    ...some(lotsDe(totaux), 'lot'),
    ...some(totaux.blocs, 'bloc'),
    ...some(totaux.etages, 'étage'),
  ]
  return `Créer ${quoi}`
}

/** Confirmation: « 3 blocs, 30 étages et 292 lots vont être créés, pour 2 870 000 000,00 DA. » */
export function describeConfirmation(totaux: CompteLu): string {
  const { blocs, etages, valeur } = totaux
  const lots = lotsDe(totaux)
  const parts = [...some(blocs, 'bloc'), ...some(etages, 'étage'), ...some(lots, 'lot')]
  const liste = [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter(Boolean).join(' et ')
  const seul = blocs + etages + lots === 1
  return `${liste} ${seul ? 'va être créé' : 'vont être créés'}, pour ${formatMontant(fromDecimal(valeur))}.`
}

/** Sentence of what annulling removes: « 60 lots, 10 étages, 2 blocs, 12 places et 1 parking vont être retirés. » (entree.md E) */
export function describeRetrait(made: CompteLu, retirees: number): string {
  const { blocs, etages, appartements, locaux, places } = made
  // The counts of a generation have no parking: it is what else goes.
  const parkings = Math.max(0, retirees - blocs - etages - appartements - locaux - places)
  const parts = [
    ...some(appartements, 'lot'),
    ...some(locaux, 'local', 'locaux'),
    ...some(etages, 'étage'),
    ...some(blocs, 'bloc'),
    ...some(places, 'place'),
    ...some(parkings, 'parking'),
  ]
  const liste = [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter(Boolean).join(' et ')
  const accord = places === retirees ? 'e' : ''
  return retirees === 1 ? `${liste} va être retiré${accord}.` : `${liste} vont être retiré${accord}s.`
}

export const AIDE_BLOC = '{A} : la lettre (A, B… AA), {n} : le numéro, {n:2} : sur deux chiffres.'
export const AIDE_ETAGE =
  '{etage} : « 1er étage », {niveau} : le numéro du niveau, {niveau:2} : sur deux chiffres.'
export const AIDE_LOT =
  '{bloc} : le dernier mot du bloc, {niveau}, {rang} : au palier, {suite} : dans tout le bloc ; {rang:2} : sur deux chiffres.'
export const AIDE_PAS = 'Ajouté au prix à chaque étage.'
export const AIDE_LOCAL =
  '{bloc} : le dernier mot du bloc, {rang} : dans le bloc ; {rang:2} : sur deux chiffres.'

/** Words of the chips of each pattern, with the placeholder that they insert. */
export const REPERES_DITS = {
  bloc: { Lettre: '{A}', 'N°': '{n:2}' },
  etage: { Étage: '{etage}', 'N°': '{niveau}' },
  lot: { Lettre: '{bloc}', Étage: '{niveau}', Rang: '{rang:2}', 'N°': '{suite:2}' },
  local: { Lettre: '{bloc}', Rang: '{rang:2}' },
} as const

const deux = (write: (rang: number) => string): string => `${write(0)}, ${write(1)}…`

/** « Bloc D, Bloc E… » */
export const exempleDeBlocs = (nom: string, premier: number): string =>
  deux((at) => writeModele(nom, { A: lettre(premier + at), n: premier + at }))

/** « 2e étage, 3e étage… » */
export const exempleDEtages = (designation: string, de: number): string =>
  deux((at) => writeModele(designation, { etage: nomDeLEtage(de + at), niveau: de + at }))

/** « D201, D202… » of a bloc by its name and a niveau. */
export const exempleDeLots = (numero: string, bloc: string, niveau: number): string =>
  deux((at) => writeModele(numero, { bloc: motDuBloc(bloc), niveau, rang: at + 1, suite: at + 1 }))

const TROISIEME = 3

/** « Bloc A, 1er étage, 3e logement : A103. »: what the pattern makes of one lot, of the first étage where the range has it (entree.md H.3). */
export function describeNumero(
  numero: string,
  bloc: string,
  plage: { de: number | string; a: number | string; palier: readonly unknown[] } | undefined,
): string {
  const de = Number(plage?.de) || 0
  const niveau = de > 1 || (plage !== undefined && plage.a !== '' && Number(plage.a) < 1) ? de : 1
  const suite = (niveau - de) * (plage?.palier.length ?? 0) + TROISIEME
  const nom = writeModele(numero, { bloc: motDuBloc(bloc), niveau, rang: TROISIEME, suite })
  return `${bloc}, ${nomDeLEtage(niveau)}, ${TROISIEME}e logement : ${nom}.`
}

/** « LD1, LD2… » */
export const exempleDeLocaux = (numero: string, bloc: string): string =>
  deux((at) => writeModele(numero, { bloc: motDuBloc(bloc), rang: at + 1 }))

/** Rank of the first bloc; 1 while the field holds none. */
export const rangOf = (premier: number | string): number => {
  const rang = Number(premier)
  return Number.isInteger(rang) && rang >= 1 && rang <= 999 ? rang : 1
}

/** Name of the first bloc of a form, for the examples. */
export const premierBloc = (
  {
    sorte,
    nom,
    premier,
    ids,
  }: { sorte: string; nom: string; premier: number | string; ids: readonly string[] },
  existants: readonly { id: number; nomloc: string }[],
): string =>
  sorte === 'nouveaux'
    ? writeModele(nom, { A: lettre(rangOf(premier)), n: rangOf(premier) })
    : ((existants.find(({ id }) => String(id) === ids[0]) ?? existants[0])?.nomloc ?? '')
