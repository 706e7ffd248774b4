import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Dossier } from '#features/ventes/dossiers.contract.ts'
import { formatMontant } from '#shared/argent.ts'
import { addJours, aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, buildEcheancier, pay, sell } from '#test/harness/builders.ts'
import { readPdf } from '#test/harness/pdf.ts'

let t: TestApp
let karim: Visitor
let late: number
let paid: number
const today = aujourdhui()
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
beforeEach(async () => {
  const client = await buildClient(t.db, {
    nom_complet: 'محمد الأمين بوعلام',
    adresse: '12, rue Didouche Mourad',
  })
  late = await venteOf(client.id)
  await pay(t.db, late, 400_000_000)
  paid = await venteOf((await buildClient(t.db, { nom_complet: 'Samira Haddad' })).id)
  await pay(t.db, paid, 1_250_000_000)
})
afterAll(async () => {
  await stopPdf()
  await t.close()
})

async function venteOf(client: number): Promise<number> {
  const vente = await sell(t.db, await buildAppartement(t.db, { prix: 1_250_000_000 }), client)
  await buildEcheancier(t.db, vente, [
    [250_000_000, '2026-01-10'],
    [187_500_000, addJours(today, -19)],
    [437_500_000, addJours(today, -2)],
    [375_000_000, addJours(today, 30)],
  ])
  return vente
}

const note = (body: object, headers?: Record<string, string>) => karim.post('/api/relances', body, headers)
const dossier = async (id: number) => (await karim.get(`/api/ventes/${id}`)).json as Dossier
const kept = () => t.db.selectFrom('relances').selectAll().orderBy('id').execute()
const lines = () => t.db.selectFrom('journal').selectAll().where('objet', '=', 'relance').execute()

describe('a relance', () => {
  // spec: VE-21, VE-35
  it('is noted with what is late, twice the same day too, the second time with a remark', async () => {
    const { dossier: numero } = await dossier(late)
    const before = (await lines()).length
    const first = await note({ vente_ids: [late], canal: 'whatsapp', note: ' Promet de passer jeudi ' })
    expect(first.statusCode).toBe(201)
    expect(first.json).toEqual({
      relances: [
        {
          id: expect.any(Number),
          vente_id: late,
          dossier: numero,
          canal: 'whatsapp',
          jour: today,
          montant: 4_750_000,
          note: 'Promet de passer jeudi',
          par: 'Karim Benali',
          document: null,
        },
      ],
      remarques: [],
      message: 'Relance notée.',
    })
    const second = await note({ vente_ids: [late, paid, late], canal: 'lettre' })
    expect(second.statusCode).toBe(201)
    expect(second.json).toMatchObject({
      relances: [{ montant: 4_750_000 }, { vente_id: paid, montant: 0, note: null }],
      remarques: [`Le dossier ${numero} a déjà été relancé aujourd'hui (WhatsApp, par Karim Benali).`],
      message: '2 relances notées.',
    })
    expect((await dossier(late)).relances.map(({ canal }) => canal)).toEqual(['lettre', 'whatsapp'])
    expect((await karim.get(`/api/echeances?search=${numero}`)).json).toMatchObject({
      data: [
        { derniere_relance: { jour: today, canal: 'lettre' }, relance_aujourdhui: true },
        { relance_aujourdhui: true },
      ],
    })
    const written = await lines()
    expect(written.length).toBe(before + 3)
    expect(written.at(-1)).toMatchObject({ action: 'ajouter', avant: null, apres: { canal: 'lettre' } })
  })

  // spec: VE-21
  it('is written once for one key', async () => {
    const body = { vente_ids: [late], canal: 'telephone' }
    const headers = { 'idempotency-key': `relance-${late}` }
    const first = await note(body, headers)
    const again = await note(body, headers)
    expect(again.json).toEqual(first.json)
    expect((await kept()).filter(({ vente_id }) => vente_id === late)).toHaveLength(1)
    expect((await note({ ...body, canal: 'email' }, headers)).statusCode).toBe(422)
  })

  // spec: VE-34
  it('is refused under its field, and nothing is written', async () => {
    const before = await kept()
    for (const [body, field, sentence] of [
      [{ canal: 'lettre' }, 'vente_ids', 'Choisissez au moins un dossier.'],
      [{ vente_ids: [], canal: 'lettre' }, 'vente_ids', 'Choisissez au moins un dossier.'],
      [{ vente_ids: late, canal: 'lettre' }, 'vente_ids', 'Choisissez au moins un dossier.'],
      [
        { vente_ids: Array.from({ length: 201 }, (_, n) => n + 1), canal: 'lettre' },
        'vente_ids',
        'Choisissez 200 dossiers au plus.',
      ],
      [{ vente_ids: [late, 'abc'], canal: 'lettre' }, 'vente_ids', "Un de ces dossiers n'existe pas."],
      [{ vente_ids: [late, 999_999], canal: 'lettre' }, 'vente_ids', "Un de ces dossiers n'existe pas."],
      [{ vente_ids: [late] }, 'canal', 'Choisissez un moyen de relance.'],
      [{ vente_ids: [late], canal: 'pigeon' }, 'canal', 'Choisissez un moyen de relance.'],
      [
        { vente_ids: [late], canal: 'lettre', note: 'n'.repeat(2_001) },
        'note',
        'Ce texte dépasse 2000 caractères.',
      ],
    ] as const) {
      const refused = await note(body)
      expect(refused.statusCode).toBe(422)
      expect(refused.json).toMatchObject({ message: sentence, errors: { [field]: [sentence] } })
    }
    expect(await kept()).toEqual(before)
  })

  it('of an ended dossier refuses all of them', async () => {
    const { bien, dossier: numero } = await dossier(late)
    await karim.put(`/api/appartements/${bien.id}/retirer-client`, {})
    const before = await kept()
    const refused = await note({ vente_ids: [paid, late], canal: 'lettre' })
    expect(refused.statusCode).toBe(409)
    expect(refused.json).toEqual({
      message: `Le dossier ${numero} est clos depuis le ${formatJourCourt(today)}.`,
    })
    expect(await kept()).toEqual(before)
  })
})

