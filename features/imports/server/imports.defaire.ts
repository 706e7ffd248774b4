import { sql } from 'kysely'
import type { Retrait } from '#features/actes/actes.schema.ts'
import { formatRetrait } from '#features/actes/actes.words.ts'
import type { Acte } from '#features/actes/server/actes.fiches.ts'
import { previewRetrait, readActe, takeBack } from '#features/actes/server/actes.service.ts'
import type { Import } from '#features/imports/imports.contract.ts'
import { importsErreurs } from '#features/imports/imports.erreurs.ts'
import { lockImport, readImport, requireNoWriting } from '#features/imports/server/imports.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { Db } from '#server/database/db.ts'
import { refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/** Returns what undoing an import would do. @throws introuvable, importNeSeDefaitPlus, importEnCours (409) */
export async function previewDefaire(db: Db, id: number): Promise<{ data: Retrait }> {
  await readImport(db, id)
  return { data: await previewRetrait(db, await readDefaisable(db, id, false)) }
}

/**
 * Removes all that an import made, and gives what it changed its former values.
 * @returns the import, and the message for the member
 * @throws introuvable, importNeSeDefaitPlus, importEnCours, fichesServies (409)
 */
export async function defaireImport(db: Db, actor: Actor, id: number): Promise<Import & { message: string }> {
  const { nom } = await lockImport(db, id)
  const comptes = await takeBack(db, actor, await readDefaisable(db, id, true))
  await sql`update imports set statut = 'defait' where id = ${id}`.execute(db)
  await writeJournal(db, actor, {
    action: 'defaire',
    objet: 'import',
    id,
    avant: { nom, statut: 'termine' },
    apres: { nom, statut: 'defait', ...comptes },
  })
  return { ...(await readImport(db, id)), message: `Import défait : ${formatRetrait(comptes)}.` }
}

async function readDefaisable(db: Db, id: number, locking: boolean): Promise<Acte> {
  const acte = await readActe(db, { import_id: id }, locking)
  if (!acte?.peut_defaire) throw refuse(importsErreurs.importNeSeDefaitPlus)
  await requireNoWriting(db)
  return acte
}
