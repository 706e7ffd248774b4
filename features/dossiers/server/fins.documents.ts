import { describeBiens } from '#features/biens/server/biens.read.ts'
import { readClient } from '#features/clients/server/clients.service.ts'
import type { Dossier } from '#features/dossiers/dossier.contract.ts'
import type { ModeleDemande } from '#features/dossiers/server/demande.ts'
import { readDossier } from '#features/dossiers/server/dossiers.read.ts'
import type { ModeleRemboursement } from '#features/dossiers/server/remboursement.ts'
import { venteDuRemboursement } from '#features/dossiers/server/remboursements.service.ts'
import { CODES_MODE } from '#features/paiements/modes.ts'
import { toImprime } from '#features/paiements/server/paiements.documents.ts'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import { aujourdhui } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import { sumCentimes } from '#server/documents/papier.ts'
import { AppError } from '#server/http/errors.ts'

/** The demand to end a sale, open or désisted. @throws introuvable (404), venteClose (409) of one that ended otherwise */
export async function readDemandeModele(db: Db, id: number): Promise<ModeleDemande> {
  const lu = await readDossier(db, id)
  if (lu.etat === 'retrait' && lu.terminee_le !== null)
    throw new AppError('venteClose', { dossier: lu.dossier, jour: lu.terminee_le })
  return {
    ...(await readParties(db, lu)),
    dossier: lu.dossier,
    reservationLe: lu.reservation_le,
    contratLe: lu.contrat_le,
    prix: lu.montant,
    paye: lu.totalPaye,
    desistement: lu.desistement,
  }
}

/** The receipt of a refund. @throws introuvable (404) */
export async function readRemboursementModele(db: Db, id: number): Promise<ModeleRemboursement> {
  const lu = await readDossier(db, await venteDuRemboursement(db, id))
  const rang = lu.remboursements.findIndex((remboursement) => remboursement.id === id)
  const remboursement = lu.remboursements[rang]
  if (!remboursement) throw new AppError('introuvable')
  const { numero, jour, montant, mode, banque, reference } = remboursement
  return {
    ...(await readParties(db, lu)),
    dossier: lu.dossier,
    numero,
    jour,
    montant,
    mode: CODES_MODE.find((code) => code === mode) ?? 'autre',
    banque,
    reference,
    paye: lu.totalPaye,
    retenue: lu.desistement?.retenue ?? 0,
    avant: sumCentimes(lu.remboursements.slice(0, rang).map((autre) => autre.montant)),
  }
}

/** Who issues a paper of a dossier, whom and what it is about. */
async function readParties(db: Db, { client, bien }: Pick<Dossier, 'client' | 'bien'>) {
  const { nomComplet, tel, email, adresse } = await readClient(db, client.id)
  const decrit = (await describeBiens(db, [bien.id])).get(bien.id)
  if (!decrit) throw new AppError('introuvable')
  return {
    promoteur: await promoteurPourDocuments(db),
    etabliLe: aujourdhui(),
    client: { nom: nomComplet, tel, email, adresse },
    bien: toImprime(decrit),
  }
}
