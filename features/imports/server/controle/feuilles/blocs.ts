import { sql } from 'kysely'
import { blocInput } from '#features/blocs/blocs.contract.ts'
import type { Contexte } from '#features/imports/server/controle/contexte.ts'
import { completer, PAS_ENCORE, poser, valider } from '#features/imports/server/controle/lignes.ts'
import { residenceDe } from '#features/imports/server/controle/references.ts'
import { parId, type Bloc } from '#features/imports/server/controle/registres.ts'

/** Looks up the blocs of the residences that the workbook names, and then checks the sheet Blocs. */
export async function verifierBlocs(ctx: Contexte): Promise<void> {
  const { blocs } = ctx.registres
  const residences = parId(ctx.registres.residences.fiches)
  for (const { residence_id, nomloc, description, ...lu } of await chercher(ctx, [...residences.keys()])) {
    const residence = residences.get(residence_id)
    if (residence) blocs.charger([residence.rang, nomloc], lu, { residence, nomloc, description })
  }
  for (const ligne of ctx.lignes.blocs) {
    await ctx.souffler()
    const residence = residenceDe(ctx, ligne)
    const lire = (avant: Bloc | null) =>
      valider(ctx, ligne, blocInput, {
        ...completer(ligne, avant),
        residence_id: residence?.id ?? PAS_ENCORE,
      })
    if (!residence) {
      lire(null)
      continue
    }
    poser(ctx, ligne, {
      registre: blocs,
      cle: [residence.rang, String(ligne.valeurs.nomloc ?? '')],
      champs: ['description'],
      lire: (avant) => {
        const lu = lire(avant)
        return lu && { residence, nomloc: lu.nomloc, description: lu.description }
      },
      defaut: { residence, nomloc: '', description: '' },
      plusieurs: 'Plusieurs blocs portent ce nom dans cette résidence : renommez-les dans Diyar.',
      champDeLaCle: 'nomloc',
    })
  }
}

const chercher = async (ctx: Contexte, ids: number[]) =>
  ids.length === 0
    ? []
    : ctx.db
        .selectFrom('blocs')
        .where('residence_id', '=', sql<number>`any (${ids}::bigint[])`)
        .select(['id', 'version', 'residence_id', 'nomloc', 'description'])
        .orderBy('id')
        .execute()
