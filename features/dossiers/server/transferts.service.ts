import type { Insertable } from 'kysely'
import { describeBiens } from '#features/biens/server/biens.read.ts'
import { lockAnyBien, lockVenteOuverte, type Bien } from '#features/biens/server/biens.service.ts'
import { holdClient, readClient } from '#features/clients/server/clients.service.ts'
import { isPaid, partPayee } from '#features/dossiers/desistement.rules.ts'
import type { Dossier } from '#features/dossiers/dossier.contract.ts'
import { assertNotDelivered, whatIsSold } from '#features/dossiers/server/desistement.service.ts'
import { readDossier } from '#features/dossiers/server/dossiers.read.ts'
import { assertOpen, lockDossier } from '#features/dossiers/server/dossiers.service.ts'
import type { CessionInput, TransfertInput } from '#features/dossiers/transferts.contract.ts'
import { readLignes, redistributeLignes } from '#features/echeancier/server/lignes.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { readCoAcquereurs } from '#features/ventes/server/acquereurs.read.ts'
import { settleOption } from '#features/options/server/options.service.ts'
import { readParametres } from '#features/parametres/server/parametres.service.ts'
import { libelleDuBien } from '#shared/biens.ts'
import type { Db } from '#server/database/db.ts'
import { changeVersioned } from '#server/database/records.ts'
import type { DB } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/**
 * Moves an open sale to another bien, which takes the price agreed on: number, payments and history stay, what is not covered of the
 * lines is divided anew. The old bien is free at its own price. In centimes.
 * @throws introuvable (404), bienManquant, memeBien, stadeSansBloc (422 on bien_id), montantSousPaye (422 on montant),
 *   venteClose, venteLivree, bienDejaVendu, bienBloque, bienSousOption, versionPerimee (409)
 */
export async function transferVente(
  db: Db,
  actor: Actor,
  id: number,
  { bien_id, montant, motif, version }: TransfertInput,
): Promise<Dossier> {
  const cible = await lockWithTarget(db, id, bien_id)
  const held = await lockDossier(db, id)
  const { vente, bien } = held
  assertOpen(held)
  assertNotDelivered(held)
  if (!cible) throw new AppError('bienManquant').on('bien_id')
  if (cible.id === bien.id) throw new AppError('memeBien').on('bien_id')
  if (await lockVenteOuverte(db, cible.id)) throw new AppError('bienDejaVendu')
  const prix = montant ?? cible.prix
  if (prix < vente.total_paye) throw new AppError('montantSousPaye', { paye: vente.total_paye }).on('montant')
  if (cible.type === 'place_parking' && (await waitsForStade(db, id)))
    throw new AppError('stadeSansBloc').on('bien_id')
  await settleOption(db, actor, cible, vente.client_id)
  if (prix !== cible.prix) await changeVersioned(db, 'biens', cible, undefined, { prix })
  await changeVersioned(db, 'ventes', vente, version, { bien_id: cible.id, prix })
  await redistributeLignes(db, actor, { id, prix, total_paye: vente.total_paye })
  const noms = await describeBiens(db, [bien.id, cible.id])
  const nomDe = ({ id: bienId, type }: Bien) => libelleDuBien(type, noms.get(bienId)?.numero ?? '')
  const transfert = { ancien: nomDe(bien), nouveau: nomDe(cible), prix_avant: vente.prix, prix_apres: prix }
  await insertTransfert(db, actor, {
    vente_id: id,
    nature: 'bien',
    ancien_bien_id: bien.id,
    ...transfert,
    motif,
  })
  await writeJournal(db, actor, {
    action: 'transferer',
    objet: 'vente',
    id,
    avant: { ...whatIsSold(bien, vente), bien: transfert.ancien },
    apres: { ...whatIsSold(cible, { ...vente, prix }), bien: transfert.nouveau, motif },
  })
  return readDossier(db, id)
}

