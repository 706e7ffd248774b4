import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readXlsx, type CellValue } from 'hucre/xlsx'
import { fillDemo } from '#db/demo.ts'
import { NOMS_DES_FEUILLES, type NomDeFeuille } from '#features/imports/colonnes.ts'
import { FEUILLE_AIDE, FEUILLES } from '#features/imports/server/sheets.ts'
import { LIGNES_MAX } from '#features/imports/server/export.ts'
import { addJours, aujourdhui, jourOf } from '#shared/dates.ts'
import { numeroRecu } from '#shared/numero.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { FORMULA_TEXTS } from '#test/fuzz/hostile-texts.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildBloc, buildClient, buildResidence, sell } from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  await fillDemo(t.db, aujourdhui(), 'x')
})
afterAll(async () => {
  await stopPdf()
  await t.close()
})

type Line = Record<string, CellValue>

async function open(query = '') {
  const answer = await karim.get(`/api/portefeuille/export${query}`)
  expect(answer.statusCode).toBe(200)
  const { sheets } = await readXlsx(answer.rawPayload)
  const rows = (titre: string) => sheets.find(({ name }) => name === titre)?.rows ?? []
  /** The lines of a sheet by the titles of their columns. */
  const lines = (nom: NomDeFeuille): Line[] => {
    const [header = [], ...others] = rows(FEUILLES[nom].titre)
    return others.map((row) =>
      Object.fromEntries(header.map((titre, at) => [String(titre).replace(' *', ''), row[at] ?? null])),
    )
  }
  return { answer, names: sheets.map(({ name }) => name), rows, lines }
}
const count = async (from: string) =>
  (await sql<{ n: number }>`select count(*)::integer as n from ${sql.raw(from)}`.execute(t.db)).rows[0]?.n

