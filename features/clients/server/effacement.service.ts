import { sql } from 'kysely'
import { isHolding } from '#features/etats/server/etats.read.ts'
import { clientsErreurs } from '#features/clients/clients.erreurs.ts'
import { lockClient } from '#features/clients/server/clients.service.ts'
import { deletePiecesDuClient } from '#features/clients/server/pieces.client.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import {
  asSeen,
  clearOptions,
  forgetOptions,
  type OptionEffacee,
} from '#features/clients/server/effacement.options.ts'
import { aujourdhui } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import type { FileLife } from '#server/files/replace.ts'
import type { FileStore } from '#server/files/store.ts'
import { refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

const EFFACE = 'Client effacé'

interface Life extends FileLife {
  files: Pick<FileStore, 'remove' | 'drop'>
}

/**
 * Erases a client for good (law 18-07, art. 35): record, pieces with their bytes, links, the name in past options, stored answers and
 * the contents of journal lines. The journal keeps who acted and when. `confirmation` is the name as the member typed it.
 * @throws introuvable (404), nomARecopier (422 on confirmation), clientConcerne (409) while the client has a sale or a live option
 */
export async function eraseClient(
  db: Db,
  life: Life,
  actor: Actor,
  id: number,
  confirmation: string,
): Promise<void> {
  const { nomComplet } = await lockClient(db, id)
  if (asSeen(confirmation) !== asSeen(nomComplet))
    throw refuse(clientsErreurs.nomARecopier).on('confirmation')
  if (await isConcerned(db, id)) throw refuse(clientsErreurs.clientConcerne)
  await dropPieces(db, life, actor, id)
  const options = await clearOptions(db, sql<boolean>`client_id = ${id}`, EFFACE)
  await db.deleteFrom('clients').where('id', '=', id).execute()
  await forgetOptions(db, options)
  await forgetAnswers(db, id)
  await emptyLines(db, id, options)
  await writeJournal(db, actor, {
    action: 'effacer',
    objet: 'client',
    id,
    apres: { details: 'Données effacées.' },
  })
}

/**
 * Empties the client's journal lines and removes the name from lines of biens held for or sold to the client. The journal's trigger
 * allows it once no client has this id (db/migrations/0018). Lines of a sale that was taken back belong to the sale and keep the name.
 */
async function emptyLines(db: Db, client: number, options: readonly OptionEffacee[]): Promise<void> {
  await sql`update journal set avant = null, apres = null
    where objet = 'client' and objet_id = ${client} and (avant is not null or apres is not null)`.execute(db)
  await sql`
    with biens as (
      select unnest(${options.map(({ bien_id }) => bien_id)}::bigint[]) as id
      union select coalesce(apres->>'bien_id', avant->>'bien_id')::bigint from journal
        where objet = 'vente' and coalesce(apres->>'client_id', avant->>'client_id') = ${String(client)})
    update journal set avant = journal_sans_effaces(avant), apres = journal_sans_effaces(apres)
    where objet in ('appartement', 'local', 'place') and objet_id in (select id from biens)
      and ((avant->'client'->>'id')::bigint = ${client} or (apres->'client'->>'id')::bigint = ${client})`.execute(
    db,
  )
}

/** Tells whether the client has or had a sale, shares one, or holds a live option. */
async function isConcerned(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql<{ concerned: boolean }>`
    select exists (select from ventes where client_id = ${id})
      or exists (select from co_acquereurs where client_id = ${id})
      or exists (select from transferts where ancien_client_id = ${id})
      or exists (select from options o
        where o.client_id = ${id} and ${isHolding('o', aujourdhui())}) as concerned`.execute(db)
  return rows[0]?.concerned ?? true
}

/** The bytes are dropped from the bin too, so that no restore brings them back. */
const dropPieces = (db: Db, { files, afterCommit }: Life, actor: Actor, client: number): Promise<void> =>
  deletePiecesDuClient(db, actor, client, {
    afterCommit,
    files: {
      async remove(id) {
        await files.remove(id)
        await files.drop(id, 'corbeille')
      },
    },
  })

/** Deletes stored answers with the client's record, id or pieces. Runs before {@link emptyLines}: the journal knows the pieces' names. */
async function forgetAnswers(db: Db, client: number): Promise<void> {
  await sql`
    with pieces as (select distinct coalesce(apres, avant)->>'fichier' as nom from journal
      where objet = 'client' and objet_id = ${client} and coalesce(apres, avant) ? 'fichier')
    delete from idempotence where jsonb_path_exists(reponse,
      '$.** ? ((@.id == $client && exists(@.nomComplet)) || @.client_id == $client || (@.nom == $noms[*] && exists(@.ajoutee_par)))',
      jsonb_build_object('client', ${client}::bigint,
        'noms', (select coalesce(jsonb_agg(nom), '[]') from pieces)))`.execute(db)
}
