import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Document, Verification } from '#features/papiers/papiers.contract.ts'
import { appelsDe, gardes, lotsAuStade, type Lot } from '#features/papiers/server/appels.essais.ts'
import { lire, nu } from '#features/papiers/server/documents.essais.ts'
import type { Dossier } from '#features/ventes/dossiers.contract.ts'
import { addJours, aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildClient, pay } from '#test/harness/builders.ts'

const today = aujourdhui()
const ATTEINT = addJours(today, -14)
const ANNEE = today.slice(0, 4)
const numero = (rang: number) => `${ANNEE}-AF-${String(rang).padStart(4, '0')}`

let t: TestApp
let karim: Visitor
let lister: ReturnType<typeof appelsDe>['lister']
let etablir: ReturnType<typeof appelsDe>['etablir']
let rowOf: ReturnType<typeof appelsDe>['rowOf']
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  ;({ lister, etablir, rowOf } = appelsDe(karim))
})
afterAll(async () => {
  await stopPdf()
  await t.close()
})

const kept = () => gardes(t.db)
const journalDe = async (id: number) =>
  t.db
    .selectFrom('journal')
    .select(['action', 'avant', 'apres'])
    .where('objet', '=', 'document')
    .where('objet_id', '=', id)
    .orderBy('id')
    .execute()
/** Issues thirty appels de fonds of a sale, which are cancelled since. */
async function trenteAvant(vente: number): Promise<void> {
  await sql`
    with anciens as (insert into documents (serie, annee, numero, langue, vente_id, etabli_le, montant, modele, membre_nom, annule_le, motif)
    select 'AF', ${ANNEE}::integer, rang, 'fr', ${vente}, ${today}::date, 100, '{}', 'Karim Benali', now(), 'Essai'
    from generate_series(1, 30) rang returning id)
    insert into journal (membre_nom, action, objet, objet_id) select 'Karim Benali', 'etablir', 'document', id from anciens`.execute(
    t.db,
  )
  await t.db
    .insertInto('numeros')
    .values({ serie: 'AF', annee: Number(ANNEE), dernier: 30 })
    .execute()
}

