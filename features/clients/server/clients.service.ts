import { sql } from 'kysely'
import { communesErreurs } from '#shared/erreurs.ts'
import { isHolding } from '#features/etats/server/etats.read.ts'
import { clientsErreurs } from '#features/clients/clients.erreurs.ts'
import type { client, ClientInput, ClientModifie } from '#features/clients/clients.contract.ts'
import { EMAIL_REQUIS, TELEPHONE_REQUIS } from '#shared/coordonnees.ts'
import type { Inside } from '#shared/endpoint.ts'
import { deletePiecesDuClient } from '#features/clients/server/pieces.client.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { aujourdhui } from '#shared/dates.ts'
import { formatCompte } from '#shared/texte.ts'
import { zip } from '#shared/zip.ts'
import { addMany, changeManyVersioned, only } from '#server/database/bulk.ts'
import { byId, changeVersioned } from '#server/database/records.ts'
import type { Db } from '#server/database/db.ts'
import { inOrder, statement } from '#server/database/prepared.ts'
import type { FileLife } from '#server/files/replace.ts'
import { pick } from '#server/http/bodies.ts'
import { fieldErrors, refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

const columns = ['id', 'nom_complet as nomComplet', 'tel', 'email', 'adresse', 'version'] as const

/** A client as he is kept: null where there is no phone or no e-mail. */
export type Client = Omit<Inside<typeof client>, 'sans_email' | 'sans_telephone'>

/** Says of a client what there is not of him (`entree.md` D.9). */
export const sayManques = <C extends Pick<Client, 'tel' | 'email'>>(client: C) => ({
  ...client,
  sans_email: client.email === null,
  sans_telephone: client.tel === null,
})

/** Kept fields of a client, '' and null being nothing. An import alone makes one without phone. */
export interface Coordonnees extends Pick<ClientInput, 'nomComplet' | 'adresse' | 'nom_ar'> {
  tel: string | null
  email: string | null
}

const toColumns = ({ nomComplet, tel, email, adresse, nom_ar }: Coordonnees) => ({
  nom_complet: nomComplet,
  tel: tel || null,
  email: email || null,
  adresse,
  nom_ar,
})

export async function createClient(db: Db, actor: Actor, input: Coordonnees): Promise<Client> {
  return only(await addClients(db, actor, [input]))
}

/** Adds clients that the caller has checked, in their order. */
export async function addClients(db: Db, actor: Actor, inputs: readonly Coordonnees[]): Promise<Client[]> {
  const ids = await addMany(db, 'clients', inputs.map(toColumns))
  const clients = inOrder(ids, await readClients(db, ids))
  await writeJournal(
    db,
    actor,
    zip(clients, inputs).map(([client, { nom_ar }]) => ({
      action: 'ajouter',
      objet: 'client',
      id: client.id,
      apres: nom_ar ? { ...client, nom_ar } : client,
    })),
  )
  return clients
}

/** Changes clients that the caller has locked and checked. */
export async function changeClients(
  db: Db,
  actor: Actor,
  inputs: readonly (Coordonnees & { id: number })[],
): Promise<void> {
  const ids = inputs.map(({ id }) => id)
  const avant = byId(await readClients(db, ids))
  await changeManyVersioned(
    db,
    'clients',
    inputs.map(({ id, ...input }) => ({ id, ...toColumns(input) })),
  )
  const apres = byId(await readClients(db, ids))
  await writeJournal(
    db,
    actor,
    ids.map((id) => ({
      action: 'modifier',
      objet: 'client',
      id,
      avant: avant.get(id),
      apres: apres.get(id),
    })),
  )
}

/** Changes a client. @throws introuvable (404), invalide (422) for a phone or an e-mail taken away, versionPerimee (409) */
export async function updateClient(db: Db, actor: Actor, id: number, input: ClientModifie): Promise<Client> {
  const { version, ...fields } = input
  const avant = await lockClient(db, id)
  assertReached(avant, fields)
  const nomAvant = await readNomArabe(db, id, fields)
  await changeVersioned(db, 'clients', avant, version, toColumns(fields))
  const apres = await readClient(db, id)
  const nomApres = await readNomArabe(db, id, fields)
  await writeJournal(db, actor, {
    action: 'modifier',
    objet: 'client',
    id,
    avant: { ...avant, ...nomAvant },
    apres: { ...apres, ...nomApres },
  })
  return apres
}

/** Completes what is sent of a client by what there is not of him, so that « '' » is taken of who is already without. */
export async function completeManques(db: Db, id: number, body: unknown): Promise<unknown> {
  const vide = (champ: string) => pick(body, champ) === ''
  if (!vide('tel') && !vide('email')) return body
  const client = await db
    .selectFrom('clients')
    .select(['tel', 'email'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!client) return body
  return {
    ...Object(body),
    ...(vide('tel') && { sans_telephone: client.tel === null }),
    ...(vide('email') &&
      client.email === null &&
      pick(body, 'sans_email') === undefined && { sans_email: true }),
  }
}

/** Refuses to take away a phone, or an e-mail without saying so. */
function assertReached(avant: Client, { tel, email, sans_email }: ClientModifie): void {
  const fautes = {
    ...(tel === '' && avant.tel !== null && { tel: TELEPHONE_REQUIS }),
    ...(email === '' && sans_email !== true && avant.email !== null && { email: EMAIL_REQUIS }),
  }
  if (Object.keys(fautes).length > 0) throw fieldErrors(fautes)
}

/** The name in Arabic, for the journal of a change that says it. */
async function readNomArabe(db: Db, id: number, { nom_ar }: Pick<ClientModifie, 'nom_ar'>) {
  if (nom_ar === undefined) return {}
  return db.selectFrom('clients').select('nom_ar').where('id', '=', id).executeTakeFirstOrThrow()
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
