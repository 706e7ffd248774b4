import { etatsErreurs } from '#features/etats/etats.erreurs.ts'
import type { Insertable } from 'kysely'
import { communesErreurs } from '#shared/erreurs.ts'
import { refusDuStadeSansBloc } from '#features/echeanciers/echeancier.rules.ts'
import { ventesErreurs } from '#features/ventes/ventes.erreurs.ts'
import { describeBiens } from '#features/etats/server/biens.read.ts'
import { lockAnyBien, lockVenteOuverte, type Bien } from '#features/etats/server/biens.locks.ts'
import { holdClient, readClient } from '#features/clients/server/clients.service.ts'
import type { Dossier } from '#features/ventes/dossiers.contract.ts'
import { assertNotDelivered, whatIsSold } from '#features/ventes/server/desistement.service.ts'
import { readDossier, readCoAcquereurs } from '#features/ventes/server/dossiers.read.ts'
import { assertOpen, lockDossier } from '#features/ventes/server/dossiers.service.ts'
import type { CessionInput, TransfertInput } from '#features/ventes/fins.contract.ts'
import { readLignes, redistributeLignes } from '#features/echeanciers/server/lignes.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { settleOption } from '#features/options/server/options.service.ts'
import { readParametres } from '#features/parametres/server/parametres.service.ts'
import { libelleDuBien } from '#shared/biens.ts'
import type { Db } from '#server/database/db.ts'
import { changeVersioned } from '#server/database/records.ts'
import type { DB } from '#server/database/schema.ts'
import { refusDeLaCession } from '#features/ventes/dossiers.rules.ts'
import { refusDuPrix } from '#features/etats/etats.rules.ts'
import { assertKept, refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/**
 * Moves an open sale to another bien at the agreed price, which that bien takes: number, payments and history stay, and the uncovered part
 * of the lines is divided anew. The old bien is free at its own price. In centimes.
 * @throws introuvable (404), bienManquant, memeBien, stadeSansBloc (422 on bien_id), montantSousPaye (422 on montant), venteClose,
 * venteLivree, bienDejaVendu, bienBloque, bienSousOption, versionPerimee (409)
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
  if (!cible) throw refuse(etatsErreurs.bienManquant).on('bien_id')
  if (cible.id === bien.id) throw refuse(ventesErreurs.memeBien).on('bien_id')
  if (await lockVenteOuverte(db, cible.id)) throw refuse(etatsErreurs.bienDejaVendu)
  const prix = montant ?? cible.prix
  assertKept(refusDuPrix(prix, vente.total_paye))
  assertKept(refusDuStadeSansBloc(cible.type, await readLignes(db, id)), 'bien_id')
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
 * Gives an open sale to another client; earlier payments keep the name of their holder. `frais` is noted and changes no sum. In centimes.
 * @throws introuvable (404), clientInconnu, memeClient (422 on client_id), venteClose, venteLivree, cessionEtape, cessionPaye,
 * versionPerimee (409)
 */
export async function cedeVente(
  db: Db,
  actor: Actor,
  id: number,
  { client_id, frais, motif, version }: CessionInput,
): Promise<Dossier> {
  const seen = await db.selectFrom('ventes').select('client_id').where('id', '=', id).executeTakeFirst()
  if (!seen) throw refuse(communesErreurs.introuvable)
  for (const client of [seen.client_id, client_id].toSorted((a, b) => a - b)) await holdClient(db, client)
  const held = await lockDossier(db, id)
  const { vente, bien } = held
  assertOpen(held)
  assertNotDelivered(held)
  if (client_id === vente.client_id) throw refuse(ventesErreurs.memeClient).on('client_id')
  assertKept(refusDeLaCession({ ...vente, paye: vente.total_paye }, await readParametres(db, 'ventes')))
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

/** Removes the new client from the co-acquéreurs: the client of a sale has what they leave. @returns entry of the journal, or nothing */
async function dropCoAcquereur(db: Db, id: number, client: number) {
  const avant = await readCoAcquereurs(db, id)
  const apres = avant.filter(({ client_id }) => client_id !== client)
  if (apres.length === avant.length) return {}
  await db.deleteFrom('co_acquereurs').where('vente_id', '=', id).where('client_id', '=', client).execute()
  return { avant: { acquereurs: avant }, apres: { acquereurs: apres } }
}

/** Locks the present and the target bien by id, before the sale. @returns the target, if it exists */
async function lockWithTarget(db: Db, id: number, cibleId: number): Promise<Bien | undefined> {
  const seen = await db.selectFrom('ventes').select('bien_id').where('id', '=', id).executeTakeFirst()
  if (!seen) throw refuse(communesErreurs.introuvable)
  if (seen.bien_id < cibleId) await lockAnyBien(db, seen.bien_id)
  return lockAnyBien(db, cibleId)
}

const insertTransfert = (db: Db, actor: Actor, transfert: Omit<Insertable<DB['transferts']>, 'membre_nom'>) =>
  db
    .insertInto('transferts')
    .values({ ...transfert, membre_nom: actor.name })
    .execute()
