import { sql } from 'kysely'
import type { AcquereursInput } from '#features/dossiers/acquereurs.contract.ts'
import type { Dossier } from '#features/dossiers/dossier.contract.ts'
import { readDossier } from '#features/dossiers/server/dossiers.read.ts'
import { assertOpen, lockDossier } from '#features/dossiers/server/dossiers.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { readCoAcquereurs } from '#features/ventes/server/acquereurs.read.ts'
import type { Db } from '#server/database/db.ts'
import { changeVersioned } from '#server/database/records.ts'
import { sentence, type ErrorCode } from '#server/erreurs.ts'
import { fieldErrors } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/**
 * Makes these the co-acquéreurs of an open sale, each with his share in hundredths of a percent; what they leave is its client's.
 * @throws introuvable (404), clientInconnu, dejaAcquereur (422 at their line), venteClose, versionPerimee (409)
 */
export async function saveAcquereurs(
  db: Db,
  actor: Actor,
  id: number,
  { acquereurs, version }: AcquereursInput,
): Promise<Dossier> {
  const there = await holdClients(
    db,
    acquereurs.map(({ client_id }) => client_id),
  )
  refuseAt(acquereurs, 'clientInconnu', (client) => !there.has(client))
  const held = await lockDossier(db, id)
  const { vente } = held
  refuseAt(acquereurs, 'dejaAcquereur', (client) => client === vente.client_id)
  assertOpen(held)
  await changeVersioned(db, 'ventes', vente, version, {})
  const avant = await readCoAcquereurs(db, id)
  await db.deleteFrom('co_acquereurs').where('vente_id', '=', id).execute()
  if (acquereurs.length > 0)
    await db
      .insertInto('co_acquereurs')
      .values(acquereurs.map((acquereur) => ({ vente_id: id, ...acquereur })))
      .execute()
  await writeJournal(db, actor, {
    action: 'acquereurs',
    objet: 'vente',
    id,
    avant: { acquereurs: avant },
    apres: { acquereurs: await readCoAcquereurs(db, id) },
  })
  return readDossier(db, id)
}

/** Which of these clients there are; none of them is deleted before the transaction ends. Before the lock of the bien. */
async function holdClients(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select id from clients where id = any (${[...ids]}::bigint[]) order by id for key share`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

function refuseAt(
  acquereurs: AcquereursInput['acquereurs'],
  code: ErrorCode & ('clientInconnu' | 'dejaAcquereur'),
  wrong: (client: number) => boolean,
): void {
  const refused = acquereurs.flatMap(({ client_id }, rang) =>
    wrong(client_id) ? [[`acquereurs.${rang}.client_id`, sentence(code, undefined)] as const] : [],
  )
  if (refused.length > 0) throw fieldErrors(Object.fromEntries(refused))
}