// spec: RF-41
describe('a relance noted by mistake', () => {
  const noted = async () => {
    const { relances } = (await note({ vente_ids: [late], canal: 'lettre' })).json as Dossier
    return relances[0]?.id ?? 0
  }
  const SEUL = [409, { message: 'Seul son auteur retire une relance, le jour même.' }]

  it('is taken back by its author on the same day, and the journal keeps it', async () => {
    const { dossier: numero } = await dossier(late)
    const id = await noted()
    const removed = await karim.delete(`/api/relances/${id}`)
    expect([removed.statusCode, removed.json]).toEqual([200, { message: 'Note retirée.' }])
    expect((await dossier(late)).relances).toEqual([])
    expect((await karim.get(`/api/echeances?search=${numero}`)).json).toMatchObject({
      data: [{ derniere_relance: null, relance_aujourdhui: false }, { relance_aujourdhui: false }],
    })
    expect((await lines()).at(-1)).toMatchObject({
      action: 'supprimer',
      objet_id: id,
      avant: { canal: 'lettre', dossier: numero, montant: 475_000_000, par: 'Karim Benali' },
      apres: null,
    })
    expect((await karim.delete(`/api/relances/${id}`)).statusCode).toBe(404)
  })

  it('stays when it is a colleague’s, of another day, older than its author, or of nobody', async () => {
    const samira = await t.member('samira@diyar.dz', 'caisse')
    const id = await noted()
    const set = (values: { jour?: string; membre_id?: number | null }) =>
      t.db.updateTable('relances').set(values).where('id', '=', id).execute()
    const before = [await kept(), (await lines()).length]
    const tried = async (who: Visitor) => {
      const { statusCode, json } = await who.delete(`/api/relances/${id}`)
      return [statusCode, json]
    }
    expect(await tried(samira)).toEqual(SEUL)
    expect([await kept(), (await lines()).length]).toEqual(before)
    await set({ jour: addJours(today, -1) })
    expect(await tried(karim)).toEqual(SEUL)
    await set({ jour: today, membre_id: null })
    expect(await tried(karim)).toEqual(SEUL)
    expect((await lines()).length).toBe(before[1])
    expect((await karim.delete('/api/relances/999999')).statusCode).toBe(404)
  })
})

