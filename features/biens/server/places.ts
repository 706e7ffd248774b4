import { sql } from 'kysely'
import { biensErreurs } from '#features/biens/biens.erreurs.ts'
import { type Place, type PlaceInput, placesEndpoints } from '#features/biens/parkings.contract.ts'
import { readFiches, selectBiens, type Genre } from '#features/biens/server/genre.read.ts'
import { PARKING } from '#features/biens/server/parkings.service.ts'
import { lockNiveau } from '#features/structure/server/niveaux.service.ts'
import { toEtatDeVente } from '#features/etats/server/etats.read.ts'
import { changeMany, insertMany } from '#server/database/bulk.ts'
import type { Db } from '#server/database/db.ts'
import { runPrepared } from '#server/database/prepared.ts'
import { refuse } from '#server/http/errors.ts'

interface Types {
  creation: PlaceInput & { parking_id: number }
  changement: PlaceInput
  lu: Place
  row: Pick<Place, 'parking_id' | 'numero_place' | 'type_place' | 'position' | 'superficie'>
  tri: never
}

const ORDRE = sql`o.rang, o.id, g.numero_place`

export const PLACE: Genre<Types> = {
  type: 'place_parking',
  list: placesEndpoints.list,
  colonnes: sql`g.parking_id, g.numero_place, g.type_place, g.position, g.superficie, o.parking_nom as lieu`,
  toBien(row) {
    const { id, parking_id, numero_place, type_place, position, superficie, version, residence_id } = row
    const { client, ...etat } = toEtatDeVente(row)
    const residence = { id: residence_id, nom: row.residence }
    return {
      id,
      parking_id,
      numero_place,
      type_place,
      position,
      superficie,
      version,
      ...etat,
      client: client && { ...client, ...splitNom(client.nomComplet) },
      parking: { id: parking_id, parking_nom: row.lieu, residence_id, residence },
    }
  },
  ordre: ORDRE,
  ordreSansFiltre: ORDRE,
  ordreDuClient: ORDRE,
  cles: {},
  /** @throws parkingInconnu, parkingPlein (422, Q142), numeroPlacePris (422 on numero_place, Q146) */
  async holdNew(db, { parking_id, numero_place }) {
    // One request at a time counts and adds the places of a parking.
    const parking = await lockNiveau(db, PARKING, parking_id, () =>
      refuse(biensErreurs.parkingInconnu).on('parking_id'),
    )
    if (await isTaken(db, parking_id, numero_place))
      throw refuse(biensErreurs.numeroPlacePris).on('numero_place')
    if (parking.places_count >= parking.nb_places) throw refuse(biensErreurs.parkingPlein)
  },
  /** @throws numeroPlaceDejaUtilise (422 on numero_place) */
  async check(db, avant, { numero_place }) {
    if (numero_place !== avant.numero_place && (await isTaken(db, avant.parking_id, numero_place)))
      throw refuse(biensErreurs.numeroPlaceDejaUtilise).on('numero_place')
  },
  insert: (db, biens) =>
    insertMany(
      db,
      'places_parking',
      biens.map((bien) => ({ ...toColumns(bien), parking_id: bien.parking_id })),
    ),
  change: (db, biens) => changeMany(db, 'places_parking', biens.map(toColumns)),
}

const toColumns = ({ id, numero_place, type_place, position, superficie }: PlaceInput & { id: number }) => ({
  id,
  numero_place,
  type_place,
  position,
  superficie,
})

/** Reads the places of a parking by number. Amounts in centimes, superficie in hundredths of m². */
export async function placesOfParking(db: Db, parkingId: number): Promise<Place[]> {
  const theirs = selectBiens(PLACE, sql`g.parking_id = ${parkingId}`)
  const rows = await runPrepared(
    db,
    sql<Parameters<typeof PLACE.toBien>[0]>`${theirs} order by g.numero_place`,
  )
  return rows.map(PLACE.toBien)
}

/** Reads these places for the journal, by number. */
export async function readPlaces(db: Db, ids: number[]) {
  const places = await readFiches(db, PLACE, ids)
  return places.toSorted((a, b) => a.numero_place - b.numero_place)
}

async function isTaken(db: Db, parkingId: number, numero: number): Promise<boolean> {
  const place = await db
    .selectFrom('places_parking')
    .select('id')
    .where('parking_id', '=', parkingId)
    .where('numero_place', '=', numero)
    .executeTakeFirst()
  return place !== undefined
}

/** Splits the full name of a client for the API: the first word is `nom`, the rest `prenom` (Q90). */
function splitNom(nomComplet: string): { nom: string; prenom: string } {
  const [nom = '', ...rest] = nomComplet.split(' ')
  return { nom, prenom: rest.join(' ') }
}