describe('the workbook of a portfolio', () => {
  it('has the sheets of the model after Aide, its day in its name, no line of totals', async () => {
    const { answer, names, rows } = await open()
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="portefeuille-${aujourdhui()}.xlsx"`,
    )
    expect(names).toEqual([FEUILLE_AIDE, ...NOMS_DES_FEUILLES.map((nom) => FEUILLES[nom].titre)])
    const modele = await open('?modele=1')
    expect(modele.answer.headers['content-disposition']).toBe(
      'attachment; filename="modele-portefeuille.xlsx"',
    )
    expect(modele.names).toEqual(names)
    // The discount of a sale stands last and is not read back.
    const lus = (name: string) => rows(name)[0]?.filter((title) => title !== 'Remise accordée')
    for (const name of names.slice(1)) expect(modele.rows(name)).toEqual([lus(name)])
    expect(rows('Places')[0]).toEqual([
      'Résidence *',
      'Parking *',
      'Numéro *',
      'Type *',
      'Position',
      'Superficie',
      'Prix *',
      'Motif de blocage',
    ])
  })

  it('holds every record once', async () => {
    const { lines } = await open()
    const vivantes = `options where fin is null and expire_le >= '${aujourdhui()}'`
    const tables: Record<NomDeFeuille, string> = {
      residences: 'residences',
      blocs: 'blocs',
      etages: 'etages',
      appartements: 'appartements',
      locaux: 'locaux',
      parkings: 'parkings',
      places: 'places_parking',
      clients: 'clients',
      ventes: 'ventes',
      coAcquereurs: 'co_acquereurs',
      paiements: 'paiements',
      options: vivantes,
      stades: 'stades_atteints',
      echeances: 'echeances',
      remboursements: 'remboursements',
      // Records that came in by it are in the other sheets.
      reprise: 'ventes where false',
    }
    for (const nom of NOMS_DES_FEUILLES)
      expect([nom, lines(nom).length]).toEqual([nom, await count(tables[nom])])
  })

  // spec: PO-40
  it('says modes, cheques, désistements and refunds in the words of the screens', async () => {
    const { lines } = await open()
    const paiements = lines('paiements')
    const { rows: stored } = await sql<{ annee: number; numero: number; mode: string | null }>`
      select recu_annee as annee, recu_numero as numero, mode from paiements order by 1, 2`.execute(t.db)
    expect(paiements.map((line) => line['N° de reçu'])).toEqual(
      stored.map(({ annee, numero }) => numeroRecu(annee, numero)),
    )
    expect(new Set(paiements.map((line) => line['Mode de paiement']))).toContain('Chèque')
    expect(paiements.filter((line) => line['Mode de paiement'] === null)).toHaveLength(
      stored.filter(({ mode }) => mode === null).length,
    )
    const rejetes = paiements.filter((line) => line['Rejeté le'] !== null)
    expect(rejetes.length).toBeGreaterThan(0)
    expect(rejetes.every((line) => typeof line['Motif du rejet'] === 'string')).toBe(true)
    const represente = paiements.find((line) => line['Représente le reçu'] !== null)
    expect(rejetes.map((line) => line['N° de reçu'])).toContain(represente?.['Représente le reçu'])
    const ventes = lines('ventes')
    expect(ventes.filter((line) => line['Terminée le'] === null).every((line) => line['Prix'] === null)).toBe(
      true,
    )
    const closes = ventes.filter((line) => line['Désistement le'] !== null)
    expect(closes).toHaveLength((await count('desistements')) ?? 0)
    expect(closes[0]).toMatchObject({
      Prix: expect.any(Number),
      'Terminée le': expect.any(Date),
      Dossier: expect.stringMatching(/^\d{4}-D-\d{4}$/),
    })
    expect(['Client', 'Promoteur']).toContain(closes[0]?.['À la demande de'])
    expect(lines('remboursements')[0]?.['N°']).toMatch(/^\d{4}-R-\d{4}$/)
    expect(new Set(lines('echeances').map((line) => line['Déclencheur']))).toEqual(
      new Set(['Au contrat', 'À un stade', 'À la livraison', 'À une date']),
    )
  })

  it('dates a vente by the day it was in Algiers', async () => {
    const bien = await buildAppartement(t.db, { num_lot: 'MINUIT' })
    const { id: client } = await buildClient(t.db)
    const vente = await sell(t.db, bien, client)
    const instant = new Date('2026-03-04T23:30:00Z')
    await t.db.updateTable('ventes').set({ ouverte_le: instant }).where('id', '=', vente).execute()
    const line = (await open()).lines('ventes').find((ligne) => ligne['Numéro'] === 'MINUIT')
    expect(line?.['Date']).toEqual(new Date('2026-03-05T00:00:00Z'))
    expect(jourOf(instant)).toBe('2026-03-05')
  })

  it('puts names in French order, A2 before A10', async () => {
    const { id: residence_id } = await buildResidence(t.db, { nom: 'Élysée' })
    for (const nomloc of ['Bloc 10', 'Bloc 2', 'bloc 1']) await buildBloc(t.db, { residence_id, nomloc })
    const { lines } = await open(`?residence_id=${residence_id}`)
    expect(lines('blocs').map((line) => line['Nom'])).toEqual(['bloc 1', 'Bloc 2', 'Bloc 10'])
    const noms = (await open()).lines('residences').map((line) => line['Nom'])
    expect(noms.indexOf('Élysée')).toBeLessThan(noms.indexOf('Les Jardins de Tafourah'))
  })

  // spec: PO-33
  it('carries every text letter by letter', async () => {
    const textes = [
      ...FORMULA_TEXTS,
      '_x0041_',
      'محمد بن عيسى',
      '👩‍👩‍👧',
      'a  b',
      '<b>&"',
      `${'n'.repeat(1_900)}\nfin\n\tici`,
    ]
    const { id: residence_id } = await buildResidence(t.db, { nom: "=cmd|' /C calc'!A0" })
    const blocs = []
    for (const [n, description] of textes.entries())
      blocs.push(await buildBloc(t.db, { residence_id, nomloc: `B${n}`, description }))
    const { lines } = await open(`?residence_id=${residence_id}`)
    expect(lines('residences')[0]?.['Nom']).toBe("=cmd|' /C calc'!A0")
    expect(lines('blocs').map((line) => line['Description'])).toEqual(blocs.map((bloc) => bloc.description))
  })
})

describe('the workbook of one residence', () => {
  it('has what belongs to it and nothing else', async () => {
    const [residence] = await t.db.selectFrom('residences').selectAll().orderBy('id').limit(1).execute()
    const { lines, rows } = await open(`?residence_id=${residence?.id}`)
    expect(rows(FEUILLE_AIDE)[0]?.[0]).toBe(`Portefeuille : ${residence?.nom}`)
    expect(lines('residences').map((line) => line['Nom'])).toEqual([residence?.nom])
    for (const nom of NOMS_DES_FEUILLES)
      for (const line of lines(nom)) expect(line['Résidence'] ?? residence?.nom).toBe(residence?.nom)
    const ids = await sql<{ ventes: number; acheteurs: number; rendus: number }>`
      select count(*)::integer as ventes, count(distinct client_id)::integer as acheteurs,
        (select count(*)::integer from remboursements m join ventes w on w.id = m.vente_id join biens c on c.id = w.bien_id
          where c.residence_id = ${residence?.id}) as rendus
      from ventes v join biens b on b.id = v.bien_id where b.residence_id = ${residence?.id}`.execute(t.db)
    const [found] = ids.rows
    expect(lines('ventes')).toHaveLength(found?.ventes ?? 0)
    expect(lines('remboursements')).toHaveLength(found?.rendus ?? 0)
    const named = new Set(
      [...lines('ventes'), ...lines('coAcquereurs'), ...lines('options')].flatMap(
        (line) => line['Client'] ?? [],
      ),
    )
    expect(new Set(lines('clients').map((line) => line['Nom complet']))).toEqual(named)
    const all = (await open()).lines('paiements').filter((line) => line['Résidence'] === residence?.nom)
    expect(lines('paiements')).toEqual(all)
  })

  it('that is none is 404; what is no number is no residence', async () => {
    const missing = await karim.get('/api/portefeuille/export?residence_id=999999')
    expect([missing.statusCode, missing.json]).toEqual([
      404,
      { message: "Cet élément n'existe pas ou a été supprimé." },
    ])
    expect((await open('?residence_id=abc')).lines('residences').length).toBeGreaterThan(2)
  })

  it('that has two blocs of one name says so on the sheet Aide', async () => {
    const { id: residence_id } = await buildResidence(t.db, { nom: 'Les Jumeaux' })
    await buildBloc(t.db, { residence_id, nomloc: 'Bloc A' })
    await buildBloc(t.db, { residence_id, nomloc: 'Bloc A' })
    const said =
      "Deux blocs portent le nom « Bloc A » dans « Les Jumeaux » : renommez l'un d'eux avant d'importer ce classeur."
    const textes = async (query: string) => (await open(query)).rows(FEUILLE_AIDE).map(([texte]) => texte)
    expect(await textes(`?residence_id=${residence_id}`)).toContain(said)
    expect(await textes('')).toContain(said)
    expect(await textes('?modele=1')).not.toContain(said)
  })

  it('leaves out the options that are over', async () => {
    const { id: residence_id } = await buildResidence(t.db)
    const { id: bloc_id } = await buildBloc(t.db, { residence_id })
    const bien = await t.db
      .insertInto('biens')
      .values({ type: 'local', prix: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await t.db.insertInto('locaux').values({ id: bien.id, bloc_id, num: 'L1', surface: 1 }).execute()
    const option = {
      bien_id: bien.id,
      nom: 'Hier',
      expire_le: addJours(aujourdhui(), -1),
      prise_par: 'Karim',
    }
    await t.db.insertInto('options').values(option).execute()
    const query = `?residence_id=${residence_id}`
    expect((await open(query)).lines('options')).toEqual([])
    await t.db.updateTable('options').set({ expire_le: aujourdhui() }).where('nom', '=', 'Hier').execute()
    expect((await open(query)).lines('options')).toMatchObject([{ Nom: 'Hier', Type: 'Local', Numéro: 'L1' }])
  })
})

it('is refused above 150,000 lines, with the way out', async () => {
  const { id: bloc_id } = await buildBloc(t.db, { residence_id: (await buildResidence(t.db)).id })
  const { lines } = await open()
  const now = NOMS_DES_FEUILLES.reduce((sum, nom) => sum + lines(nom).length, 0)
  await sql`insert into etages (bloc_id, designation, niveau, logement_par_palier)
    select ${bloc_id}, 'Étage ' || n, 1, 1 from generate_series(1, ${LIGNES_MAX - now + 1}) n`.execute(t.db)
  const refused = await karim.get('/api/portefeuille/export')
  expect([refused.statusCode, refused.json]).toEqual([
    422,
    {
      message:
        'Le portefeuille compte 150\u202F001 lignes : un classeur en porte 150\u202F000 au plus. Choisissez une résidence.',
    },
  ])
  await t.db.deleteFrom('etages').where('bloc_id', '=', bloc_id).execute()
}, 60_000)
