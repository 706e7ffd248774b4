import type { Selectable } from 'kysely'
import { ventesErreurs } from '#features/ventes/ventes.erreurs.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { lockAnyBien, type Bien } from '#features/etats/server/biens.locks.ts'
import type { Dossier, DossierInput } from '#features/ventes/dossiers.contract.ts'
import { etatOf, readDossier } from '#features/ventes/server/dossiers.read.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { jourOf } from '#shared/dates.ts'
import { peut, type Role } from '#shared/droits.ts'
import { numeroDossier } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'
import { VALEUR_INVALIDE } from '#shared/champs/codecs.ts'
import { changeVersioned } from '#server/database/records.ts'
import type { DB } from '#server/database/schema.ts'
import { refusDesEtapes } from '#features/ventes/dossiers.rules.ts'
import { assertKept, refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/** A locked vente with its locked bien and its désistement. Amounts in centimes. */
export interface DossierTenu {
  bien: Bien
  vente: Selectable<DB['ventes']>
  desistement: Selectable<DB['desistements']> | null
}

/**
 * Locks the bien of a dossier, then its vente. @throws introuvable (404), versionPerimee (409) when the dossier has moved to another bien
 */
export async function lockDossier(db: Db, id: number): Promise<DossierTenu> {
  const seen = await db.selectFrom('ventes').select('bien_id').where('id', '=', id).executeTakeFirst()
  const bien = seen && (await lockAnyBien(db, seen.bien_id))
  const vente = await db.selectFrom('ventes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!bien || !vente) throw refuse(communesErreurs.introuvable)
  if (vente.bien_id !== bien.id) throw refuse(communesErreurs.versionPerimee)
  const desistement = await db
    .selectFrom('desistements')
    .selectAll()
    .where('vente_id', '=', id)
    .executeTakeFirst()
  return { bien, vente, desistement: desistement ?? null }
}

/** Refuses a dossier whose sale has ended. @throws venteClose (409) */
export function assertOpen({ vente }: Pick<DossierTenu, 'vente'>): void {
  if (vente.terminee_le === null) return
  const dossier = numeroDossier(vente.dossier_annee, vente.dossier_numero)
  throw refuse(ventesErreurs.venteClose, { dossier, jour: jourOf(vente.terminee_le) })
}

/**
 * Saves days, notary, note and vendeur of a dossier; its échéances follow the days. After a désistement only notary and note may change.
 * @throws introuvable (404), contratAvantReservation, livraisonAvantContrat, livraisonAvantReservation (422), venteClose, versionPerimee
 * (409)
 */
export async function updateDossier(
  db: Db,
  actor: Actor,
  { id, role }: { id: number; role: Role },
  { version, vendeur_id, ...days }: DossierInput,
): Promise<Dossier> {
  const { vente, desistement } = await lockDossier(db, id)
  const input = { ...days, ...(await settleVendeur(db, vente, role, vendeur_id)) }
  if (etatOf({ ...vente, desistement }) === 'retrait' || movesADay(vente, input)) assertOpen({ vente })
  assertKept(refusDesEtapes({ ...vente, ...withoutAbsent(input) })[0])
  const avant = dossierOf(vente)
  await changeVersioned(db, 'ventes', vente, version, input)
  const apres = await db.selectFrom('ventes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await writeJournal(db, actor, { action: 'modifier', objet: 'vente', id, avant, apres: dossierOf(apres) })
  return readDossier(db, id)
}

/**
 * The columns of who sold that a form changes; none where it sends him unchanged or not at all.
 * @throws vendeurSansDroit for a rôle that does not end sales, VALEUR_INVALIDE for who is no active member (422 on vendeur_id)
 */
async function settleVendeur(
  db: Db,
  vente: Selectable<DB['ventes']>,
  role: Role,
  id: number | null | undefined,
) {
  if (id === undefined || id === vente.vendeur_id) return {}
  if (!peut(role, 'finDeVente')) throw refuse(ventesErreurs.vendeurSansDroit).on('vendeur_id')
  if (id === null) return { vendeur_id: null, vendeur: null }
  const membre = await db
    .selectFrom('membres')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('actif', '=', true)
    .forKeyShare()
    .executeTakeFirst()
  if (!membre) throw refuse(communesErreurs.invalide, { texte: VALEUR_INVALIDE }).on('vendeur_id')
  return { vendeur_id: membre.id, vendeur: membre.name }
}

const JOURS = ['reservation_le', 'contrat_le', 'livraison_le', 'livraison_prevue_le'] as const

/** Whether a day changes: the form sends unchanged days too. */
const movesADay = (vente: Selectable<DB['ventes']>, input: Partial<DossierInput>): boolean =>
  JOURS.some((jour) => input[jour] !== undefined && input[jour] !== vente[jour])

/** Words of the journal for the dossier of a sale. */
export const dossierOf = (vente: Selectable<DB['ventes']>) => ({
  dossier: numeroDossier(vente.dossier_annee, vente.dossier_numero),
  reservation_le: vente.reservation_le,
  contrat_le: vente.contrat_le,
  livraison_le: vente.livraison_le,
  livraison_prevue_le: vente.livraison_prevue_le,
  notaire: vente.notaire,
  vendeur: vente.vendeur,
  note: vente.note,
})

const withoutAbsent = <T extends object>(input: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
