import { holdClient, readClient } from '#features/clients/server/clients.service.ts'
import { clientsErreurs } from '#features/clients/clients.erreurs.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { piecePartie } from '#features/clients/server/pieces.client.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { Portee } from '#features/parametres/parametres.sections.ts'
import {
  holdParametres,
  libelleDePiece,
  readTypesDePiece,
  type TypeDePiece,
} from '#features/parametres/server/parametres.service.ts'
import { FORMATS, type Piece, type PieceInput, type PiecesQuery } from '#features/clients/fiches.contract.ts'
import type { Fichier } from '#server/files/intact.ts'
import type { Db } from '#server/database/db.ts'
import { dropFiles, type FileLife } from '#server/files/replace.ts'
import type { UploadedFile } from '#server/files/upload.ts'
import { refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'
import { VALEUR_INVALIDE } from '#shared/champs/codecs.ts'

interface Porteur {
  portee: Portee
  id: number
}

const porteurOf = ({ client_id, vente_id }: PieceInput | PiecesQuery): Porteur =>
  vente_id == null ? { portee: 'client', id: client_id ?? 0 } : { portee: 'vente', id: vente_id }

interface Row {
  id: number
  client_id: number | null
  vente_id: number | null
  type: string
  note: string | null
  membre_nom: string
  cree_le: Date
  nom: string
  taille: number
  format: string
}

const selectPieces = (db: Db) =>
  db
    .selectFrom('pieces as p')
    .innerJoin('fichiers as f', 'f.id', 'p.fichier_id')
    .select(['p.id', 'p.client_id', 'p.vente_id', 'p.type', 'p.note', 'p.membre_nom', 'p.cree_le'])
    .select(['f.nom', 'f.taille', 'f.type as format'])

const toPiece = (row: Row, types: readonly TypeDePiece[]): Piece => ({
  id: row.id,
  type: row.type,
  libelle: libelleDePiece(types, row.type),
  nom: row.nom,
  taille: row.taille,
  format: FORMATS.find((format) => row.format.endsWith(`/${format}`)) ?? 'pdf',
  note: row.note,
  ajoutee_le: row.cree_le.toISOString(),
  ajoutee_par: row.membre_nom,
})

/**
 * Lists the pieces of a client or of a vente, the newest first, with the types to add and the required ones still missing (for a vente
 * also its buyer's). The caller holds a snapshot. @throws introuvable (404)
 */
export async function listPieces(db: Db, query: PiecesQuery) {
  const { portee, id } = porteurOf(query)
  const client = portee === 'client' ? (await readClient(db, id)).id : await buyerOf(db, id)
  const types = await readTypesDePiece(db)
  const rows = await selectPieces(db)
    .where(portee === 'client' ? 'p.client_id' : 'p.vente_id', '=', id)
    .orderBy('p.id', 'desc')
    .execute()
  const there = new Set(rows.map(({ type }) => type))
  const his = portee === 'client' ? there : await typesOfClient(db, client)
  return {
    data: rows.map((row) => toPiece(row, types)),
    types: types.filter((type) => type.portee === portee),
    manquantes: types.filter(
      (type) =>
        type.obligatoire &&
        (portee === 'vente' || type.portee === 'client') &&
        !(type.portee === 'client' ? his : there).has(type.code),
    ),
  }
}

async function buyerOf(db: Db, vente: number): Promise<number> {
  const found = await db.selectFrom('ventes').select('client_id').where('id', '=', vente).executeTakeFirst()
  if (!found) throw refuse(communesErreurs.introuvable)
  return found.client_id
}

const typesOfClient = async (db: Db, client: number) =>
  new Set(
    (await db.selectFrom('pieces').select('type').distinct().where('client_id', '=', client).execute()).map(
      ({ type }) => type,
    ),
  )

/**
 * Adds a piece to the file of a client or of a vente, also of an ended one. @throws fichierManquant (422 on fichier), clientInconnu (422
 * on client_id), typeDePieceManquant (422 on type), invalide (422 on vente_id) for an unknown vente
 */
export async function addPiece(
  db: Db,
  actor: Actor,
  input: PieceInput,
  file: UploadedFile | null,
): Promise<Piece> {
  if (!file) throw refuse(communesErreurs.fichierManquant).on('fichier')
  const { portee, id } = porteurOf(input)
  await (portee === 'client' ? holdClient(db, id) : holdVente(db, id))
  await holdParametres(db, 'pieces')
  const types = await readTypesDePiece(db)
  const type = types.find(({ code }) => code === input.type)
  if (type?.portee !== portee) throw refuse(clientsErreurs.typeDePieceManquant).on('type')
  const note = input.note ?? null
  const added = await db
    .insertInto('pieces')
    .values({
      ...(portee === 'client' ? { client_id: id } : { vente_id: id }),
      type: type.code,
      fichier_id: await file.keep(db),
      note,
      membre_nom: actor.name,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeJournal(db, actor, {
    action: 'joindre',
    objet: portee,
    id,
    apres: { piece: type.libelle, fichier: file.nom, note },
  })
  const row = await selectPieces(db).where('p.id', '=', added.id).executeTakeFirstOrThrow()
  return toPiece(row, types)
}

async function holdVente(db: Db, id: number): Promise<void> {
  const vente = await db
    .selectFrom('ventes')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  if (!vente) throw refuse(communesErreurs.invalide, { texte: VALEUR_INVALIDE }).on('vente_id')
}

/** Deletes a piece and its bytes. @throws introuvable (404) */
export async function deletePiece(db: Db, actor: Actor, id: number, life: FileLife): Promise<void> {
  const row = await selectPieces(db)
    .select('p.fichier_id')
    .where('p.id', '=', id)
    .forUpdate('p')
    .executeTakeFirst()
  if (!row) throw refuse(communesErreurs.introuvable)
  await db.deleteFrom('pieces').where('id', '=', id).execute()
  const libelle = libelleDePiece(await readTypesDePiece(db), row.type)
  const [objet, porteur] =
    row.client_id === null ? (['vente', row.vente_id ?? 0] as const) : (['client', row.client_id] as const)
  await writeJournal(db, actor, piecePartie(objet, porteur, { ...row, libelle }))
  await dropFiles(db, life, [row.fichier_id])
}

/** Finds the stored file of a piece, with its name and type. @throws introuvable (404) */
export async function readFichier(db: Db, id: number): Promise<Fichier & { nom: string }> {
  const found = await db
    .selectFrom('pieces as p')
    .innerJoin('fichiers as f', 'f.id', 'p.fichier_id')
    .where('p.id', '=', id)
    .select(['f.id', 'f.nom', 'f.taille', 'f.type'])
    .executeTakeFirst()
  if (!found) throw refuse(communesErreurs.introuvable)
  return found
}
