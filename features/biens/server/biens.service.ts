import { sql } from 'kysely'
import { refusDuBienTenu, refusDuPrix } from '#features/biens/biens.rules.ts'
import { etatDuBien, isHolding } from '#features/biens/server/biens.read.ts'
import { biensErreurs } from '#features/biens/biens.erreurs.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import type { Supprime } from '#features/biens/biens.erreurs.ts'
import { redistributeLignes } from '#features/echeanciers/server/lignes.service.ts'
import type { Centimes } from '#shared/argent.ts'
import type { TypeBien } from '#shared/biens.ts'
import { aujourdhui, type Jour } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import { statement } from '#server/database/prepared.ts'
import { changeVersioned } from '#server/database/records.ts'
import { assertKept, refuse, type AppError } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { EtatDuBien } from '#shared/etats.ts'

/** A bien under its row lock; a sale, payment, price change or deletion of the bien waits for it. Amounts in centimes. */
export interface Bien {
  id: number
  type: TypeBien
  prix: Centimes
  version: number
  /** Reason why the bien is off sale, null when it is on sale. */
  bloque_motif: string | null
}

export interface VenteOuverte {
  id: number
  bien_id: number
  client_id: number
  prix: Centimes
  total_paye: Centimes
}

/** Locks a bien of the given kind, second in the lock order client → bien → vente → paiement. @throws introuvable */
export async function lockBien(db: Db, id: number, type: TypeBien): Promise<Bien> {
  const [bien] = await selectBien(db, id, type)
  if (!bien) throw refuse(communesErreurs.introuvable)
  return bien
}

/** Locks a bien of any kind; undefined when there is none. */
export async function lockAnyBien(db: Db, id: number): Promise<Bien | undefined> {
  const [bien] = await selectBien(db, id, null)
  return bien
}

/** Null stands for any kind; a bien of another kind is not locked. */
const selectBien = statement<[number, TypeBien | null], Bien>(
  (id, type) =>
    sql`select id, type, prix, version, bloque_motif from biens where id = ${id} and type = coalesce(${type}::text, type) for update`,
)

/** Locks the open vente of a locked bien; undefined when the bien is free. Amounts in centimes. */
export async function lockVenteOuverte(db: Db, bienId: number): Promise<VenteOuverte | undefined> {
  const [vente] = await selectVenteOuverte(db, bienId)
  return vente
}

const selectVenteOuverte = statement<[number], VenteOuverte>(
  (bienId) => sql`
    select id, bien_id, client_id, prix, total_paye from ventes where bien_id = ${bienId} and terminee_le is null for update`,
)

/**
 * Saves the price (centimes) and the next version of a locked bien; its open vente and échéancier follow, an ended vente keeps its price.
 * Every edit of an appartement, local or place calls it, since it checks the version.
 * @throws versionPerimee (409), montantSousPaye (422 on montant) (Q155)
 */
export async function changePrix(
  db: Db,
  actor: Actor,
  bien: Bien,
  prix: Centimes,
  version: number | null | undefined,
): Promise<void> {
  const vente = await lockVenteOuverte(db, bien.id)
  if (vente) assertKept(refusDuPrix(prix, vente.total_paye))
  await changeVersioned(db, 'biens', bien, version, { prix })
  if (!vente || prix === vente.prix) return
  await db.updateTable('ventes').set({ prix }).where('id', '=', vente.id).execute()
  await redistributeLignes(db, actor, { ...vente, prix })
}

/**
 * Checks that nothing keeps these locked biens from being deleted: an open sale, payments of former clients (Q206), an option, a closed or
 * transferred dossier. Their lock is enough: a sale is opened and ended under it.
 * @throws bienVendu, placeOccupee (D3 §4, Q150), parkingOccupe (Q144), bienAvecHistorique, bienSousOptionSuppression, bienAvecDossier (409)
 */
export async function assertDeletable(db: Db, type: Supprime, ids: number[]): Promise<void> {
  const { rows } = await sql<{
    vendus: number
    paiements: number
    jour: Jour | null
    dossiers: number
  }>`select
    (select count(*) from ventes where bien_id = any(${ids}) and terminee_le is null) as vendus,
    (select count(*) from paiements p join ventes v on v.id = p.vente_id where v.bien_id = any(${ids})) as paiements,
    (select max(o.expire_le) from options o where o.bien_id = any(${ids}) and ${isHolding('o', aujourdhui())}) as jour,
    (select count(*) from (
      select id from ventes where bien_id = any(${ids}) and terminee_le is not null
      union select vente_id from transferts where ancien_bien_id = any(${ids})) d) as dossiers`.execute(db)
  const { vendus = 0, paiements = 0, jour = null, dossiers = 0 } = rows[0] ?? {}
  if (vendus > 0) throw refuseVendu(type)
  if (paiements > 0) throw refuse(biensErreurs.bienAvecHistorique, { type, paiements })
  if (jour !== null) throw refuse(biensErreurs.bienSousOptionSuppression, { type, jour })
  if (dossiers > 0) throw refuse(biensErreurs.bienAvecDossier, { type, dossiers })
}

function refuseVendu(type: Supprime): AppError {
  if (type === 'parking') return refuse(biensErreurs.parkingOccupe)
  return type === 'place_parking'
    ? refuse(biensErreurs.placeOccupee)
    : refuse(biensErreurs.bienVendu, { type })
}

export const OBJETS = { appartement: 'appartement', local: 'local', place_parking: 'place' } as const

interface Blocage {
  id: number
  etat_bien: EtatDuBien
  bloque_motif: string | null
}

/**
 * Takes a free bien off sale for a reason, or puts it back on sale (null). An unchanged reason changes nothing.
 * @throws introuvable (404), bienDejaVendu, bienSousOption, versionPerimee (409)
 */
export async function blockBien(
  db: Db,
  actor: Actor,
  id: number,
  { motif, version }: { motif: string | null; version?: number | null | undefined },
): Promise<Blocage> {
  const bien = await lockAnyBien(db, id)
  if (!bien) throw refuse(communesErreurs.introuvable)
  if (motif !== null) await assertFree(db, id)
  if (motif !== bien.bloque_motif) {
    const bloque = { bloque_motif: motif, bloque_le: motif === null ? null : new Date() }
    await changeVersioned(db, 'biens', bien, version, bloque)
    await writeJournal(db, actor, {
      action: motif === null ? 'debloquer' : 'bloquer',
      objet: OBJETS[bien.type],
      id,
      avant: { bloque_motif: bien.bloque_motif },
      apres: { bloque_motif: motif },
    })
  }
  return { id, etat_bien: await readEtat(db, id), bloque_motif: motif }
}

async function assertFree(db: Db, id: number): Promise<void> {
  if (await lockVenteOuverte(db, id)) throw refuse(biensErreurs.bienDejaVendu)
  const { rows } = await sql<{ nom: string; expire_le: Jour }>`
    select nom, expire_le from options where bien_id = ${id} and fin is null`.execute(db)
  assertKept(refusDuBienTenu(rows[0]))
}

async function readEtat(db: Db, id: number): Promise<EtatDuBien> {
  const { rows } = await sql<{ etat: EtatDuBien }>`
    select ${etatDuBien('b', 'v', aujourdhui())} as etat
    from biens b left join ventes v on v.bien_id = b.id and v.terminee_le is null where b.id = ${id}`.execute(
    db,
  )
  return rows[0]?.etat ?? 'libre'
}
