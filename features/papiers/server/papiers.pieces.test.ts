import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  blocDe,
  devoir,
  etablir,
  lire,
  nu,
  regler,
  vendre,
} from '#features/papiers/server/documents.essais.ts'
import {
  apercu as lireApercu,
  fautes,
  meubler,
  vendreADeux,
} from '#features/papiers/server/langues.essais.ts'
import { aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { LANGUES } from '#shared/papiers.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildClient, buildLocal, buildPlace, pay, payByCheque, sell } from '#test/harness/builders.ts'
import { drawnOver } from '#test/harness/pdf.ts'

let t: TestApp
let karim: Visitor
let vente: number
let dossier: string
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  await meubler(t, karim)
})
beforeEach(async () => {
  ;({ vente, dossier } = await vendreADeux(t, karim))
})
afterAll(() => t.close())

const jour = formatJourCourt(aujourdhui())
const apercu = (demande: Record<string, string>, objet = `ventes/${vente}`) =>
  lireApercu(karim, objet, demande)

// spec: PA-17
it('what follows the facts stands under a text of the promoter’s own, and only when it is so', async () => {
  await regler(karim, {}, { decompte: { fr: 'Texte propre.', ar: 'نص خاص.' } })
  await pay(t.db, vente, 32_167_890)
  expect(
    fautes('fr', await apercu({ type: 'decompte' }), ['Texte propre.'], ['réserve', 'entièrement payé']),
  ).toEqual([])
  await payByCheque(t.db, vente, 400_000_000)
  expect(
    fautes(
      'fr',
      await apercu({ type: 'decompte' }),
      [
        "Dont 321 678,90 DA encaissés et 4 000 000,00 DA par chèques reçus sous réserve d'encaissement.",
        "Le prix est versé en totalité, dont 4 000 000,00 DA sous réserve d'encaissement.",
      ],
      ['entièrement payé'],
    ),
  ).toEqual([])
  expect(
    fautes('ar', await apercu({ type: 'decompte', langue: 'ar' }), [
      'نص خاص.',
      'منه 321 678,90 دج محصل فعلا و4 000 000,00 دج بصكوك مستلمة تحت تحفظ التحصيل.',
      'دفع الثمن كاملا، منه 4 000 000,00 دج تحت تحفظ التحصيل.',
    ]),
  ).toEqual([])
  await regler(karim, {}, { decompte: { fr: null, ar: null } })
})

// spec: PA-18
it('who signs what, where and under which words, is of the settings', async () => {
  await regler(karim, {
    signature_client: "L'acquéreur",
    signature_promoteur: 'La direction',
    ville: '',
    ville_ar: '',
  })
  expect(
    fautes('fr', await apercu({ type: 'pv_remise' }), [
      `Fait le ${jour}`,
      "L'acquéreur Samira Haddad L'acquéreur Ilyès Mansouri La direction",
      "L'acquéreur (Part 60,00 %) Samira Haddad",
    ]),
  ).toEqual([])
  await devoir(t, vente)
  expect(
    fautes('fr', (await lire(karim, `/api/ventes/${vente}/echeancier-pdf`)).text, [
      `Fait le ${jour}`,
      "L'acquéreur Samira Haddad L'acquéreur Ilyès Mansouri La direction",
    ]),
  ).toEqual([])
  expect(fautes('ar', await apercu({ type: 'pv_remise', langue: 'ar' }), [`حرر في ${jour}`])).toEqual([])
  await regler(karim, {
    signature_client: 'Le client',
    signature_promoteur: 'Le promoteur, cachet et signature',
    ville: 'Oran',
  })
  expect(fautes('ar', await apercu({ type: 'pv_remise', langue: 'ar' }), [`حرر بـ Oran في ${jour}`])).toEqual(
    [],
  )
  await regler(karim, { ville_ar: 'وهران' })
  await pay(t.db, vente, 100)
  for (const type of ['attestation_paiement', 'decompte', 'attestation_reservation']) {
    expect(
      fautes('fr', await apercu({ type }), ['Le promoteur, cachet et signature'], ['Le client Samira']),
    ).toEqual([])
    expect(fautes('ar', await apercu({ type, langue: 'ar' }), [`حرر بوهران في ${jour}`])).toEqual([])
  }
})

