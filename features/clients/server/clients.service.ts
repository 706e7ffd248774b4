import { sql, type RawBuilder } from 'kysely'
import type { Client, ClientInput, ClientsQuery, TriClients } from '#features/clients/clients.contract.ts'
import { deletePiecesDuClient } from '#features/clients/server/pieces.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { aujourdhui } from '#shared/dates.ts'
import { pathWithFilters, toPage, readTranche, type ChoixQuery } from '#shared/pagination.ts'
import { formatCompte } from '#shared/texte.ts'
import { writeTri, type Tri } from '#shared/tri.ts'
import { cumulCount } from '#server/database/cumuls.ts'
import type { Db } from '#server/database/db.ts'
import { limitAndOffset, shaped, statement } from '#server/database/prepared.ts'
import { changeVersioned } from '#server/database/records.ts'
import { containsMots, matchesClient } from '#server/database/mots.ts'
import { orderByTri, type Cles } from '#server/database/tri.ts'
import type { FileLife } from '#server/files/replace.ts'
import { AppError } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

const PAR_PAGE = 10
const columns = ['id', 'nom_complet as nomComplet', 'tel', 'email', 'adresse', 'version'] as const

const NOM_ET_TELEPHONE = sql<string>`concat_ws(' ', recherche, tel, telephone)`

/** "This client": his name or phone has the words, or his phone is the one typed; any when it is empty. */
const trouve = (search: string): RawBuilder<boolean> =>
  search === ''
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.join(
        [
          matchesClient('clients', search),
          // A name and a part of a phone together: « amrouche 0798 ». Only for a text with signs that phones have.
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

/** A page of those that are found, or all of them with a limit of null; a row of nulls where there is none, for the total. */
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

/** Without a search, in each order. */
const selectTous = shaped((tri: Tri<TriClients>) =>
  statement<[number | null, number], Trouves>((limit, offset) =>
    selectPage(sql`true`, cumulCount('clients'), tri, { limit, offset }),
  ),
)

/** One page of clients by name, or in the order that is asked for; all of them in one page when neither page nor per_page is given (Q28, Q37). */
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

/** Every client by name, for select boxes, or those asked for. */
export function allClients(db: Db, { search, limit }: ChoixQuery) {
  return db
    .selectFrom('clients')
    .where(trouve(search))
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

/** @throws introuvable, versionPerimee */
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
 * Past options keep his name; his pieces and his link go with him.
 * @throws introuvable, clientRattache when he has biens, or payments for biens he no longer has (Q91), a live option, or a dossier
 *   that ended, went to somebody else or is his in part
 */
export async function deleteClient(db: Db, actor: Actor, id: number, life: FileLife): Promise<void> {
  const avant = await lockClient(db, id)
  const { biens, paiements, options, clos, cedes, partages } = await attachments(db, id)
  if (biens + paiements + options + clos + cedes + partages > 0) {
    const details = [
      `Il a ${formatCompte(biens, 'bien')} et ${formatCompte(paiements, 'paiement')}.`,
      options > 0 && 'Une option est en cours.',
      clos > 0 && `Il a ${formatCompte(clos, 'dossier de vente terminé', 'dossiers de vente terminés')}.`,
      cedes > 0 && `Il a cédé ${formatCompte(cedes, 'dossier')}.`,
      partages > 0 && `Il est co-acquéreur de ${formatCompte(partages, 'dossier')}.`,
    ]
    throw new AppError('clientRattache', { details: details.filter(Boolean).join(' ') })
  }
  await deletePiecesDuClient(db, actor, id, life)
  await db.deleteFrom('clients').where('id', '=', id).execute()
  await writeJournal(db, actor, { action: 'supprimer', objet: 'client', id, avant })
}

interface Attachments {
  biens: number
  paiements: number
  /** Of those that hold a bien today. */
  options: number
  /** Ended without a payment left: others are told by their payments. */
  clos: number
  cedes: number
  /** Dossiers that he holds with somebody else. */
  partages: number
}

async function attachments(db: Db, id: number): Promise<Attachments> {
  const { rows } = await sql<Attachments>`
    select count(*) filter (where v.terminee_le is null) as biens, coalesce(sum(p.n), 0)::bigint as paiements,
      count(*) filter (where v.terminee_le is not null and p.n = 0) as clos,
      (select count(*) from options
        where client_id = ${id} and fin is null and expire_le >= ${aujourdhui()}::date) as options,
      (select count(distinct vente_id) from transferts where ancien_client_id = ${id}) as cedes,
      (select count(*) from co_acquereurs where client_id = ${id}) as partages
    from ventes v cross join lateral (select count(*) as n from paiements where vente_id = v.id) p
    where v.client_id = ${id}`.execute(db)
  return rows[0] ?? { biens: 0, paiements: 0, options: 0, clos: 0, cedes: 0, partages: 0 }
}

/** @throws introuvable */
export async function readClient(db: Db, id: number): Promise<Client> {
  const client = await db.selectFrom('clients').select(columns).where('id', '=', id).executeTakeFirst()
  if (!client) throw new AppError('introuvable')
  return client
}

/** The clients of these ids, in no order. */
export const readClients = (db: Db, ids: number[]): Promise<Client[]> =>
  db
    .selectFrom('clients')
    .select(columns)
    .where(sql<boolean>`id = any(${ids})`)
    .execute()

/**
 * Keeps a client from being deleted while he is being sold something; taken before the bien's lock.
 * @throws clientInconnu (422) on the field client_id
 */
export async function holdClient(db: Db, clientId: number): Promise<void> {
  const client = await db
    .selectFrom('clients')
    .select('id')
    .where('id', '=', clientId)
    .forKeyShare()
    .executeTakeFirst()
  if (!client) throw new AppError('clientInconnu').on('client_id')
}

/** The client under a row lock: first in the lock order client → bien → vente → paiement. @throws introuvable */
export async function lockClient(db: Db, id: number): Promise<Client> {
  const client = await db
    .selectFrom('clients')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!client) throw new AppError('introuvable')
  return client
}
