import { sql } from 'kysely'
import type { AcquereursInput } from '#features/ventes/acquereurs.contract.ts'
import type { Dossier } from '#features/ventes/dossiers.contract.ts'
import { readDossier, readCoAcquereurs, type CoAcquereur } from '#features/ventes/server/dossiers.read.ts'
import { assertOpen, lockDossier } from '#features/ventes/server/dossiers.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { insertMany } from '#server/database/bulk.ts'
import type { Db } from '#server/database/db.ts'
import { changeVersioned } from '#server/database/records.ts'
import { clientsErreurs } from '#features/clients/clients.erreurs.ts'
import { ventesErreurs } from '#features/ventes/ventes.erreurs.ts'
import type { ErreurFixe } from '#shared/erreurs.ts'
import { fieldErrors } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/**
 * Replaces the co-acquéreurs of an open sale; shares in hundredths of a percent, the rest is its client's.
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
  refuseAt(acquereurs, clientsErreurs.clientInconnu, (client) => !there.has(client))
  const held = await lockDossier(db, id)
  const { vente } = held
  refuseAt(acquereurs, ventesErreurs.dejaAcquereur, (client) => client === vente.client_id)
  assertOpen(held)
  await changeVersioned(db, 'ventes', vente, version, {})
  const avant = await readCoAcquereurs(db, id)
  await db.deleteFrom('co_acquereurs').where('vente_id', '=', id).execute()
  await insertMany(
    db,
    'co_acquereurs',
    acquereurs.map(({ client_id, part }) => ({ vente_id: id, client_id, part })),
  )
  await writeJournal(db, actor, {
    action: 'acquereurs',
    objet: 'vente',
    id,
    avant: { acquereurs: avant },
    apres: { acquereurs: await readCoAcquereurs(db, id) },
  })
  return readDossier(db, id)
}

/** Adds the first co-acquéreurs of locked ventes; the versions of the ventes are the caller's to raise. */
export async function addAcquereurs(
  db: Db,
  actor: Actor,
  ventes: readonly { id: number; acquereurs: readonly CoAcquereur[] }[],
): Promise<void> {
  await insertMany(
    db,
    'co_acquereurs',
    ventes.flatMap(({ id, acquereurs }) =>
      acquereurs.map(({ client_id, part }) => ({ vente_id: id, client_id, part })),
    ),
  )
  await writeJournal(
    db,
    actor,
    ventes.map(({ id, acquereurs }) => ({
      action: 'acquereurs',
      objet: 'vente',
      id,
      avant: { acquereurs: [] },
      apres: { acquereurs },
    })),
  )
}

/** Locks these clients until the transaction ends and answers the ids of those that exist. Clients are locked before the bien. */
async function holdClients(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select id from clients where id = any (${[...ids]}::bigint[]) order by id for key share`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

function refuseAt(
  acquereurs: AcquereursInput['acquereurs'],
  { message }: ErreurFixe,
  wrong: (client: number) => boolean,
): void {
  const refused = acquereurs.flatMap(({ client_id }, rang) =>
    wrong(client_id) ? [[`acquereurs.${rang}.client_id`, message] as const] : [],
  )
  if (refused.length > 0) throw fieldErrors(Object.fromEntries(refused))
}
