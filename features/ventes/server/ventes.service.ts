import { ventesErreurs } from '#features/ventes/ventes.erreurs.ts'
import { sql } from 'kysely'
import { lockBien, lockVenteOuverte, type VenteOuverte } from '#features/etats/server/biens.locks.ts'
import { readClient } from '#features/clients/server/clients.service.ts'
import { readLignes } from '#features/echeanciers/server/lignes.service.ts'
import { bienDecrit, type BienDecrit } from '#features/etats/server/biens.read.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { nomDuDetenteur } from '#features/ventes/server/detenteur.read.ts'
import { readCoAcquereurs } from '#features/ventes/server/dossiers.read.ts'
import { etatDuCheque, formatEtat } from '#features/paiements/modes.ts'
import type { Centimes } from '#shared/argent.ts'
import { libelleDuBien, type TypeBien } from '#shared/biens.ts'
import { initiales } from '#shared/nommer.ts'
import { numeroDossier, numeroRecu } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'
import { statement } from '#server/database/prepared.ts'
import { refuse } from '#server/http/errors.ts'
import { dropFiles, type FileLife } from '#server/files/replace.ts'
import type { Actor } from '#server/http/session.ts'

/**
 * Ends the sale of a bien (`retirer-client`, `liberer`). Payments stay as the history of the former client (Q128); those of a local are
 * deleted and stay in the journal (D2 §4, Q129). A vente without payment, scan or issued paper is deleted; the journal keeps it.
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
  if (!vente) throw refuse(ventesErreurs.bienSansClient)
  if (type === 'local') await deletePaiements(db, actor, vente, life)
  const avant = { ...vente, ...(await readDossierDuJournal(db, vente.id)) }
  if (await leavesSomething(db, vente.id))
    await db
      .updateTable('ventes')
      .set({ terminee_le: sql`greatest(now(), ouverte_le)` })
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

async function leavesSomething(db: Db, venteId: number): Promise<boolean> {
  const { rows } = await sql<{ kept: boolean }>`
    select exists (select from paiements where vente_id = ${venteId}) or exists (select from pieces where vente_id = ${venteId})
      or exists (select from documents where vente_id = ${venteId}) as kept`.execute(db)
  return rows[0]?.kept ?? true
}

/** Reads a dossier for the journal, since its row may go: its number (never given again), its lines and co-acquéreurs. */
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
  await revokeCodes(db, await lockPaiementsHorsBanque(db, vente))
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

/** Locks the payments of a vente and answers their ids. A cheque that went to the bank may not be deleted. @throws chequeEnBanque (409) */
async function lockPaiementsHorsBanque(db: Db, vente: VenteOuverte): Promise<number[]> {
  // A remise locks its cheques, not their sales; these locks keep every cheque from the bank until the end.
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
  // A cheque past its first step that was neither cashed nor rejected is in a remise.
  const etat = etatDuCheque({ ...cheque, mode: 'cheque', remise: {} }) ?? 'remis'
  throw refuse(ventesErreurs.chequeEnBanque, {
    recu: numeroRecu(cheque.recu_annee, cheque.recu_numero),
    etat: formatEtat(etat),
  })
}

/**
 * Keeps an answer for the codes of payments about to be deleted: a genuine receipt reads as cancelled, not as unknown.
 * @param which ids of the payments; the transaction holds the lock of their sale
 */
export async function revokeCodes(db: Db, which: readonly number[]): Promise<void> {
  const { rows } = await sql<{
    code: string
    recu_annee: number
    recu_numero: number
    date_paiement: string
    versement: number
    detenteur: string
    bien: BienDecrit
  }>`
    select p.code, p.recu_annee, p.recu_numero, p.date_paiement, p.versement, ${nomDuDetenteur} as detenteur, ${bienDecrit('v.bien_id')} as bien
    from paiements p join ventes v on v.id = p.vente_id
    where p.id = any(${[...which]}::bigint[])`.execute(db)
  if (rows.length === 0) return
  const lines = rows.map(({ code, recu_annee, recu_numero, date_paiement, versement, detenteur, bien }) => ({
    code,
    numero: numeroRecu(recu_annee, recu_numero),
    jour: date_paiement,
    montant: versement,
    bien: libelleDuBien(bien.type, bien.numero),
    client: initiales(detenteur),
  }))
  await sql`insert into codes_eteints (code, numero, jour, montant, bien, client)
    select code, numero, jour, montant, bien, client from json_to_recordset(${JSON.stringify(lines)}::json)
      as l (code text, numero text, jour date, montant bigint, bien text, client text)`.execute(db)
}

/** Adds centimes, negative to subtract, to what is paid of a locked vente; the transactions that change its payments call it. */
export async function addToTotalPaye(db: Db, vente: { id: number }, centimes: Centimes): Promise<void> {
  await updateTotalPaye(db, centimes, vente.id)
}

const updateTotalPaye = statement<[Centimes, number], never>(
  (centimes, id) => sql`update ventes set total_paye = total_paye + ${centimes} where id = ${id}`,
)

/** {@link addToTotalPaye} of many ventes. */
export async function addToTotauxPayes(
  db: Db,
  ventes: readonly { id: number; centimes: Centimes }[],
): Promise<void> {
  await sql`
    update ventes v set total_paye = v.total_paye + l.centimes
    from unnest(${ventes.map(({ id }) => id)}::bigint[], ${ventes.map(({ centimes }) => centimes)}::bigint[]) as l (id, centimes)
    where v.id = l.id`.execute(db)
}

/**
 * Checks that a locked vente can lose `versement` (centimes): after a désistement, the rest must cover what is kept and given back.
 * @throws dejaRembourse (409)
 */
export async function assertNotRefunded(
  db: Db,
  vente: { id: number; total_paye: Centimes },
  versement: Centimes,
): Promise<void> {
  const { rows } = await sql<{ annee: number; numero: number; engage: Centimes }>`
    select v.dossier_annee as annee, v.dossier_numero as numero,
      d.retenue + e.rembourse as engage
    from desistements d join ventes v on v.id = d.vente_id join ventes_decrites e on e.id = v.id where v.id = ${vente.id}`.execute(
    db,
  )
  const [desiste] = rows
  if (!desiste || vente.total_paye - versement >= desiste.engage) return
  throw refuse(ventesErreurs.dejaRembourse, { dossier: numeroDossier(desiste.annee, desiste.numero) })
}
