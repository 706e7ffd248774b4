import { report, type Contexte, type Ligne, type Source } from '#features/imports/server/check/context.ts'
import { findNom, isEtageDit, isLieuDit } from '#features/imports/server/reprise/biens.rules.ts'
import { readMontantDe, readStatut, textOf } from '#features/imports/server/reprise/cellules.rules.ts'
import {
  readAcquereur,
  readCoAcquereurs,
  type CoDit,
} from '#features/imports/server/reprise/personnes.rules.ts'
import { beginsTotal } from '#features/imports/server/reprise/totaux.ts'
import { readTelephones } from '#features/imports/server/sheets/reprise.telephones.ts'
import { CO_ACQUEREURS, type Dite } from '#features/imports/server/check/indexes.reprise.ts'
import {
  cellOf,
  DES_MONTANTS,
  Lectures,
  MONTANTS,
  sayOfSource,
} from '#features/imports/server/sheets/reprise.dites.ts'
import {
  isMontant,
  lotOf,
  numeroDit,
  residenceOf,
  type Lieux,
} from '#features/imports/server/sheets/reprise.lieux.ts'
import { readPatrimoine, readResidences } from '#features/imports/server/sheets/reprise.patrimoine.ts'
import { formatNombreDe } from '#shared/argent.ts'
import { GENRES } from '#shared/biens.ts'
import { groupBy } from '#shared/group-by.ts'

/** Fields that name the buyer. */
const DE_L_ACQUEREUR = ['client', 'nom', 'prenom']
/**
 * Sorts the lines of Reprise into sales, lines of totals and lines that are left, and gives each sale the very names of Diyar, so that what
 * it names is locked and looked up as what other sheets name.
 */
export async function prepareReprise(ctx: Contexte): Promise<void> {
  const { lignes, indexes } = ctx
  if (lignes.reprise.length === 0) return
  if (ctx.entetesFautives.has('reprise')) {
    for (const ligne of lignes.reprise) ligne.issue = 'erreur'
    return
  }
  const residences = await readResidences(ctx)
  const lectures = new Lectures()
  const parSource = [...groupBy(lignes.reprise, ({ source }) => source)]
  const ids = residences.flatMap(({ id }) => id ?? [])
  const lieux: Lieux = { residences, ...(await readPatrimoine(ctx, ids)), lectures }
  const ventes: Ligne[] = []
  for (const [source, siennes] of parSource) if (source) ventes.push(...sort(ctx, source, siennes, lieux))
  for (const dite of indexes.reprise.dites) nameClients(dite)
  lectures.tell(ctx)
  lignes.reprise = ventes
}

/** Sorts the lines of one list. @returns those that count as its lines: neither totals nor the title of a bloc */
function sort(ctx: Contexte, source: Source, lignes: readonly Ligne[], lieux: Lieux): Ligne[] {
  const { reprise } = ctx.indexes
  let audessus = source.bloc
  let libres = 0
  const kept: Ligne[] = []
  for (const ligne of lignes) {
    const kind = kindOf(ligne, source, lieux)
    if (kind === 'total') reprise.totaux.push({ ligne, source })
    else if (kind === 'bloc') audessus = ligne.debut?.texte ?? audessus
    if (kind === 'total' || kind === 'bloc' || kind === 'autre') continue
    kept.push(ligne)
    const statut = cellOf(ligne, 'statut')
    if (kind === 'vente') addDite(ctx, ligne, source, audessus, lieux)
    else ligne.issue ??= 'laisse'
    if (kind === 'libre') libres += 1
    if (kind === 'laissee')
      report(ctx, ligne, 'avertissement', 'statut', `Ligne ${ligne.ligne} : « ${textOf(statut)} », laissée.`)
  }
  if (libres > 0) sayOfSource(ctx, source, null, `${formatNombreDe(libres, 'lot')} sans acquéreur.`)
  return kept
}

/** `autre`: a text alone in a column that is not read, which names no bloc. */
type Kind = 'vente' | 'libre' | 'laissee' | 'etage' | 'bloc' | 'total' | 'autre'

