import type { Civilite, CiviliteInput } from '#features/clients/civilite.contract.ts'
import { lockClient } from '#features/clients/server/clients.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { Db } from '#server/database/db.ts'
import { changeVersioned } from '#server/database/records.ts'
import { refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'
import { communesErreurs } from '#shared/erreurs.ts'

const CIVILITE = [
  ...(['id', 'nom_complet as nomComplet', 'nom_ar', 'genre', 'adresse_ar', 'naissance_lieu_ar'] as const),
  ...(['rc', 'nif', 'representant', 'representant_ar'] as const),
  ...(['representant_qualite', 'representant_qualite_ar', 'version'] as const),
] as const

/** Reads how papers name a client. @throws introuvable (404) */
export async function readCivilite(db: Db, id: number): Promise<Civilite> {
  const client = await db.selectFrom('clients').select(CIVILITE).where('id', '=', id).executeTakeFirst()
  if (!client) throw refuse(communesErreurs.introuvable)
  return client as Civilite
}

/** Changes how papers name a client. @throws introuvable (404), versionPerimee (409) */
export async function updateCivilite(
  db: Db,
  actor: Actor,
  id: number,
  { version, ...fields }: CiviliteInput,
): Promise<Civilite> {
  await lockClient(db, id)
  const avant = await readCivilite(db, id)
  await changeVersioned(db, 'clients', avant, version, fields)
  const apres = await readCivilite(db, id)
  await writeJournal(db, actor, { action: 'modifier', objet: 'client', id, avant, apres })
  return apres
}
