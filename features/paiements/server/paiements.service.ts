import { eteindreCodes } from '#features/ventes/server/codes.service.ts'
import { sql } from 'kysely'
import { lockBien } from '#features/biens/server/biens.service.ts'
import { holdClient, readClient } from '#features/clients/server/clients.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { etatDuCheque, formatEtat } from '#features/paiements/modes.ts'
import { mergeMoyen, type FautesDuMoyen, type Moyen } from '#features/paiements/moyens.rules.ts'
import {
  assertWithin,
  lockBienNomme,
  lockBiens,
  lockPaiement,
  lockVenteDuClient,
  nextRecu,
  whereItStands,
  type PaiementVerrouille,
} from '#features/paiements/server/paiements.locks.ts'
import {
  readPaiement,
  type PaiementLu,
  type SaisiePaiement,
} from '#features/paiements/server/paiements.read.ts'
import { toPaiement } from '#features/paiements/server/paiements.wire.ts'
import { readParametres } from '#features/parametres/server/parametres.service.ts'
import { addToTotalPaye } from '#features/ventes/server/ventes.service.ts'
import { aujourdhui } from '#shared/dates.ts'
import { numeroRecu } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'
import { changeVersioned } from '#server/database/records.ts'
import { replaceFile, type FileLife } from '#server/files/replace.ts'
import { AppError, fieldErrors } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/** The file of a payment: its proof. */
export const justificatifOf = (id: number) => ({ table: 'paiements', column: 'justificatif_id', id }) as const

/**
 * Records a payment for the open sale of one bien to one client, moves the sale's total on under its lock, and gives the
 * payment the next receipt number. Amounts in centimes.
 * @throws clientInconnu, bienManquant, bienAutreClient (Q157), versementDepasse (Q154), what {@link resolveMoyen} refuses, all 422 at their field
 */
