import { writeJournal, type Entry } from '#features/journal/server/journal.service.ts'
import { libelleDePiece, readTypesDePiece } from '#features/parametres/server/parametres.service.ts'
import type { Db } from '#server/database/db.ts'
import { dropFiles, type FileLife } from '#server/files/replace.ts'
import type { Actor } from '#server/http/session.ts'

/** Journal line of a removed piece, on its client or its vente. */
export const piecePartie = (
  objet: 'client' | 'vente',
  id: number,
  { libelle, nom, note }: { libelle: string; nom: string; note: string | null },
): Entry => ({ action: 'retirer piece', objet, id, avant: { piece: libelle, fichier: nom, note } })

/** Deletes the pieces of a locked client: the rows now, the bytes after the commit. */
export async function deletePiecesDuClient(db: Db, actor: Actor, id: number, life: FileLife): Promise<void> {
  const rows = await db
    .selectFrom('pieces as p')
    .innerJoin('fichiers as f', 'f.id', 'p.fichier_id')
    .where('p.client_id', '=', id)
    .select(['p.type', 'p.note', 'p.fichier_id', 'f.nom'])
    .orderBy('p.id')
    .forUpdate('p')
    .execute()
  if (rows.length === 0) return
  await db.deleteFrom('pieces').where('client_id', '=', id).execute()
  const types = await readTypesDePiece(db)
  const parties = rows.map(({ type, ...piece }) =>
    piecePartie('client', id, { ...piece, libelle: libelleDePiece(types, type) }),
  )
  await writeJournal(db, actor, parties)
  await dropFiles(
    db,
    life,
    rows.map(({ fichier_id }) => fichier_id),
  )
}