// spec: PA-16
it('a letter greets before its text, or after the object that begins it, and nowhere else', async () => {
  await devoir(t, vente)
  const dite = async (fr: string, ar: string, dits: [fr: string, ar: string]) => {
    await regler(karim, {}, { mise_en_demeure: { fr, ar } })
    expect(fautes('fr', await apercu({ type: 'mise_en_demeure' }), [dits[0]])).toEqual([])
    expect(fautes('ar', await apercu({ type: 'mise_en_demeure', langue: 'ar' }), [dits[1]])).toEqual([])
  }
  await dite('# Objet : rappel\n\nVersez.', '# الموضوع: تذكير\n\nادفعوا.', [
    'Objet : rappel Madame, Monsieur, Versez.',
    'الموضوع: تذكير سيدي، سيدتي، ادفعوا.',
  ])
  await dite(
    'Objectif commun.\n\nObjet : rappel\n\nVersez.',
    'الموضوعات كثيرة.\n\nالموضوع: تذكير\n\nادفعوا.',
    [
      'Madame, Monsieur, Objectif commun. Objet : rappel Versez.',
      'سيدي، سيدتي، الموضوعات كثيرة. الموضوع: تذكير ادفعوا.',
    ],
  )
  await regler(karim, {}, { mise_en_demeure: { fr: null, ar: null } })
})

// spec: PA-33
it('the mention under the contract says the variables of a text', async () => {
  await regler(karim, { mention_contrat: { fr: 'Dossier {dossier}, {notaire}.', ar: 'الملف {dossier}.' } })
  const dites = await Promise.all(LANGUES.map((langue) => apercu({ type: 'contrat_reservation', langue })))
  expect(fautes('fr', dites[0] ?? '', [`Dossier ${dossier}, Maître Belkacem.`], ['{'])).toEqual([])
  expect(fautes('ar', dites[1] ?? '', [`الملف ${dossier}.`], ['{'])).toEqual([])
})

// spec: PA-22
it('the words of an amount are printed as they are said', async () => {
  await regler(karim, {}, { decompte: { fr: null, ar: 'الثمن {prix_mots}.' } })
  const valeurs = {
    1: 'سنتيم واحد',
    200: 'ديناران جزائريان',
    300: 'ثلاثة دنانير جزائرية',
    1100: 'أحد عشر دينارا جزائريا',
    20_100: 'مائتا دينار جزائري ودينار واحد',
    200_200: 'ألفا دينار جزائري وديناران',
    20_020_000: 'مائتا ألف ومائتا دينار جزائري',
    10_150_000: 'مائة ألف وألف وخمسمائة دينار جزائري',
    200_000_002: 'مليونا دينار جزائري وسنتيمان',
    1_100_050_000_000: 'أحد عشر مليارا وخمسمائة ألف دينار جزائري',
    9_999_999_999_999:
      'تسعة وتسعون مليارا وتسعمائة وتسعة وتسعون مليونا وتسعمائة وتسعة وتسعون ألفا وتسعمائة وتسعة وتسعون دينارا جزائريا وتسعة وتسعون سنتيما',
  }
  for (const [prix, mots] of Object.entries(valeurs)) {
    vente = await vendre(t, {}, Number(prix))
    expect(
      fautes('ar', await apercu({ type: 'decompte', langue: 'ar' }), [`الثمن ${mots}.`], ['بالفرنسية']),
    ).toEqual([])
  }
  await regler(karim, {}, { decompte: { fr: null, ar: null } })
})

