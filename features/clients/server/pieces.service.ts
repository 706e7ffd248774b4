import { writeJournal, type Entry } from '#features/journal/server/journal.service.ts'
import { libelleDePiece, readTypesDePiece } from '#features/parametres/server/types-de-piece.ts'
import type { Db } from '#server/database/db.ts'
import { dropFiles, type FileLife } from '#server/files/replace.ts'
import type { Actor } from '#server/http/session.ts'

/** What the journal says of a piece: of a client it is a line of his, of a vente one of the vente. */
export const piecePartie = (
  objet: 'client' | 'vente',
  id: number,
  { libelle, nom, note }: { libelle: string; nom: string; note: string | null },
): Entry => ({ action: 'retirer piece', objet, id, avant: { piece: libelle, fichier: nom, note } })

/** The pieces of a locked client go with him: their rows now, their bytes once that is committed. */
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
