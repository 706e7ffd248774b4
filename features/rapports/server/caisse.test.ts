import { sql } from 'kysely'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { especes, ouvrirCaisse, type Ouverte } from '#features/rapports/server/caisse.essais.ts'
import { addJours, aujourdhui } from '#shared/dates.ts'
import { numeroRecu } from '#shared/numero.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { readPdf } from '#test/harness/pdf.ts'

const AUJOURDHUI = aujourdhui()
const ANNEE = Number(AUJOURDHUI.slice(0, 4))
const HIER = addJours(AUJOURDHUI, -1)

let t: Ouverte['t']
let karim: Ouverte['karim']
let body: Ouverte['body']
let post: Ouverte['post']
let till: Ouverte['till']
beforeEach(async () => {
  ;({ t, karim, body, post, till } = await ouvrirCaisse())
  return () => t.close()
})
afterAll(stopPdf)

describe('the till of a day', () => {
  // spec: EN-26
  it('lists what was taken on it, sums what counts, marks what was corrected', async () => {
    const first = await post(100_000, { ...especes, date_paiement: HIER })
    await post(50_000, { mode: 'cheque', banque: 'BNA', reference: '0012345' })
    const last = await post(10_000, especes)
    expect((await karim.delete(`/api/paiements/${last}`)).statusCode).toBe(200)
    const before = await till()
    expect(before).toMatchObject({ jour: AUJOURDHUI, total: 3, per_page: 200 })
    expect(before.totals).toEqual({
      modes: [
        { mode: 'cheque', nombre: 1, montant: 50_000 },
        { mode: 'especes', nombre: 1, montant: 100_000 },
      ],
      nombre: 2,
      montant: 150_000,
      especes: 100_000,
      timbre: 0,
      sorties: 0,
      attendu: 100_000,
      annules: 1,
    })
    expect(before.data).toMatchObject([
      { recu: numeroRecu(ANNEE, 1), date_paiement: HIER, versement: 100_000, etat: 'valide', corrige: false },
      {
        paiement_id: expect.any(Number),
        mode: 'cheque',
        banque: 'BNA',
        reference: '0012345',
        etat: 'valide',
      },
      {
        recu: numeroRecu(ANNEE, 3),
        paiement_id: null,
        versement: 10_000,
        mode: 'especes',
        etat: 'annule',
        corrige: false,
        client: 'Élodie Benaïssa',
        bien: 'Appartement A-12',
        membre: 'Karim Benali',
      },
    ])
    expect(before.data[0]?.heure).toMatch(/^\d\d:\d\d$/)
    expect(before.membres.map(({ nom }) => nom)).toEqual(['Karim Benali'])

    const edited = await karim.put(
      `/api/paiements/${first}`,
      body(90_000, { ...especes, date_paiement: HIER }),
    )
    expect(edited.statusCode).toBe(200)
    const after = await till()
    expect(after.totals).toMatchObject({ nombre: 2, montant: 140_000, especes: 90_000 })
    expect(after.data[0]).toMatchObject({ versement: 90_000, corrige: true })
    expect(await till(`?jour=${HIER}`)).toMatchObject({
      data: [],
      totals: { modes: [], nombre: 0, annules: 0 },
    })
  })

  it('is that of Algiers, and holds the payment that represents a cheque, which stays in it when it is rejected', async () => {
    const id = await post(700, { mode: 'cheque', banque: 'BNA', reference: '1' })
    await karim.post(`/api/cheques/${id}/rejeter`, { rejete_le: AUJOURDHUI, motif: 'Opposition' })
    await karim.post(`/api/cheques/${id}/representer`, { date_paiement: AUJOURDHUI })
    expect((await till()).data.map(({ etat }) => etat)).toEqual(['rejete', 'valide'])
    expect((await till()).totals).toMatchObject({ nombre: 2, montant: 1400 })
    await sql`insert into journal (quand, membre_nom, action, objet, objet_id) values
      ('2026-03-11T23:00:00Z', 'Nuit', 'ajouter', 'paiement', ${id}),
      ('2026-03-11T22:59:59Z', 'Veille', 'ajouter', 'paiement', ${id})`.execute(t.db)
    const night = await till('?jour=2026-03-12')
    expect(night.data).toMatchObject([{ heure: '00:00', membre: 'Nuit', corrige: false }])
    expect((await till('?jour=2026-03-11')).data).toMatchObject([{ heure: '23:59', membre: 'Veille' }])
  })

  // spec: RE-04
  it('says of a line whose mode or amount was changed what was recorded and counted', async () => {
    const first = await post(100_000, especes)
    const second = await post(50_000, { mode: 'virement' })
    await post(20_000)
    const unsaid = await post(10_000)
    expect((await till()).data.map(({ etait }) => etait)).toEqual([null, null, null, null])
    const put = (id: number, versement: number, rest: object) =>
      karim.put(`/api/paiements/${id}`, body(versement, rest))
    await put(first, 100_000, { mode: 'virement', banque: 'CPA' })
    await put(second, 50_000, { mode: 'virement', banque: 'BNA' })
    await put(unsaid, 9_000, { mode: 'especes' })
    const { data, totals } = await till()
    expect(data.map(({ corrige, etait }) => [corrige, etait])).toEqual([
      [true, { mode: 'especes', versement: 100_000 }],
      [false, null],
      [false, null],
      [true, { mode: null, versement: 10_000 }],
    ])
    expect(totals).toMatchObject({ montant: 179_000, especes: 9_000 })
    const path = '/api/journal-caisse/export'
    const { sheets } = await readXlsx((await karim.get(path)).rawPayload)
    const rows = sheets[0]?.rows ?? []
    expect(
      rows
        .slice(1, 5)
        .map((row) =>
          row.slice(9, 11).map((cell) => (cell === null ? null : String(cell).replace(/\s/g, ' '))),
        ),
    ).toEqual([
      ['Valide, corrigé', 'était : Espèces 100 000,00 DA'],
      ['Valide', null],
      ['Valide', null],
      ['Valide, corrigé', 'était : Non précisé 10 000,00 DA'],
    ])
    expect(rows[5]?.[7]).toBe(179_000)
    const { text } = await readPdf((await karim.get(`${path}?format=pdf`)).rawPayload)
    expect(text.replace(/\s+/g, ' ')).toContain('était : Espèces 100 000,00 DA')
    await karim.delete(`/api/paiements/${first}`)
    expect((await till()).data[0]).toMatchObject({
      etat: 'annule',
      corrige: true,
      etait: { mode: 'especes', versement: 100_000 },
    })
  })

  it('does not compare with a mode that a former version did not record', async () => {
    const id = await post(700, especes)
    await sql`insert into journal (quand, membre_nom, action, objet, objet_id, apres) values
      ('2026-03-11T23:00:00Z', 'Nuit', 'ajouter', 'paiement', ${id}, '{"versement": 70000}')`.execute(t.db)
    expect((await till('?jour=2026-03-12')).data).toMatchObject([{ corrige: false, etait: null }])
  })

  it('leaves out what an import wrote, and shows what one member took', async () => {
    const amina = await t.member('amina@diyar.dz')
    await t.db
      .updateTable('membres')
      .set({ name: 'Amina Saïdi' })
      .where('email', '=', 'amina@diyar.dz')
      .execute()
    await post(100, especes)
    const hers = await post(30, {}, amina)
    await post(5, { mode: 'virement' }, amina)
    await t.db
      .insertInto('journal')
      .values({
        membre_nom: 'Karim Benali',
        action: 'ajouter',
        objet: 'paiement',
        objet_id: hers,
        apres: JSON.stringify({ import: 4, versement: 3000 }),
      })
      .execute()
    const all = await till()
    expect(all.total).toBe(3)
    expect(all.totals.modes.map(({ mode }) => mode)).toEqual(['virement', 'especes', null])
    expect(all.membres.map(({ nom }) => nom)).toEqual(['Amina Saïdi', 'Karim Benali'])
    const one = await till(`?membre=${all.membres[0]?.id}`)
    expect(one.data.map(({ versement }) => versement)).toEqual([30, 5])
    expect(one.totals).toMatchObject({ nombre: 2, montant: 35, especes: 0 })
    expect(one.membres).toEqual(all.membres)
    expect((await till('?per_page=2&page=2')).data).toHaveLength(1)
    expect((await till('?jour=hier&membre=x')).total).toBe(3)
  })
})
