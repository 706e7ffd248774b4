import { sql } from 'kysely'
import { holdClient } from '#features/clients/server/clients.service.ts'
import type { VenteOuverte } from '#features/etats/server/biens.locks.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { GroupeInput } from '#features/paiements/paiement.schema.ts'
import { paiementsErreurs } from '#features/paiements/paiements.erreurs.ts'
import { refusDuVersement } from '#features/paiements/paiements.rules.ts'
import { lockBiensDe } from '#features/paiements/server/paiements.locks.ts'
import { type PaiementLu, readPaiements } from '#features/paiements/server/paiements.read.ts'
import { insertPaiement, resolveMoyen } from '#features/paiements/server/paiements.service.ts'
import { toPaiement } from '#features/paiements/server/paiements.wire.ts'
import type { TypeBien } from '#shared/biens.ts'
import { communesErreurs, refusal } from '#shared/erreurs.ts'
import type { Db } from '#server/database/db.ts'
import { fieldErrors, refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/**
 * Records one cheque, transfer or bank deposit of a client for several of his biens: a payment for each line, in their order, with
 * consecutive receipt numbers, all or none. Amounts in centimes.
 * @throws clientInconnu, bienAutreClient at `lignes.{i}.vente_id`, versementDepasse at `lignes.{i}.versement`, the errors of
 * {@link resolveMoyen}, all 422; conflit (409)
 */
export async function createGroupe(db: Db, actor: Actor, input: GroupeInput): Promise<PaiementLu[]> {
  const moyen = await resolveMoyen(db, null, input)
  await holdClient(db, input.client_id)
  const { date_paiement, details, lignes } = input
  await lockLignes(db, input.client_id, lignes)
  const groupe_id = await createGroupeVide(db)
  const ids: number[] = []
  for (const { vente_id, versement } of lignes)
    ids.push(await insertPaiement(db, { vente_id, date_paiement, versement, details, ...moyen, groupe_id }))
  const paiements = await readPaiements(db, ids)
  await writeJournal(
    db,
    actor,
    paiements.map((lu) => ({ action: 'ajouter', objet: 'paiement', id: lu.id, apres: toPaiement(lu) })),
  )
  return paiements
}

/** A group without payments, which the caller gives it. */
export async function createGroupeVide(db: Db): Promise<number> {
  const { id } = await db.insertInto('groupes').defaultValues().returning('id').executeTakeFirstOrThrow()
  return id
}

/** Locks the biens, then the sales of the lines, each by id. @throws the refusals of every line (422), conflit when a sale has moved */
async function lockLignes(db: Db, clientId: number, lignes: GroupeInput['lignes']): Promise<void> {
  const ids = lignes.map(({ vente_id }) => vente_id)
  const { rows: seen } = await sql<{ id: number; bien_id: number; type: TypeBien }>`
    select v.id, v.bien_id, b.type from ventes v join biens b on b.id = v.bien_id where v.id = any(${ids}::bigint[])`.execute(
    db,
  )
  await lockBiensDe(db, seen)
  const { rows: ventes } = await sql<VenteOuverte>`
    select id, bien_id, client_id, prix, total_paye from ventes
    where id = any(${ids}::bigint[]) and terminee_le is null order by id for update`.execute(db)
  const biens = new Map(seen.map((vente) => [vente.id, vente.bien_id]))
  if (ventes.some(({ id, bien_id }) => biens.get(id) !== bien_id)) throw refuse(communesErreurs.conflit)
  const siennes = new Map(
    ventes.filter(({ client_id }) => client_id === clientId).map((vente) => [vente.id, vente]),
  )
  const fautes = lignes.flatMap(({ vente_id, versement }, rang): [string, string][] => {
    const vente = siennes.get(vente_id)
    if (!vente) return [[`lignes.${rang}.vente_id`, refusal(paiementsErreurs.bienAutreClient).message]]
    const refus = refusDuVersement(vente, versement)
    return refus ? [[`lignes.${rang}.versement`, refus.message]] : []
  })
  if (fautes.length > 0) throw fieldErrors(Object.fromEntries(fautes))
}
