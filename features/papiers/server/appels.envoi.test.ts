import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Document } from '#features/papiers/papiers.contract.ts'
import { appelsDe, gardes, lotsAuStade } from '#features/papiers/server/appels.essais.ts'
import { lire, nu } from '#features/papiers/server/documents.essais.ts'
import type { Dossier } from '#features/ventes/dossiers.contract.ts'
import { addJours, aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { pay } from '#test/harness/builders.ts'
import { readPdf } from '#test/harness/pdf.ts'

const today = aujourdhui()
const ATTEINT = addJours(today, -14)

let t: TestApp
let karim: Visitor
let etablir: ReturnType<typeof appelsDe>['etablir']
let rowOf: ReturnType<typeof appelsDe>['rowOf']
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  ;({ etablir, rowOf } = appelsDe(karim))
})
afterAll(async () => {
  await stopPdf()
  await t.close()
})

const kept = () => gardes(t.db)
describe('the file of appels de fonds', () => {
  it('has them as they were issued, in the order asked for, and marks those printed before', async () => {
    const { bloc, stade, lots, path } = await lotsAuStade(t.db, {
      lots: 3,
      atteint: ATTEINT,
      noms: ['Samira Haddad', 'ياسين مزيان', 'Famille Aït Ahmed'],
    })
    const lignes = lots.map(({ echeance }, rang) => ({
      echeance_id: echeance,
      langue: rang === 1 ? 'ar' : 'fr',
    }))
    const { documents } = await etablir(path, [], { lignes })
    const [un, deux, trois] = documents
    if (!un || !deux || !trois) throw new Error('three papers')
    await t.db
      .updateTable('clients')
      .set({ nom_complet: 'Autre Nom' })
      .where('id', '=', lots[0]?.client ?? 0)
      .execute()
    const imprimer = (ids: readonly number[], tirage = '') =>
      karim.get(`${path}/pdf?documents=${ids.join(',')}${tirage}`)
    const fichier = await imprimer([trois.id, un.id, deux.id])
    expect(fichier.statusCode).toBe(200)
    expect(fichier.headers['content-type']).toBe('application/pdf')
    expect(fichier.headers['content-disposition']).toContain(`appels_${bloc}_${stade}.pdf`)
    const { pages, title } = await readPdf(fichier.rawPayload)
    expect(title).toBe('Appels de fonds')
    expect(pages).toHaveLength(3)
    for (const [rang, { numero: porte }] of [trois, un, deux].entries()) expect(pages[rang]).toContain(porte)
    expect(pages[1]).toContain('Samira Haddad')
    const imprimes = () =>
      t.db
        .selectFrom('documents')
        .select('imprime_le')
        .where('id', 'in', [un.id, deux.id, trois.id])
        .where('imprime_le', 'is not', null)
        .execute()
    expect(await imprimes()).toEqual([])
    await karim.get(`/api/documents/${un.id}/pdf?tirage=1`)
    const tires = await readPdf((await imprimer([un.id, trois.id], '&tirage=1')).rawPayload)
    expect(tires.pages.map((page) => page.includes('DUPLICATA'))).toEqual([true, false])
    expect(await imprimes()).toHaveLength(2)
    const encore = await readPdf((await imprimer([un.id, deux.id, trois.id], '&tirage=1')).rawPayload)
    expect(encore.pages.map((page) => page.includes('DUPLICATA'))).toEqual([true, false, true])
  })

  it('has no paper that is unknown, cancelled, of another stade or none', async () => {
    const { lots, path } = await lotsAuStade(t.db, { lots: 2, atteint: ATTEINT })
    const ailleurs = await lotsAuStade(t.db, { lots: 1, atteint: ATTEINT })
    const { documents } = await etablir(path, lots)
    const [bon, annule] = documents.map(({ id }) => id)
    const [autre] = (await etablir(ailleurs.path, ailleurs.lots)).documents
    await karim.post(`/api/documents/${annule}/annuler`, { motif: 'Nom mal écrit' })
    const INVALIDE = "Ce document n'est pas un appel de fonds valable."
    const before = await kept()
    for (const [ids, sentence] of [
      ['', 'Choisissez au moins un appel de fonds.'],
      [`${bon},999999999`, INVALIDE],
      [`${bon},x`, INVALIDE],
      [`${bon},${annule}`, INVALIDE],
      [`${bon},${autre?.id}`, INVALIDE],
      [
        Array.from({ length: 201 }, (_, rang) => rang + 1).join(','),
        '200 appels de fonds au plus à la fois.',
      ],
    ] as const) {
      const refused = await karim.get(`${path}/pdf?documents=${ids}&tirage=1`)
      expect([refused.statusCode, refused.json]).toEqual([
        422,
        { message: sentence, errors: { documents: [sentence] } },
      ])
    }
    expect(await kept()).toEqual(before)
  })
})

