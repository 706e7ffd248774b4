import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startCounted, type CountedApp } from '#test/harness/cost.ts'
import { addJours, aujourdhui } from '#shared/dates.ts'

const GROWING = [
  'biens',
  'appartements',
  'locaux',
  'places_parking',
  'etages',
  'ventes',
  'options',
  'clients',
]
/** How many lots are given each of the states that few are in. */
const PEU = 10

let counted: CountedApp
beforeAll(async () => {
  counted = await startCounted(4_000, GROWING)
  const { db } = counted
  const free = sql`select b.id from biens b where not exists (select from ventes v where v.bien_id = b.id and v.terminee_le is null)`
  await sql`
    update biens set bloque_le = now(), bloque_motif = 'Témoin' where id in (${free} and b.type = 'appartement' order by b.id limit ${PEU})`.execute(
    db,
  )
  await sql`
    insert into options (bien_id, nom, expire_le, prise_par)
    select id, 'Samir', ${addJours(aujourdhui(), 3)}, 'Karim' from (${free} and b.bloque_le is null and b.type = 'appartement' order by b.id limit ${PEU}) f`.execute(
    db,
  )
  await sql`
    update ventes set livraison_le = ${aujourdhui()} where id in (
      select v.id from ventes v join appartements a on a.id = v.bien_id where v.terminee_le is null order by v.id limit ${PEU})`.execute(
    db,
  )
  await sql`vacuum analyze`.execute(db)
}, 120_000)
afterAll(() => counted.close())

const costOf = async (filter: string) => {
  const { last, ...cost } = await counted.costOf(() => counted.karim.get(`/api/appartements?${filter}`))
  expect(last.statusCode).toBe(200)
  return { ...cost, total: (last.json as { total: number }).total }
}

// spec: EC-17
it('a list of what is held, off sale or delivered costs those, not the 4,000 of the portfolio', async () => {
  const few = []
  for (const etat of ['option', 'bloque', 'livre']) {
    const { total, blocks, whole } = await costOf(`etat_bien=${etat}`)
    // Étages, options and clients are few: to read them whole may be the shorter way.
    const gone = whole.filter((table) => !['etages', 'options', 'clients'].includes(table))
    few.push({ etat, total, gone, blocks: blocks < 400 ? 'few' : blocks })
  }
  expect(few).toEqual(
    ['option', 'bloque', 'livre'].map((etat) => ({ etat, total: PEU, gone: [], blocks: 'few' })),
  )
})

it('a list of what is free or sold costs about what it costs by etat', async () => {
  for (const [etat, etatBien] of [
    ['disponible', 'libre'],
    ['vendu', 'vendu'],
  ]) {
    const specified = await costOf(`etat=${etat}`)
    const { blocks, total } = await costOf(`etat_bien=${etatBien}`)
    expect(specified.total - total).toBe(etat === 'vendu' ? PEU : 2 * PEU)
    expect([etat, blocks < 2 * specified.blocks + 500 ? 'alike' : [blocks, specified.blocks]]).toEqual([
      etat,
      'alike',
    ])
  }
})
