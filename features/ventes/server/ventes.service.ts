import { eteindreCodes } from '#features/ventes/server/codes.service.ts'
import { sql } from 'kysely'
import {
  lockBien,
  lockVenteOuverte,
  type Bien,
  type VenteOuverte,
} from '#features/biens/server/biens.service.ts'
import { holdClient, readClient } from '#features/clients/server/clients.service.ts'
import { readLignes } from '#features/echeancier/server/lignes.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { readCoAcquereurs } from '#features/ventes/server/acquereurs.read.ts'
import { settleOption } from '#features/options/server/options.service.ts'
import type { Centimes } from '#shared/argent.ts'
import type { TypeBien } from '#shared/biens.ts'
import { numeroDossier, numeroRecu } from '#shared/numero.ts'
import type { ErrorCode } from '#server/erreurs.ts'
import { nextNumero } from '#server/database/numeros.ts'
import { aujourdhui } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import { AppError } from '#server/http/errors.ts'
import { dropFiles, type FileLife } from '#server/files/replace.ts'
import type { Actor } from '#server/http/session.ts'

const DEJA_VENDU = {
  appartement: 'appartementDejaVendu',
  local: 'localDejaVendu',
  place_parking: 'placeDejaAttribuee',
} as const satisfies Record<TypeBien, ErrorCode>

/**
 * Sells a locked bien to a held client (`assigner-client`, `attribuer`): opens its vente at the current price.
 * Of several at once exactly one wins (D2 §4, Q126, Q127, Q149).
 * @throws appartementDejaVendu, localDejaVendu, placeDejaAttribuee (409)
 */
export async function openVente(
  db: Db,
  actor: Actor,
  bien: Bien,
  clientId: number,
  optionId?: number | null,
): Promise<void> {
  if (await lockVenteOuverte(db, bien.id)) throw new AppError(DEJA_VENDU[bien.type])
  await settleOption(db, actor, bien, clientId, optionId)
  const vente = await db
    .insertInto('ventes')
    .values({ bien_id: bien.id, client_id: clientId, prix: bien.prix, ...(await openDossier(db)) })
    .returning(['id', 'bien_id', 'client_id', 'prix', 'dossier_annee', 'dossier_numero'])
    .executeTakeFirstOrThrow()
  const { nomComplet } = await readClient(db, clientId)
  await writeJournal(db, actor, {
    action: 'assigner',
    objet: 'vente',
    id: vente.id,
    apres: { ...vente, type: bien.type, client: nomComplet },
  })
}

/** The number of a dossier that is opened today, in Algiers, and its day of réservation. */
async function openDossier(db: Db) {
  const { annee, numero } = await nextNumero(db, 'dossier')
  return { dossier_annee: annee, dossier_numero: numero, reservation_le: aujourdhui() }
}

/** `client_id` of an assign call: holds the client, locks the bien, sells it. @throws introuvable, clientInconnu, …DejaVendu */
export async function assignClient(
  db: Db,
  actor: Actor,
  type: TypeBien,
  bienId: number,
  { client_id, option_id }: { client_id: number; option_id?: number | null | undefined },
): Promise<void> {
  await holdClient(db, client_id)
  await openVente(db, actor, await lockBien(db, bienId, type), client_id, option_id)
}

/**
 * Ends the sale of a bien (`retirer-client`, `liberer`). The payments stay with the ended vente as the former client's
 * history (Q128), except a local's, which are deleted and remain readable in the journal (D2 §4, Q129).
 * A vente that leaves no payment, no piece and no paper behind leaves nothing behind: its row goes with its co-acquéreurs, the journal
 * keeps them.
 * @throws introuvable, bienSansClient, chequeEnBanque (409)
 */
export async function withdrawClient(
  db: Db,
  actor: Actor,
  type: TypeBien,
  bienId: number,
  life: FileLife,
): Promise<void> {
  const bien = await lockBien(db, bienId, type)
  const vente = await lockVenteOuverte(db, bien.id)
  if (!vente) throw new AppError('bienSansClient')
  if (type === 'local') await deletePaiements(db, actor, vente, life)
  const avant = { ...vente, ...(await readDossierDuJournal(db, vente.id)) }
  if (await leavesSomething(db, vente.id))
    await db
      .updateTable('ventes')
      .set({ terminee_le: sql`now()` })
      .where('id', '=', vente.id)
      .execute()
  else await db.deleteFrom('ventes').where('id', '=', vente.id).execute()
  const { nomComplet } = await readClient(db, vente.client_id)
  await writeJournal(db, actor, {
    action: 'retirer',
    objet: 'vente',
    id: vente.id,
    avant: { ...avant, type, client: nomComplet },
  })
}