// spec: CO-10
describe('an appel de fonds that is noted as sent', () => {
  it('stands in the dossier with its amount and number, and is no relance', async () => {
    const { lots, path } = await lotsAuStade(t.db, { lots: 2, atteint: ATTEINT })
    const [lot, second] = lots
    if (!lot || !second) throw new Error('two lots')
    const { documents } = await etablir(path, lots)
    const [un, deux] = documents
    if (!un || !deux) throw new Error('two papers')
    await pay(t.db, lot.vente, 100_000_000, today)
    const noted = await karim.post('/api/relances', {
      document_ids: [un.id, deux.id, un.id],
      canal: 'lettre',
    })
    const dossier = async () => (await karim.get(`/api/ventes/${lot.vente}`)).json as Dossier
    const { dossier: numeroDossier } = await dossier()
    expect([noted.statusCode, noted.json]).toMatchObject([
      201,
      {
        relances: [
          {
            vente_id: lot.vente,
            dossier: numeroDossier,
            canal: 'lettre',
            jour: today,
            montant: 4_375_000,
            note: null,
            document: { id: un.id, numero: un.numero },
          },
          { vente_id: second.vente, document: { id: deux.id } },
        ],
        remarques: [],
      },
    ])
    expect((await dossier()).relances).toMatchObject([
      { montant: 4_375_000, document: { id: un.id, numero: un.numero } },
    ])
    expect((await karim.get(`/api/echeances?search=${numeroDossier}`)).json).toMatchObject({
      data: [{ derniere_relance: null, relance_aujourdhui: false }],
    })
    const [line] = await t.db
      .selectFrom('journal')
      .select(['action', 'apres'])
      .where('objet', '=', 'relance')
      .orderBy('id', 'desc')
      .offset(1)
      .limit(1)
      .execute()
    expect(line).toMatchObject({ action: 'ajouter', apres: { document: un.numero, montant: 437_500_000 } })
    // A relance of the same day is the first one, and the mise en demeure recalls it alone.
    const relance = await karim.post('/api/relances', { vente_ids: [lot.vente], canal: 'email' })
    expect(relance.json).toMatchObject({ remarques: [], relances: [{ montant: 3_375_000, document: null }] })
    await t.db
      .updateTable('relances')
      .set({ jour: addJours(today, -1) })
      .where('document_id', 'is not', null)
      .execute()
    const demande = { type: 'mise_en_demeure', delai_jours: 15 }
    const lettre = (await karim.post(`/api/ventes/${lot.vente}/documents`, demande)).json as Document
    expect(nu((await lire(karim, `/api/documents/${lettre.id}/pdf`)).text)).toContain(
      `Malgré notre relance du ${formatJourCourt(today)},`,
    )
    await t.db.updateTable('relances').set({ jour: today }).where('document_id', 'is not', null).execute()

    const [note] = (noted.json as { relances: { id: number }[] }).relances
    expect((await karim.delete(`/api/relances/${note?.id}`)).json).toEqual({ message: 'Note retirée.' })
    expect((await dossier()).relances).toMatchObject([{ canal: 'email' }])
    expect((await rowOf(path, lot))?.notes).toEqual([])
    expect((await rowOf(path, second))?.notes).toEqual([
      { canal: 'lettre', jour: today, numero: deux.numero },
    ])
  })

  it('is refused with both keys or none, and for what is no valid appel de fonds', async () => {
    const { lots, path } = await lotsAuStade(t.db, { lots: 2, atteint: ATTEINT })
    const [lot, clos] = lots
    if (!lot || !clos) throw new Error('two lots')
    const { documents } = await etablir(path, lots)
    const [bon, ferme] = documents
    await pay(t.db, lot.vente, 100_000_000, today)
    const annule = (
      (
        await karim.post(`/api/ventes/${lot.vente}/documents`, {
          type: 'appel_fonds',
          echeance_id: lot.echeance,
        })
      ).json as Document
    ).id
    await karim.post(`/api/documents/${annule}/annuler`, { motif: 'Nom mal écrit' })
    const attestation = (
      (await karim.post(`/api/ventes/${lot.vente}/documents`, { type: 'attestation_paiement' }))
        .json as Document
    ).id
    const { bien, dossier } = (await karim.get(`/api/ventes/${clos.vente}`)).json as Dossier
    await karim.put(`/api/appartements/${bien.id}/retirer-client`, {})
    const before = await kept()
    const INVALIDE = "Ce document n'est pas un appel de fonds valable."
    for (const [body, field, sentence] of [
      [{}, 'vente_ids', 'Choisissez au moins un dossier.'],
      [{ vente_ids: [lot.vente], document_ids: [bon?.id] }, 'vente_ids', "Cette valeur n'est pas valide."],
      [{ document_ids: [bon?.id, annule] }, 'document_ids', INVALIDE],
      [{ document_ids: [attestation] }, 'document_ids', INVALIDE],
      [{ document_ids: [999_999_999] }, 'document_ids', INVALIDE],
      [{ document_ids: ['abc'] }, 'document_ids', INVALIDE],
      [{ document_ids: [] }, 'document_ids', "Cette valeur n'est pas valide."],
      [
        { document_ids: Array.from({ length: 201 }, (_, rang) => rang + 1) },
        'document_ids',
        "Cette valeur n'est pas valide.",
      ],
    ] as const) {
      const refused = await karim.post('/api/relances', { ...body, canal: 'lettre' })
      expect([refused.statusCode, refused.json]).toEqual([
        422,
        { message: sentence, errors: { [field]: [sentence] } },
      ])
    }
    const refused = await karim.post('/api/relances', { document_ids: [bon?.id, ferme?.id], canal: 'lettre' })
    expect([refused.statusCode, refused.json]).toEqual([
      409,
      { message: `Le dossier ${dossier} est clos depuis le ${formatJourCourt(today)}.` },
    ])
    expect(await kept()).toEqual(before)
  })
})
