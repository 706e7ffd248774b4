import { sql, type RawBuilder } from 'kysely'
import { cleanTexte } from '#shared/texte.ts'
import type { Db } from '#server/database/db.ts'

/** A name as a member sees it when recopying it: a browser draws several blanks as one. */
export const asSeen = (nom: string): string => cleanTexte(nom).replace(/\s+/g, ' ').trim()

export interface OptionEffacee {
  id: number
  bien_id: number
}

/** Erases the holder from options that hold no bien any more; an open one ends as expired. @param nom the text that replaces the name */
export async function clearOptions(
  db: Db,
  which: RawBuilder<boolean>,
  nom: string,
): Promise<OptionEffacee[]> {
  const { rows } = await sql<OptionEffacee>`
    update options set nom = ${nom}, tel = null, note = null, motif_fin = null, efface_le = now(),
      fin = coalesce(fin, 'expiree'), fin_le = coalesce(fin_le, now()), version = version + 1
    where ${which} returning id, bien_id`.execute(db)
  return rows
}

/**
 * Clears erased options out of the journal, also out of the lines of their biens, and deletes the stored answers that contain them. The
 * journal allows this once an option names nobody (db/migrations/0018).
 */
export async function forgetOptions(db: Db, options: readonly OptionEffacee[]): Promise<void> {
  if (options.length === 0) return
  const ids = sql`${options.map(({ id }) => id)}::bigint[]`
  await sql`
    delete from idempotence where jsonb_path_exists(reponse, '$.** ? (@.id == $options[*] && exists(@.expire_le))',
      jsonb_build_object('options', to_jsonb(${ids})))`.execute(db)
  await sql`update journal set avant = null, apres = null
    where objet = 'option' and objet_id = any(${ids}) and (avant is not null or apres is not null)`.execute(
    db,
  )
  await sql`update journal set avant = journal_sans_effaces(avant), apres = journal_sans_effaces(apres)
    where objet in ('appartement', 'local', 'place') and objet_id = any(${options.map(({ bien_id }) => bien_id)}::bigint[])
      and ((avant->'option'->>'id')::bigint = any(${ids}) or (apres->'option'->>'id')::bigint = any(${ids}))`.execute(
    db,
  )
}
