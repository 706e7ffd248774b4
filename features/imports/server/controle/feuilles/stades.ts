import { sql } from 'kysely'
import { refuser, type Contexte } from '#features/imports/server/controle/contexte.ts'
import { completer, poser, valider } from '#features/imports/server/controle/lignes.ts'
import { blocDe, residenceDe, stadeDe } from '#features/imports/server/controle/references.ts'
import {
  estConnue,
  parId,
  type Bloc,
  type Fiche,
  type StadeAtteint,
} from '#features/imports/server/controle/registres.ts'
import { atteintInput } from '#features/stades/stades.contract.ts'
import { groupBy } from '#shared/group-by.ts'

/** Looks up the stades of the works and the days on which the blocs reached them, and then checks the sheet Stades. */
export async function verifierStades(ctx: Contexte): Promise<void> {
  const { lignes, registres } = ctx
  if (lignes.stades.length === 0) return
  for (const { id, version, nom, rang } of await ctx.db
    .selectFrom('stades')
    .selectAll()
    .orderBy('rang')
    .execute())
    registres.stades.charger([nom], { id, version }, { nom, rang })
  await charger(ctx)
  for (const ligne of lignes.stades) {
    await ctx.souffler()
    const bloc = blocDe(ctx, ligne, residenceDe(ctx, ligne))
    const stade = stadeDe(ctx, ligne)
    const lire = (avant: StadeAtteint | null) => valider(ctx, ligne, atteintInput, completer(ligne, avant))
    if (!bloc || !stade) {
      lire(null)
      continue
    }
    poser<StadeAtteint>(ctx, ligne, {
      registre: registres.stadesAtteints,
      cle: [bloc.rang, stade.rang],
      champs: ['atteint_le', 'note'],
      lire: (avant) => {
        const lu = lire(avant)
        return lu && { bloc, stade, atteint_le: lu.atteint_le, note: lu.note ?? null }
      },
      defaut: { bloc, stade, atteint_le: '', note: null },
      plusieurs: '',
      champDeLaCle: 'stade',
    })
  }
  for (const [, atteints] of groupBy(registres.stadesAtteints.fiches, ({ apres }) => apres.bloc))
    verifierOrdre(ctx, atteints)
}

async function charger(ctx: Contexte): Promise<void> {
  const blocs = parId<Bloc>(ctx.registres.blocs.fiches)
  const stades = parId(ctx.registres.stades.fiches)
  for (const { bloc_id, stade_id, atteint_le, note } of await chercher(ctx, [...blocs.keys()])) {
    const [bloc, stade] = [blocs.get(bloc_id), stades.get(stade_id)]
    if (!bloc || !stade) continue
    const avant = { bloc, stade, atteint_le, note }
    ctx.registres.stadesAtteints.charger([bloc.rang, stade.rang], { id: stade_id, version: 0 }, avant)
  }
}

/** One after the other, on days that follow each other; the same day is right. Lines may stand in any order. */
function verifierOrdre(ctx: Contexte, atteints: readonly Fiche<StadeAtteint>[]): void {
  const rang = ({ apres }: Fiche<StadeAtteint>) => apres.stade.apres.rang
  const tenus = atteints.filter(({ avant, change }) => avant !== null && !change)
  // What a line refused elsewhere says is not known: the others are told nothing on its account.
  const ignores = new Set(atteints.filter((fiche) => !estConnue(fiche)).map(rang))
  const neufs = atteints.filter((fiche) => estConnue(fiche) && !tenus.includes(fiche))
  for (const fiche of neufs.toSorted((a, b) => rang(a) - rang(b))) {
    const { ligne, apres } = fiche
    const la = new Set(tenus.map(rang))
    const manquant = ctx.registres.stades.fiches.find(
      ({ apres: stade }) => stade.rang < rang(fiche) && !la.has(stade.rang) && !ignores.has(stade.rang),
    )
    const contraire = tenus
      .toSorted((a, b) => rang(a) - rang(b))
      .find(
        (autre) =>
          (rang(autre) < rang(fiche) && apres.atteint_le < autre.apres.atteint_le) ||
          (rang(autre) > rang(fiche) && apres.atteint_le > autre.apres.atteint_le),
      )
    if (ligne && manquant) refuser(ctx, ligne, 'atteint_le', 'stadePrecedent', { nom: manquant.apres.nom })
    else if (ligne && contraire) {
      const { stade, atteint_le } = contraire.apres
      refuser(ctx, ligne, 'atteint_le', 'stadeOrdre', { nom: stade.apres.nom, jour: atteint_le })
    }
    tenus.push(fiche)
  }
}

const chercher = async (ctx: Contexte, ids: number[]) =>
  ids.length === 0
    ? []
    : ctx.db
        .selectFrom('stades_atteints')
        .where('bloc_id', '=', sql<number>`any (${ids}::bigint[])`)
        .select(['bloc_id', 'stade_id', 'atteint_le', 'note'])
        .execute()
