import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { avancer, blocDe, devoir, garantir, nu } from '#features/papiers/server/documents.essais.ts'
import {
  apercu as lireApercu,
  attendreLeStade,
  CLIENTS,
  fautes,
  meubler,
  NOUS,
  vendreADeux,
} from '#features/papiers/server/langues.essais.ts'
import { addJours, aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { pay, payByCheque } from '#test/harness/builders.ts'

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
const dans = (jours: number) => formatJourCourt(addJours(aujourdhui(), jours))
const apercu = (demande: Record<string, string>, objet = `ventes/${vente}`) =>
  lireApercu(karim, objet, demande)
const bien = () => `Résidence Les Jardins ${vente}`

// spec: PA-16
describe('each paper says its text whole, to the letter', () => {
  it('attestation de paiement', async () => {
    await pay(t.db, vente, 125_000_050)
    expect(
      fautes('fr', await apercu({ type: 'attestation_paiement' }), [
        `${NOUS.fr} que la somme de 1 250 000,50 DA (un million deux cent cinquante mille dinars algériens et cinquante centimes) a été versée à ce jour sur le dossier ${dossier}, ouvert au nom ${CLIENTS.de}, pour l'acquisition de l'appartement A-12 (F3), ${bien()} au prix de 4 321 678,90 DA. Il reste à payer 3 071 678,40 DA. La présente est délivrée pour servir et valoir ce que de droit.`,
      ]),
    ).toEqual([])
    expect(
      fautes('ar', await apercu({ type: 'attestation_paiement', langue: 'ar' }), [
        `${NOUS.ar} بأنه تم إلى غاية هذا اليوم دفع مبلغ 1 250 000,50 دج (مليون ومائتان وخمسون ألف دينار جزائري وخمسون سنتيما) في إطار الملف ${dossier} المفتوح باسم ${CLIENTS.ar}، لاقتناء الشقة رقم A-12 (F3)، إقامة الياسمين بثمن قدره 4 321 678,90 دج. والباقي للدفع هو 3 071 678,40 دج.`,
        'سلمت هذه الشهادة لاستعمالها في حدود ما يسمح به القانون.',
        'المبلغ بالحروف: مليون ومائتان وخمسون ألف دينار جزائري وخمسون سنتيما',
      ]),
    ).toEqual([])
  })

  it('contrat de réservation', async () => {
    await devoir(t, vente)
    const texte = await apercu({ type: 'contrat_reservation' })
    expect(
      fautes('fr', texte, [
        'Agissant par Ali Saadi, gérant',
        'RC 16/00-7654321B20',
        'Agissant par Ilyès Mansouri, gérante',
        'Née le 29/02/1984 à Oran',
        'Permis de construire 118/2024 du 14/03/2024',
        'Garantie G-2026-18 du 05/01/2026',
        'Livraison prévue 30/06/2027',
        'Notaire Maître Belkacem',
        `Objet SARL El Bahia réserve ${CLIENTS.a}, l'appartement A-12 (F3), ${bien()}, que le réservataire déclare vouloir acquérir.`,
        "Prix Le prix est de 4 321 678,90 DA (quatre millions trois cent vingt et un mille six cent soixante-dix-huit dinars algériens et quatre-vingt-dix centimes). Il se paie suivant l'échéancier ci-dessus, par les circuits bancaires.",
        'La livraison est prévue le 30/06/2027.',
        "Les réservataires s'obligent conjointement et solidairement.",
        "L'acte est reçu par Maître Belkacem.",
        'Les conditions du désistement sont celles que fixent la loi et les parties.',
        'Le contrat de réservation se conclut en la forme authentique (loi n° 11-04 du 17 février 2011, art. 27) : le présent document en prépare la rédaction par le notaire.',
        'Fait en trois exemplaires.',
        'Paraphes',
      ]),
    ).toEqual([])
    expect(nu(texte).match(/Prix de vente/g)).toHaveLength(1)
    expect(
      fautes('ar', await apercu({ type: 'contrat_reservation', langue: 'ar' }), [
        'الممثل في شخص علي سعدي (مسير)',
        'المولودة في 29/02/1984 بـ Oran',
        `يحجز شركة الباهية الشقة رقم A-12 (F3)، إقامة الياسمين لفائدة ${CLIENTS.ar} قصد الاقتناء.`,
        'الثمن هو 4 321 678,90 دج (أربعة ملايين وثلاثمائة وواحد وعشرون ألفا وستمائة وثمانية وسبعون دينارا جزائريا وتسعون سنتيما). ويدفع وفقا لجدول التسديد أعلاه عن طريق القنوات البنكية.',
        'التسليم متوقع بتاريخ 30/06/2027.',
        'يلتزم أصحاب حفظ الحق بالتضامن فيما بينهم.',
        'يحرر العقد لدى Maître Belkacem.',
        'تحدد شروط التنازل وفقا للقانون ولاتفاق الطرفين.',
        'يبرم عقد حفظ الحق في شكل رسمي (القانون رقم 11-04 المؤرخ في 17 فبراير 2011، المادة 27)، وهذه الوثيقة تحضير لتحريره لدى الموثق.',
        '3 نسخ',
        'رخصة البناء 118/2024 المؤرخ في 14/03/2024',
        'التأشيرات',
      ]),
    ).toEqual([])
  })

  it('appel de fonds, with what follows the facts', async () => {
    const [premiere] = await devoir(t, vente)
    const demande = { type: 'appel_fonds', echeance_id: String(premiere) }
    expect(
      fautes('fr', await apercu(demande), [
        'Madame, Monsieur, Conformément',
        `Conformément à l'échéancier du dossier ${dossier}, l'échéance « Échéance 1 » est exigible depuis le ${dans(-10)}. Nous vous prions de verser la somme de 1 321 678,90 DA (un million trois cent vingt et un mille six cent soixante-dix-huit dinars algériens et quatre-vingt-dix centimes) sur le compte ci-dessous, en rappelant le numéro du dossier.`,
        'Veuillez agréer, Madame, Monsieur, nos salutations distinguées.',
      ]),
    ).toEqual([])
    const stade = await avancer(t, vente)
    await t.db
      .updateTable('echeances')
      .set({ libelle_ar: 'توقيع العقد' })
      .where('id', '=', premiere ?? 0)
      .execute()
    expect(stade).toBe(await blocDe(t.db, vente))
    expect(
      fautes('ar', await apercu({ ...demande, langue: 'ar', limite_le: addJours(aujourdhui(), 20) }), [
        'سيدي، سيدتي،',
        `وفقا لجدول تسديد الملف ${dossier}، فإن القسط « توقيع العقد » مستحق الدفع منذ ${dans(-10)}. نرجو منكم دفع مبلغ 1 321 678,90 دج`,
        `، في أجل أقصاه ${dans(20)}، في الحساب المبين أدناه مع ذكر رقم الملف.`,
        'وتفضلوا بقبول فائق الاحترام والتقدير.',
      ]),
    ).toEqual([])
    await attendreLeStade(t, vente, premiere)
    expect(
      fautes('fr', await apercu({ ...demande, limite_le: addJours(aujourdhui(), 20) }), [
        ', le bloc ayant atteint le stade « Fondations achevées » le 01/02/2026. Nous vous prions',
        `, au plus tard le ${dans(20)}, sur le compte ci-dessous, en rappelant`,
      ]),
    ).toEqual([])
    expect(
      fautes('ar', await apercu({ ...demande, langue: 'ar' }), [
        '، ببلوغ أشغال العمارة A مرحلة « انتهاء الأساسات » بتاريخ 01/02/2026. نرجو',
      ]),
    ).toEqual([])
  })

  it('mise en demeure, by its way', async () => {
    await devoir(t, vente)
    const demande = { type: 'mise_en_demeure', envoi: 'main' }
    const somme =
      '2 321 678,90 DA (deux millions trois cent vingt et un mille six cent soixante-dix-huit dinars algériens et quatre-vingt-dix centimes)'
    expect(
      fautes(
        'fr',
        await apercu(demande),
        [
          'Remise en main propre contre décharge',
          'Objet : mise en demeure de payer (première mise en demeure). Madame, Monsieur, À ce jour, la somme de',
          `À ce jour, la somme de ${somme}, échue sur le dossier ${dossier} relatif à l'appartement A-12 (F3), ${bien()}, n'a pas été versée. Nous vous mettons en demeure de la régler dans un délai de 15 jours à compter de la réception de la présente. À défaut, nous ferons valoir nos droits par toutes voies de droit, y compris la résiliation dans les conditions prévues par la loi et le contrat.`,
          'Reçu en main propre le Le promoteur, cachet et signature',
        ],
        ['Le client Samira'],
      ),
    ).toEqual([])
    expect(
      fautes(
        'ar',
        await apercu({ ...demande, langue: 'ar', envoi: 'huissier', delai_jours: '3' }),
        [
          'مبلغ عن طريق محضر قضائي',
          'الموضوع: إعذار بالدفع (الإعذار الأول).',
          `إلى غاية هذا اليوم، لم يدفع مبلغ 2 321 678,90 دج (مليونان وثلاثمائة وواحد وعشرون ألفا وستمائة وثمانية وسبعون دينارا جزائريا وتسعون سنتيما) المستحق على الملف ${dossier} المتعلق بالشقة رقم A-12 (F3)، إقامة الياسمين. وعليه نعذركم بتسديده في أجل 3 أيام ابتداء من تاريخ استلام هذا الإعذار، وإلا احتفظنا بحقنا في اتخاذ كل الإجراءات القانونية، بما فيها فسخ العقد وفقا للقانون والعقد.`,
        ],
        ['استلم يدا بيد في'],
      ),
    ).toEqual([])
    expect(
      fautes('fr', await apercu({ type: 'mise_en_demeure', envoi: 'recommande' }), [
        'Lettre recommandée avec accusé de réception',
      ]),
    ).toEqual([])
  })

  it('procès-verbal, filled in or to be filled in', async () => {
    const remise = `les clés de l'appartement A-12 (F3), ${bien()} sont remises par SARL El Bahia, agissant par Ali Saadi, gérant, ${CLIENTS.a}. Le présent procès-verbal est établi en trois exemplaires.`
    // spec: PA-18 PA-20
    expect(
      fautes(
        'fr',
        await apercu({ type: 'pv_remise', heure: '14:30', delai_reserves: '30', compteur_eau: 'E-12' }),
        [
          `Le ${jour} à 14:30, ${remise}`,
          'Électricité Non relevé Gaz Non relevé Eau E-12',
          'Réserves Aucune réserve. Les réserves seront levées dans un délai de 30 jours.',
          'Le client Samira Haddad Le client Ilyès Mansouri',
        ],
        ['……', 'Clés remises', '4 321 678,90'],
      ),
    ).toEqual([])
    expect(
      fautes('fr', await apercu({ type: 'pv_remise', a_remplir: 'true' }), [
        `Le ${jour}, ${remise}`,
        'Clés remises ………',
        'Gaz ………',
        'Réserves ………………………………',
      ]),
    ).toEqual([])
    expect(
      fautes('ar', await apercu({ type: 'pv_remise', langue: 'ar', heure: '09:05', delai_reserves: '2' }), [
        `في ${jour} على الساعة 09:05، سلمت مفاتيح الشقة رقم A-12 (F3)، إقامة الياسمين من طرف شركة الباهية، الممثل في شخص علي سعدي (مسير)، إلى ${CLIENTS.ar}.`,
        'حرر هذا المحضر في 3 نسخ.',
        'غير مسجل',
        'ترفع التحفظات في أجل يومين.',
      ]),
    ).toEqual([])
  })

  it('décompte, also of a price paid in full', async () => {
    await pay(t.db, vente, 432_167_890)
    expect(
      fautes('fr', await apercu({ type: 'decompte' }), [
        'Attestation de solde',
        `À la date du ${jour}, le compte du dossier ${dossier}, ouvert au nom ${CLIENTS.de}, pour l'appartement A-12 (F3), ${bien()}, s'établit comme suit.`,
        'Le prix est entièrement payé. La présente vaut quittance du prix de vente.',
      ]),
    ).toEqual([])
    expect(
      fautes('ar', await apercu({ type: 'decompte', langue: 'ar' }), [
        'شهادة تسديد كامل الثمن',
        `بتاريخ ${jour}، يتحدد حساب الملف ${dossier} المفتوح باسم ${CLIENTS.ar} والمتعلق بالشقة رقم A-12 (F3)، إقامة الياسمين كما يلي.`,
        'تم تسديد كامل الثمن. وتعد هذه الشهادة مخالصة بثمن البيع.',
      ]),
    ).toEqual([])
  })

  it('attestation de réservation', async () => {
    await pay(t.db, vente, 32_167_890)
    await payByCheque(t.db, vente, 100_000_000)
    await t.db.updateTable('ventes').set({ reservation_le: '2026-01-10' }).where('id', '=', vente).execute()
    const prix =
      '4 321 678,90 DA (quatre millions trois cent vingt et un mille six cent soixante-dix-huit dinars algériens et quatre-vingt-dix centimes)'
    expect(
      fautes('fr', await apercu({ type: 'attestation_reservation', destinataire: 'CNEP-Banque' }), [
        "À l'attention de CNEP-Banque",
        `${NOUS.fr} avoir réservé ${CLIENTS.a}, l'appartement A-12 (F3), ${bien()}, au prix de ${prix}, suivant le dossier ${dossier} du 10/01/2026. La présente est délivrée pour la constitution d'un dossier de crédit. Elle ne vaut ni vente ni quittance.`,
        "Dont 321 678,90 DA encaissés et 1 000 000,00 DA par chèques reçus sous réserve d'encaissement.",
        "L'opération est garantie par le Fonds de garantie et de caution mutuelle de la promotion immobilière (FGCMPI) : attestation n° G-2026-18 du 05/01/2026.",
        'Permis de construire 118/2024 du 14/03/2024',
        'CNEP-Banque Oran centre 002 00012 55',
      ]),
    ).toEqual([])
    await garantir(t, vente, '2099-12-31')
    await t.db
      .updateTable('blocs')
      .set({ garantie_police: 'P-7' })
      .where('id', '=', await blocDe(t.db, vente))
      .execute()
    expect(
      fautes('ar', await apercu({ type: 'attestation_reservation', langue: 'ar' }), [
        `${NOUS.ar} بأنه تم حجز الشقة رقم A-12 (F3)، إقامة الياسمين لفائدة ${CLIENTS.ar} بثمن قدره 4 321 678,90 دج`,
        `بموجب الملف ${dossier} المؤرخ في 10/01/2026.`,
        'سلمت هذه الشهادة لتكوين ملف قرض. ولا تعد بيعا ولا مخالصة.',
        'العملية مضمونة من طرف صندوق الضمان',
        'المتبادلة في الترقية العقارية: شهادة رقم G-2026-18 المؤرخة في 05/01/2026، بوليصة رقم P-7، صالحة إلى غاية 31/12/2099.',
      ]),
    ).toEqual([])
  })

  it('attestation d’avancement', async () => {
    const bloc = await avancer(t, vente)
    const [premiere] = await devoir(t, vente)
    await attendreLeStade(t, vente, premiere)
    const demande = { type: 'attestation_avancement', vente_id: String(vente) }
    expect(
      fautes('fr', await apercu(demande, `blocs/${bloc}`), [
        `${NOUS.fr} que les travaux du bloc A, ${bien()}, ont atteint le stade « Fondations achevées » le 01/02/2026. La présente est délivrée pour la mobilisation d'une tranche de crédit.`,
        'Fondations achevées 01/02/2026',
        'Non atteint',
        'Samira Haddad',
        'Échéance 1 30,58 % 1 321 678,90 0,00',
        "Le promoteur, cachet et signature Le bureau d'études, visa et cachet",
      ]),
    ).toEqual([])
    expect(
      fautes(
        'ar',
        await apercu({ type: 'attestation_avancement', langue: 'ar' }, `blocs/${bloc}`),
        [
          `${NOUS.ar} بأن أشغال العمارة A، إقامة الياسمين، بلغت مرحلة « انتهاء الأساسات » بتاريخ 01/02/2026.`,
          'سلمت هذه الشهادة لتحرير شطر من القرض.',
          'لم تبلغ',
          'مكتب الدراسات، التأشيرة والختم',
        ],
        ['سميرة حداد'],
      ),
    ).toEqual([])
  })
})
