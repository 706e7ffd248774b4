import { sql } from 'kysely'
import { addJours, type Jour } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import { addMoyens, insertRemises } from '#db/demo-moyens.ts'
import { planVersements, type VenteAPayer } from '#db/demo-versements.ts'
import { between, pick, type Random } from '#db/random.ts'

/** Three rejected cheques are presented again, which makes 900 payments. */
const PAYMENTS = 897

export async function insertVentes(
  db: Db,
  sold: number[],
  clients: number[],
  today: Jour,
  random: Random,
): Promise<void> {
  const biens = new Map(
    (await db.selectFrom('biens').select(['id', 'prix', 'type']).execute()).map((bien) => [bien.id, bien]),
  )
  const buyers = clients.slice(0, 128)
  const values = sold.map((bien_id, n) => ({
    bien_id,
    client_id: buyers[n] ?? pick(random, buyers),
    prix: biens.get(bien_id)?.prix ?? 0,
    // At least ten of the twelve instalments of a place have fallen due.
    day: addJours(today, -between(random, biens.get(bien_id)?.type === 'place_parking' ? 330 : 20, 1090)),
  }))
  const last = new Map<number, number>()
  const dossiers: { dossier_annee: number; dossier_numero: number }[] = []
  for (const [rank, { day }] of [...values.entries()].toSorted(
    (a, b) => a[1].day.localeCompare(b[1].day) || a[0] - b[0],
  )) {
    const dossier_annee = Number(day.slice(0, 4))
    const dossier_numero = (last.get(dossier_annee) ?? 0) + 1
    last.set(dossier_annee, dossier_numero)
    dossiers[rank] = { dossier_annee, dossier_numero }
  }
  await db
    .insertInto('ventes')
    .values(
      values.map(({ day, ...vente }, n) => ({
        ...vente,
        ...(dossiers[n] ?? { dossier_annee: 0, dossier_numero: 0 }),
        reservation_le: day,
        ouverte_le: new Date(`${day}T09:00:00Z`),
      })),
    )
    .execute()
  await db
    .insertInto('numeros')
    .values([...last].map(([annee, dernier]) => ({ serie: 'dossier', annee, dernier })))
    .execute()
}

/** Inserts 900 payments of the échéanciers, and covers these. */
export async function insertPaiements(db: Db, today: Jour, random: Random): Promise<void> {
  const { rows: ventes } = await sql<VenteAPayer>`
    select v.id, v.prix, b.type, bloc_du_bien(b.id) as bloc, v.reservation_le, v.contrat_le,
      coalesce(json_agg(json_build_object('montant', e.montant, 'exigible_le', e.exigible_le, 'libelle', e.libelle) order by e.rang)
        filter (where e.id is not null), '[]') as lignes
    from ventes v join biens b on b.id = v.bien_id left join echeances e on e.vente_id = v.id
    group by v.id, b.id order by v.id`.execute(db)
  const drafts = planVersements(ventes, PAYMENTS, today, random)
  drafts.sort((a, b) =>
    a.date_paiement < b.date_paiement ? -1 : a.date_paiement > b.date_paiement ? 1 : a.vente_id - b.vente_id,
  )
  const last = new Map<number, number>()
  const paid = addMoyens(drafts, today)
  const values = paid.map(({ moyens, represente: _cheque, impaye: _retour, ...draft }) => {
    const recu_annee = Number(draft.date_paiement.slice(0, 4))
    const recu_numero = (last.get(recu_annee) ?? 0) + 1
    last.set(recu_annee, recu_numero)
    return { ...draft, ...moyens, recu_annee, recu_numero }
  })
  const rows = await db.insertInto('paiements').values(values).returning('id').execute()
  for (const [n, { represente }] of paid.entries())
    if (represente)
      await db
        .updateTable('paiements')
        .set({ represente_id: rows[paid.findIndex((autre) => autre === represente)]?.id })
        .where('id', '=', rows[n]?.id ?? 0)
        .execute()
  await db
    .insertInto('recus')
    .values([...last].map(([annee, dernier]) => ({ annee, dernier })))
    .execute()
  await sql`update ventes v set total_paye = s.somme from (select vente_id, sum(versement)::bigint as somme from paiements where rejete_le is null group by 1) s where s.vente_id = v.id`.execute(
    db,
  )
  await sql`select rafraichir_echeances(array(select id from ventes))`.execute(db)
  await insertRemises(db, today)
}