describe('the letters', () => {
  const letters = (ventes: string) => karim.get(`/api/relances/lettres${ventes}`)

  // spec: VE-23
  it('of one dossier says what is late, its total in figures and in words', async () => {
    const { dossier: numero, en_retard, bien } = await dossier(late)
    const answer = await letters(`?ventes=${late}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.headers['content-disposition']).toContain(`relance_${numero}.pdf`)
    const { pages, text, title } = await readPdf(answer.rawPayload)
    expect(pages).toHaveLength(1)
    expect(title).toBe(`Relance Dossier ${numero}`)
    expect(en_retard).toBe(4_750_000)
    for (const expected of [
      'Relance',
      `Dossier ${numero}`,
      '12, rue Didouche Mourad',
      bien.designation,
      'Objet : échéances non réglées',
      'Sauf erreur de notre part, les échéances suivantes ne sont pas réglées à ce jour :',
      'Échéance 2',
      formatJourCourt(addJours(today, -19)),
      `Total dû ${formatMontant(475_000_000).replace(/\sDA$/, '')}`,
      'Quatre millions sept cent cinquante mille dinars algériens.',
      'Nous vous prions de régler cette somme ou de prendre contact avec nous. Si votre règlement est en cours, ne tenez pas compte de cette lettre.',
      'Le promoteur, cachet et signature',
      'Page 1 / 1',
    ])
      expect(text.replace(/\s+/g, ' ')).toContain(expected.replace(/\s+/g, ' '))
    expect(text).not.toContain('Échéance 1')
    expect(text).not.toContain('Échéance 4')
  })

  // spec: VE-23
  it('of several are one file in the order of their numbers, each with pages of its own, those not late left out', async () => {
    const many = await sell(
      t.db,
      await buildAppartement(t.db, { prix: 8_000 }),
      (await buildClient(t.db, { nom_complet: 'Famille Aït Ahmed' })).id,
    )
    await buildEcheancier(
      t.db,
      many,
      Array.from({ length: 80 }, (_, n) => [100, addJours(today, -200 + n)]),
    )
    const answer = await letters(`?ventes=${many},${paid},${late}`)
    expect(answer.headers['content-disposition']).toContain('relances.pdf')
    const { pages, title } = await readPdf(answer.rawPayload)
    expect(title).toBe('Relances')
    expect(pages[0]).toContain('Page 1 / 1')
    expect(pages[1]).toContain(`Page 1 / ${pages.length - 1}`)
    expect(pages.at(-1)).toContain(`Page ${pages.length - 1} / ${pages.length - 1}`)
    expect(pages.length).toBeGreaterThan(2)
    expect(pages.join(' ')).not.toContain('Samira Haddad')
  })

  // spec: VE-23, VE-34
  it('are refused when there is nothing to write', async () => {
    const before = await kept()
    for (const [ventes, sentence] of [
      ['', 'Choisissez au moins un dossier.'],
      ['?ventes=', 'Choisissez au moins un dossier.'],
      ['?ventes=999999', "Un de ces dossiers n'existe pas."],
      [`?ventes=${late},x`, "Un de ces dossiers n'existe pas."],
      [`?ventes=${paid}`, "Rien n'est en retard pour ces dossiers."],
      [
        `?ventes=${Array.from({ length: 201 }, (_, n) => n + 1).join(',')}`,
        'Choisissez 200 dossiers au plus.',
      ],
    ] as const) {
      const refused = await letters(ventes)
      expect(refused.statusCode).toBe(422)
      expect(refused.json).toEqual({ message: sentence, errors: { ventes: [sentence] } })
    }
    expect(await kept()).toEqual(before)
  })
})
