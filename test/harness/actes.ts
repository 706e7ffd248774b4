import type { Fiche } from '#features/actes/server/actes.fiches.ts'
import { readLastLigne } from '#features/actes/server/actes.record.ts'
import { buildImport } from '#features/imports/server/imports.scenes.ts'
import type { Db } from '#server/database/db.ts'

/** Tables in which an act that is taken back leaves rows: that it happened, and the numbers that it gave. */
export const LEFT_BY_RETRAIT = ['journal', 'actes', 'actes_fiches', 'changements_prix', 'recus', 'numeros']
/** The tables of an import's workbook, which stays when what it wrote is taken back. */
export const OF_IMPORTS = ['imports', 'imports_messages', 'fichiers']

/** An import that has made these records, as the end of its writing leaves it. @returns its id */
export async function buildActe(db: Db, fiches: Partial<Record<Fiche, readonly number[]>>): Promise<number> {
  const id = await buildImport(db)
  await db
    .updateTable('imports')
    .set({ statut: 'termine', fini_le: new Date() })
    .where('id', '=', id)
    .execute()
  const acte = await db
    .insertInto('actes')
    .values({ import_id: id, membre_nom: 'Karim', resume: '{}', dernier_journal: await readLastLigne(db) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const lignes = Object.entries(fiches).flatMap(([objet, ids]) =>
    ids.map((objet_id) => ({ acte_id: acte.id, objet, objet_id })),
  )
  if (lignes.length > 0) await db.insertInto('actes_fiches').values(lignes).execute()
  return id
}
