import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '#server/database/db.ts'
import { contient } from '#server/database/search.ts'
import { normaliser } from '#shared/texte.ts'

/** Finds of one kind at most: enough to recognise, few enough to answer at once. */
const PAR_GENRE = 6

interface Row {
  id: number
  titre: string
  lieu: string
  parking_id?: number
  client_id: number | null
  client_nom: string | null
}

/**
 * Clients, residences and biens whose name or number contains the text, without accents or case (Q43).
 * A number written in full comes before longer ones that contain it. An empty text finds nothing.
 * One statement, hence one connection: who types asks often, and the others need theirs.
 */
export async function search(db: Db, texte: string) {
  if (normaliser(texte) === '') return { data: [] }
  const found = await db
    .selectNoFrom([
      jsonArrayFrom(findClients(db, texte)).as('clients'),
      jsonArrayFrom(findResidences(db, texte)).as('residences'),
      jsonArrayFrom(findAppartements(db, texte)).as('appartements'),
      jsonArrayFrom(findLocaux(db, texte)).as('locaux'),
      jsonArrayFrom(findPlaces(db, texte)).as('places'),
    ])
    .executeTakeFirstOrThrow()
  return {
    data: [
      ...found.clients.map(as('client')),
      ...found.residences.map(as('residence')),
      ...found.appartements.map(as('appartement')),
      ...found.locaux.map(as('local')),
      ...found.places.map(as('place_parking')),
    ],
  }
}

type Genre = 'client' | 'residence' | 'appartement' | 'local' | 'place_parking'

const as =
  (genre: Genre) =>
  ({ id, titre, lieu, parking_id, client_id, client_nom }: Row) => ({
    genre,
    id,
    titre,
    lieu,
    parking_id: parking_id ?? null,
    client: client_id === null ? null : { id: client_id, nomComplet: client_nom ?? '' },
  })

const nobody = { client_id: sql<null>`null::bigint`, client_nom: sql<null>`null::text` }

function findClients(db: Db, texte: string) {
  return db
    .selectFrom('clients')
    .where(contient('recherche', texte))
    .select([
      'id',
      'nom_complet as titre',
      'tel as lieu',
      nobody.client_id.as('client_id'),
      nobody.client_nom.as('client_nom'),
    ])
    .orderBy('recherche')
    .orderBy('id')
    .limit(PAR_GENRE)
}

function findResidences(db: Db, texte: string) {
  return db
    .selectFrom('residences as r')
    .where(contient('r.recherche', texte))
    .select([
      'r.id',
      'r.nom as titre',
      'r.adresse as lieu',
      nobody.client_id.as('client_id'),
      nobody.client_nom.as('client_nom'),
    ])
    .orderBy('r.recherche')
    .orderBy('r.id')
    .limit(PAR_GENRE)
}

/** The rows of a bien table that match, shortest number first, before anything is joined to them. */
function findAppartements(db: Db, texte: string) {
  const hits = db
    .selectFrom('appartements')
    .where(contient('recherche', texte))
    .select(['id', 'num_lot', 'etage_id', sql<number>`length(num_lot)`.as('longueur')])
    .orderBy(sql`length(num_lot)`)
    .orderBy('num_lot')
    .orderBy('id')
    .limit(PAR_GENRE)
  return db
    .selectFrom(hits.as('a'))
    .innerJoin('etages as e', 'e.id', 'a.etage_id')
    .innerJoin('blocs as b', 'b.id', 'e.bloc_id')
    .innerJoin('residences as r', 'r.id', 'b.residence_id')
    .leftJoin('ventes as v', (join) => join.onRef('v.bien_id', '=', 'a.id').on('v.terminee_le', 'is', null))
    .leftJoin('clients as c', 'c.id', 'v.client_id')
    .select([
      'a.id',
      sql<string>`'Lot ' || a.num_lot`.as('titre'),
      sql<string>`concat_ws(', ', r.nom, b.nomloc, e.designation)`.as('lieu'),
    ])
    .select(['c.id as client_id', 'c.nom_complet as client_nom'])
    .orderBy('a.longueur')
    .orderBy('a.num_lot')
    .orderBy('a.id')
}

function findLocaux(db: Db, texte: string) {
  const hits = db
    .selectFrom('locaux')
    .where(contient('recherche', texte))
    .select(['id', 'num', 'bloc_id', sql<number>`length(num)`.as('longueur')])
    .orderBy(sql`length(num)`)
    .orderBy('num')
    .orderBy('id')
    .limit(PAR_GENRE)
  return db
    .selectFrom(hits.as('l'))
    .innerJoin('blocs as b', 'b.id', 'l.bloc_id')
    .innerJoin('residences as r', 'r.id', 'b.residence_id')
    .leftJoin('ventes as v', (join) => join.onRef('v.bien_id', '=', 'l.id').on('v.terminee_le', 'is', null))
    .leftJoin('clients as c', 'c.id', 'v.client_id')
    .select([
      'l.id',
      sql<string>`'Local ' || l.num`.as('titre'),
      sql<string>`concat_ws(', ', r.nom, b.nomloc)`.as('lieu'),
    ])
    .select(['c.id as client_id', 'c.nom_complet as client_nom'])
    .orderBy('l.longueur')
    .orderBy('l.num')
    .orderBy('l.id')
}

/** A place is found by its exact number or by its parking's name. */
function findPlaces(db: Db, texte: string) {
  const numero = /^\d{1,9}$/.test(texte.trim()) ? Number(texte.trim()) : null
  return db
    .selectFrom('places_parking as p')
    .innerJoin('parkings as k', 'k.id', 'p.parking_id')
    .innerJoin('residences as r', 'r.id', 'k.residence_id')
    .leftJoin('ventes as v', (join) => join.onRef('v.bien_id', '=', 'p.id').on('v.terminee_le', 'is', null))
    .leftJoin('clients as c', 'c.id', 'v.client_id')
    .where((eb) => (numero === null ? contient('k.recherche', texte) : eb('p.numero_place', '=', numero)))
    .select([
      'p.id',
      'p.parking_id',
      sql<string>`'Place ' || p.numero_place`.as('titre'),
      sql<string>`concat_ws(', ', k.parking_nom, r.nom)`.as('lieu'),
    ])
    .select(['c.id as client_id', 'c.nom_complet as client_nom'])
    .orderBy('k.recherche')
    .orderBy('p.numero_place')
    .orderBy('p.id')
    .limit(PAR_GENRE)
}
