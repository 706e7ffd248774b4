import { sql, type RawBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Trouvaille } from '#features/recherche/recherche.contract.ts'
import { lirePapier } from '#features/documents/papiers.rules.ts'
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
  cherchePourReference,
  findBons,
  findDocuments,
  findPaiements,
  findRecus,
  findVentes,
  toBon,
  toDocumentTrouve,
  toPaiementTrouve,
  toRecu,
  toVente,
  type Bon,
  type DocumentTrouve,
  type PaiementTrouve,
  type Recu,
  type Vente,
} from '#features/recherche/server/recherche.papiers.ts'
import { sommesDuClient, toTotaux } from '#features/ventes/server/ventes.totaux.ts'
import type { Db } from '#server/database/db.ts'
import {
  containsMots,
  containsMotsOuDebuts,
  hidden,
  isPlannedOnce,
  matchesClient,
  shown,
  type Valeur,
} from '#server/database/mots.ts'
import { runSearch } from '#server/database/prepared.ts'
import { lireDossier } from '#shared/numero.ts'
import { readGenre, normaliser, telephoneIn } from '#shared/texte.ts'

interface Droits {
  bons?: boolean
}

/**
 * Whatever has the words of the text, in any order, without accents or case (Q43): clients, with what remains of all their
 * sales, residences, blocs, biens, dossiers, papers, receipts, payments by their reference and vouchers. Amounts in centimes. A leading « lot », « place », « local »,
 * « bloc », « reçu » or « bon » says what its number is the number of. A number written in full comes before longer ones that
 * contain it; clients whose phone has it come after the biens. An empty text finds nothing.
 * One statement, hence one connection: who types asks often, and the others need theirs.
 * @param bons whoever asks may read vouchers
 */
export async function search(
  db: Db,
  texte: string,
  { bons = true }: Droits = {},
): Promise<{ data: Trouvaille[] }> {
  if (normaliser(texte) === '') return { data: [] }
  const found = await find(db, texte, { bons })
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
      ...found.ventes.map(toVente).map(as('vente')),
      ...found.documents.map(toDocumentTrouve).map(as('document')),
      ...found.recus.map(toRecu).map(as('recu')),
      ...found.paiements
        .filter(({ id }) => found.recus.every((recu) => recu.id !== id))
        .map(toPaiementTrouve)
        .map(as('paiement')),
      ...found.bons.map(toBon).map(as('bon')),
    ],
  }
}

/** What is typed most is planned once for each number of words: to plan it took longer than to find. */
async function find(db: Db, texte: string, droits: Droits) {
  if (!isPlannedOnce(texte)) return selectAll(db, texte, shown, droits).executeTakeFirstOrThrow()
  const [found] = await runSearch(db, selectAll(db, texte, hidden, droits))
  if (!found) throw new Error('a search without FROM has one row')
  return found
}

