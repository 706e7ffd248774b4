import { sql, type RawBuilder } from 'kysely'
import { communesErreurs } from '#shared/erreurs.ts'
import { isHolding } from '#features/biens/server/biens.read.ts'
import { clientsErreurs } from '#features/clients/clients.erreurs.ts'
import type {
  Client,
  ClientInput,
  ClientsQuery,
  TriClients,
  Doublon,
  DoublonsQuery,
} from '#features/clients/clients.contract.ts'
import { deletePiecesDuClient } from '#features/clients/server/pieces.client.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { aujourdhui } from '#shared/dates.ts'
import { pathWithFilters, toPage, readTranche, type ChoixQuery } from '#shared/pagination.ts'
import { formatCompte } from '#shared/texte.ts'
import { writeTri, type Tri } from '#shared/tri.ts'
import { cumulCount, changeVersioned } from '#server/database/records.ts'
import type { Db } from '#server/database/db.ts'
import { anyOf, limitAndOffset, shaped, statement } from '#server/database/prepared.ts'
import { containsMots, matchesClient, orderByTri, type Cles } from '#server/database/lists.ts'
import type { FileLife } from '#server/files/replace.ts'
import { refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'
import { cleDeTelephone, numerosDe } from '#shared/telephone.ts'

const PAR_PAGE = 10
const columns = ['id', 'nom_complet as nomComplet', 'tel', 'email', 'adresse', 'version'] as const

const NOM_ET_TELEPHONE = sql<string>`concat_ws(' ', recherche, tel, telephone)`

/** Condition on `clients`: name or phone has the words of the search, or the phone is the number typed. An empty search accepts all. */
const trouve = (search: string): RawBuilder<boolean> =>
  search === ''
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.join(
        [
          matchesClient('clients', search),
          // « amrouche 0798 » mixes a name and a part of a phone. The condition is added only for a search with characters of a phone.
          ...(/[\d+()/.-]/.test(search) ? [containsMots(NOM_ET_TELEPHONE, search)] : []),
        ],
        sql` or `,
      )})`

const CLES: Cles<TriClients> = {
  nomComplet: ['recherche'],
  tel: ['telephone'],
  email: [sql`lower(email)`],
  adresse: [{ vide: sql`lower(nullif(adresse, ''))` }],
}

/** Row of a page with the total count. An empty page has one row of nulls, which carries the total. */
type Trouves = Client & { total: number }

const selectPage = (
  found: RawBuilder<unknown>,
  total: RawBuilder<number>,
  tri: Tri<TriClients>,
  limits: Parameters<typeof limitAndOffset>[0],
) => {
  const order = orderByTri(tri, CLES, 'id')
  return sql<Trouves>`
    select t.total, p.id, p.nom_complet as "nomComplet", p.tel, p.email, p.adresse, p.version
    from (select ${total} as total) t left join (
      select c.*, row_number() over () as rang from (
        select * from clients where ${found} order by ${order} ${limitAndOffset(limits)}) c) p on true
    order by p.rang`
}

const selectTous = shaped((tri: Tri<TriClients>) =>
  statement<[number | null, number], Trouves>((limit, offset) =>
    selectPage(sql`true`, cumulCount('clients'), tri, { limit, offset }),
  ),
)

/** Lists clients by name or in the order asked for. Without page and per_page the answer is one page of all clients (Q28, Q37). */
export async function listClients(db: Db, { search, tri, ...query }: ClientsQuery) {
  const all = query.page === undefined && query.per_page === undefined
  const { offset, ...tranche } = readTranche(query, PAR_PAGE)
  const limits = { limit: all ? null : tranche.limit, offset: all ? 0 : offset }
  const order = tri ?? { cle: 'nomComplet', descendant: false }
  const rows =
    search === ''
      ? await selectTous(order)(db, limits.limit, limits.offset)
      : await readFound(db, search, order, limits)
  const total = rows[0]?.total ?? 0
  const slice = all
    ? { page: 1, parPage: Math.max(total, 1), limit: total, offset: 0 }
    : { ...tranche, offset }
  return toPage(
    rows.filter(({ id }) => id !== null),
    total,
    slice,
    pathWithFilters('/backend/public/api/clients', { search, tri: writeTri(tri) }),
  )
}

async function readFound(
  db: Db,
  search: string,
  tri: Tri<TriClients>,
  limits: { limit: number | null; offset: number },
): Promise<Trouves[]> {
  const found = trouve(search)
  const { rows } = await selectPage(
    found,
    sql`(select count(*) from clients where ${found})`,
    tri,
    limits,
  ).execute(db)
  return rows
}

/** Lists clients by name for select boxes: all, or those of `ids`. */
export function allClients(db: Db, { search, limit, ids }: ChoixQuery & { ids: number[] | undefined }) {
  return db
    .selectFrom('clients')
    .where(trouve(search))
    .$if(ids !== undefined, (tous) => tous.where(sql<boolean>`id = ${anyOf(ids ?? [])}`))
    .select(['id', 'nom_complet as nomComplet', 'tel', 'email'])
    .orderBy('recherche')
    .orderBy('id')
    .$if(limit !== undefined, (tous) => tous.limit(Math.max(limit ?? 1, 1)))
    .execute()
}

const toColumns = ({ nomComplet, ...rest }: ClientInput) => ({ nom_complet: nomComplet, ...rest })

export async function createClient(db: Db, actor: Actor, input: ClientInput): Promise<Client> {
  const client = await db
    .insertInto('clients')
    .values(toColumns(input))
    .returning(columns)
    .executeTakeFirstOrThrow()
  await writeJournal(db, actor, { action: 'ajouter', objet: 'client', id: client.id, apres: client })
  return client
}

/** Changes a client. @throws introuvable (404), versionPerimee (409) */
export async function updateClient(
  db: Db,
  actor: Actor,
  id: number,
  input: ClientInput & { version?: number | null },
): Promise<Client> {
  const { version, ...fields } = input
  const avant = await lockClient(db, id)
  await changeVersioned(db, 'clients', avant, version, toColumns(fields))
  const apres = await readClient(db, id)
  await writeJournal(db, actor, { action: 'modifier', objet: 'client', id, avant, apres })
  return apres
}

/**
 * Deletes a client with the pieces and the link. Past options keep the name.
 * @throws introuvable (404), clientRattache (409) for a client with a bien, a payment for a former bien (Q91), a live option, or a
 * dossier that ended, was ceded or is shared
 */
export async function deleteClient(db: Db, actor: Actor, id: number, life: FileLife): Promise<void> {
  const avant = await lockClient(db, id)
  const { biens, paiements, options, clos, cedes, partages } = await attachments(db, id)
  if (biens + paiements + options + clos + cedes + partages > 0) {
    const details = [
      biens + paiements > 0 && `Ce client a ${describeAttaches(biens, paiements)}.`,
      options > 0 && 'Une option est en cours.',
      clos > 0 &&
        `Ce client a ${formatCompte(clos, 'dossier de vente terminé', 'dossiers de vente terminés')}.`,
      cedes > 0 && `Ce client a cédé ${formatCompte(cedes, 'dossier')}.`,
      partages > 0 && `Ce client est co-acquéreur de ${formatCompte(partages, 'dossier')}.`,
    ]
    throw refuse(clientsErreurs.clientRattache, { details: details.filter(Boolean).join(' ') })
  }
  await deletePiecesDuClient(db, actor, id, life)
  await db.deleteFrom('clients').where('id', '=', id).execute()
  await writeJournal(db, actor, { action: 'supprimer', objet: 'client', id, avant })
}

const describeAttaches = (biens: number, paiements: number): string =>
  [biens > 0 && formatCompte(biens, 'bien'), paiements > 0 && formatCompte(paiements, 'paiement')]
    .filter(Boolean)
    .join(' et ')

interface Attachments {
  biens: number
  paiements: number
  /** Live options only. */
  options: number
  /** Ended sales without payments. An ended sale with payments is counted in `paiements`. */
  clos: number
  cedes: number
  partages: number
}

/** Counts the records that keep a client from being deleted. */
export async function attachments(db: Db, id: number): Promise<Attachments> {
  const { rows } = await sql<Attachments>`
    select count(*) filter (where v.terminee_le is null) as biens, coalesce(sum(p.n), 0)::bigint as paiements,
      count(*) filter (where v.terminee_le is not null and p.n = 0) as clos,
      (select count(*) from options o
        where o.client_id = ${id} and ${isHolding('o', aujourdhui())}) as options,
      (select count(distinct vente_id) from transferts where ancien_client_id = ${id}) as cedes,
      (select count(*) from co_acquereurs where client_id = ${id}) as partages
    from ventes v cross join lateral (select count(*) as n from paiements where vente_id = v.id) p
    where v.client_id = ${id}`.execute(db)
  return rows[0] ?? { biens: 0, paiements: 0, options: 0, clos: 0, cedes: 0, partages: 0 }
}

/** Reads a client. @throws introuvable (404) */
export async function readClient(db: Db, id: number): Promise<Client> {
  const client = await db.selectFrom('clients').select(columns).where('id', '=', id).executeTakeFirst()
  if (!client) throw refuse(communesErreurs.introuvable)
  return client
}

/** Reads the clients of these ids, in no order. Unknown ids are left out. */
export const readClients = (db: Db, ids: number[]): Promise<Client[]> =>
  db
    .selectFrom('clients')
    .select(columns)
    .where(sql<boolean>`id = any(${ids})`)
    .execute()

/** Locks a client against deletion during a sale, before the bien is locked. @throws clientInconnu (422 on client_id) */
export async function holdClient(db: Db, clientId: number): Promise<void> {
  const [client] = await selectHeld(db, clientId)
  if (!client) throw refuse(clientsErreurs.clientInconnu).on('client_id')
}

const selectHeld = statement<[number], { id: number }>(
  (id) => sql`select id from clients where id = ${id} for key share`,
)

/** Reads a client under a row lock, the first of the lock order client → bien → vente → paiement. @throws introuvable (404) */
export async function lockClient(db: Db, id: number): Promise<Client> {
  const client = await db
    .selectFrom('clients')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!client) throw refuse(communesErreurs.introuvable)
  return client
}

/** Maximum number of duplicates in an answer. */
const AU_PLUS = 5
/** Digits. A shorter number is an extension or a slip and identifies nobody. */
const CHIFFRES_MIN = 8

/** Normal form of a number, as in `nin_cle` and `piece_cle`: letters and digits in upper case, null without any. */
const cleDeNumero = (numero: string) =>
  sql<string | null>`nullif(upper(regexp_replace(${numero}, '[^[:alnum:]]', '', 'g')), '')`

type Trouve = Omit<Doublon, 'raisons'> & { telephone: boolean; nin: boolean; piece: boolean }

/** Finds clients with one of these numbers in any spelling, most matches first. Families share phones, so no save is refused (Q89). */
export async function findDoublons(
  db: Db,
  { tel, tel2, nin, piece_numero, sauf }: DoublonsQuery,
): Promise<Doublon[]> {
  const tels = [tel, tel2]
    .flatMap(numerosDe)
    .map(cleDeTelephone)
    .filter((cle) => cle.length >= CHIFFRES_MIN)
  const { rows } = await sql<Trouve>`
    with cherche as (select ${tels}::text[] as tels, ${cleDeNumero(nin)} as nin, ${cleDeNumero(piece_numero)} as piece),
    trouves as (
      select id from clients where tel_cles && ${tels}::text[]
      union select id from clients where nin_cle = (select nin from cherche)
      union select id from clients where piece_cle = (select piece from cherche)),
    compares as (
      select c.id, c.nom_complet as "nomComplet", c.tel, c.recherche,
        c.tel_cles && k.tels as telephone,
        coalesce(c.nin_cle = k.nin, false) as nin, coalesce(c.piece_cle = k.piece, false) as piece
      from trouves join clients c using (id) cross join cherche k
      where c.id is distinct from ${sauf ?? null}::bigint)
    select id, "nomComplet", tel, telephone, nin, piece from compares
    order by telephone::int + nin::int + piece::int desc, recherche, id limit ${AU_PLUS}`.execute(db)
  return rows.map(({ telephone, nin: memeNin, piece, ...client }) => ({
    ...client,
    raisons: [
      ...(telephone ? (['téléphone'] as const) : []),
      ...(memeNin ? (['NIN'] as const) : []),
      ...(piece ? (["pièce d'identité"] as const) : []),
    ],
  }))
}
