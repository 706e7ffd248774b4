import * as z from 'zod/mini'
import { champDuVersement, MODES_DE_REPRISE, RANGS } from '#features/imports/reprise.colonnes.ts'
import { report, type Contexte } from '#features/imports/server/check/context.ts'
import {
  isTitreDeCheque,
  readJourDe,
  readModeDe,
  readMontantDe,
  textOf,
  type ModeDit,
} from '#features/imports/server/reprise/cellules.rules.ts'
import type { Dite } from '#features/imports/server/check/indexes.reprise.ts'
import { cellOf } from '#features/imports/server/sheets/reprise.dites.ts'
import { formatMontant, type Centimes } from '#shared/argent.ts'
import { ligneFacultative } from '#shared/champs/codecs.ts'
import type { Jour } from '#shared/dates.ts'

/** A versement of a line. `jour` is null after its error is reported. Amounts in centimes. */
export interface Versement {
  dite: Dite
  champ: string
  jour: Jour | null
  montant: Centimes
  mode: ModeDit
  reference: string | null
  recu: string | null
}

/** An amount that counts only if the totals of the line do not agree without it: a word, or an amount without a day. */
export interface Douteux {
  dite: Dite
  champ: string
  /** Where the error is told, and what it says. */
  faute: readonly [champ: string, texte: string]
  avertissement: string
  mots: string | null
}

/** Reading of the cells of a line about its sale. */
export interface Lue {
  dite: Dite
  prix: Centimes | null
  reserve_le: Jour | null
  contrat_le: Jour | null
  livre_le: Jour | null
  total: Centimes | null
  paye_au: Jour | null
  reste: Centimes | null
  note: string | null
  versements: Versement[]
  douteux: Douteux[]
  /** True when an amount cannot be read, so that sums say nothing. */
  incertaine: boolean
  /** True once a day of the line is told to be wrong or missing. */
  jourDit: boolean
}

/** Reads the cells of a line; what is wrong is told at each. */
export function readLigne(ctx: Contexte, dite: Dite): Lue {
  const { ligne, source } = dite
  let incertaine = false
  const montant = (champ: string): Centimes | null => {
    const cellule = cellOf(ligne, champ)
    if (ligne.illisibles.has(champ)) incertaine = true
    if (cellule === null) return null
    const lu = readMontantDe(cellule, source.unite)
    if ('valeur' in lu) return lu.valeur
    incertaine = true
    report(ctx, ligne, 'erreur', champ, lu.faute)
    return null
  }
  const note = cellOf(ligne, 'note')
  const lue: Lue = {
    dite,
    prix: montant('prix'),
    reserve_le: null,
    contrat_le: null,
    livre_le: null,
    total: montant('total'),
    paye_au: null,
    reste: montant('c_reste'),
    note: note === null ? null : textOf(note),
    versements: [],
    douteux: [],
    incertaine,
    jourDit: false,
  }
  for (const champ of ['reserve_le', 'contrat_le', 'livre_le', 'paye_au'] as const)
    lue[champ] = readJour(ctx, lue, champ)
  for (const rang of RANGS) readVersement(ctx, lue, rang)
  return lue
}

function readJour(ctx: Contexte, lue: Lue, champ: string): Jour | null {
  const { ligne } = lue.dite
  if (ligne.illisibles.has(champ)) lue.jourDit = true
  const cellule = cellOf(ligne, champ)
  if (cellule === null) return null
  const lu = readJourDe(cellule)
  if ('valeur' in lu) return lu.valeur
  lue.jourDit = true
  report(ctx, ligne, 'erreur', champ, lu.faute)
  return null
}

const SANS_JOUR = 'La date est obligatoire.'
const MODE_INCONNU = `Un de ces mots : ${MODES_DE_REPRISE.join(', ')}.`

