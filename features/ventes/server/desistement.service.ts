import { etatsErreurs } from '#features/etats/etats.erreurs.ts'
import { sql } from 'kysely'
import { communesErreurs } from '#shared/erreurs.ts'
import { ventesErreurs } from '#features/ventes/ventes.erreurs.ts'
import { lockVenteOuverte, type Bien } from '#features/etats/server/biens.locks.ts'
import type { Dossier } from '#features/ventes/dossiers.contract.ts'
import type { DesistementInput } from '#features/ventes/fins.contract.ts'
import { readDossier } from '#features/ventes/server/dossiers.read.ts'
import { assertOpen, lockDossier, type DossierTenu } from '#features/ventes/server/dossiers.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { settleOption } from '#features/options/server/options.service.ts'
import type { Centimes } from '#shared/argent.ts'
import { numeroDossier } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'
import { changeVersioned } from '#server/database/records.ts'
import { refusDeLaRetenue, retenueDe } from '#features/ventes/dossiers.rules.ts'
import { assertKept, refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/** Refuses a delivered bien: it cannot come back or change hands. @throws venteLivree (409) */
export function assertNotDelivered({ vente }: Pick<DossierTenu, 'vente'>): void {
  if (vente.livraison_le !== null) throw refuse(ventesErreurs.venteLivree)
}

/**
 * Ends a sale by a désistement. The bien is free at once, all payments stay, the lines are closed. A share to keep is computed once. In
 * centimes.
 * @throws introuvable (404), venteClose, venteLivree, versionPerimee (409), retenueTropHaute (422 on retenue)
 */
export async function endVente(
  db: Db,
  actor: Actor,
  id: number,
  { version, ...input }: DesistementInput,
): Promise<Dossier> {
  const held = await lockDossier(db, id)
  const { vente, bien } = held
  assertOpen(held)
  assertNotDelivered(held)
  const terms = termsOf(input, vente.total_paye, 0)
  await changeVersioned(db, 'ventes', vente, version, {})
  await db
    .updateTable('ventes')
    .set({ terminee_le: sql`greatest(now(), ouverte_le)` })
    .where('id', '=', id)
    .execute()
  await db
    .insertInto('desistements')
    .values({ vente_id: id, ...terms, note: input.note ?? null })
    .execute()
  const apres = await readDossier(db, id)
  await writeJournal(db, actor, {
    action: 'desister',
    objet: 'vente',
    id,
    avant: { ...whatIsSold(bien, vente), client: apres.client.nomComplet },
    apres: apres.desistement,
  })
  return apres
}

/**
 * Corrects a désistement; an absent `note` stays.
 * @throws introuvable (404, also without a désistement), retenueTropHaute (422 on retenue), versionPerimee (409)
 */
export async function updateDesistement(
  db: Db,
  actor: Actor,
  id: number,
  { version, ...input }: DesistementInput,
): Promise<Dossier> {
  const { vente, desistement } = await lockDossier(db, id)
  if (!desistement) throw refuse(communesErreurs.introuvable)
  const avant = (await readDossier(db, id)).desistement
  if (version != null && version !== desistement.version) throw refuse(communesErreurs.versionPerimee)
  const terms = termsOf(input, vente.total_paye, avant?.rembourse ?? 0)
  await db
    .updateTable('desistements')
    .set({ ...terms, note: input.note === undefined ? desistement.note : input.note })
    .set({ version: desistement.version + 1 })
    .where('vente_id', '=', id)
    .execute()
  await changeVersioned(db, 'ventes', vente, undefined, {})
  const apres = await readDossier(db, id)
  await writeJournal(db, actor, {
    action: 'modifier',
    objet: 'desistement',
    id,
    avant,
    apres: apres.desistement,
  })
  return apres
}

/**
 * Cancels a désistement without refunds: the sale is open again, and the bien takes its price.
 * @throws introuvable (404, also without a désistement), remboursementsExistent, bienDejaVendu, bienBloque, bienSousOption (409)
 */
export async function reopenVente(db: Db, actor: Actor, id: number): Promise<Dossier> {
  const { bien, vente, desistement } = await lockDossier(db, id)
  if (!desistement) throw refuse(communesErreurs.introuvable)
  const { desistement: avant, remboursements } = await readDossier(db, id)
  if (remboursements.length > 0) throw refuse(ventesErreurs.remboursementsExistent)
  if (await lockVenteOuverte(db, bien.id)) throw refuse(etatsErreurs.bienDejaVendu)
  await settleOption(db, actor, bien, vente.client_id)
  await db.deleteFrom('desistements').where('vente_id', '=', id).execute()
  if (bien.prix !== vente.prix) await changeVersioned(db, 'biens', bien, undefined, { prix: vente.prix })
  await changeVersioned(db, 'ventes', vente, undefined, { terminee_le: null })
  const apres = await readDossier(db, id)
  await writeJournal(db, actor, {
    action: 'rouvrir',
    objet: 'vente',
    id,
    avant: { ...avant, prix_du_bien: bien.prix },
    apres: { ...whatIsSold(bien, vente), client: apres.client.nomComplet, prix_du_bien: vente.prix },
  })
  return apres
}

export const whatIsSold = (bien: Pick<Bien, 'id' | 'type'>, vente: DossierTenu['vente']) => ({
  dossier: numeroDossier(vente.dossier_annee, vente.dossier_numero),
  bien_id: bien.id,
  type: bien.type,
  client_id: vente.client_id,
  prix: vente.prix,
  total_paye: vente.total_paye,
})

/** Terms of a désistement, the retenue as an amount. @throws retenueTropHaute (422 on retenue) */
function termsOf(
  { demande_le, origine, motif, ...input }: Omit<DesistementInput, 'version'>,
  paye: Centimes,
  rembourse: Centimes,
) {
  const retenue = retenueDe(input, paye)
  assertKept(refusDeLaRetenue(retenue, paye, rembourse))
  return { demande_le, origine, motif, retenue, retenue_pourcent: input.retenue_pourcent ?? null }
}
