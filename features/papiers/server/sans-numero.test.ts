import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { devoir, lire, vendre } from '#features/papiers/server/documents.essais.ts'
import { apercu, CLIENTS, fautes, meubler, vendreADeux } from '#features/papiers/server/langues.essais.ts'
import { aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { pay } from '#test/harness/builders.ts'
import { drawnOutside, drawnOver } from '#test/harness/pdf.ts'

let t: TestApp
let karim: Visitor
let vente: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  await meubler(t, karim)
})
beforeEach(async () => {
  ;({ vente } = await vendreADeux(t, karim))
})
afterAll(() => t.close())

const jour = formatJourCourt(aujourdhui())

// spec: PA-27
describe('a paper without number in Arabic', () => {
  const deux = async (chemin: string) => {
    const lien = chemin.includes('?') ? '&' : '?'
    const [sans, fr, ar] = await Promise.all([
      lire(karim, chemin),
      lire(karim, `${chemin}${lien}langue=fr`),
      lire(karim, `${chemin}${lien}langue=ar`),
    ])
    expect([fr.text, fr.nom]).toEqual([sans.text, sans.nom])
    expect(ar.nom).toBe(sans.nom.replaceAll('.pdf', '_ar.pdf'))
    expect(await drawnOutside(ar.bytes)).toEqual([])
    expect(await drawnOver(ar.bytes)).toEqual([])
    return { fr: sans.text, ar: ar.text }
  }

  it('échéancier and relance', async () => {
    await devoir(t, vente)
    const echeancier = await deux(`/api/ventes/${vente}/echeancier-pdf`)
    expect(
      fautes('fr', echeancier.fr, ['Acquéreurs Samira Haddad et Bâti Sud', 'Total 4 321 678,90 100,00 %']),
    ).toEqual([])
    expect(
      fautes('ar', echeancier.ar, [
        'جدول التسديد',
        'المقتنون سميرة حداد وبناء الجنوب',
        'المجموع',
        '100,00 %',
      ]),
    ).toEqual([])
    const relance = await deux(`/api/relances/lettres?ventes=${vente}`)
    expect(
      fautes('fr', relance.fr, [
        "À l'attention de Samira Haddad et Bâti Sud",
        'Objet : échéances non réglées Madame, Monsieur, Sauf erreur de notre part, les échéances suivantes ne sont pas réglées à ce jour :',
        'Total dû 2 321 678,90',
        'CNEP-Banque Oran centre 002 00012 55',
        'Veuillez agréer, Madame, Monsieur, nos salutations distinguées.',
        `Fait à Oran, le ${jour}`,
      ]),
    ).toEqual([])
    expect(
      fautes('ar', relance.ar, [
        'تذكير',
        'الموضوع: أقساط غير مسددة.',
        'ما لم يكن هناك خطأ من جانبنا، فإن الأقساط التالية لم تسدد إلى غاية هذا اليوم:',
        'مليونان وثلاثمائة وواحد وعشرون ألفا وستمائة وثمانية وسبعون دينارا جزائريا وتسعون سنتيما',
        'نرجو منكم تسديد هذا المبلغ أو الاتصال بنا. وإن كان التسديد جاريا، فلا تأخذوا هذه الرسالة بعين الاعتبار.',
        `حرر بوهران في ${jour}`,
      ]),
    ).toEqual([])
  })

  it('demande and receipt of a refund', async () => {
    await t.db.updateTable('ventes').set({ livraison_le: null }).where('id', '=', vente).execute()
    await pay(t.db, vente, 400_000_000)
    const avant = await deux(`/api/ventes/${vente}/demande-desistement`)
    expect(
      fautes('fr', avant.fr, [
        "Nous soussignés, Samira Haddad et Bâti Sud, demandons à nous désister de l'achat désigné ci-dessus.",
        'Le client Samira Haddad Le client Ilyès Mansouri',
      ]),
    ).toEqual([])
    expect(
      fautes('ar', avant.ar, [
        'طلب التنازل عن الاقتناء',
        `نحن الممضين أسفله ${CLIENTS.ar}، نطلب التنازل عن الاقتناء المبين أعلاه.`,
      ]),
    ).toEqual([])
    const fin = { demande_le: '2026-03-02', motif: 'Crédit refusé', retenue: 600_000 }
    await karim.post(`/api/ventes/${vente}/desistement`, { ...fin, origine: 'promoteur' })
    const { json } = await karim.post(`/api/ventes/${vente}/remboursements`, {
      jour: '2026-03-10',
      montant: 1_000_000,
      mode: 'cheque',
      banque: 'BNA',
      reference: '0012345',
    })
    const apres = await deux(`/api/ventes/${vente}/demande-desistement`)
    expect(
      fautes('fr', apres.fr, [
        "Fin de la vente à l'initiative du promoteur",
        'Le promoteur met fin à la vente désignée ci-dessus.',
        'À rembourser (DA) 3 400 000,00 Déjà remboursé (DA) 1 000 000,00 Reste à rembourser (DA) 2 400 000,00',
      ]),
    ).toEqual([])
    expect(
      fautes('ar', apres.ar, [
        'إنهاء البيع بمبادرة من المرقي العقاري',
        'يضع المرقي العقاري حدا للبيع المبين أعلاه.',
        'الواجب إرجاعه (دج) 3 400 000,00',
        'الباقي للإرجاع (دج) 2 400 000,00',
      ]),
    ).toEqual([])
    // spec: PA-19
    const recu = await deux(`/api/remboursements/${(json as { id: number }).id}/recu`)
    expect(
      fautes('fr', recu.fr, [
        'Remis à Samira Haddad pour le compte de Samira Haddad et Bâti Sud',
        'Reçu la somme ci-dessus.',
        'Bon pour quittance',
        'Le client Samira Haddad Le promoteur, cachet et signature',
      ]),
    ).toEqual([])
    expect(
      fautes('ar', recu.ar, [
        'وصل إرجاع مبلغ',
        'لحساب سميرة حداد وبناء الجنوب',
        'المبلغ بالحروف: مليون دينار جزائري.',
        'استلمت المبلغ المذكور أعلاه.',
        'صالح كمخالصة',
      ]),
    ).toEqual([])
    expect(
      fautes('fr', await apercu(karim, `ventes/${vente}`, { type: 'decompte' }), [
        '10/03/2026',
        'BNA n° 0012345 1 000 000,00',
        `La vente a pris fin le ${jour}, à la demande du promoteur. Aucun prix n'est dû.`,
      ]),
    ).toEqual([])
  })

  it('a single buyer signs by his genre', async () => {
    const dit = async (genre: 'homme' | 'femme' | null, langue: string) => {
      const seule = await vendre(t, { genre })
      return (await lire(karim, `/api/ventes/${seule}/demande-desistement?langue=${langue}`)).text
    }
    for (const [genre, mot] of [
      ['homme', 'Je soussigné Samira'],
      ['femme', 'Je soussignée Samira'],
      [null, 'Je soussigné(e) Samira'],
    ] as const)
      expect(
        fautes('fr', await dit(genre, 'fr'), [
          `${mot} Haddad demande à me désister de l'achat désigné ci-dessus.`,
        ]),
      ).toEqual([])
    for (const [genre, mot] of [
      ['homme', 'أنا الممضي أسفله السيد'],
      ['femme', 'أنا الممضية أسفله السيدة'],
      [null, 'أنا الممضي(ة) أسفله'],
    ] as const)
      expect(
        fautes('ar', await dit(genre, 'ar'), [`${mot} سميرة حداد، أطلب التنازل عن الاقتناء المبين أعلاه.`]),
      ).toEqual([])
  })
})
