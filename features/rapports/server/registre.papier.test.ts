import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stopPdf } from '#server/documents/pdf.ts'
import { aujourdhui } from '#shared/dates.ts'
import { numeroRecu } from '#shared/numero.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, sell } from '#test/harness/builders.ts'
import { readPdf } from '#test/harness/pdf.ts'

const ANNEE = Number(aujourdhui().slice(0, 4))
const RECUS = 400

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  const client = await buildClient(t.db, { nom_complet: 'Abderrahmane Benyoucef Cherif' })
  const lot = await buildAppartement(t.db, { prix: 99_999_999_999, num_lot: '302' })
  const vente = await sell(t.db, lot, client.id)
  await sql`insert into paiements (vente_id, date_paiement, versement, mode, banque, reference, recu_annee, recu_numero)
    select ${vente}, ${`${ANNEE}-01-15`}::date, 12345678, 'virement', 'CPA', 'VIR 0012345', ${ANNEE}, n from generate_series(1, ${RECUS}::int) n`.execute(
    t.db,
  )
  await sql`insert into journal (membre_nom, action, objet, objet_id, apres)
    select 'Import', 'ajouter', 'paiement', id, '{"import": 1}' from paiements`.execute(t.db)
  await sql`update ventes set total_paye = (select sum(versement) from paiements)`.execute(t.db)
  await sql`insert into recus (annee, dernier) values (${ANNEE}, ${RECUS})`.execute(t.db)
})
afterAll(async () => {
  await stopPdf()
  await t.close()
})

// spec: RF-10
it.each([['de=1&a=200'], ['']])(
  'the register on paper has 35 receipts a page at least, each on one line, and no word for a valid one: %s',
  async (query) => {
    const { rawPayload } = await karim.get(`/api/recus/export?format=pdf&${query}`)
    const { pages, text } = await readPdf(rawPayload)
    const counts = pages
      .slice(0, -1)
      .map((page) => page.match(new RegExp(`${ANNEE}-\\d{6}`, 'g'))?.length ?? 0)
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(35)
    expect(text).toContain(
      `${numeroRecu(ANNEE, 1)} 15/01/${ANNEE} Abderrahmane Benyoucef Cherif Appartement 302`,
    )
    expect(text).not.toContain('Valide ')
  },
)
