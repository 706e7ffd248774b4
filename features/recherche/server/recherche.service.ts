import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { type Trouvaille, PAR_GENRE } from '#features/recherche/recherche.contract.ts'
import { findClients } from '#features/recherche/server/recherche.clients.ts'
import { PAR_PAGE as MEMBRES_PAR_PAGE } from '#features/membres/server/membres.service.ts'
import { readPapier } from '#features/papiers/papiers.rules.ts'
import {
  searchedIn,
  findAppartements,
  findLocaux,
  findPlaces,
} from '#features/recherche/server/recherche.biens.ts'
import {
  searchedInBons,
  searchedInReferences,
  findBons,
  findClotures,
  findDocuments,
  findPaiements,
  findRecus,
  findVentes,
  readRecuCherche,
  toBon,
  toClotureTrouvee,
  toDocumentTrouve,
  toPaiementTrouve,
  toRecu,
  toVente,
  type Bon,
  type ClotureTrouvee,
  type DocumentTrouve,
  type PaiementTrouve,
  type Recu,
  type Vente,
} from '#features/recherche/server/recherche.papiers.ts'
import { toTotaux } from '#features/etats/server/etats.read.ts'
import type { Db } from '#server/database/db.ts'
import {
  containsMots,
  containsMotsOuDebuts,
  containsNoms,
  hidden,
  isPlannedOnce,
  shown,
  type Valeur,
} from '#server/database/lists.ts'
import { runSearch } from '#server/database/prepared.ts'
import { toChiffres } from '#shared/chiffres.ts'
import { readNumeroDeCloture, readNumeroDeDossier } from '#shared/numero.ts'
import { readGenre, normaliser, telephoneIn } from '#shared/texte.ts'

interface Droits {
  bons?: boolean
  clotures?: boolean
  membres?: boolean
}

/**
 * The global search: words in any order, without accents or case (Q43), over clients with their sums, residences, blocs, étages, biens, dossiers,
 * documents, receipts, payments by reference, vouchers, closings of tills and members. Amounts in centimes. A leading « lot », « place », « local », « bloc », « reçu »
 * or « bon » tells the kind of its number. Exact numbers come before longer ones; clients found by phone come after the biens. An empty
 * text finds nothing. The search is one statement, so that a typing member holds only one connection.
 * @param bons true when the member may read vouchers @param clotures true when the member may read the till
 * @param membres true when the member may read the members
 */
export async function search(
  db: Db,
  texte: string,
  { bons = true, clotures = true, membres = true }: Droits = {},
): Promise<{ data: Trouvaille[] }> {
  if (normaliser(texte) === '') return { data: [] }
  const found = await find(db, texte, { bons, clotures, membres })
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
      ...found.etages.map(as('etage')),
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
      ...found.clotures.map(toClotureTrouvee).map(as('cloture')),
      ...found.membres.map(as('membre')),
    ],
  }
}

/** Frequent forms of search are planned once for each number of words: planning took longer than finding. */
async function find(db: Db, texte: string, droits: Droits) {
  if (!isPlannedOnce(texte)) return selectAll(db, texte, shown, droits).executeTakeFirstOrThrow()
  const [found] = await runSearch(db, selectAll(db, texte, hidden, droits))
  if (!found) throw new Error('a search without FROM has one row')
  return found
}

function selectAll(db: Db, texte: string, valeur: Valeur, { bons, clotures, membres }: Droits) {
  // Numbers are kept with digits 0 to 9, names as they were typed.
  const numeros = toChiffres(texte)
  const recu = readRecuCherche(numeros)
  const dossier = readNumeroDeDossier(texte)
  const papier = readPapier(texte)
  const cloture = clotures === false ? null : readNumeroDeCloture(texte)
  const bon = bons === false ? null : searchedInBons(numeros)
  const reference = searchedInReferences(numeros)
  // A kind that this text cannot find is left out of the statement: planning it would take longer than running the rest.
  return db.selectNoFrom([
    (dossier ? jsonArrayFrom(findVentes(db, dossier, valeur)) : none<Vente>()).as('ventes'),
    (papier ? jsonArrayFrom(findDocuments(db, papier, valeur)) : none<DocumentTrouve>()).as('documents'),
    (cloture ? jsonArrayFrom(findClotures(db, cloture, valeur)) : none<ClotureTrouvee>()).as('clotures'),
    (recu ? jsonArrayFrom(findRecus(db, recu, valeur)) : none<Recu>()).as('recus'),
    (reference === null ? none<PaiementTrouve>() : jsonArrayFrom(findPaiements(db, reference, valeur))).as(
      'paiements',
    ),
    (bon === null ? none<Bon>() : jsonArrayFrom(findBons(db, bon, valeur))).as('bons'),
    jsonArrayFrom(findClients(db, texte, valeur)).as('clients'),
    jsonArrayFrom(findResidences(db, texte, valeur)).as('residences'),
    jsonArrayFrom(findBlocs(db, texte, valeur)).as('blocs'),
    jsonArrayFrom(findEtages(db, texte, valeur)).as('etages'),
    (membres === false ? none<Membre>() : jsonArrayFrom(findMembres(db, texte, valeur))).as('membres'),
    jsonArrayFrom(findAppartements(db, numeros, valeur)).as('appartements'),
    jsonArrayFrom(findLocaux(db, numeros, valeur)).as('locaux'),
    jsonArrayFrom(findPlaces(db, numeros, valeur)).as('places'),
  ])
}

