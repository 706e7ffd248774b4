import { etatsErreurs } from '#features/etats/etats.erreurs.ts'
import { sql } from 'kysely'
import { refusDuBienTenu, refusDuPrix } from '#features/etats/etats.rules.ts'
import { etatDuBien, isHolding } from '#features/etats/server/etats.read.ts'
import { lockAnyBien, lockVenteOuverte, OBJETS, type Bien } from '#features/etats/server/biens.locks.ts'
import { biensErreurs, type Supprime } from '#features/biens/biens.erreurs.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { redistributeLignesDe } from '#features/echeanciers/server/lignes.service.ts'
import type { Centimes } from '#shared/argent.ts'
import { aujourdhui, type Jour } from '#shared/dates.ts'
import { changeManyVersioned } from '#server/database/bulk.ts'
import type { Db } from '#server/database/db.ts'
import { assertVersion, changeVersioned } from '#server/database/records.ts'
import { assertKept, refuse, type AppError } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { EtatDuBien } from '#shared/etats.ts'

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
  if (vente && prix !== vente.prix) await followPrix(db, actor, [{ id: bien.id, prix }])
}

/** Gives the open ventes of locked biens the prices (centimes) of their biens; the open part of their échéanciers follows. */
export async function followPrix(
  db: Db,
  actor: Actor,
  biens: readonly { id: number; prix: Centimes }[],
): Promise<void> {
  const { rows: ventes } = await sql<{ id: number; prix: Centimes; total_paye: Centimes }>`
    update ventes v set prix = l.prix
    from unnest(${biens.map(({ id }) => id)}::bigint[], ${biens.map(({ prix }) => prix)}::bigint[]) as l (bien, prix)
    where v.bien_id = l.bien and v.terminee_le is null and v.prix <> l.prix
    returning v.id, v.prix, v.total_paye`.execute(db)
  if (ventes.length > 0) await redistributeLignesDe(db, actor, ventes)
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
    assertVersion(bien, version)
    await blockBiens(db, actor, [{ ...bien, motif }])
  }
  return { id, etat_bien: await readEtat(db, id), bloque_motif: motif }
}

/** Takes locked biens off sale, or puts them back on sale (null). `bloque_motif` is the reason before. */
export async function blockBiens(
  db: Db,
  actor: Actor,
  biens: readonly (Pick<Bien, 'id' | 'type' | 'bloque_motif'> & { motif: string | null })[],
): Promise<void> {
  const now = new Date()
  await changeManyVersioned(
    db,
    'biens',
    biens.map(({ id, motif }) => ({ id, bloque_motif: motif, bloque_le: motif === null ? null : now })),
  )
  await writeJournal(
    db,
    actor,
    biens.map(({ id, type, bloque_motif, motif }) => ({
      action: motif === null ? 'debloquer' : 'bloquer',
      objet: OBJETS[type],
      id,
      avant: { bloque_motif },
      apres: { bloque_motif: motif },
    })),
  )
}

async function assertFree(db: Db, id: number): Promise<void> {
  if (await lockVenteOuverte(db, id)) throw refuse(etatsErreurs.bienDejaVendu)
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
