import { report, type Contexte, type Ligne, type Source } from '#features/imports/server/check/context.ts'
import {
  areTwoBiens,
  cutBien,
  findBien,
  findLot,
  findNom,
  readNiveau,
  type LieuConnu,
  type LotConnu,
} from '#features/imports/server/reprise/biens.rules.ts'
import { readMontantDe, textOf } from '#features/imports/server/reprise/cellules.rules.ts'
import { cellOf, type Lectures } from '#features/imports/server/sheets/reprise.dites.ts'
import type { ResidenceConnue } from '#features/imports/server/sheets/reprise.patrimoine.ts'
import { formatSurface, readCentiemes } from '#shared/argent.ts'
import { GENRES, TYPES_DE_BIEN, type TypeBien } from '#shared/biens.ts'
import { VALEUR_INVALIDE } from '#shared/champs/codecs.ts'
import { readDecimal } from '#shared/saisie.ts'
import { normaliser } from '#shared/texte.ts'

/** Residences and places in which names are looked up. */
export interface Lieux {
  residences: readonly ResidenceConnue[]
  lieux: readonly LieuConnu[]
  lots: readonly LotConnu[]
  lectures: Lectures
}

/** Most names that an error proposes. */
const PROPOSES = 4
const ilYA = (noms: readonly string[]): string =>
  noms.length === 0 ? '' : ` Il y a : ${[...new Set(noms)].slice(0, PROPOSES).join(', ')}.`
const oneOf = (ecrit: string, noms: readonly string[]): string =>
  `« ${ecrit} » peut être ${[...new Set(noms)].join(' ou ')} : écrivez le nom entier.`

/** Finds the residence of a line: its cell, that of the sheet, the only one. @returns null after the error is reported */
export function residenceOf(
  ctx: Contexte,
  ligne: Ligne,
  source: Source,
  { residences, lectures }: Pick<Lieux, 'residences' | 'lectures'>,
): ResidenceConnue | null {
  const cellule = cellOf(ligne, 'residence')
  if (cellule === null) {
    if (ligne.illisibles.has('residence')) return null
    const sienne = residences.find(({ id }) => id !== null && id === source.residence_id)
    const seule = residences.length === 1 ? residences[0] : undefined
    const connue = sienne ?? seule
    if (!connue) report(ctx, ligne, 'erreur', 'residence', 'Résidence : valeur obligatoire.')
    return connue ?? null
  }
  const ecrit = textOf(cellule)
  const trouve = findNom(ecrit, residences, ({ nom }) => nom)
  if (trouve && 'un' in trouve) {
    if (!trouve.exact) lectures.add(source, 'residence', ecrit, trouve.un.nom)
    return trouve.un
  }
  const texte = trouve
    ? oneOf(
        ecrit,
        trouve.plusieurs.map(({ nom }) => nom),
      )
    : `Aucune résidence « ${ecrit} ».${ilYA(residences.map(({ nom }) => nom))}`
  report(ctx, ligne, 'erreur', 'residence', texte)
  return null
}

const TYPES_DITS: readonly (readonly [RegExp, TypeBien])[] = [
  [/^(?:appart|appt|apt|lot|log)/, 'appartement'],
  [/^(?:local|locaux|magasin|commerce)/, 'local'],
  [/^(?:place|parking|box|garage)/, 'place_parking'],
]
const NOMS = TYPES_DE_BIEN.map((type) => GENRES[type].nom)
const TYPE_INVALIDE = `${VALEUR_INVALIDE} Écrivez ${NOMS.slice(0, -1).join(', ')} ou ${NOMS.at(-1)}.`

/** @returns undefined after the error is reported */
function typeOf(ctx: Contexte, ligne: Ligne): TypeBien | null | undefined {
  const cellule = cellOf(ligne, 'type')
  if (cellule === null) return null
  const plie = normaliser(textOf(cellule))
  const dit = TYPES_DITS.find(([forme]) => forme.test(plie))?.[1]
  if (!dit) report(ctx, ligne, 'erreur', 'type', TYPE_INVALIDE)
  return dit
}

const DES_NUMEROS = [
  ['numero', null],
  ['appartement', 'appartement'],
  ['local', 'local'],
  ['bien', null],
  ['place', 'place_parking'],
] as const

