import type { Selectable } from 'kysely'
import { lockAnyBien, type Bien } from '#features/biens/server/biens.service.ts'
import type { Dossier } from '#features/dossiers/dossier.contract.ts'
import type { DossierInput } from '#features/dossiers/dossiers.contract.ts'
import { etatOf, readDossier } from '#features/dossiers/server/dossiers.read.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { jourOf, type Jour } from '#shared/dates.ts'
import { numeroDossier } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'
import { changeVersioned } from '#server/database/records.ts'
import type { DB } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/** A vente under its lock and that of its bien, with how it stands. Amounts in centimes. */
export interface DossierTenu {
  bien: Bien
  vente: Selectable<DB['ventes']>
  desistement: Selectable<DB['desistements']> | null
}

/**
 * Locks the bien, then the vente of a dossier: after the client, before its payments. The client may have to be held before.
 * @throws introuvable
 */
export async function lockDossier(db: Db, id: number): Promise<DossierTenu> {
  const seen = await db.selectFrom('ventes').select('bien_id').where('id', '=', id).executeTakeFirst()
  const bien = seen && (await lockAnyBien(db, seen.bien_id))
  const vente = await db.selectFrom('ventes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!bien || !vente) throw new AppError('introuvable')
  // Another transfert came first, and the bien that was locked is not its bien any more.
  if (vente.bien_id !== bien.id) throw new AppError('versionPerimee')
  const desistement = await db
    .selectFrom('desistements')
    .selectAll()
    .where('vente_id', '=', id)
    .executeTakeFirst()
  return { bien, vente, desistement: desistement ?? null }
}

/** @throws venteClose (409) of a dossier whose sale has ended */
export function assertOpen({ vente }: Pick<DossierTenu, 'vente'>): void {
  if (vente.terminee_le === null) return
  const dossier = numeroDossier(vente.dossier_annee, vente.dossier_numero)
  throw new AppError('venteClose', { dossier, jour: jourOf(vente.terminee_le) })
}

/**
 * Saves the days, the notary and the note of a dossier, also of a désisted one; its échéances follow the days.
 * @throws introuvable (404), contratAvantReservation, livraisonAvantContrat, livraisonAvantReservation (422), venteClose, versionPerimee (409)
 */
export async function updateDossier(
  db: Db,
  actor: Actor,
  id: number,
  { version, ...input }: DossierInput,
): Promise<Dossier> {
  const { vente, desistement } = await lockDossier(db, id)
  if (etatOf({ ...vente, desistement }) === 'retrait') assertOpen({ vente })
  assertOrder({ ...vente, ...withoutAbsent(input) })
  const avant = dossierOf(vente)
  await changeVersioned(db, 'ventes', vente, version, input)
  const apres = await db.selectFrom('ventes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await writeJournal(db, actor, { action: 'modifier', objet: 'vente', id, avant, apres: dossierOf(apres) })
  return readDossier(db, id)
}

const dossierOf = (vente: Selectable<DB['ventes']>) => ({
  dossier: numeroDossier(vente.dossier_annee, vente.dossier_numero),
  reservation_le: vente.reservation_le,
  contrat_le: vente.contrat_le,
  livraison_le: vente.livraison_le,
  livraison_prevue_le: vente.livraison_prevue_le,
  notaire: vente.notaire,
  note: vente.note,
})

/** What was sent, without what was left as it is. */
const withoutAbsent = <T extends object>(input: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }

interface Etapes {
  reservation_le: Jour
  contrat_le: Jour | null
  livraison_le: Jour | null
}

/** One step does not come before the one it follows; the same day is right. */
function assertOrder({ reservation_le, contrat_le, livraison_le }: Etapes): void {
  if (contrat_le !== null && contrat_le < reservation_le)
    throw new AppError('contratAvantReservation', { jour: reservation_le }).on('contrat_le')
  if (livraison_le === null) return
  if (contrat_le !== null && livraison_le < contrat_le)
    throw new AppError('livraisonAvantContrat', { jour: contrat_le }).on('livraison_le')
  if (livraison_le < reservation_le)
    throw new AppError('livraisonAvantReservation', { jour: reservation_le }).on('livraison_le')
}