function selectAll(db: Db, texte: string, valeur: Valeur, { bons }: Droits) {
  const recu = lireRecu(texte)
  const dossier = lireDossier(texte)
  const papier = lirePapier(texte)
  const bon = bons === false ? null : cherchePourBon(texte)
  const reference = cherchePourReference(texte)
  // A kind that this text cannot find is left out of the statement: planning it would take longer than running the rest.
  return db.selectNoFrom([
    (dossier ? jsonArrayFrom(findVentes(db, dossier, valeur)) : none<Vente>()).as('ventes'),
    (papier ? jsonArrayFrom(findDocuments(db, papier, valeur)) : none<DocumentTrouve>()).as('documents'),
    (recu ? jsonArrayFrom(findRecus(db, recu, valeur)) : none<Recu>()).as('recus'),
    (reference === null ? none<PaiementTrouve>() : jsonArrayFrom(findPaiements(db, reference, valeur))).as(
      'paiements',
    ),
    (bon === null ? none<Bon>() : jsonArrayFrom(findBons(db, bon, valeur))).as('bons'),
    jsonArrayFrom(findClients(db, texte, valeur)).as('clients'),
    jsonArrayFrom(findResidences(db, texte, valeur)).as('residences'),
    jsonArrayFrom(findBlocs(db, texte, valeur)).as('blocs'),
    jsonArrayFrom(findAppartements(db, texte, valeur)).as('appartements'),
    jsonArrayFrom(findLocaux(db, texte, valeur)).as('locaux'),
    jsonArrayFrom(findPlaces(db, texte, valeur)).as('places'),
  ])
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

function findClients(db: Db, texte: string, valeur: Valeur) {
  const found = db
    .selectFrom('clients')
    .where((eb) => eb.or([matchesClient('clients', texte, { valeur }), ...autrement(texte, valeur)]))
    .select(['id', 'nom_complet', 'tel', 'recherche'])
    // A planner that does not see how rare a word is might read all clients by name until it has six.
    .$if(valeur === hidden, (tous) => tous.offset(sql.lit(0)))
  const hits = db
    .selectFrom(found.as('f'))
    .selectAll()
    .orderBy('recherche')
    .orderBy('id')
    .limit(sql.lit(PAR_GENRE))
  return db
    .selectFrom(hits.as('c'))
    .select(['c.id', 'c.nom_complet as titre', 'c.tel as lieu', sommesDuClient('c.id').as('sommes')])
    .orderBy('c.recherche')
    .orderBy('c.id')
}

/** Digits that begin a second phone: fewer are those of hundreds. */
const CHIFFRES_DU_SECOND = 6
/** A phone without what comes before it in the country, as `tel2_cle` has it. */
const CLE = 9
const ARABE = /\p{Script=Arabic}/u

/**
 * What else a client is found by: his name in Arabic, his second phone by the digits it begins with. Each has its index. Nothing that
 * says who he is before the law is looked at.
 */
function autrement(texte: string, valeur: Valeur): RawBuilder<boolean>[] {
  const chiffres = telephoneIn(texte, CHIFFRES_DU_SECOND)?.replace(/^0/, '')
  return [
    ...(ARABE.test(texte) ? [containsMots('clients.recherche_ar', texte, valeur)] : []),
    ...(chiffres !== undefined && /^\d+$/.test(chiffres)
      ? [beginsWith('clients.tel2_cle', chiffres.slice(-CLE), valeur)]
      : []),
  ]
}

/** Digits sort by themselves whatever the locale: all that begin with these stand together in the index. */
const beginsWith = (column: string, chiffres: string, valeur: Valeur) =>
  sql<boolean>`(${sql.ref(column)} >= ${valeur(chiffres, 'text')} and ${sql.ref(column)} < ${valeur(`${chiffres}:`, 'text')})`

function findResidences(db: Db, texte: string, valeur: Valeur) {
  return db
    .selectFrom('residences as r')
    .where(containsMots('r.recherche', texte, valeur))
    .select(['r.id', 'r.nom as titre', 'r.adresse as lieu'])
    .orderBy('r.recherche')
    .orderBy('r.id')
    .limit(sql.lit(PAR_GENRE))
}

/** Blocs by their name. A letter alone must begin a word: « bloc C » does not find every bloc with a c in its name. */
function findBlocs(db: Db, texte: string, valeur: Valeur) {
  const { genre } = readGenre(texte)
  const cherche = cherchePour('bloc', texte)
  return db
    .selectFrom('blocs as b')
    .innerJoin('residences as r', 'r.id', 'b.residence_id')
    .where((eb) =>
      genre === 'bloc'
        ? eb.or([
            containsMots('b.recherche', texte, valeur),
            containsMotsOuDebuts('b.recherche', cherche, valeur),
          ])
        : containsMots('b.recherche', texte, valeur),
    )
    .select(['b.id', 'b.residence_id', 'b.nomloc as titre', 'r.nom as lieu'])
    .orderBy(sql`length(b.recherche)`)
    .orderBy('b.recherche')
    .orderBy('r.recherche')
    .orderBy('b.id')
    .limit(sql.lit(PAR_GENRE))
}