export async function createPaiement(db: Db, actor: Actor, input: SaisiePaiement): Promise<PaiementLu> {
  const moyen = await resolveMoyen(db, null, input)
  await holdClient(db, input.client_id)
  const vente = await lockVenteDuClient(db, await lockBienNomme(db, input.bien), input.client_id)
  assertWithin(vente, input.versement)
  await addToTotalPaye(db, vente, input.versement)
  const { id } = await db
    .insertInto('paiements')
    .values({
      vente_id: vente.id,
      date_paiement: input.date_paiement,
      versement: input.versement,
      details: input.details ?? null,
      ...moyen,
      ...(await nextRecu(db)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const apres = await readPaiement(db, id)
  await writeJournal(db, actor, { action: 'ajouter', objet: 'paiement', id, apres: toPaiement(apres) })
  return apres
}

/**
 * Corrects a payment, under the same rules as a new one, its own old amount not counting in the remainder (Q159). It may
 * move to another bien, or to another client with his bien. Once its sale has ended, only its details, its means and its payer change
 * (Q172); once its cheque is at the bank, only its details and its payer; what represents a cheque keeps amount, mode and bien.
 * The receipt keeps its number; when it says something else from then on, the day is kept. Amounts in centimes.
 * @throws introuvable (404), versionPerimee, venteTerminee, chequeFige, chequeRepresente, conflit (409), and those of {@link createPaiement}
 */
export async function updatePaiement(
  db: Db,
  actor: Actor,
  id: number,
  input: SaisiePaiement,
): Promise<PaiementLu> {
  const seen = await whereItStands(db, id)
  await holdClient(db, input.client_id)
  const biens = await lockBiens(db, seen, input.bien)
  const { avant, vente } = await lockPaiement(db, id, seen.vente_id)
  const moyen = await resolveMoyen(db, avant, input)
  const { versement, date_paiement, details } = input
  const elsewhere = biens.cible.id !== vente.bien_id || input.client_id !== vente.client_id
  const said = { elsewhere, versement, date_paiement, moyen }
  if (vente.terminee_le) {
    if (elsewhere || versement !== avant.versement || date_paiement !== avant.date_paiement)
      throw new AppError('venteTerminee')
    assertFree(avant, said)
    await assertRepresents(db, avant, said)
    await changeVersioned(db, 'paiements', avant, input.version, { details, ...moyen })
  } else {
    const cible = await lockVenteDuClient(db, biens.cible, input.client_id)
    assertFree(avant, said)
    await assertRepresents(db, avant, said)
    const ancien = cible.id === vente.id ? avant.versement : 0
    assertWithin(cible, versement, ancien)
    const rectifie =
      cible.id !== vente.id || versement !== avant.versement || date_paiement !== avant.date_paiement
    await changeVersioned(db, 'paiements', avant, input.version, {
      vente_id: cible.id,
      versement,
      date_paiement,
      details,
      ...moyen,
      rectifie_le: rectifie ? aujourdhui() : undefined,
    })
    if (cible.id !== vente.id) await addToTotalPaye(db, vente, -avant.versement)
    await addToTotalPaye(db, cible, versement - ancien)
  }
  const apres = await readPaiement(db, id)
  await writeJournal(db, actor, {
    action: 'modifier',
    objet: 'paiement',
    id,
    avant,
    apres: toPaiement(apres),
  })
  return apres
}

/**
 * Deletes a payment of an open sale, with its proof, and takes it off the sale's total. Its receipt number stays used: the next
 * payment takes the next one, and the journal says which number is void.
 * @throws introuvable (404), venteTerminee (409): what a former client paid is history, chequeNonSupprimable (409): it is at the bank
 */
export async function deletePaiement(db: Db, actor: Actor, id: number, life: FileLife): Promise<void> {
  const seen = await whereItStands(db, id)
  await lockBien(db, seen.bien_id, seen.type)
  const { avant, vente } = await lockPaiement(db, id, seen.vente_id)
  if (vente.terminee_le) throw new AppError('venteTerminee')
  const etat = etatDe(avant)
  if (etat !== null && etat !== 'recu') throw new AppError('chequeNonSupprimable', { etat: formatEtat(etat) })
  await replaceFile(db, life, justificatifOf(id), null)
  await eteindreCodes(db, [id])
  await db.deleteFrom('paiements').where('id', '=', id).execute()
  await addToTotalPaye(db, vente, -avant.versement)
  const numero = numeroRecu(avant.recu_annee, avant.recu_numero)
  const { nomComplet } = await readClient(db, vente.client_id)
  await writeJournal(db, actor, {
    action: 'supprimer',
    objet: 'paiement',
    id,
    avant: {
      ...avant,
      recu: numero,
      client_id: vente.client_id,
      client: nomComplet,
      bien_id: vente.bien_id,
    },
    apres: { recu: numero, mention: `Paiement supprimé : le numéro de reçu ${numero} reste utilisé.` },
  })
}

/** Where the cheque of a locked payment is. */
export const etatDe = ({ remise_id, ...avant }: PaiementVerrouille) =>
  etatDuCheque({ ...avant, remise: remise_id === null ? null : {} })

/** What a form makes of a payment's means, under the rules of the firm. @throws invalide (422 at each field) */
async function resolveMoyen(db: Db, avant: Moyen | null, input: SaisiePaiement): Promise<Moyen> {
  const { exiger_mode } = await readParametres(db, 'paiements')
  const { moyen, fautes } = mergeMoyen(avant, input, exiger_mode)
  if (Object.keys(fautes).length > 0) throw fieldErrors(fautes satisfies FautesDuMoyen)
  return moyen
}

/** What an edit makes of a payment. */
interface Said {
  elsewhere: boolean
  versement: number
  date_paiement: string
  moyen: Moyen
}

const changesMoyen = (avant: Moyen, moyen: Moyen): boolean =>
  (['mode', 'banque', 'reference', 'date_cheque'] as const).some((champ) => avant[champ] !== moyen[champ])

/** @throws chequeFige (409): what is written on a cheque that is at the bank cannot change any more */
function assertFree(avant: PaiementVerrouille, said: Said): void {
  const etat = etatDe(avant)
  if (etat === null || etat === 'recu') return
  const changed =
    said.elsewhere ||
    said.versement !== avant.versement ||
    said.date_paiement !== avant.date_paiement ||
    changesMoyen(avant, said.moyen)
  if (changed) throw new AppError('chequeFige', { etat: formatEtat(etat) })
}

/** @throws chequeRepresente (409): it stands for a cheque, whose amount, mode and bien are its own */
async function assertRepresents(db: Db, avant: PaiementVerrouille, said: Said): Promise<void> {
  if (avant.represente_id === null) return
  if (!said.elsewhere && said.versement === avant.versement && said.moyen.mode === avant.mode) return
  const { recu_annee, recu_numero } = await db
    .selectFrom('paiements')
    .select(['recu_annee', 'recu_numero'])
    .where('id', '=', avant.represente_id)
    .executeTakeFirstOrThrow()
  throw new AppError('chequeRepresente', { recu: numeroRecu(recu_annee, recu_numero) })
}

const ESPECES =
  'Espèces : depuis la loi de finances 2025 (art. 207), un bien immobilier se paie par les circuits bancaires et les notaires doivent refuser les espèces. Le versement est enregistré.'

/** What the cashier should know of a payment just saved, a sentence each. None of it refuses anything. */
export async function readAvertissements(db: Db, paiement: PaiementLu): Promise<string[]> {
  const { id, mode, banque, reference, represente } = paiement
  if (mode === 'especes') return [ESPECES]
  if (mode !== 'cheque' || banque === null || reference === null) return []
  // Found first, then put in order: in search of the first one the planner would walk all receipts.
  const { rows } = await sql<{ recu_annee: number; recu_numero: number }>`
    with memes as materialized (
      select recu_annee, recu_numero from paiements
      where mode = 'cheque' and reference is not null
        and replace(normaliser(reference), ' ', '') = replace(normaliser(${reference}), ' ', '')
        and replace(normaliser(banque), ' ', '') = replace(normaliser(${banque}), ' ', '')
        and id <> ${id} and id is distinct from ${represente?.id ?? null}::bigint and represente_id is distinct from ${id}::bigint)
    select recu_annee, recu_numero from memes order by recu_annee, recu_numero limit 1`.execute(db)
  return rows.map(
    ({ recu_annee, recu_numero }) =>
      `Un chèque portant ce numéro est déjà enregistré (reçu ${numeroRecu(recu_annee, recu_numero)}).`,
  )
}