/** Whether something is kept of a locked vente: a payment, a scan in its file, a paper that was issued. */
async function leavesSomething(db: Db, venteId: number): Promise<boolean> {
  const { rows } = await sql<{ kept: boolean }>`
    select exists (select from paiements where vente_id = ${venteId}) or exists (select from pieces where vente_id = ${venteId})
      or exists (select from documents where vente_id = ${venteId}) as kept`.execute(db)
  return rows[0]?.kept ?? true
}

/** What the journal keeps of a dossier whose row may go: its number, which is not given again, its lines, who shared it. */
async function readDossierDuJournal(db: Db, venteId: number) {
  const { dossier_annee, dossier_numero } = await db
    .selectFrom('ventes')
    .select(['dossier_annee', 'dossier_numero'])
    .where('id', '=', venteId)
    .executeTakeFirstOrThrow()
  return {
    dossier: numeroDossier(dossier_annee, dossier_numero),
    echeances: await readLignes(db, venteId),
    acquereurs: await readCoAcquereurs(db, venteId),
  }
}

async function deletePaiements(db: Db, actor: Actor, vente: VenteOuverte, life: FileLife): Promise<void> {
  await eteindreCodes(db, await lockPaiementsHorsBanque(db, vente))
  const { nomComplet } = await readClient(db, vente.client_id)
  const deleted = await db.deleteFrom('paiements').where('vente_id', '=', vente.id).returningAll().execute()
  await db.updateTable('ventes').set({ total_paye: 0 }).where('id', '=', vente.id).execute()
  await writeJournal(
    db,
    actor,
    deleted.map((paiement) => ({
      action: 'supprimer',
      objet: 'paiement',
      id: paiement.id,
      avant: {
        ...paiement,
        recu: numeroRecu(paiement.recu_annee, paiement.recu_numero),
        client_id: vente.client_id,
        client: nomComplet,
        bien_id: vente.bien_id,
      },
    })),
  )
  await dropFiles(
    db,
    life,
    deleted.flatMap(({ justificatif_id }) => justificatif_id ?? []),
  )
}

/** The ids of its payments, locked. What is at the bank, or came back from it, is no payment to be forgotten. @throws chequeEnBanque (409) */
async function lockPaiementsHorsBanque(db: Db, vente: VenteOuverte): Promise<number[]> {
  // A cheque goes to the bank under its own lock, not that of its sale: none does from here on.
  const locked = await db
    .selectFrom('paiements')
    .select('id')
    .where('vente_id', '=', vente.id)
    .orderBy('id')
    .forUpdate()
    .execute()
  const cheque = await db
    .selectFrom('paiements')
    .where('vente_id', '=', vente.id)
    .where((eb) =>
      eb.or([
        eb('remise_id', 'is not', null),
        eb('encaisse_le', 'is not', null),
        eb('rejete_le', 'is not', null),
      ]),
    )
    .select(['recu_annee', 'recu_numero', 'encaisse_le', 'rejete_le'])
    .orderBy('recu_annee')
    .orderBy('recu_numero')
    .limit(1)
    .executeTakeFirst()
  if (!cheque) return locked.map(({ id }) => id)
  const etat = cheque.rejete_le !== null ? 'rejeté' : cheque.encaisse_le !== null ? 'encaissé' : 'remis'
  throw new AppError('chequeEnBanque', { recu: numeroRecu(cheque.recu_annee, cheque.recu_numero), etat })
}

/**
 * The client field of an edit form: a client on a free bien sells it; the same client, or none, changes nothing;
 * another one is refused, since removing has its own call (Q130). `undefined` means the field was not sent.
 * When a client is named, {@link holdClient} comes before the lock of the bien.
 * @throws bienVenduAutreClient (409), clientInconnu (422)
 */
export async function changeClient(
  db: Db,
  actor: Actor,
  bien: Bien,
  clientId: number | null | undefined,
): Promise<void> {
  if (clientId === undefined) return
  const vente = await lockVenteOuverte(db, bien.id)
  if (vente?.client_id === clientId || (!vente && clientId === null)) return
  if (vente || clientId === null) throw new AppError('bienVenduAutreClient')
  await openVente(db, actor, bien, clientId)
}

/** Moves what is paid of a locked vente by so many centimes, up or down: its payments' own transactions call it. */
export async function addToTotalPaye(db: Db, vente: { id: number }, centimes: Centimes): Promise<void> {
  await db
    .updateTable('ventes')
    .set((eb) => ({ total_paye: eb('total_paye', '+', centimes) }))
    .where('id', '=', vente.id)
    .execute()
}