function kindOf(ligne: Ligne, source: Source, { residences, lieux }: Lieux): Kind {
  const has = (champs: readonly string[]) => champs.some((champ) => cellOf(ligne, champ) !== null)
  const { debut } = ligne
  const acquereur = has(DE_L_ACQUEREUR)
  const bien = numeroDit(ligne) !== undefined
  if (debut && beginsTotal(debut.texte)) return 'total'
  if (debut?.seul) {
    const lue = Object.keys(ligne.cellules ?? {}).length > 0
    if (isEtageDit(debut.texte)) return lue ? 'etage' : 'autre'
    const sienne = residences.find(({ id }) => id === source.residence_id)
    const siens = lieux.filter(({ residence }) => !sienne || residence === sienne.nom)
    if (isLieuDit(debut.texte) || findNom(debut.texte, siens, ({ nom }) => nom)) return 'bloc'
    if (!lue) return 'autre'
  }
  if (!acquereur && !bien && DES_MONTANTS.some((champ) => isMontant(ligne, source, champ))) return 'total'
  const statut = readStatut(ligne.cellules?.['statut'])
  if (statut !== 'vente') return statut
  const paye = [...MONTANTS, 'total'].some((champ) => isPaid(ligne, source, champ))
  return bien && !acquereur && !paye && ligne.illisibles.size === 0 ? 'libre' : 'vente'
}

/** True for a cell that says that something is paid; an amount of 0 does not. */
function isPaid(ligne: Ligne, { unite }: Source, champ: string): boolean {
  const cellule = cellOf(ligne, champ)
  if (cellule === null) return false
  const lu = readMontantDe(cellule, unite)
  return !('valeur' in lu) || lu.valeur > 0
}

function addDite(ctx: Contexte, ligne: Ligne, source: Source, audessus: string | null, lieux: Lieux): void {
  const { reprise } = ctx.indexes
  const residence = residenceOf(ctx, ligne, source, lieux)
  const { lot, absent } = lotOf(ctx, { ligne, source }, residence?.nom ?? null, audessus, lieux)
  if (absent) reprise.sansLot += 1
  const dite: Dite = { ligne, source, lot, acquereur: null, co: [], tel: '', tel2: '' }
  const nom = nameOf(ligne)
  if (nom === null) {
    const champ = source.positions.has('client') ? 'client' : 'nom'
    if (!ligne.illisibles.has(champ)) report(ctx, ligne, 'erreur', champ, 'Acquéreur : valeur obligatoire.')
  } else {
    const champ = cellOf(ligne, 'client') === null ? 'nom' : 'client'
    const { acquereur, co, douteux } = readAcquereur(nom)
    dite.acquereur = acquereur
    if (co) {
      dite.co = [{ ...co, part: null }]
      const texte = `« ${nom.replace(/\s+/g, ' ')} » lu comme « ${acquereur.nom} » et « ${co.nom} ».`
      report(ctx, ligne, 'avertissement', champ, texte)
    }
    if (douteux) report(ctx, ligne, 'avertissement', champ, 'Deux personnes ? Le nom est gardé entier.')
  }
  dite.co = [...dite.co, ...coOf(ctx, ligne, dite.co.length)]
  Object.assign(dite, readTelephones(ctx, ligne))
  reprise.dites.push(dite)
}

/** The whole name of the buyer, of one cell or of two; null without any. */
export function nameOf(ligne: Ligne): string | null {
  const parts = DE_L_ACQUEREUR.map((champ) => cellOf(ligne, champ)).flatMap((cellule) =>
    cellule === null ? [] : textOf(cellule),
  )
  return parts.length === 0 ? null : parts.join(' ')
}

function coOf(ctx: Contexte, ligne: Ligne, deja: number): readonly CoDit[] {
  const cellule = cellOf(ligne, 'coacquereur')
  if (cellule === null) return []
  const dits = readCoAcquereurs(textOf(cellule))
  if (dits && dits.length + deja <= CO_ACQUEREURS.length) return dits
  const texte = `Écrivez « Nom » ou « Nom (30 %) », trois au plus, séparés par « ; ».`
  report(ctx, ligne, 'erreur', 'coacquereur', texte)
  return []
}

/** Gives a line the names that other sheets name records by. */
function nameClients({ ligne, lot, acquereur, co, tel }: Dite): void {
  const noms = co.map(({ nom }, at) => [CO_ACQUEREURS[at] ?? '', nom] as const)
  ligne.valeurs = {
    client: acquereur?.nom ?? null,
    clientTel: tel || null,
    ...Object.fromEntries(noms),
    ...(lot && {
      type: GENRES[lot.type].nom,
      residence: lot.residence,
      lieu: lot.lieu,
      etage: lot.etage,
      numero: lot.numero,
    }),
  }
}
