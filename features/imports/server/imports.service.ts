import { sql, type RawBuilder } from 'kysely'
import { estDefaisable } from '#features/actes/server/actes.service.ts'
import { importsErreurs } from '#features/imports/imports.erreurs.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { countWithout } from '#features/echeanciers/server/echeancier.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import {
  type CompteDeFeuille,
  type Import,
  type ImportLu,
  importsEndpoints,
  type MessageImport,
  type MessagesQuery,
} from '#features/imports/imports.contract.ts'
import { closeDead, dead, INTERROMPU, thisProcess } from '#features/imports/server/imports.state.ts'
import type { Correspondance } from '#features/imports/server/reprise/correspondance.ts'
import type { StatutImport } from '#features/imports/imports.words.ts'
import { pathOf, readTranche, toPage, type PageQuery } from '#shared/pagination.ts'
import type { Db } from '#server/database/db.ts'
import { count } from '#server/database/records.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import type { UploadedFile } from '#server/files/upload.ts'
import { refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

const PAR_PAGE = 10
const MESSAGES_PAR_PAGE = 50

interface Row {
  id: number
  nom: string
  membre_nom: string
  modifier: boolean
  statut: StatutImport
  mort: boolean
  motif: string | null
  fait: number
  total: number
  feuilles: CompteDeFeuille[]
  nombre_erreurs: number
  nombre_avertissements: number
  nombre_modifications: number
  recus_a_numeroter: number
  sauvegarde: string | null
  cree_le: Date
  fini_le: Date | null
  peut_defaire: boolean
  defait_le: Date | null
  defait_par: string | null
}

const selectImports = (suite: RawBuilder<unknown>) => sql<Row>`
  select id, nom, membre_nom, modifier, statut, ${dead} as mort, motif, fait, total, feuilles, nombre_erreurs,
    nombre_avertissements, nombre_modifications, recus_a_numeroter, sauvegarde, cree_le, fini_le,
    coalesce(statut = 'termine' and (select ${estDefaisable} from actes a where a.import_id = imports.id), false) as peut_defaire,
    (select a.defait_le from actes a where a.import_id = imports.id) as defait_le,
    (select a.defait_par from actes a where a.import_id = imports.id) as defait_par
  from imports ${suite}`

function toImport({ membre_nom, mort, cree_le, fini_le, defait_le, ...row }: Row): Import {
  const statut = mort ? 'echec' : row.statut
  return {
    ...row,
    membre: membre_nom,
    statut,
    motif: mort ? INTERROMPU : row.motif,
    peut_confirmer: statut === 'pret',
    peut_annuler: ['lecture', 'correspondance', 'pret', 'ecriture'].includes(statut),
    cree_le: cree_le.toISOString(),
    fini_le: fini_le?.toISOString() ?? null,
    defait_le: defait_le?.toISOString() ?? null,
  }
}

/** One page of imports, newest first. Amounts in centimes. */
export async function listImports(db: Db, query: PageQuery) {
  const slice = readTranche(query, PAR_PAGE)
  return inSnapshot(db, async (instant) => {
    const { rows } = await selectImports(
      sql`order by id desc limit ${slice.limit} offset ${slice.offset}`,
    ).execute(instant)
    return toPage(rows.map(toImport), await count(instant, 'imports'), slice, pathOf(importsEndpoints.list))
  })
}

/** One import, amounts in centimes. An import whose process has died reads as failed. @throws introuvable */
export async function readImport(db: Db, id: number): Promise<Import> {
  const { rows } = await selectImports(sql`where id = ${id}`).execute(db)
  if (!rows[0]) throw refuse(communesErreurs.introuvable)
  return toImport(rows[0])
}

/** One import as {@link readImport} reads it, with what the columns of its lists are, or null, and how many of its sales wait for an échéancier. @throws introuvable */
export async function readImportWithListes(db: Db, id: number): Promise<ImportLu> {
  return inSnapshot(db, async (instant) => ({
    ...(await readImport(instant, id)),
    correspondance: await readListes(instant, id),
    ventes_sans_echeancier: (await countWithout(instant, { importe: id })).dossiers,
  }))
}

export async function readListes(db: Db, id: number): Promise<Correspondance | null> {
  const { rows } = await sql<{
    listes: Correspondance | null
  }>`select correspondance as listes from imports where id = ${id}`.execute(db)
  return rows[0]?.listes ?? null
}

/** One page of the messages of an import, in the order of the workbook. @throws introuvable */
export async function listMessages(db: Db, id: number, { feuille, gravite, ...query }: MessagesQuery) {
  const slice = readTranche(query, MESSAGES_PAR_PAGE)
  const wanted = sql`where import_id = ${id} and (${feuille} = '' or feuille = ${feuille})
    and (${gravite ?? null}::text is null or gravite = ${gravite ?? null})`
  return inSnapshot(db, async (instant) => {
    await readImport(instant, id)
    const { rows } = await sql<MessageImport>`
      select gravite, feuille, ligne, colonne, cellule, texte from imports_messages ${wanted}
      order by rang limit ${slice.limit} offset ${slice.offset}`.execute(instant)
    const { rows: counted } = await sql<{
      n: number
    }>`select count(*) as n from imports_messages ${wanted}`.execute(instant)
    const path = pathOf(importsEndpoints.messages, { id, feuille, gravite })
    return toPage(rows, counted[0]?.n ?? 0, slice, path)
  })
}

export async function requireNoOther(db: Db): Promise<void> {
  await closeDead(db)
  const { rows } = await sql`select from imports where statut in ('lecture', 'ecriture')`.execute(db)
  if (rows.length > 0) throw refuse(importsErreurs.importEnCours)
}

/** An act is not taken back while an import writes. @throws importEnCours (409) */
export async function requireNoWriting(db: Db): Promise<void> {
  const { rows } = await sql`select from imports where statut = 'ecriture' and not ${dead}`.execute(db)
  if (rows.length > 0) throw refuse(importsErreurs.importEnCours)
}

/** Keeps a workbook; its check begins after the commit. @throws classeurManquant (422 on classeur), importEnCours (409) */
export async function receiveImport(
  db: Db,
  actor: Actor,
  file: UploadedFile | null,
  modifier: boolean,
): Promise<Import> {
  if (!file) throw refuse(importsErreurs.classeurManquant).on('classeur')
  await requireNoOther(db)
  const fichier_id = await file.keep(db)
  const { nom, sha256 } = file
  // The unique index lets one of several simultaneous imports in; the others wait here, and are refused.
  const made = await db
    .insertInto('imports')
    .values({ fichier_id, nom, sha256, membre_nom: actor.name, modifier, ...thisProcess })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw refuse(importsErreurs.importEnCours)
  const apres = { nom, sha256: sha256.toString('hex'), modifier }
  await writeJournal(db, actor, { action: 'ajouter', objet: 'import', id: made.id, apres })
  return readImport(db, made.id)
}

/** Locks an import. The lock lets the import's own process go on inserting messages. @throws introuvable */
export async function lockImport(db: Db, id: number): Promise<Import> {
  const { rows } = await selectImports(sql`where id = ${id} for no key update`).execute(db)
  if (!rows[0]) throw refuse(communesErreurs.introuvable)
  return toImport(rows[0])
}

/**
 * Confirms an import; its writing begins after the commit.
 * @throws introuvable, importPasPret (409) unless the import waits for it, importEnCours (409)
 */
export async function confirmImport(db: Db, actor: Actor, id: number): Promise<Import> {
  const { nom, statut } = await lockImport(db, id)
  if (statut !== 'pret') throw refuse(importsErreurs.importPasPret)
  await requireNoOther(db)
  await sql`update imports set statut = 'ecriture', fait = 0, total = 0, vu_le = clock_timestamp(),
    machine = ${thisProcess.machine}, processus = ${thisProcess.processus} where id = ${id}`.execute(db)
  await writeJournal(db, actor, { action: 'confirmer', objet: 'import', id, apres: { nom } })
  return readImport(db, id)
}

/**
 * Abandons an import, or asks its process to stop.
 * @returns the import and the message for the member
 * @throws introuvable, importFini (409)
 */
export async function cancelImport(
  db: Db,
  actor: Actor,
  id: number,
): Promise<{ annule: Import; message: string }> {
  const { nom, statut, peut_annuler } = await lockImport(db, id)
  if (!peut_annuler) throw refuse(importsErreurs.importFini)
  const pret = statut === 'pret' || statut === 'correspondance'
  await (
    pret
      ? sql`update imports set statut = 'annule', fini_le = clock_timestamp() where id = ${id}`
      : sql`update imports set annulation = true where id = ${id}`
  ).execute(db)
  await writeJournal(db, actor, { action: 'annuler', objet: 'import', id, avant: { nom, statut } })
  const message = pret ? "Import annulé : rien n'a été écrit." : 'Annulation demandée.'
  return { annule: await readImport(db, id), message }
}