// spec: CO-08, CO-01
describe('the appels de fonds of a stade', () => {
  it('are 21 of 24 lines, 18 once three are paid, and one is made again where its amount has changed: D.4', async () => {
    const { bloc, stade, lots, path } = await lotsAuStade(t.db, { lots: 24, sansContrat: 2 })
    const [premier, second, troisieme, quatrieme, cinquieme] = lots
    const [sansContrat] = lots.slice(-2)
    if (!premier || !second || !troisieme || !quatrieme || !cinquieme || !sansContrat)
      throw new Error('24 lots')
    expect((await karim.get(path)).json).toEqual({ message: "Enregistrez d'abord ce stade." })
    await pay(t.db, lots[20]?.vente ?? 0, 437_500_000, ATTEINT)
    const stadeNote = await karim.put(`/api/blocs/${bloc}/stades/${stade}`, { atteint_le: ATTEINT })
    expect(stadeNote.json).toMatchObject({
      message: 'Stade enregistré : 22 échéances deviennent exigibles, 2 attendent la date du contrat.',
      a_appeler: 21,
    })
    const avant = await lister(path)
    expect(avant).toMatchObject({ stade: { id: stade }, bloc: { id: bloc }, atteint_le: ATTEINT })
    expect(avant.data).toHaveLength(23)
    expect(avant.data.map(({ bien }) => bien.numero).slice(0, 11)).toEqual(
      Array.from({ length: 11 }, (_, rang) => `A-${rang + 1}`),
    )
    expect(avant.totals).toEqual({ nombre: 21, reste: 21 * 4_375_000, appelees: 0 })
    expect(avant.data.at(-1)).toMatchObject({
      attend: 'contrat',
      exigible_le: null,
      document: null,
      notes: [],
    })

    await trenteAvant(sansContrat.vente)
    const aAppeler = lots.filter((_, rang) => rang !== 20 && rang < 22)
    const faits = await etablir(path, aAppeler, { limite_le: addJours(today, 30) })
    expect([faits.statusCode, faits.message]).toEqual([201, '21 appels de fonds établis.'])
    expect(faits.documents.map((document) => document.numero)).toEqual(
      Array.from({ length: 21 }, (_, rang) => numero(31 + rang)),
    )
    expect(faits.documents.map(({ vente_id }) => vente_id)).toEqual(aAppeler.map(({ vente }) => vente))
    expect((await lister(path)).totals).toMatchObject({ nombre: 21, appelees: 21 })

    for (const { vente } of [second, troisieme, quatrieme]) await pay(t.db, vente, 437_500_000, today)
    expect((await lister(path)).data).toHaveLength(20)
    expect((await lister(path)).totals).toEqual({ nombre: 18, reste: 18 * 4_375_000, appelees: 18 })
    await karim.post(`/api/documents/${faits.documents[4]?.id}/annuler`, { motif: 'Nom mal écrit' })
    expect((await lister(path)).totals.appelees).toBe(17)
    const restants = aAppeler.filter((lot) => ![second, troisieme, quatrieme].includes(lot))
    const suite = await etablir(path, restants)
    expect([suite.statusCode, suite.message]).toEqual([201, '1 appel de fonds établi.'])
    expect(suite.documents.map((document) => document.numero)).toEqual([
      numero(31),
      numero(52),
      ...Array.from({ length: 16 }, (_, rang) => numero(36 + rang)),
    ])
    const encore = await kept()
    const rien = await etablir(path, restants)
    expect([rien.statusCode, rien.message]).toEqual([201, 'Ces appels de fonds étaient déjà établis.'])
    expect(rien.documents.map(({ id }) => id)).toEqual(suite.documents.map(({ id }) => id))
    expect(await kept()).toEqual(encore)

    // The contract makes its line due at once.
    expect((await etablir(path, [sansContrat])).statusCode).toBe(409)
    await t.db.updateTable('ventes').set({ contrat_le: today }).where('id', '=', sansContrat.vente).execute()
    expect(await rowOf(path, sansContrat)).toMatchObject({ attend: null, exigible_le: today })

    const [ancien] = faits.documents
    if (!ancien) throw new Error('an appel')
    expect(ancien.montant).toBe(4_375_000)
    await pay(t.db, premier.vente, 100_000_000, today)
    expect((await rowOf(path, premier))?.document).toEqual({
      id: ancien.id,
      numero: numero(31),
      montant: 4_375_000,
      a_refaire: true,
    })
    expect((await lister(path)).totals).toMatchObject({ nombre: 19, appelees: 17 })
    await karim.post('/api/relances', { document_ids: [ancien.id], canal: 'whatsapp' })
    const refait = await etablir(path, [premier])
    expect(refait.message).toBe('1 appel de fonds établi.')
    const [nouveau] = refait.documents
    if (!nouveau) throw new Error('an appel')
    expect(nouveau).toMatchObject({ numero: numero(53), montant: 3_375_000, etat: 'valide', langue: 'fr' })
    const { text } = await lire(karim, `/api/documents/${nouveau.id}/pdf`)
    expect(nu(text)).toContain(
      `Annule et remplace l'appel de fonds N° ${numero(31)} du ${formatJourCourt(today)}.`,
    )
    const { data } = (await karim.get(`/api/ventes/${premier.vente}/documents`)).json as { data: Document[] }
    expect(data.map((document) => [document.numero, document.etat, document.motif])).toEqual([
      [numero(53), 'valide', null],
      [numero(31), 'annulé', `Remplacé par N° ${numero(53)}`],
    ])
    expect((await karim.get(`/api/verifier?code=${ancien.code}`)).json as Verification).toMatchObject({
      etat: 'annulé',
      numero: numero(31),
    })
    expect(await rowOf(path, premier)).toMatchObject({
      document: { id: nouveau.id, a_refaire: false },
      notes: [{ canal: 'whatsapp', jour: today, numero: numero(31) }],
    })
    expect((await journalDe(ancien.id)).at(-1)).toMatchObject({
      action: 'annuler',
      avant: { numero: numero(31), motif: null },
      apres: { numero: numero(31), motif: `Remplacé par N° ${numero(53)}` },
    })
    expect(await journalDe(nouveau.id)).toMatchObject([
      { action: 'etablir', avant: null, apres: { numero: numero(53), montant: 337_500_000 } },
    ])
  })

  it('of the same key are the same papers; two callers at once make one each', async () => {
    const { lots, path } = await lotsAuStade(t.db, { lots: 3, atteint: ATTEINT })
    const body = { lignes: lots.map(({ echeance }) => ({ echeance_id: echeance })) }
    const headers = { 'idempotency-key': `appels-${path}` }
    const first = await karim.post(path, body, headers)
    const before = await kept()
    expect((await karim.post(path, body, headers)).json).toEqual(first.json)
    expect(await kept()).toEqual(before)
    expect((await karim.post(path, { lignes: body.lignes.slice(1) }, headers)).statusCode).toBe(422)

    const autre = await lotsAuStade(t.db, { lots: 4, atteint: ATTEINT })
    const samira = await t.member('samira@diyar.dz', 'commercial')
    const both = await Promise.all([
      etablir(autre.path, autre.lots),
      appelsDe(samira).etablir(autre.path, autre.lots.toReversed()),
    ])
    expect(both.map(({ message }) => message).toSorted()).toEqual([
      '4 appels de fonds établis.',
      'Ces appels de fonds étaient déjà établis.',
    ])
    const [one = [], two = []] = both.map(({ documents }) =>
      documents.map(({ id }) => id).toSorted((a, b) => a - b),
    )
    expect(one).toEqual(two)
    expect((await lister(autre.path)).totals).toMatchObject({ nombre: 4, appelees: 4 })
  })

  it('replace every valid one of the line, in the language of the row; one made in the dossier replaces none', async () => {
    const { lots, path } = await lotsAuStade(t.db, { lots: 1, atteint: ATTEINT, noms: ['ياسين مزيان'] })
    const [lot] = lots
    if (!lot) throw new Error('a lot')
    expect(await rowOf(path, lot)).toMatchObject({ langue: 'ar' })
    const duDossier = { type: 'appel_fonds', echeance_id: lot.echeance }
    const made = async () =>
      (await karim.post(`/api/ventes/${lot.vente}/documents`, duDossier)).json as Document
    const [un, deux] = [await made(), await made()]
    const validesOf = async () =>
      (
        await t.db
          .selectFrom('documents')
          .select('id')
          .where('echeance_id', '=', lot.echeance)
          .where('annule_le', 'is', null)
          .orderBy('id')
          .execute()
      ).map(({ id }) => id)
    expect(await validesOf()).toEqual([un.id, deux.id])
    // The last one is of what remains: it stands, and so does the other.
    expect((await etablir(path, [lot])).documents.map(({ id }) => id)).toEqual([deux.id])
    expect(await validesOf()).toEqual([un.id, deux.id])
    await pay(t.db, lot.vente, 100_000_000, today)
    const { documents } = await etablir(path, [], { lignes: [{ echeance_id: lot.echeance, langue: 'ar' }] })
    const [nouveau] = documents
    expect(nouveau).toMatchObject({ langue: 'ar', montant: 3_375_000 })
    expect(await validesOf()).toEqual([nouveau?.id])
    const { text } = await lire(karim, `/api/documents/${nouveau?.id}/pdf`)
    const serre = nu(text).replace(/\s/g, '')
    expect(serre).toContain('يلغيويعوضالإشعاربدفعقسطرقم')
    expect(serre).toContain(deux.numero)
    expect(serre).not.toContain(un.numero)
  })

  it('stay valid, of no line, when the lines are generated anew', async () => {
    const { lots, path } = await lotsAuStade(t.db, { lots: 1, atteint: ATTEINT })
    const [lot] = lots
    if (!lot) throw new Error('a lot')
    const { documents } = await etablir(path, lots)
    const { echeances } = (await karim.get(`/api/ventes/${lot.vente}`)).json as Dossier
    expect(echeances).toHaveLength(1)
    const lignes = [{ libelle: 'Au comptant', montant: 4_375_000, declencheur: 'contrat' }]
    expect((await karim.put(`/api/ventes/${lot.vente}/echeancier`, { lignes })).statusCode).toBe(200)
    const [row] = await t.db
      .selectFrom('documents')
      .select(['annule_le', 'echeance_id'])
      .where('id', '=', documents[0]?.id ?? 0)
      .execute()
    expect(row).toEqual({ annule_le: null, echeance_id: null })
    expect((await lister(path)).data).toEqual([])
    expect((await lister(path)).totals).toEqual({ nombre: 0, reste: 0, appelees: 0 })
  })
})

