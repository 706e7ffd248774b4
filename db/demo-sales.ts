import { sql } from 'kysely'
import { addJours, type Jour } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import { addMoyens, insertRemises } from '#db/demo-moyens.ts'
import { DETAILS } from '#db/demo-names.ts'
import { between, pick, repeat, type Random } from '#db/random.ts'

/** Three rejected cheques are presented again, which makes 900 payments. */
const PAYMENTS = 897

interface Sale {
  id: number
  prix: number
  day: Jour
}

export async function insertVentes(
  db: Db,
  sold: number[],
  clients: number[],
  today: Jour,
  random: Random,
): Promise<Sale[]> {
  const prices = new Map(
    (await db.selectFrom('biens').select(['id', 'prix']).execute()).map(({ id, prix }) => [id, prix]),
  )
  const buyers = clients.slice(0, 128)
  const values = sold.map((bien_id, n) => ({
    bien_id,
    client_id: buyers[n] ?? pick(random, buyers),
    prix: prices.get(bien_id) ?? 0,
    day: addJours(today, -between(random, 20, 1090)),
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
  const rows = await db
    .insertInto('ventes')
    .values(
      values.map(({ day, ...vente }, n) => ({
        ...vente,
        ...(dossiers[n] ?? { dossier_annee: 0, dossier_numero: 0 }),
        reservation_le: day,
        ouverte_le: new Date(`${day}T09:00:00Z`),
      })),
    )
    .returning('id')
    .execute()
  await db
    .insertInto('numeros')
    .values([...last].map(([annee, dernier]) => ({ serie: 'dossier', annee, dernier })))
    .execute()
  return rows.map(({ id }, n) => ({ id, prix: values[n]?.prix ?? 0, day: values[n]?.day ?? today }))
}

/** Inserts 900 payments: one paying sale in six is paid in full, the others in part, and one sale in fourteen has none. */
export async function insertPaiements(db: Db, ventes: Sale[], today: Jour, random: Random): Promise<void> {
  const paying = ventes.filter((_, n) => n % 14 !== 13)
  const parts = paying.map(
    (_, n) => Math.floor(PAYMENTS / paying.length) + (n < PAYMENTS % paying.length ? 1 : 0),
  )
  const drafts = paying.flatMap((vente, n) => {
    const share = n % 6 === 0 ? 1 : pick(random, [0.1, 0.2, 0.3, 0.45, 0.6, 0.8, 0.95])
    const amounts = cut(Math.floor(vente.prix * share), parts[n] ?? 1, random)
    const span = Math.max(daysBetween(vente.day, today), 1)
    return amounts.map((versement, rang) => ({
      vente_id: vente.id,
      versement,
      date_paiement: addJours(vente.day, Math.floor((span * rang) / amounts.length)),
      details: detailsOf(rang, pick(random, DETAILS)),
    }))
  })
  drafts.sort((a, b) =>
    a.date_paiement < b.date_paiement ? -1 : a.date_paiement > b.date_paiement ? 1 : a.vente_id - b.vente_id,
  )
  const last = new Map<number, number>()
  const paid = addMoyens(drafts, today)
  const values = paid.map(({ moyens, represente: _cheque, ...draft }) => {
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
  await insertRemises(db, today)
}

/** The first payment of a sale is its deposit. */
const detailsOf = (rang: number, details: string | null): string | null => (rang === 0 ? 'Acompte' : details)

/** Cuts an amount of centimes into `parts` positive parts of whole thousands of DA; the last part takes the rest. */
function cut(total: number, parts: number, random: Random): number[] {
  const even = Math.floor(total / parts / 100_000) * 100_000
  const amounts = repeat(parts - 1, () =>
    Math.max(Math.round((even * between(random, 60, 130)) / 100 / 100_000) * 100_000, 100_000),
  )
  const rest = total - amounts.reduce((sum, amount) => sum + amount, 0)
  return rest > 0 ? [...amounts, rest] : [...repeat(parts - 1, () => even), total - even * (parts - 1)]
}

const daysBetween = (from: Jour, to: Jour) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
