import { sql } from 'kysely'
import { lockVenteOuverte, type Bien } from '#features/biens/server/biens.service.ts'
import { retenueDe } from '#features/dossiers/desistement.rules.ts'
import type { Dossier } from '#features/dossiers/dossier.contract.ts'
import type { DesistementInput } from '#features/dossiers/desistement.contract.ts'
import { readDossier } from '#features/dossiers/server/dossiers.read.ts'
import { assertOpen, lockDossier, type DossierTenu } from '#features/dossiers/server/dossiers.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { settleOption } from '#features/options/server/options.service.ts'
import type { Centimes } from '#shared/argent.ts'
import { numeroDossier } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'
import { changeVersioned } from '#server/database/records.ts'
import { AppError } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/** @throws venteLivree (409): a delivered bien neither comes back nor changes hands */
export function assertNotDelivered({ vente }: Pick<DossierTenu, 'vente'>): void {
  if (vente.livraison_le !== null) throw new AppError('venteLivree')
}

/**
 * Ends a sale with a reason, what is kept and, from then on, what is to be given back. The bien is free at once, at its own price; the
 * payments stay, a local's too, and the lines are closed. A share is worked out once, from what is paid now. In centimes.
 * @throws introuvable (404), venteClose, venteLivree, versionPerimee (409), retenueTropHaute (422 on retenue)
 */
export async function withdraw(
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
    .set({ terminee_le: sql`now()` })
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
 * Corrects a désistement; `note` that is not said stays.
 * @throws introuvable (404, also of a dossier without one), retenueTropHaute (422 on retenue), versionPerimee (409)
 */
export async function updateDesistement(
  db: Db,
  actor: Actor,
  id: number,
  { version, ...input }: DesistementInput,
): Promise<Dossier> {
  const { vente, desistement } = await lockDossier(db, id)
  if (!desistement) throw new AppError('introuvable')
  const avant = (await readDossier(db, id)).desistement
  if (version != null && version !== desistement.version) throw new AppError('versionPerimee')
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
 * Undoes a désistement of which nothing was given back: the sale is open again as it was, and the bien takes its price.
 * @throws introuvable (404, also of a dossier without one), remboursementsExistent, bienDejaVendu, bienBloque, bienSousOption (409)
 */
export async function reopen(db: Db, actor: Actor, id: number): Promise<Dossier> {
  const { bien, vente, desistement } = await lockDossier(db, id)
  if (!desistement) throw new AppError('introuvable')
  const { desistement: avant, remboursements } = await readDossier(db, id)
  if (remboursements.length > 0) throw new AppError('remboursementsExistent')
  if (await lockVenteOuverte(db, bien.id)) throw new AppError('bienDejaVendu')
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

/** What the journal says of a sale that ends, opens again or moves. In centimes. */
export const whatIsSold = (bien: Pick<Bien, 'id' | 'type'>, vente: DossierTenu['vente']) => ({
  dossier: numeroDossier(vente.dossier_annee, vente.dossier_numero),
  bien_id: bien.id,
  type: bien.type,
  client_id: vente.client_id,
  prix: vente.prix,
  total_paye: vente.total_paye,
})

/** What is asked for, the retenue as an amount. @throws retenueTropHaute (422 on retenue) */
function termsOf(
  { demande_le, origine, motif, ...input }: Omit<DesistementInput, 'version'>,
  paye: Centimes,
  rembourse: Centimes,
) {
  const retenue = retenueDe(input, paye)
  const max = paye - rembourse
  if (retenue > max) throw new AppError('retenueTropHaute', { max }).on('retenue')
  return { demande_le, origine, motif, retenue, retenue_pourcent: input.retenue_pourcent ?? null }
}