// spec: PA-25
it('an Arabic paper names people and places in Arabic, or the French way round', async () => {
  expect(
    fautes('ar', await apercu({ type: 'decompte', langue: 'ar' }), [
      'شركة الباهية',
      '12، شارع العربي، وهران',
      'س.ت 31/00-0123456B21 · اعتماد رقم 118/2020 · رأس المال 10 000 000,00 دج',
      'العمارة A، الطابق الثاني',
      'إقامة الياسمين',
      `أعدت هذه الوثيقة في ${jour}`,
      'صفحة 1 من 1',
    ]),
  ).toEqual([])
  const bloc = await blocDe(t.db, vente)
  await t.db.updateTable('blocs').set({ nom_ar: 'العمارة الأولى' }).where('id', '=', bloc).execute()
  await t.db
    .updateTable('etages')
    .set({ designation_ar: 'الدور الثاني' })
    .where('bloc_id', '=', bloc)
    .execute()
  await t.db
    .updateTable('residences')
    .set({ nom_ar: 'إقامة النور' })
    .where('nom_ar', '=', 'الياسمين')
    .execute()
  expect(
    fautes(
      'ar',
      await apercu({ type: 'decompte', langue: 'ar' }),
      ['العمارة الأولى، الدور الثاني', 'إقامة النور'],
      ['إقامة إقامة', 'العمارة العمارة'],
    ),
  ).toEqual([])
  await t.db.updateTable('residences').set({ nom_ar: null }).where('nom_ar', '=', 'إقامة النور').execute()
  expect(
    fautes('ar', await apercu({ type: 'decompte', langue: 'ar' }), [`إقامة Les Jardins ${vente}`]),
  ).toEqual([])
})

// spec: PA-24
it('digits of an Arabic paper keep their order', async () => {
  await devoir(t, vente)
  await pay(t.db, vente, 125_000_050)
  const { text, bytes } = await lire(
    karim,
    `/api/documents/${(await etablir(karim, vente, { type: 'mise_en_demeure', langue: 'ar' })).id}/pdf`,
  )
  for (const dit of [
    '0550 12 34 56',
    '041 33 21 45',
    '002 00012 55',
    '1 071 678,40',
    dossier,
    jour,
    '31/00-0123456B21',
  ])
    expect([dit, nu(text).includes(dit)]).toEqual([dit, true])
  expect(await drawnOver(bytes)).toEqual([])
})

// spec: PA-11
it('counts the delay of a mise en demeure in both languages: D.8', async () => {
  await devoir(t, vente)
  const dits: Readonly<Record<number, readonly [string, string]>> = {
    1: ['1 jour', 'يوم واحد'],
    2: ['2 jours', 'يومين'],
    3: ['3 jours', '3 أيام'],
    10: ['10 jours', '10 أيام'],
    11: ['11 jours', '11 يوما'],
    15: ['15 jours', '15 يوما'],
    99: ['99 jours', '99 يوما'],
    100: ['100 jours', '100 يوم'],
    101: ['101 jours', '101 يوم'],
    103: ['103 jours', '103 أيام'],
    111: ['111 jours', '111 يوما'],
    365: ['365 jours', '365 يوما'],
  }
  for (const [delai_jours, [fr, ar]] of Object.entries(dits))
    for (const langue of LANGUES)
      expect(
        fautes(langue, await apercu({ type: 'mise_en_demeure', langue, delai_jours }), [
          langue === 'fr' ? `dans un délai de ${fr} à compter` : `في أجل ${ar} ابتداء من`,
        ]),
      ).toEqual([])
})

// spec: PA-14
it('names a local, a place and a buyer of unknown genre inside a sentence', async () => {
  const { id } = await buildClient(t.db, { nom_complet: 'Hakim Ould', nom_ar: null })
  const local = await buildLocal(t.db, { num: 'L-3' })
  const place = await buildPlace(t.db, { numero_place: 7 })
  const formes = {
    [await sell(t.db, local, id)]: ['du local L-3', 'المحل رقم L-3', 'بالمحل رقم L-3'],
    [await sell(t.db, place, id)]: ['de la place de parking 7', 'موقف السيارة رقم 7', 'بموقف السيارة رقم 7'],
  } as const
  for (const [venteId, [du = '', le = '', au = '']] of Object.entries(formes)) {
    await pay(t.db, Number(venteId), 100)
    const dit = (type: string, langue: string) => apercu({ type, langue }, `ventes/${venteId}`)
    expect(
      fautes('fr', await dit('attestation_paiement', 'fr'), [
        `ouvert au nom de Hakim Ould, pour l'acquisition ${du}`,
      ]),
    ).toEqual([])
    expect(
      fautes('ar', await dit('attestation_paiement', 'ar'), [`المفتوح باسم Hakim Ould، لاقتناء ${le}`]),
    ).toEqual([])
    expect(fautes('ar', await dit('decompte', 'ar'), [`والمتعلق ${au}`])).toEqual([])
  }
})
