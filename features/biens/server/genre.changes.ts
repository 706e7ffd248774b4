import { assertDeletable, changePrix, followPrix } from '#features/biens/server/biens.service.ts'
import { lockBien, OBJETS } from '#features/etats/server/biens.locks.ts'
import {
  readBien,
  readFiche,
  readFiches,
  toFiche,
  type Genre,
  type Types,
} from '#features/biens/server/genre.read.ts'
import { holdClient } from '#features/clients/server/clients.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { changeClient, openVente } from '#features/ventes/server/vendre.service.ts'
import { addMany, changeManyVersioned, only } from '#server/database/bulk.ts'
import type { Db } from '#server/database/db.ts'
import { replacePlan, type PlanEnvoye } from '#server/files/replace.ts'
import type { Actor } from '#server/http/session.ts'
import { zip } from '#shared/zip.ts'

/**
 * Adds a bien; a client given with it buys it at once (Q130).
 * @throws clientInconnu, the errors of the kind's `holdNew` (422, each on its field), and a taken number (422)
 */
export async function createBien<G extends Types>(
  db: Db,
  actor: Actor,
  genre: Genre<G>,
  saisie: G['creation'],
  plan?: PlanEnvoye,
): Promise<G['lu']> {
  const { type } = genre
  const { client_id } = saisie
  if (client_id != null) await holdClient(db, client_id)
  await genre.holdNew(db, saisie)
  const id = only(await insertBiens(db, genre, [saisie]))
  if (plan) await replacePlan(db, 'appartements', id, plan)
  const bien = await readBien(db, genre, id)
  await writeJournal(db, actor, { action: 'ajouter', objet: OBJETS[type], id, apres: toFiche(bien) })
  if (client_id == null) return bien
  await openVente(db, actor, await lockBien(db, id, type), client_id)
  return readBien(db, genre, id)
}

/** Inserts the rows of biens in both of their tables. @returns their ids, in the order of the biens */
async function insertBiens<G extends Types>(
  db: Db,
  genre: Genre<G>,
  saisies: readonly G['creation'][],
): Promise<number[]> {
  const { type } = genre
  const ids = await addMany(
    db,
    'biens',
    saisies.map(({ montant: prix }) => ({ type, prix })),
  )
  await genre.insert(
    db,
    zip(saisies, ids).map(([saisie, id]) => ({ ...saisie, id })),
  )
  return ids
}

/** Adds biens that the caller has checked under its locks, and sells none. @returns their ids, in the order of the biens */
export async function addBiens<G extends Types>(
  db: Db,
  actor: Actor,
  genre: Genre<G>,
  saisies: readonly G['creation'][],
): Promise<number[]> {
  const ids = await insertBiens(db, genre, saisies)
  const objet = OBJETS[genre.type]
  const apres = await readFiches(db, genre, ids)
  await writeJournal(
    db,
    actor,
    zip(ids, apres).map(([id, fiche]) => ({ action: 'ajouter', objet, id, apres: fiche })),
  )
  return ids
}

/** Changes biens that the caller has locked and checked; the open ventes and échéanciers follow the prices. */
export async function changeBiens<G extends Types>(
  db: Db,
  actor: Actor,
  genre: Genre<G>,
  saisies: readonly (G['changement'] & { id: number })[],
): Promise<void> {
  const ids = saisies.map(({ id }) => id)
  const objet = OBJETS[genre.type]
  const avant = await readFiches(db, genre, ids)
  const prix = saisies.map(({ id, montant }) => ({ id, prix: montant }))
  await changeManyVersioned(db, 'biens', prix)
  await followPrix(db, actor, prix)
  await genre.change(db, saisies)
  const apres = await readFiches(db, genre, ids)
  await writeJournal(
    db,
    actor,
    ids.map((id, at) => ({ action: 'modifier', objet, id, avant: avant[at], apres: apres[at] })),
  )
}

/**
 * Saves a bien. An absent optional field stays (Q122); a client sells a free bien (Q130), a place keeps its parking and client (Q151).
 * @throws introuvable, versionPerimee, montantSousPaye, bienVenduAutreClient, and the errors of {@link createBien}
 */
export async function updateBien<G extends Types>(
  db: Db,
  actor: Actor,
  genre: Genre<G>,
  id: number,
  saisie: G['changement'] & { version?: number | null },
  plan?: PlanEnvoye,
): Promise<G['lu']> {
  const { type } = genre
  const { client_id, montant: prix, version } = saisie
  if (client_id != null) await holdClient(db, client_id)
  await genre.holdChanged?.(db, saisie)
  const bien = await lockBien(db, id, type)
  const avant = await readFiche(db, genre, id)
  await genre.check?.(db, avant, saisie)
  await changePrix(db, actor, bien, prix, version)
  await genre.change(db, [{ ...saisie, id }])
  if (plan) await replacePlan(db, 'appartements', id, plan)
  const saved = await readBien(db, genre, id)
  const apres = toFiche(saved)
  await writeJournal(db, actor, { action: 'modifier', objet: OBJETS[type], id, avant, apres })
  if (client_id === undefined) return saved
  await changeClient(db, actor, { ...bien, prix }, client_id)
  return readBien(db, genre, id)
}

/** Deletes a bien with its plan (Q137). @throws introuvable, and the errors of {@link assertDeletable} */
export async function deleteBien<G extends Types>(
  db: Db,
  actor: Actor,
  genre: Genre<G>,
  id: number,
  plan?: PlanEnvoye,
): Promise<void> {
  const { type } = genre
  await lockBien(db, id, type)
  const avant = await readFiche(db, genre, id)
  if (plan) await replacePlan(db, 'appartements', id, plan)
  await assertDeletable(db, type, [id])
  await db.deleteFrom('biens').where('id', '=', id).execute()
  await writeJournal(db, actor, { action: 'supprimer', objet: OBJETS[type], id, avant })
}
