import { BLOC, columnsOf, type Feuille, JOUR_EXEMPLE, RESIDENCE } from '#features/imports/colonnes.ts'
import { sql } from 'kysely'
import { refusDeLOrdreDesStades } from '#features/echeanciers/echeancier.rules.ts'
import { refuseLine, type Contexte } from '#features/imports/server/check/context.ts'
import { fillBlanks, enterRecord, checkLine } from '#features/imports/server/check/rows.ts'
import { refer, stadeDe } from '#features/imports/server/check/references.ts'
import {
  estConnue,
  parId,
  type Enregistrement,
  type StadeAtteint,
} from '#features/imports/server/check/indexes.ts'
import { atteintInput } from '#features/echeanciers/stades.contract.ts'
import { champsDuBloc } from '#features/structure/structure.champs.ts'
import { groupBy } from '#shared/group-by.ts'

const columns = columnsOf(champsDuBloc)

export const feuilleDesStades = {
  titre: 'Stades',
  aide: 'Où en sont les travaux : le jour où chaque bloc a atteint chaque stade',
  colonnes: [
    RESIDENCE,
    BLOC,
    columns.requise('stade', 'Le nom du stade, comme dans Paramètres', 'Fondations achevées', {
      largeur: 28,
    }),
    columns.requise('atteint_le', 'Le jour où il a été atteint', JOUR_EXEMPLE),
    columns.facultative('note', 'Une remarque', { largeur: 32 }),
  ],
} as const satisfies Feuille

/** Looks up the stades and the days on which blocs reached them, and checks the sheet Stades. */
export async function checkStades(ctx: Contexte): Promise<void> {
  const { lignes, indexes } = ctx
  if (lignes.stades.length === 0) return
  for (const { id, nom, rang } of await ctx.db.selectFrom('stades').selectAll().orderBy('rang').execute())
    indexes.stades.load([nom], id, { nom, rang })
  await load(ctx)
  for (const ligne of lignes.stades) {
    await ctx.breathe()
    const bloc = refer(ctx, ligne, 'blocs')
    const stade = stadeDe(ctx, ligne)
    const read = (avant: StadeAtteint | null) =>
      checkLine(ctx, ligne, atteintInput, fillBlanks(ctx, ligne, avant))
    if (!bloc || !stade) {
      read(null)
      continue
    }
    enterRecord<StadeAtteint>(ctx, ligne, {
      index: indexes.stadesAtteints,
      cle: [bloc.rang, stade.rang],
      champs: ['atteint_le', 'note'],
      check: (avant) => {
        const lu = read(avant)
        return lu && { bloc, stade, atteint_le: lu.atteint_le, note: lu.note ?? null }
      },
      defaut: { bloc, stade, atteint_le: '', note: null },
      plusieurs: '',
      champDeLaCle: 'stade',
    })
  }
  for (const [, atteints] of groupBy(indexes.stadesAtteints.enregistrements, ({ apres }) => apres.bloc))
    checkOrder(ctx, atteints)
}

async function load(ctx: Contexte): Promise<void> {
  const blocs = parId(ctx.indexes.blocs.enregistrements)
  const stades = parId(ctx.indexes.stades.enregistrements)
  for (const { bloc_id, stade_id, atteint_le, note } of await find(ctx, [...blocs.keys()])) {
    const [bloc, stade] = [blocs.get(bloc_id), stades.get(stade_id)]
    if (!bloc || !stade) continue
    const avant = { bloc, stade, atteint_le, note }
    ctx.indexes.stadesAtteints.load([bloc.rang, stade.rang], stade_id, avant)
  }
}

/** Checks that a bloc reaches its stades in order; two stades may share a day, and lines may stand in any order. */
function checkOrder(ctx: Contexte, atteints: readonly Enregistrement<StadeAtteint>[]): void {
  const rang = ({ apres }: Enregistrement<StadeAtteint>) => apres.stade.apres.rang
  const tenus = atteints.filter(({ avant, change }) => avant !== null && !change)
  // The content of a refused line is unknown, so the other lines report no error because of it.
  const ignores = new Set(atteints.filter((enregistrement) => !estConnue(enregistrement)).map(rang))
  const neufs = atteints.filter(
    (enregistrement) => estConnue(enregistrement) && !tenus.includes(enregistrement),
  )
  for (const enregistrement of neufs.toSorted((a, b) => rang(a) - rang(b))) {
    const { ligne, apres } = enregistrement
    const jours = new Map(tenus.map((tenu) => [rang(tenu), tenu.apres.atteint_le]))
    const stades = ctx.indexes.stades.enregistrements
      .map(({ apres: { nom, rang: its } }) => ({ nom, rang: its, atteint_le: jours.get(its) ?? null }))
      .filter(({ rang: its }) => jours.has(its) || !ignores.has(its))
      .toSorted((a, b) => a.rang - b.rang)
    const refus = refusDeLOrdreDesStades(rang(enregistrement), apres.atteint_le, stades)
    if (ligne && refus) refuseLine(ctx, ligne, 'atteint_le', refus)
    tenus.push(enregistrement)
  }
}

const find = async (ctx: Contexte, ids: number[]) =>
  ids.length === 0
    ? []
    : ctx.db
        .selectFrom('stades_atteints')
        .where('bloc_id', '=', sql<number>`any (${ids}::bigint[])`)
        .select(['bloc_id', 'stade_id', 'atteint_le', 'note'])
        .execute()
