import {
  lockBien,
  lockVenteOuverte,
  type Bien,
  type VenteOuverte,
} from '#features/biens/server/biens.service.ts'
import { holdClient } from '#features/clients/server/clients.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { numeroRecu, resteApres } from '#features/paiements/paiements.rules.ts'
import {
  readPaiement,
  type PaiementLu,
  type SaisiePaiement,
} from '#features/paiements/server/paiements.read.ts'
import { fieldOf, toPaiement } from '#features/paiements/server/paiements.wire.ts'
import { addToTotalPaye } from '#features/ventes/server/ventes.service.ts'
import type { Centimes } from '#shared/argent.ts'
import { aujourdhui } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import { changeVersioned } from '#server/database/records.ts'
import { AppError } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'
import type { BienDesigne, TypeBien } from '#shared/biens.ts'

/**
 * Records a payment for the open sale of one bien to one client, moves the sale's total on under its lock, and gives the
 * payment the next receipt number. Amounts in centimes.
 * @throws clientInconnu, bienManquant, bienAutreClient (Q157), versementDepasse (Q154), all 422 at their field
 */
export async function createPaiement(db: Db, actor: Actor, input: SaisiePaiement): Promise<PaiementLu> {
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
 * move to another bien, or to another client with his bien. Once its sale has ended only its details change (Q172).
 * The receipt keeps its number; when it says something else from then on, the day is kept. Amounts in centimes.
 * @throws introuvable (404), versionPerimee, venteTerminee, conflit (409), and those of {@link createPaiement}
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
  const { versement, date_paiement, details } = input
  if (vente.terminee_le) {
    const moved = biens.cible.id !== vente.bien_id || input.client_id !== vente.client_id
    if (moved || versement !== avant.versement || date_paiement !== avant.date_paiement)
      throw new AppError('venteTerminee')
    await changeVersioned(db, 'paiements', avant, input.version, { details })
  } else {
    const cible = await lockVenteDuClient(db, biens.cible, input.client_id)
    const ancien = cible.id === vente.id ? avant.versement : 0
    assertWithin(cible, versement, ancien)
    const rectifie =
      cible.id !== vente.id || versement !== avant.versement || date_paiement !== avant.date_paiement
    await changeVersioned(db, 'paiements', avant, input.version, {
      vente_id: cible.id,
      versement,
      date_paiement,
      details,
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
 * Deletes a payment of an open sale and takes it off the sale's total. Its receipt number stays used: the next payment
 * takes the next one, and the journal says which number is void.
 * @throws introuvable (404), venteTerminee (409): what a former client paid is history
 */
export async function deletePaiement(db: Db, actor: Actor, id: number): Promise<void> {
  const seen = await whereItStands(db, id)
  await lockBien(db, seen.bien_id, seen.type)
  const { avant, vente } = await lockPaiement(db, id, seen.vente_id)
  if (vente.terminee_le) throw new AppError('venteTerminee')
  await db.deleteFrom('paiements').where('id', '=', id).execute()
  await addToTotalPaye(db, vente, -avant.versement)
  const numero = numeroRecu(avant.recu_annee, avant.recu_numero)
  await writeJournal(db, actor, {
    action: 'supprimer',
    objet: 'paiement',
    id,
    avant: { ...avant, recu: numero, client_id: vente.client_id, bien_id: vente.bien_id },
    apres: { recu: numero, mention: `Paiement supprimé : le numéro de reçu ${numero} reste utilisé.` },
  })
}

/** The sale a payment belongs to, unlocked: tells which locks to take, in their order. @throws introuvable */
async function whereItStands(
  db: Db,
  id: number,
): Promise<{ vente_id: number; bien_id: number; type: TypeBien }> {
  const found = await db
    .selectFrom('paiements as p')
    .innerJoin('ventes as v', 'v.id', 'p.vente_id')
    .innerJoin('biens as b', 'b.id', 'v.bien_id')
    .where('p.id', '=', id)
    .select(['p.vente_id', 'v.bien_id', 'b.type'])
    .executeTakeFirst()
  if (!found) throw new AppError('introuvable')
  return { ...found, type: toType(found.type) }
}

const toType = (type: string): TypeBien =>
  type === 'appartement' || type === 'local' ? type : 'place_parking'

async function lockBienNomme(db: Db, bien: BienDesigne): Promise<Bien> {
  try {
    return await lockBien(db, bien.id, bien.type)
  } catch (error) {
    // In a body, an unknown bien is a wrong field, not an unknown address.
    throw error instanceof AppError && error.code === 'introuvable'
      ? new AppError('bienManquant').on(fieldOf(bien))
      : error
  }
}

/** Locks the bien a payment leaves and the one it goes to, the smaller id first so that two opposite moves never deadlock. */
async function lockBiens(
  db: Db,
  from: { bien_id: number; type: TypeBien },
  nomme: BienDesigne,
): Promise<{ cible: Bien }> {
  if (from.bien_id < nomme.id) await lockBien(db, from.bien_id, from.type)
  const cible = await lockBienNomme(db, nomme)
  if (from.bien_id > nomme.id) await lockBien(db, from.bien_id, from.type)
  return { cible }
}

/** The payment and its sale, open or ended, under their locks. @throws introuvable, conflit when it has moved meanwhile */
async function lockPaiement(db: Db, id: number, venteId: number) {
  const vente = await db
    .selectFrom('ventes')
    .select(['id', 'bien_id', 'client_id', 'prix', 'total_paye', 'terminee_le'])
    .where('id', '=', venteId)
    .forUpdate()
    .executeTakeFirst()
  const avant = await db
    .selectFrom('paiements')
    .select([
      'id',
      'vente_id',
      'date_paiement',
      'versement',
      'details',
      'recu_annee',
      'recu_numero',
      'version',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!avant) throw new AppError('introuvable')
  if (!vente || avant.vente_id !== venteId) throw new AppError('conflit')
  return { avant, vente }
}

/** The open vente of a locked bien, locked too, if it is this client's. @throws bienAutreClient (422) */
async function lockVenteDuClient(db: Db, bien: Bien, clientId: number): Promise<VenteOuverte> {
  const vente = await lockVenteOuverte(db, bien.id)
  if (vente?.client_id !== clientId) throw new AppError('bienAutreClient').on(fieldOf(bien))
  return vente
}

function assertWithin(
  vente: Pick<VenteOuverte, 'prix' | 'total_paye'>,
  versement: Centimes,
  ancien: Centimes = 0,
): void {
  if (resteApres(vente.prix, vente.total_paye, versement, ancien) >= 0) return
  throw new AppError('versementDepasse', { reste: resteApres(vente.prix, vente.total_paye, 0, ancien) }).on(
    'versement',
  )
}

/**
 * The next receipt number of the year it is in Algiers. The row lock is held until the payment commits, and goes with it
 * when it does not: the numbers of a year have no gap. Taken last, so that it is held shortly.
 */
async function nextRecu(db: Db): Promise<{ recu_annee: number; recu_numero: number }> {
  const annee = Number(aujourdhui().slice(0, 4))
  const { dernier } = await db
    .insertInto('recus')
    .values({ annee, dernier: 1 })
    .onConflict((conflict) =>
      conflict.column('annee').doUpdateSet((eb) => ({ dernier: eb('recus.dernier', '+', 1) })),
    )
    .returning('dernier')
    .executeTakeFirstOrThrow()
  return { recu_annee: annee, recu_numero: dernier }
}
