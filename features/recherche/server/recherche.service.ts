import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Trouvaille } from '#features/recherche/recherche.contract.ts'
import { lireRecu } from '#features/paiements/paiements.rules.ts'
import { PAR_GENRE } from '#features/recherche/recherche.rules.ts'
import {
  cherchePour,
  findAppartements,
  findLocaux,
  findPlaces,
} from '#features/recherche/server/recherche.biens.ts'
import {
  cherchePourBon,
  findBons,
  findRecus,
  toBon,
  toRecu,
  type Bon,
  type Recu,
} from '#features/recherche/server/recherche.papiers.ts'
import { sommesDuClient, toTotaux } from '#features/ventes/server/ventes.totaux.ts'
import type { Db } from '#server/database/db.ts'
import { containsMots, matchesClient, containsMotsOuDebuts } from '#server/database/mots.ts'
import { readGenre, normaliser, telephoneIn } from '#shared/texte.ts'

/**
 * Whatever has the words of the text, in any order, without accents or case (Q43): clients, with what remains of all their
 * sales, residences, blocs, biens, receipts and vouchers. Amounts in centimes. A leading « lot », « place », « local »,
 * « bloc », « reçu » or « bon » says what its number is the number of. A number written in full comes before longer ones that
 * contain it; clients whose phone has it come after the biens. An empty text finds nothing.
 * One statement, hence one connection: who types asks often, and the others need theirs.
 */
export async function search(db: Db, texte: string): Promise<{ data: Trouvaille[] }> {
  if (normaliser(texte) === '') return { data: [] }
  const recu = lireRecu(texte)
  const bon = cherchePourBon(texte)
  // What nothing of can be found is not even planned: that would take longer than the rest.
  const found = await db
    .selectNoFrom([
      (recu ? jsonArrayFrom(findRecus(db, recu)) : none<Recu>()).as('recus'),
      (bon === null ? none<Bon>() : jsonArrayFrom(findBons(db, bon))).as('bons'),
      jsonArrayFrom(findClients(db, texte)).as('clients'),
      jsonArrayFrom(findResidences(db, texte)).as('residences'),
      jsonArrayFrom(findBlocs(db, texte)).as('blocs'),
      jsonArrayFrom(findAppartements(db, texte)).as('appartements'),
      jsonArrayFrom(findLocaux(db, texte)).as('locaux'),
      jsonArrayFrom(findPlaces(db, texte)).as('places'),
    ])
    .executeTakeFirstOrThrow()
  const clients = found.clients.map(({ sommes, ...client }) => ({
    ...as('client')(client),
    totaux: sommes.biens > 0 ? toTotaux(sommes) : null,
  }))
  const number = telephoneIn(texte) !== null
  return {
    data: [
      ...(number ? [] : clients),
      ...found.residences.map(as('residence')),
      ...found.blocs.map(as('bloc')),
      ...found.appartements.map(as('appartement')),
      ...found.locaux.map(as('local')),
      ...found.places.map(as('place_parking')),
      ...(number ? clients : []),
      ...found.recus.map(toRecu).map(as('recu')),
      ...found.bons.map(toBon).map(as('bon')),
    ],
  }
}

const none = <T>() => sql<T[]>`'[]'::json`

interface Row
  extends Pick<Trouvaille, 'id' | 'titre' | 'lieu'>, Partial<Pick<Trouvaille, 'paiement' | 'bon'>> {
  residence_id?: number
  parking_id?: number
  client_id?: number | null
  client_nom?: string | null
}

const as =
  (genre: Trouvaille['genre']) =>
  ({
    id,
    titre,
    lieu,
    residence_id,
    parking_id,
    client_id = null,
    client_nom,
    paiement,
    bon,
  }: Row): Trouvaille => ({
    genre,
    id,
    titre,
    lieu,
    residence_id: residence_id ?? null,
    parking_id: parking_id ?? null,
    client: client_id === null ? null : { id: client_id, nomComplet: client_nom ?? '' },
    totaux: null,
    paiement: paiement ?? null,
    bon: bon ?? null,
  })

function findClients(db: Db, texte: string) {
  const hits = db
    .selectFrom('clients')
    .where(matchesClient('clients', texte))
    .select(['id', 'nom_complet', 'tel', 'recherche'])
    .orderBy('recherche')
    .orderBy('id')
    .limit(PAR_GENRE)
  return db
    .selectFrom(hits.as('c'))
    .select(['c.id', 'c.nom_complet as titre', 'c.tel as lieu', sommesDuClient('c.id').as('sommes')])
    .orderBy('c.recherche')
    .orderBy('c.id')
}

function findResidences(db: Db, texte: string) {
  return db
    .selectFrom('residences as r')
    .where(containsMots('r.recherche', texte))
    .select(['r.id', 'r.nom as titre', 'r.adresse as lieu'])
    .orderBy('r.recherche')
    .orderBy('r.id')
    .limit(PAR_GENRE)
}

/** « Bloc C » is the one named so, or named C; not each that has a c. */
function findBlocs(db: Db, texte: string) {
  const { genre } = readGenre(texte)
  const cherche = cherchePour('bloc', texte)
  return db
    .selectFrom('blocs as b')
    .innerJoin('residences as r', 'r.id', 'b.residence_id')
    .where((eb) =>
      genre === 'bloc'
        ? eb.or([containsMots('b.recherche', texte), containsMotsOuDebuts('b.recherche', cherche)])
        : containsMots('b.recherche', texte),
    )
    .select(['b.id', 'b.residence_id', 'b.nomloc as titre', 'r.nom as lieu'])
    .orderBy(sql`length(b.recherche)`)
    .orderBy('b.recherche')
    .orderBy('r.recherche')
    .orderBy('b.id')
    .limit(PAR_GENRE)
}
