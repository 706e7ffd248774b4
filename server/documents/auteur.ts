import type { Db } from '#server/database/db.ts'
import { auteurOf } from '#server/documents/papier.ts'

/** Name of the promoter, « Diyar » without one: the author of a file that has no letterhead. */
export const readAuteur = async (db: Db): Promise<string> =>
  auteurOf((await db.selectFrom('promoteurs').select('nom').orderBy('id').executeTakeFirst()) ?? null)