const none = <T>() => sql<T[]>`'[]'::json`

type Propres =
  | 'cloture'
  | 'vente_id'
  | 'bloc_id'
  | 'paiement'
  | 'bon'
  | 'montant'
  | 'surface'
  | 'etat_bien'
  | 'page'
interface Row extends Pick<Trouvaille, 'id' | 'titre' | 'lieu'>, Partial<Pick<Trouvaille, Propres>> {
  residence_id?: number | null
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
    ...propres
  }: Row): Trouvaille => ({
    genre,
    id,
    titre,
    lieu,
    residence_id: residence_id ?? null,
    parking_id: parking_id ?? null,
    client: client_id === null ? null : { id: client_id, nomComplet: client_nom ?? '' },
    totaux: null,
    vente_id: propres.vente_id ?? null,
    bloc_id: propres.bloc_id ?? null,
    paiement: propres.paiement ?? null,
    bon: propres.bon ?? null,
    cloture: propres.cloture ?? null,
    montant: propres.montant ?? null,
    surface: propres.surface ?? null,
    etat_bien: propres.etat_bien ?? null,
    page: propres.page ?? null,
  })

function findResidences(db: Db, texte: string, valeur: Valeur) {
  return db
    .selectFrom('residences as r')
    .where(containsNoms('r.recherche', texte, valeur))
    .select(['r.id', 'r.nom as titre', 'r.adresse as lieu'])
    .orderBy('r.rang')
    .orderBy('r.id')
    .limit(sql.lit(PAR_GENRE))
}

/** Blocs by name. After « bloc », one letter must begin a word, so that « bloc C » does not find every name with a c. */
function findBlocs(db: Db, texte: string, valeur: Valeur) {
  const { genre } = readGenre(texte)
  const cherche = searchedIn('bloc', texte)
  return db
    .selectFrom('blocs as b')
    .innerJoin('residences as r', 'r.id', 'b.residence_id')
    .where((eb) =>
      genre === 'bloc'
        ? eb.or([
            containsNoms('b.recherche', texte, valeur),
            containsMotsOuDebuts('b.recherche', cherche, valeur),
          ])
        : containsNoms('b.recherche', texte, valeur),
    )
    .select(['b.id', 'b.residence_id', 'b.nomloc as titre', 'r.nom as lieu'])
    .orderBy(sql`length(b.recherche)`)
    .orderBy('b.rang')
    .orderBy('r.rang')
    .orderBy('b.id')
    .limit(sql.lit(PAR_GENRE))
}

/** Étages by designation, in the order of their residences, blocs and levels. */
function findEtages(db: Db, texte: string, valeur: Valeur) {
  return db
    .selectFrom('etages as e')
    .innerJoin('blocs as b', 'b.id', 'e.bloc_id')
    .innerJoin('residences as r', 'r.id', 'b.residence_id')
    .where(containsMots('e.recherche', texte, valeur))
    .select(['e.id', 'e.designation as titre', 'e.bloc_id', 'b.residence_id'])
    .select(sql<string>`concat_ws(', ', r.nom, b.nomloc)`.as('lieu'))
    .orderBy('r.rang')
    .orderBy('b.rang')
    .orderBy('e.niveau')
    .orderBy('e.id')
    .limit(sql.lit(PAR_GENRE))
}

/** Members by name or e-mail, with the page of the list of members on which each stands. */
function findMembres(db: Db, texte: string, valeur: Valeur) {
  return db
    .selectFrom('membres as m')
    .where(containsNoms(sql<string>`normaliser(m.name || ' ' || m.email)`, texte, valeur))
    .select(['m.id', 'm.name as titre', 'm.email as lieu'])
    .select(
      sql<number>`(
        select count(*) / ${MEMBRES_PAR_PAGE}::bigint + 1 from membres w
        where w.id > m.id)`.as('page'),
    )
    .orderBy('m.name')
    .orderBy('m.id')
    .limit(sql.lit(PAR_GENRE))
}
type Membre = Awaited<ReturnType<ReturnType<typeof findMembres>['execute']>>[number]
