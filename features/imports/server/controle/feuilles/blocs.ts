import { sql } from 'kysely'
import { blocInput } from '#features/blocs/blocs.contract.ts'
import type { Contexte } from '#features/imports/server/controle/contexte.ts'
import { completer, poser, valider } from '#features/imports/server/controle/lignes.ts'
import { residenceDe } from '#features/imports/server/controle/references.ts'
import type { Fiche } from '#features/imports/server/controle/registres.ts'

/** What stands for the id of a record that is not written yet. */
export const PAS_ENCORE = 1

/** Looks up the blocs of the residences that the workbook names, and then checks the sheet Blocs. */
export async function verifierBlocs(ctx: Contexte): Promise<void> {
  const { blocs } = ctx.registres
  const residences = parId(ctx.registres.residences.fiches)
  for (const { id, version, residence_id, nomloc, description } of await chercher(ctx, [
    ...residences.keys(),
  ])) {
    const residence = residences.get(residence_id)
    if (!residence) continue
    const avant = { residence, nomloc, description }
    blocs.ajouter([residence.rang, nomloc], {
      id,
      version,
      avant,
      apres: avant,
      ligne: null,
      lues: null,
      change: false,
    })
  }
  for (const ligne of ctx.lignes.blocs) {
    await ctx.souffler()
    const residence = residenceDe(ctx, ligne)
    if (!residence) continue
    poser(ctx, ligne, {
      registre: blocs,
      cle: [residence.rang, String(ligne.valeurs.nomloc ?? '')],
      champs: ['description'],
      lire: (avant) => {
        const lu = valider(ctx, ligne, blocInput, {
          ...completer(ligne, avant),
          residence_id: residence.id ?? PAS_ENCORE,
        })
        return lu && { residence, nomloc: lu.nomloc, description: lu.description }
      },
      defaut: { residence, nomloc: '', description: '' },
      plusieurs: 'Plusieurs blocs portent ce nom dans cette résidence : renommez-les dans Diyar.',
      champDeLaCle: 'nomloc',
    })
  }
}

/** Those that are in the database, by their id. */
export const parId = <V extends object>(fiches: readonly Fiche<V>[]): Map<number, Fiche<V>> =>
  new Map(fiches.flatMap((fiche) => (fiche.id === null ? [] : [[fiche.id, fiche]])))

const chercher = (ctx: Contexte, ids: number[]) =>
  ctx.db
    .selectFrom('blocs')
    .where('residence_id', '=', sql<number>`any (${ids}::bigint[])`)
    .select(['id', 'version', 'residence_id', 'nomloc', 'description'])
    .orderBy('id')
    .execute()
