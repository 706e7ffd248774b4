import { sql } from 'kysely'
import type { Contexte } from '#features/imports/server/controle/contexte.ts'
import { refuser } from '#features/imports/server/controle/contexte.ts'
import { completer, PAS_ENCORE, poser, valider } from '#features/imports/server/controle/lignes.ts'
import { residenceDe } from '#features/imports/server/controle/references.ts'
import { parId, type Parking } from '#features/imports/server/controle/registres.ts'
import { parkingInput } from '#features/parkings/parkings.contract.ts'

/** Looks up the parkings of the residences that the workbook names, and then checks the sheet Parkings. */
export async function verifierParkings(ctx: Contexte): Promise<void> {
  const { parkings } = ctx.registres
  const residences = parId(ctx.registres.residences.fiches)
  const creees = new Map<number, number>()
  for (const { id, version, residence_id, places, ...lu } of await chercher(ctx, [...residences.keys()])) {
    const residence = residences.get(residence_id)
    if (!residence) continue
    creees.set(id, places)
    parkings.charger([residence.rang, lu.parking_nom], { id, version }, { residence, ...lu })
  }
  for (const ligne of ctx.lignes.parkings) {
    await ctx.souffler()
    const residence = residenceDe(ctx, ligne)
    const lire = (avant: Parking | null) =>
      valider(ctx, ligne, parkingInput, {
        ...completer(ligne, avant),
        residence_id: residence?.id ?? PAS_ENCORE,
      })
    if (!residence) {
      lire(null)
      continue
    }
    poser(ctx, ligne, {
      registre: parkings,
      cle: [residence.rang, String(ligne.valeurs.parking_nom ?? '')],
      champs: ['nb_places'],
      lire: (avant, connue) => {
        const lu = lire(avant)
        if (!lu) return null
        const { parking_nom, nb_places } = lu
        if (ctx.modifier && nb_places < (creees.get(connue?.id ?? 0) ?? 0))
          return refuser(ctx, ligne, 'nb_places', 'capaciteInsuffisante')
        return { residence, parking_nom, nb_places }
      },
      defaut: { residence, parking_nom: '', nb_places: 0 },
      plusieurs: 'Plusieurs parkings portent ce nom dans cette résidence : renommez-les dans Diyar.',
      champDeLaCle: 'parking_nom',
    })
  }
}

const chercher = async (ctx: Contexte, ids: number[]) =>
  ids.length === 0
    ? []
    : ctx.db
        .selectFrom('parkings as k')
        .where('k.residence_id', '=', sql<number>`any (${ids}::bigint[])`)
        .select(['k.id', 'k.version', 'k.residence_id', 'k.parking_nom', 'k.nb_places'])
        .select(sql<number>`(select count(*) from places_parking p where p.parking_id = k.id)`.as('places'))
        .orderBy('k.id')
        .execute()
