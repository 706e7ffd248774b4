import { sql } from 'kysely'
import { lockClient } from '#features/clients/server/clients.service.ts'
import { deletePiecesDuClient } from '#features/clients/server/pieces.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { aujourdhui } from '#shared/dates.ts'
import { cleanTexte } from '#shared/texte.ts'
import type { Db } from '#server/database/db.ts'
import type { FileLife } from '#server/files/replace.ts'
import type { FileStore } from '#server/files/store.ts'
import { AppError } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/** What an option that is over says instead of whom it was for. */
const EFFACE = 'Client effacé'

/** Names are recopied as they are seen: a browser draws several blanks as one. */
const asSeen = (nom: string) => cleanTexte(nom).replace(/\s+/g, ' ').trim()

interface Life extends FileLife {
  files: Pick<FileStore, 'remove' | 'drop'>
}

/**
 * Takes a client out of everything that is kept, for good (law 18-07, art. 35): his record, his pieces with their bytes, his links, the
 * name on his past options, the stored answers that hold his record, and what the journal says of him. Who did what to his record, and
 * when, stays.
 * @param confirmation his name, as it was typed
 * @throws introuvable (404), nomARecopier (422 on confirmation), clientConcerne (409) while a sale or a live option is his
 */
export async function eraseClient(
  db: Db,
  life: Life,
  actor: Actor,
  id: number,
  confirmation: string,
): Promise<void> {
  const { nomComplet } = await lockClient(db, id)
  if (asSeen(confirmation) !== asSeen(nomComplet)) throw new AppError('nomARecopier').on('confirmation')
  if (await isConcerned(db, id)) throw new AppError('clientConcerne')
  await dropPieces(db, life, actor, id)
  await db
    .updateTable('options')
    .set({ nom: EFFACE, tel: null, note: null })
    .where('client_id', '=', id)
    .execute()
  await db.deleteFrom('clients').where('id', '=', id).execute()
  await forgetAnswers(db, id)
  // The journal lets this pass once no client has the number any more.
  await sql`update journal set avant = null, apres = null
    where objet = 'client' and objet_id = ${id} and (avant is not null or apres is not null)`.execute(db)
  await writeJournal(db, actor, {
    action: 'effacer',
    objet: 'client',
    id,
    apres: { details: 'Données effacées.' },
  })
}

/** Is a sale his, was one, does he share one, or is a bien held for him today? */
async function isConcerned(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql<{ concerned: boolean }>`
    select exists (select from ventes where client_id = ${id})
      or exists (select from co_acquereurs where client_id = ${id})
      or exists (select from transferts where ancien_client_id = ${id})
      or exists (select from options
        where client_id = ${id} and fin is null and expire_le >= ${aujourdhui()}::date) as concerned`.execute(
    db,
  )
  return rows[0]?.concerned ?? true
}

/** Their bytes do not lie in the bin either: nothing may bring them back. */
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

/**
 * An answer is kept a day for who asks again. None is kept that has his record, his number beside what he is called there, or a piece
 * of his, one that was taken away too: the journal still knows what their files were called.
 */
async function forgetAnswers(db: Db, client: number): Promise<void> {
  await sql`
    with pieces as (select distinct coalesce(apres, avant)->>'fichier' as nom from journal
      where objet = 'client' and objet_id = ${client} and coalesce(apres, avant) ? 'fichier')
    delete from idempotence where jsonb_path_exists(reponse,
      '$.** ? ((@.id == $client && exists(@.nomComplet)) || @.client_id == $client || (@.nom == $noms[*] && exists(@.ajoutee_par)))',
      jsonb_build_object('client', ${client}::bigint,
        'noms', (select coalesce(jsonb_agg(nom), '[]') from pieces)))`.execute(db)
}