/**
 * Gives an open sale to another client with all that is in it; payments made until now keep the name of who held it then.
 * `frais` is noted, and moves no sum. In centimes.
 * @throws introuvable (404), clientInconnu, memeClient (422 on client_id), venteClose, venteLivree, cessionEtape, cessionPaye,
 *   versionPerimee (409)
 */
export async function assignVente(
  db: Db,
  actor: Actor,
  id: number,
  { client_id, frais, motif, version }: CessionInput,
): Promise<Dossier> {
  const seen = await db.selectFrom('ventes').select('client_id').where('id', '=', id).executeTakeFirst()
  if (!seen) throw new AppError('introuvable')
  for (const client of [seen.client_id, client_id].toSorted((a, b) => a - b)) await holdClient(db, client)
  const held = await lockDossier(db, id)
  const { vente, bien } = held
  assertOpen(held)
  assertNotDelivered(held)
  if (client_id === vente.client_id) throw new AppError('memeClient').on('client_id')
  await assertAssignable(db, vente)
  await changeVersioned(db, 'ventes', vente, version, { client_id })
  const acquereurs = await dropCoAcquereur(db, id, client_id)
  const [ancien, nouveau] = [await readClient(db, vente.client_id), await readClient(db, client_id)]
  await insertTransfert(db, actor, {
    vente_id: id,
    nature: 'client',
    ancien_client_id: vente.client_id,
    ancien: ancien.nomComplet,
    nouveau: nouveau.nomComplet,
    prix_avant: vente.prix,
    prix_apres: vente.prix,
    frais: frais ?? null,
    motif,
  })
  await writeJournal(db, actor, {
    action: 'ceder',
    objet: 'vente',
    id,
    avant: { ...whatIsSold(bien, vente), client: ancien.nomComplet, ...acquereurs.avant },
    apres: {
      ...whatIsSold(bien, { ...vente, client_id }),
      client: nouveau.nomComplet,
      ...acquereurs.apres,
      frais: frais ?? null,
      motif,
    },
  })
  return readDossier(db, id)
}

/** Who takes a dossier over that he shared holds it: his share joins what the others leave. @returns what the journal says of it, if it was so */
async function dropCoAcquereur(db: Db, id: number, client: number) {
  const avant = await readCoAcquereurs(db, id)
  const apres = avant.filter(({ client_id }) => client_id !== client)
  if (apres.length === avant.length) return {}
  await db.deleteFrom('co_acquereurs').where('vente_id', '=', id).where('client_id', '=', client).execute()
  return { avant: { acquereurs: avant }, apres: { acquereurs: apres } }
}

/** Locks the bien a sale leaves and the one it goes to, the smaller id first, before the sale. @returns the second, if there is one */
async function lockWithTarget(db: Db, id: number, cibleId: number): Promise<Bien | undefined> {
  const seen = await db.selectFrom('ventes').select('bien_id').where('id', '=', id).executeTakeFirst()
  if (!seen) throw new AppError('introuvable')
  if (seen.bien_id < cibleId) await lockAnyBien(db, seen.bien_id)
  return lockAnyBien(db, cibleId)
}

const waitsForStade = async (db: Db, id: number): Promise<boolean> =>
  (await readLignes(db, id)).some(({ declencheur }) => declencheur === 'stade')

/** The rules of the firm for a sale that changes hands. @throws cessionEtape, cessionPaye (409) */
async function assertAssignable(
  db: Db,
  { contrat_le, prix, total_paye }: { contrat_le: string | null; prix: number; total_paye: number },
): Promise<void> {
  const { cession_avant_contrat, cession_paye } = await readParametres(db, 'ventes')
  if (cession_avant_contrat && contrat_le !== null) throw new AppError('cessionEtape')
  if (cession_paye !== null && !isPaid(total_paye, prix, cession_paye))
    throw new AppError('cessionPaye', { demande: cession_paye, paye: partPayee(total_paye, prix) })
}

const insertTransfert = (db: Db, actor: Actor, transfert: Omit<Insertable<DB['transferts']>, 'membre_nom'>) =>
  db
    .insertInto('transferts')
    .values({ ...transfert, membre_nom: actor.name })
    .execute()