/** The field that names the bien of a line, and the kind that it tells. */
export const numeroDit = (ligne: Ligne) => DES_NUMEROS.find(([champ]) => cellOf(ligne, champ) !== null)

const NOMS_DES_LIEUX = { bloc: 'Aucun bloc', parking: 'Aucun parking', tous: 'Aucun bloc ou parking' }

/** Finds the bloc or parking that a line names. @returns undefined when it names none, null after the error is reported */
function lieuOf(
  ctx: Contexte,
  { ligne, source, type, residence, audessus, champ }: Demande,
  { lieux, lectures }: Lieux,
): LieuConnu | null | undefined {
  const cellule = cellOf(ligne, 'lieu')
  const ecrit = cellule === null ? audessus : textOf(cellule)
  if (ecrit === null) return undefined
  const siens = lieux.filter((lieu) => lieu.residence === residence)
  const kind = type === null ? null : type === 'place_parking'
  const candidats = siens.filter(({ parking }) => kind === null || parking === kind)
  const trouve = findNom(ecrit, candidats, ({ nom }) => nom)
  if (trouve && 'un' in trouve) {
    if (!trouve.exact && cellule !== null) lectures.add(source, 'lieu', ecrit, trouve.un.nom)
    return trouve.un
  }
  // A bloc beside a place, and a bloc above it, say nothing of its parking.
  if (kind === true && (cellule === null || findNom(ecrit, siens, ({ nom }) => nom))) return undefined
  const noms = candidats.map(({ nom }) => nom)
  const quoi = NOMS_DES_LIEUX[kind === null ? 'tous' : kind ? 'parking' : 'bloc']
  const texte = trouve
    ? oneOf(
        ecrit,
        trouve.plusieurs.map(({ nom }) => nom),
      )
    : `${quoi} « ${ecrit} » dans ${residence}.${ilYA(noms)}`
  // A bloc that stands above has no cell in the line.
  report(ctx, ligne, 'erreur', cellule === null ? champ : 'lieu', texte)
  return null
}

const NOMS_DES_LOTS = { appartement: 'Aucun lot', local: 'Aucun local', place_parking: 'Aucune place' }

interface Demande {
  ligne: Ligne
  source: Source
  type: TypeBien | null
  residence: string
  /** The bloc that the sheet's name or a line above tells. */
  audessus: string | null
  /** The field that names the bien. */
  champ: string
}

/** Finds the lot that a line names in its residence. `absent` is true of a number that no lot bears. @returns null after the error is reported */
export function lotOf(
  ctx: Contexte,
  { ligne, source }: Pick<Demande, 'ligne' | 'source'>,
  residence: string | null,
  audessus: string | null,
  lieux: Lieux,
): { lot: LotConnu | null; absent: boolean } {
  const rien = { lot: null, absent: false }
  const dit = numeroDit(ligne)
  const type = typeOf(ctx, ligne)
  if (!dit) {
    const champ = DES_NUMEROS.find(([un]) => source.positions.has(un))?.[0] ?? 'numero'
    if (!ligne.illisibles.has(champ)) report(ctx, ligne, 'erreur', champ, 'Numéro : valeur obligatoire.')
    return rien
  }
  const [champ, genre] = dit
  const place = cellOf(ligne, 'place')
  if (champ !== 'place' && place !== null)
    report(
      ctx,
      ligne,
      'avertissement',
      'place',
      `Place « ${textOf(place)} » non reprise : donnez-lui sa ligne.`,
    )
  const cellule = cellOf(ligne, champ)
  if (cellule instanceof Date || typeof cellule === 'boolean') {
    const texte = cellule instanceof Date ? DEVENU_DATE : VALEUR_INVALIDE
    report(ctx, ligne, 'erreur', champ, texte)
    return rien
  }
  if (residence === null || type === undefined) return rien
  const ecrit = textOf(cellule)
  const demande: Demande = {
    ligne,
    source,
    type: genre ?? type ?? cutBien(ecrit).type,
    residence,
    audessus,
    champ,
  }
  const lieu = lieuOf(ctx, demande, lieux)
  // A residence without any bloc has no lots yet.
  if (lieu === null) return { lot: null, absent: !lieux.lieux.some((un) => un.residence === residence) }
  return findNumero(ctx, demande, { ecrit, lieu }, lieux)
}

