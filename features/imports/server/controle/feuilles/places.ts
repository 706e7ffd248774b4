import { sql } from 'kysely'
import * as z from 'zod/mini'
import { refuser, type Contexte } from '#features/imports/server/controle/contexte.ts'
import {
  admettre,
  blocage,
  COLONNES_DU_BIEN,
  joindreLeBien,
  nommeDesBiens,
  suivre,
  type BienLu,
} from '#features/imports/server/controle/feuilles/biens.ts'
import { completer, poser, valider } from '#features/imports/server/controle/lignes.ts'
import { parkingDe, residenceDe } from '#features/imports/server/controle/references.ts'
import {
  estConnue,
  numeroDePlace,
  parId,
  type Fiche,
  type Parking,
  type Place,
} from '#features/imports/server/controle/registres.ts'
import { placeInput } from '#features/parkings/places.contract.ts'

const ligneInput = z.extend(placeInput, blocage)

/** Looks up the places of the residences that the workbook names, and then checks the sheet Places. */
export async function verifierPlaces(ctx: Contexte): Promise<void> {
  if (!nommeDesBiens(ctx, 'place_parking', 'places')) return
  const occupees = await charger(ctx)
  for (const ligne of ctx.lignes.places) {
    await ctx.souffler()
    const parking = parkingDe(ctx, ligne, residenceDe(ctx, ligne))
    const lire = (avant: Place | null) => valider(ctx, ligne, ligneInput, completer(ligne, avant))
    if (!parking) {
      lire(null)
      continue
    }
    const fiche = poser<Place>(ctx, ligne, {
      registre: ctx.registres.places,
      cle: [parking.rang, numeroDePlace(String(ligne.valeurs.numero_place ?? ''))],
      champs: ['type_place', 'position', 'superficie', 'montant', 'bloque_motif'],
      lire: (avant, connue) => {
        const lu = lire(avant)
        if (!lu || !admettre(ctx, ligne, connue, lu)) return null
        const { numero_place, type_place, montant, bloque_motif = null } = lu
        const [position, superficie] = [lu.position ?? null, lu.superficie ?? null]
        return {
          type: 'place_parking',
          parking,
          numero_place,
          type_place,
          position,
          superficie,
          montant,
          bloque_motif,
        }
      },
      defaut: {
        type: 'place_parking',
        parking,
        numero_place: 0,
        type_place: '',
        position: null,
        superficie: null,
        montant: 0,
        bloque_motif: null,
      },
      plusieurs: 'Plusieurs places portent ce numéro dans ce parking : renommez-les dans Diyar.',
      champDeLaCle: 'numero_place',
    })
    if (fiche?.ligne !== ligne || ligne.sort !== 'cree') continue
    const nombre = (occupees.get(parking) ?? 0) + 1
    occupees.set(parking, nombre)
    // How many a parking has room for is not known while its line is refused.
    if (estConnue(parking) && nombre > parking.apres.nb_places)
      refuser(ctx, ligne, 'numero_place', 'parkingPlein')
  }
}

/** @returns how many places each parking has */
async function charger(ctx: Contexte): Promise<Map<Fiche<Parking>, number>> {
  const parkings = parId(ctx.registres.parkings.fiches)
  const occupees = new Map<Fiche<Parking>, number>()
  for (const lu of await chercher(ctx, [...parkings.keys()])) {
    const parking = parkings.get(lu.parking_id)
    if (!parking) continue
    const { numero_place, type_place, position, superficie, montant, bloque_motif } = lu
    occupees.set(parking, (occupees.get(parking) ?? 0) + 1)
    suivre(ctx, lu)
    ctx.registres.places.charger([parking.rang, String(numero_place)], lu, {
      type: 'place_parking',
      parking,
      numero_place,
      type_place,
      position,
      superficie,
      montant,
      bloque_motif,
    })
  }
  return occupees
}

type Lu = BienLu & Omit<Place, 'type' | 'parking'> & { parking_id: number }

async function chercher(ctx: Contexte, ids: number[]): Promise<Lu[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Lu>`
    select ${COLONNES_DU_BIEN}, p.parking_id, p.numero_place, p.type_place, p.position, p.superficie
    from places_parking p ${joindreLeBien(sql`p.id`)} where p.parking_id = any (${ids}::bigint[]) order by p.id`.execute(
    ctx.db,
  )
  return rows
}
