import { changePrix, createBien, deleteBien, lockBien } from '#features/biens/server/biens.service.ts'
import { holdClient } from '#features/clients/server/clients.service.ts'
import type { Appartement, AppartementInput } from '#features/appartements/appartements.contract.ts'
import { readAppartement, readFiche } from '#features/appartements/server/appartements.read.ts'
import { holdEtage } from '#features/etages/server/etages.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { changeClient, openVente } from '#features/ventes/server/ventes.service.ts'
import type { Db } from '#server/database/db.ts'
import { replaceFile, type FileLife } from '#server/files/replace.ts'
import type { UploadedFile } from '#server/files/upload.ts'
import type { Actor } from '#server/http/session.ts'

const TYPE = 'appartement'

/**
 * Adds an appartement to an étage; a client given with it buys it at once (Q130).
 * @throws clientInconnu, etageInconnu, etageAutreBloc, blocAutreResidence, numLotPris (422, each on its field)
 */
export async function createAppartement(
  db: Db,
  actor: Actor,
  input: AppartementInput,
  plan: UploadedFile | null,
  life: FileLife,
): Promise<Appartement> {
  const { client_id, montant } = input
  if (client_id != null) await holdClient(db, client_id)
  await holdEtage(db, input.etage_id, input)
  const id = await createBien(db, TYPE, montant)
  await db
    .insertInto('appartements')
    .values({ id, ...columns(input) })
    .execute()
  await replaceFile(db, life, planOf(id), plan)
  await writeJournal(db, actor, { action: 'ajouter', objet: TYPE, id, apres: await readFiche(db, id) })
  if (client_id != null) await openVente(db, actor, await lockBien(db, id, TYPE), client_id)
  return readAppartement(db, id)
}

/**
 * Without a new plan the old one stays, unless `plan_pdf` takes it away; an optional amount left out stays too (Q122).
 * @throws introuvable, versionPerimee, montantSousPaye, bienVenduAutreClient, and what {@link createAppartement} throws
 */
export async function updateAppartement(
  db: Db,
  actor: Actor,
  id: number,
  { version, plan_pdf, ...input }: AppartementInput & { version?: number | null; plan_pdf?: boolean },
  plan: UploadedFile | null,
  life: FileLife,
): Promise<Appartement> {
  if (input.client_id != null) await holdClient(db, input.client_id)
  // Before its bien: who moves an étage or a bloc goes from there to the biens.
  await holdEtage(db, input.etage_id, input)
  const bien = await lockBien(db, id, TYPE)
  const avant = await readFiche(db, id)
  await changePrix(db, actor, bien, input.montant, version)
  await db.updateTable('appartements').set(columns(input)).where('id', '=', id).execute()
  await replaceFile(db, life, planOf(id), plan ?? (plan_pdf ? null : undefined))
  await writeJournal(db, actor, {
    action: 'modifier',
    objet: TYPE,
    id,
    avant,
    apres: await readFiche(db, id),
  })
  await changeClient(db, actor, { ...bien, prix: input.montant }, input.client_id)
  return readAppartement(db, id)
}

/** Its plan goes with it. @throws introuvable, bienVendu, bienAvecHistorique (409, Q137, Q206) */
export async function deleteAppartement(db: Db, actor: Actor, id: number, life: FileLife): Promise<void> {
  const bien = await lockBien(db, id, TYPE)
  const avant = await readFiche(db, id)
  await replaceFile(db, life, planOf(id), null)
  await deleteBien(db, bien)
  await writeJournal(db, actor, { action: 'supprimer', objet: TYPE, id, avant })
}

const planOf = (id: number) => ({ table: 'appartements', column: 'plan_id', id }) as const

/** An optional amount left out is undefined, and its column stays as it is. */
const columns = (input: AppartementInput) => ({
  etage_id: input.etage_id,
  num_lot: input.numLot,
  type_logement: input.typeLogement,
  surface_habitable: input.surfaceHabitable,
  surface_utile: input.surfaceUtile,
  montant1: input.montant1,
  montant2: input.montant2,
})