function readVersement(ctx: Contexte, lue: Lue, rang: number): void {
  const { dite } = lue
  const { ligne, source } = dite
  const champ = champDuVersement('montant', rang)
  const [jourDit, modeDit, referenceDite] = [
    champDuVersement('date', rang),
    champDuVersement('mode', rang),
    champDuVersement('reference', rang),
  ]
  if (ligne.illisibles.has(champ)) lue.incertaine = true
  const cellule = cellOf(ligne, champ)
  if (cellule === null) return
  // « Gros œuvre (35 %) » is told as « Gros œuvre ».
  const titre = (source.titres.get(champ) ?? `Montant ${rang}`).replace(/\s*\([^)]*\)\s*$/, '')
  const lu = readMontantDe(cellule, source.unite)
  if ('faute' in lu) {
    const ecrit = textOf(cellule)
    if (typeof cellule !== 'string' || /\p{Nd}/u.test(cellule)) {
      lue.incertaine = true
      report(ctx, ligne, 'erreur', champ, lu.faute)
      return
    }
    lue.douteux.push({
      dite,
      champ,
      faute: [champ, lu.faute],
      avertissement: `${titre} : « ${ecrit} », non compté.`,
      mots: ecrit,
    })
    return
  }
  if (lu.valeur === 0) return
  const jour = cellOf(ligne, jourDit)
  if (jour === null && !ligne.illisibles.has(jourDit)) {
    const avertissement = `${titre} : ${formatMontant(lu.valeur)} sans date, non compté.`
    if (source.positions.has(jourDit)) {
      lue.douteux.push({ dite, champ, faute: [jourDit, SANS_JOUR], avertissement, mots: null })
      return
    }
    lue.jourDit = true
    report(ctx, ligne, 'erreur', champ, SANS_JOUR)
  }
  const mode = readModeDe(
    cellOf(ligne, modeDit),
    cellOf(ligne, referenceDite) !== null && isTitreDeCheque(source.titres.get(referenceDite) ?? ''),
  )
  if (!mode) report(ctx, ligne, 'erreur', modeDit, MODE_INCONNU)
  lue.versements.push({
    dite,
    champ,
    jour: readJour(ctx, lue, jourDit),
    montant: lu.valeur,
    mode: mode ?? { mode: null, cheque: null },
    reference: readTexte(ctx, dite, referenceDite),
    recu: readTexte(ctx, dite, champDuVersement('recu', rang)),
  })
}

const TEXTE = ligneFacultative()

function readTexte(ctx: Contexte, { ligne }: Dite, champ: string): string | null {
  const cellule = cellOf(ligne, champ)
  if (cellule === null) return null
  const lu = z.safeParse(TEXTE, textOf(cellule))
  if (lu.success) return lu.data ?? null
  report(ctx, ligne, 'erreur', champ, lu.error.issues[0]?.message ?? '')
  return null
}

/** Adds up versements: a rejected cheque pays nothing. */
export const sumOf = (versements: readonly Versement[]): Centimes =>
  versements.reduce((somme, { montant, mode }) => somme + (mode.cheque === 'rejete' ? 0 : montant), 0)

/**
 * Compares the totals that the lines of a sale say with what was read of it, and leaves out what they agree without.
 * @param prix null where it is unknown; `paye` is what the sale has paid already
 * @returns the words that go to the note
 */
export function checkTotals(
  ctx: Contexte,
  lues: readonly Lue[],
  prix: Centimes | null,
  paye: Centimes,
): string[] {
  const somme = sumOf(lues.flatMap(({ versements }) => versements))
  const douteux = lues.flatMap((lue) => lue.douteux.map((un) => ({ ...un, lue })))
  const avecTotal = lues.findLast(({ total }) => total !== null)
  const avecReste = lues.findLast(({ reste }) => reste !== null)
  const verse = lues.some(({ versements }) => versements.length > 0) || douteux.length > 0
  // A total without versements is what was paid; with payments already there it may not be less.
  const lu = verse ? somme : Math.max(avecTotal?.total ?? 0, paye)
  const totalFaux = avecTotal && avecTotal.total !== lu
  const reste = prix === null ? null : prix - lu
  const resteFaux = avecReste && reste !== null && avecReste.reste !== reste
  const mots: string[] = []
  const prouve =
    (avecTotal !== undefined && !totalFaux) || (avecReste !== undefined && reste !== null && !resteFaux)
  for (const { lue, dite, champ, faute, avertissement, mots: dits } of douteux) {
    if (prouve) {
      report(ctx, dite.ligne, 'avertissement', champ, avertissement)
      if (dits !== null) mots.push(dits)
      continue
    }
    lue.jourDit ||= faute[1] === SANS_JOUR
    report(ctx, dite.ligne, 'erreur', ...faute)
  }
  if ((douteux.length > 0 && !prouve) || lues.some(({ incertaine }) => incertaine)) return mots
  if (totalFaux)
    report(
      ctx,
      avecTotal.dite.ligne,
      'erreur',
      'total',
      `Total versé : ${formatMontant(avecTotal.total ?? 0)} ici, ${formatMontant(lu)} en versements.`,
    )
  if (resteFaux)
    report(
      ctx,
      avecReste.dite.ligne,
      'erreur',
      'c_reste',
      `Reste : ${formatMontant(avecReste.reste ?? 0)} ici, ${formatMontant(reste)} après les versements.`,
    )
  return mots
}