const DEVENU_DATE = 'Excel a changé cette valeur en date : mettez la cellule au format Texte et retapez-la.'

function findNumero(
  ctx: Contexte,
  { ligne, source, type, residence, champ }: Demande,
  { ecrit, lieu }: { ecrit: string; lieu: LieuConnu | undefined },
  { lots, lectures }: Lieux,
): { lot: LotConnu | null; absent: boolean } {
  const candidats = lots.filter(
    (lot) =>
      lot.residence === residence &&
      (type === null || lot.type === type) &&
      (lieu === undefined || (lot.lieu === lieu.nom && (lot.type === 'place_parking') === lieu.parking)),
  )
  const etage = cellOf(ligne, 'c_etage')
  const niveau = etage === null ? null : readNiveau(textOf(etage))
  const trouve = findLot(ecrit, candidats, niveau) ?? (champ === 'bien' ? findBien(ecrit, candidats) : null)
  if (trouve && 'un' in trouve) {
    if (!trouve.exact) lectures.add(source, champ, ecrit, trouve.un.numero)
    compare(ctx, ligne, trouve.un)
    return { lot: trouve.un, absent: false }
  }
  const texte = trouve
    ? oneOf(
        ecrit,
        trouve.plusieurs.map((un) => `${un.numero} (${[un.lieu, un.etage].filter(Boolean).join(', ')})`),
      )
    : areTwoBiens(ecrit)
      ? `Une ligne par bien : « ${ecrit} ».`
      : `${NOMS_DES_LOTS[type ?? 'appartement']} « ${ecrit} » dans ${lieu?.nom ?? residence}.${ilYA(candidats.map(({ numero }) => numero))}`
  report(ctx, ligne, 'erreur', champ, texte)
  return { lot: null, absent: trouve === null && !areTwoBiens(ecrit) }
}

const serre = (texte: string): string => normaliser(texte).replace(/[^\p{L}\p{N}]/gu, '')
/** Half a square metre, in hundredths. */
const PROCHE = 50

/** Warns of an étage, a type or a surface that is not the lot's: they betray a wrong lot. */
function compare(ctx: Contexte, ligne: Ligne, { niveau, etage, typeLogement, surfaces }: LotConnu): void {
  const dit = (champ: string) => {
    const cellule = cellOf(ligne, champ)
    return cellule === null ? null : textOf(cellule)
  }
  const warn = (champ: string, texte: string) => report(ctx, ligne, 'avertissement', champ, texte)
  const sonEtage = dit('c_etage')
  if (sonEtage !== null && etage !== null) {
    const sien = readNiveau(sonEtage)
    const meme = sien === null ? serre(sonEtage) === serre(etage) : sien === niveau
    if (!meme) warn('c_etage', `Étage : ${sonEtage} ici, ${etage} dans Diyar.`)
  }
  const sonType = dit('c_type')
  if (sonType !== null && typeLogement !== null && !serre(sonType).endsWith(serre(typeLogement))) {
    const genre = TYPES_DITS.some(([forme]) => forme.test(normaliser(sonType)) && !/\d/.test(sonType))
    if (!genre) warn('c_type', `Type : ${sonType} ici, ${typeLogement} dans Diyar.`)
  }
  const saSurface = cellOf(ligne, 'c_surface')
  const lue = saSurface === null ? null : readSurface(saSurface)
  const siennes = surfaces.filter((surface) => surface > 0)
  if (lue !== null && siennes.length > 0 && siennes.every((surface) => Math.abs(surface - lue) > PROCHE))
    warn(
      'c_surface',
      `Surface : ${formatSurface(lue)} ici, ${formatSurface(siennes.at(-1) ?? 0)} dans Diyar.`,
    )
}

/** Reads a surface in hundredths of m²; null for anything else. */
function readSurface(cellule: NonNullable<ReturnType<typeof cellOf>>): number | null {
  if (typeof cellule === 'number') return Math.round(cellule * 100)
  const lu = typeof cellule === 'string' ? readDecimal(cellule) : null
  return lu === null ? null : readCentiemes(lu)
}

/** True for a cell that holds an amount. */
export const isMontant = (ligne: Ligne, source: Source, champ: string): boolean => {
  const cellule = cellOf(ligne, champ)
  return cellule !== null && 'valeur' in readMontantDe(cellule, source.unite)
}
