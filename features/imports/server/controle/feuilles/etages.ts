import { sql } from 'kysely'
import { etageInput } from '#features/etages/etages.contract.ts'
import type { Contexte } from '#features/imports/server/controle/contexte.ts'
import { completer, PAS_ENCORE, poser, valider } from '#features/imports/server/controle/lignes.ts'
import { blocDe, residenceDe } from '#features/imports/server/controle/references.ts'
import { parId, type Etage } from '#features/imports/server/controle/registres.ts'

/** Looks up the étages of the residences that the workbook names, and then checks the sheet Étages. */
export async function verifierEtages(ctx: Contexte): Promise<void> {
  const { etages } = ctx.registres
  const blocs = parId(ctx.registres.blocs.fiches)
  for (const { id, version, bloc_id, ...lu } of await chercher(ctx, [...blocs.keys()])) {
    const bloc = blocs.get(bloc_id)
    if (bloc) etages.charger([bloc.rang, lu.designation], { id, version }, { bloc, ...lu })
  }
  for (const ligne of ctx.lignes.etages) {
    await ctx.souffler()
    const bloc = blocDe(ctx, ligne, residenceDe(ctx, ligne))
    const lire = (avant: Etage | null) =>
      valider(ctx, ligne, etageInput, { ...completer(ligne, avant), bloc_id: bloc?.id ?? PAS_ENCORE })
    if (!bloc) {
      lire(null)
      continue
    }
    poser(ctx, ligne, {
      registre: etages,
      cle: [bloc.rang, String(ligne.valeurs.designation ?? '')],
      champs: ['niveau', 'logement_par_palier'],
      lire: (avant) => {
        const lu = lire(avant)
        if (!lu) return null
        const { designation, niveau, logement_par_palier } = lu
        return { bloc, designation, niveau, logement_par_palier }
      },
      defaut: { bloc, designation: '', niveau: 0, logement_par_palier: 1 },
      plusieurs: 'Plusieurs étages portent ce nom dans ce bloc : renommez-les dans Diyar.',
      champDeLaCle: 'designation',
    })
  }
}

const chercher = async (ctx: Contexte, ids: number[]) =>
  ids.length === 0
    ? []
    : ctx.db
        .selectFrom('etages')
        .where('bloc_id', '=', sql<number>`any (${ids}::bigint[])`)
        .select(['id', 'version', 'bloc_id', 'designation', 'niveau', 'logement_par_palier'])
        .orderBy('id')
        .execute()