// spec: CO-09, CO-45
describe('an appel de fonds that cannot be', () => {
  it('spends no number and cancels nothing, whatever the others are', async () => {
    const { lots, path, stade, bloc } = await lotsAuStade(t.db, { lots: 4, sansContrat: 1, atteint: ATTEINT })
    const ailleurs = await lotsAuStade(t.db, { lots: 1, atteint: ATTEINT })
    const [bon, paye, clos, attend] = lots
    const [autre] = ailleurs.lots
    if (!bon || !paye || !clos || !attend || !autre) throw new Error('the lots')
    await etablir(path, [bon])
    await pay(t.db, bon.vente, 100_000_000, today)
    await pay(t.db, paye.vente, 437_500_000, today)
    const { bien } = (await karim.get(`/api/ventes/${clos.vente}`)).json as Dossier
    await pay(t.db, clos.vente, 1_000, today)
    await karim.put(`/api/appartements/${bien.id}/retirer-client`, {})
    const before = await kept()
    const lignesOf = (...of: Lot[]) => of.map(({ echeance }) => ({ echeance_id: echeance }))
    const invalide = "Cette valeur n'est pas valide."
    for (const [body, field, sentence] of [
      [{}, 'lignes', 'Choisissez au moins une échéance.'],
      [{ lignes: [] }, 'lignes', 'Choisissez au moins une échéance.'],
      [{ lignes: bon.echeance }, 'lignes', 'Choisissez au moins une échéance.'],
      [
        { lignes: Array.from({ length: 201 }, (_, rang) => ({ echeance_id: rang + 1 })) },
        'lignes',
        '200 appels de fonds au plus à la fois.',
      ],
      [{ lignes: lignesOf(bon, autre) }, 'lignes', invalide],
      [{ lignes: lignesOf(bon, bon) }, 'lignes', invalide],
      [{ lignes: [{ echeance_id: 999_999_999 }] }, 'lignes', invalide],
      [{ lignes: [{ echeance_id: 'abc' }] }, 'lignes.0.echeance_id', invalide],
      [{ lignes: [{}] }, 'lignes.0.echeance_id', invalide],
      [{ lignes: lignesOf(bon), limite_le: '2026-02-30' }, 'limite_le', "Cette date n'existe pas."],
      [
        { lignes: lignesOf(bon), limite_le: addJours(today, -1) },
        'limite_le',
        'La date limite ne peut pas être passée.',
      ],
    ] as const) {
      const refused = await karim.post(path, body)
      expect([refused.statusCode, refused.json]).toEqual([
        422,
        { message: sentence, errors: { [field]: [sentence] } },
      ])
    }
    for (const lot of [paye, clos, attend]) {
      const { dossier } = (await karim.get(`/api/ventes/${lot.vente}`)).json as Dossier
      const refused = await karim.post(path, { lignes: lignesOf(bon, lot) })
      expect([refused.statusCode, refused.json]).toEqual([
        409,
        {
          message: `L'échéance « Fondations achevées » du dossier ${dossier} n'est pas exigible, ou elle est réglée.`,
        },
      ])
    }
    for (const [bad, status] of [
      [`/api/blocs/999999999/stades/${stade}/appels`, 404],
      [`/api/blocs/${bloc}/stades/999999999/appels`, 404],
      [`/api/blocs/x/stades/${stade}/appels`, 404],
    ] as const) {
      // The path is judged before the lines.
      expect((await karim.post(bad, { lignes: lignesOf(autre) })).statusCode).toBe(status)
      expect((await karim.get(bad)).statusCode).toBe(status)
      expect((await karim.get(`${bad}/pdf?documents=1`)).statusCode).toBe(status)
    }
    await t.db.deleteFrom('stades_atteints').where('bloc_id', '=', bloc).execute()
    const tot = await karim.post(path, { lignes: lignesOf(bon) })
    expect([tot.statusCode, tot.json]).toEqual([409, { message: "Enregistrez d'abord ce stade." }])
    expect(await kept()).toEqual(before)
  })

  it('is refused whole when one of the papers cannot be printed', async () => {
    const { lots, path } = await lotsAuStade(t.db, {
      lots: 2,
      atteint: ATTEINT,
      noms: ['Samira Haddad', 'Karim 𓀀 Benali'],
    })
    const before = await kept()
    const refused = await etablir(path, lots)
    expect(refused.statusCode).toBe(422)
    expect(refused.message).toContain('𓀀')
    expect(await kept()).toEqual(before)
  })
})

// spec: CO-45
it('is told to whoever issues papers, and to no one else', async () => {
  const { lots, path } = await lotsAuStade(t.db, { lots: 1, atteint: ATTEINT })
  await buildClient(t.db)
  const before = await kept()
  const lecture = await t.member('lecture@diyar.dz', 'lecture')
  const forbidden = [403, 'Votre rôle ne permet pas cette action.']
  expect([(await lecture.get(path)).statusCode, ((await lecture.get(path)).json as Error).message]).toEqual(
    forbidden,
  )
  const posted = await appelsDe(lecture).etablir(path, lots)
  expect([posted.statusCode, posted.message]).toEqual(forbidden)
  expect((await lecture.get(`${path}/pdf?documents=1`)).statusCode).toBe(403)
  const { documents, relances, numeros } = await kept()
  expect({ documents, relances, numeros }).toEqual({
    documents: before.documents,
    relances: before.relances,
    numeros: before.numeros,
  })
})
