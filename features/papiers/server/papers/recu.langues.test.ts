import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, idOf, sell } from '#test/harness/builders.ts'
import { readPdf } from '#test/harness/pdf.ts'

const JOUR = aujourdhui()
const SANS_MARQUES = /[\u2066-\u2069\u200B]/g

let t: TestApp
let karim: Visitor
let ourida: number
let ilyes: number
let bien: number
let vente: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
beforeEach(async () => {
  ourida = (await buildClient(t.db, { nom_complet: 'Ourida Amrane', nom_ar: 'وريدة عمران' })).id
  ilyes = (await buildClient(t.db, { nom_complet: 'Ilyès Haddad', nom_ar: 'إلياس حداد' })).id
  bien = await buildAppartement(t.db, { prix: 1_000_000_000, num_lot: 'A-12' })
  vente = await sell(t.db, bien, ourida)
})
afterAll(async () => {
  await stopPdf()
  await t.close()
})

const pay = async (client_id: number, versement: number, rest: object = {}) =>
  idOf(
    await karim.post('/api/paiements', {
      client_id,
      appartement_id: bien,
      date_paiement: JOUR,
      versement,
      mode: 'virement',
      banque: 'CPA',
      reference: '4471',
      ...rest,
    }),
  )
const cede = (client_id: number) =>
  karim.post(`/api/ventes/${vente}/transfert-client`, { client_id, motif: 'Cède à son frère' })
async function open(path: string) {
  const { statusCode, rawPayload, headers } = await karim.get(path)
  expect(statusCode).toBe(200)
  const { text, pages, title } = await readPdf(rawPayload)
  return {
    text: text.replace(SANS_MARQUES, '').replace(/\s+/g, ' '),
    pages,
    title,
    fichier: String(headers['content-disposition']),
  }
}
const recu = (id: number, langue = '') =>
  open(`/api/paiement/print-single/${id}${langue && `?langue=${langue}`}`)
/** Each word stands on the paper, whatever the order in which a reader finds the runs of a line. */
const holds = (text: string, ...phrases: string[]) => {
  for (const phrase of phrases)
    for (const mot of phrase.split(' '))
      expect([phrase, text]).toEqual([phrase, expect.stringContaining(mot)])
}

describe('the receipt of a dossier that was ceded', () => {
  // spec: PA-01, PA-19
  it('names who paid, and whose are the payments before it', async () => {
    const first = await pay(ourida, 2_253_086.42)
    await cede(ilyes)
    const second = await pay(ilyes, 300_000.05)
    const sien = await recu(first)
    expect(sien.text).toContain('Reçu de Ourida Amrane')
    expect(sien.text).toContain(`Dossier cédé le ${formatJourCourt(JOUR)} à Ilyès Haddad`)
    expect(sien.text).not.toContain('dont ')
    const suivant = await recu(second)
    expect(suivant.text).toContain('Ilyès Haddad')
    expect(suivant.text).toContain('Versé avant ce reçu dont 2 253 086,42 DA par Ourida Amrane 2 253 086,42')
    expect(suivant.text).toContain('Total versé 2 553 086,47')
    expect(suivant.text).not.toContain('pour le compte de')
    const arabe = await recu(second, 'ar')
    holds(arabe.text, 'إلياس حداد', 'منه 2 253 086,42 دج دفع من طرف وريدة عمران')
    holds((await recu(first, 'ar')).text, 'تم التنازل عن الملف في لفائدة إلياس حداد')
    // The client who shares it now was not there when the former holder paid.
    const shared = await karim.put(`/api/ventes/${vente}/co-acquereurs`, {
      acquereurs: [{ client_id: ourida, part: 10 }],
    })
    expect(shared.statusCode).toBe(200)
    expect((await recu(first)).text).not.toContain('pour le compte de')
    expect((await recu(second)).text).toContain('pour le compte de Ilyès Haddad et Ourida Amrane')
  })
})

describe('the receipt of a shared sale', () => {
  // spec: PA-19
  it('says for whose account it was paid; every specified word is still there', async () => {
    const shared = await karim.put(`/api/ventes/${vente}/co-acquereurs`, {
      acquereurs: [{ client_id: ilyes, part: 25.5 }],
    })
    expect(shared.statusCode).toBe(200)
    const id = await pay(ourida, 400_000, { details: 'Deuxième tranche' })
    const { text, pages, title } = await recu(id)
    expect(pages).toHaveLength(1)
    expect(title).toMatch(/^Reçu de versement N°\u00A0\d{4}-\d{6}$/)
    for (const said of [
      'Reçu de Ourida Amrane',
      'pour le compte de Ourida Amrane et Ilyès Haddad',
      "Pour l'achat de Appartement A-12",
      'La somme de 400 000,00 DA',
      'Quatre cent mille dinars algériens.',
      'Versée le',
      'Mode Virement N° 4471, CPA',
      'Détails Deuxième tranche',
      'Situation du compte',
      'Libellé Montant (DA)',
      'Prix de vente 10 000 000,00',
      'Versé avant ce reçu 0,00',
      'Ce versement 400 000,00',
      'Total versé 400 000,00',
      'Reste à payer 9 600 000,00',
      'Code de vérification :',
      'Les clients',
      'Le promoteur, cachet et signature',
    ])
      expect(text).toContain(said.replace('Reçu de Ourida', 'Ourida').replace("Pour l'achat de A", 'A'))
    holds((await recu(id, 'ar')).text, 'لحساب وريدة عمران وإلياس حداد', 'المقتنون')
    const { data } = (await karim.get('/api/parametres')).json as { data: { documents: { valeur: object } } }
    const propre = { signature_client: "L'acquéreur", signature_client_ar: 'الشاري' }
    await karim.put('/api/parametres/documents', { valeur: { ...data.documents.valeur, ...propre } })
    expect((await recu(id)).text).toContain("L'acquéreur")
    holds((await recu(id, 'ar')).text, 'الشاري')
    await t.db.deleteFrom('parametres').where('section', '=', 'documents').execute()
  })

  it('of one buyer is signed by « Le client », in either language', async () => {
    const id = await pay(ourida, 100)
    const { text } = await recu(id)
    expect(text).toContain('Le client')
    expect(text).not.toContain('Les clients')
    expect((await recu(id, 'ar')).text).not.toContain('المقتنون')
  })
})

describe('the receipt of a cheque', () => {
  // spec: PA-02
  it('that pays the rest says its reserve, until it is cashed', async () => {
    await pay(ourida, 4_000_000)
    const id = await pay(ourida, 6_000_000, {
      mode: 'cheque',
      banque: 'BNA',
      reference: '0012345',
      date_cheque: JOUR,
    })
    const RESERVE = "Le prix est versé en totalité, sous réserve de l'encaissement des chèques."
    const avant = await recu(id)
    expect(avant.text).toContain(RESERVE)
    expect(avant.text).toContain("Chèque reçu sous réserve d'encaissement.")
    expect(avant.text).not.toContain('entièrement payé')
    holds((await recu(id, 'ar')).text, 'صك مستلم تحت تحفظ التحصيل.', 'دفع الثمن كاملا')
    const cashed = await karim.post('/api/cheques/encaisser', { ids: [id], encaisse_le: JOUR })
    expect(cashed.statusCode).toBe(200)
    const apres = await recu(id)
    expect(apres.text).toContain('Le prix est entièrement payé.')
    expect(apres.text).not.toContain('sous réserve')
    holds((await recu(id, 'ar')).text, 'تم تسديد كامل الثمن.')
  })

  // spec: PA-27
  it('that is rejected says in Arabic that it proves nothing', async () => {
    const id = await pay(ourida, 600, { mode: 'cheque', banque: 'BNA', reference: '7', date_cheque: JOUR })
    await karim.post(`/api/cheques/${id}/rejeter`, { rejete_le: JOUR, motif: 'Opposition' })
    const arabe = await recu(id, 'ar')
    holds(arabe.text, 'مرفوض بتاريخ', 'Opposition', 'لا يعد هذا الوصل إثباتا للدفع.')
    expect((await recu(id)).text).toContain('Ce reçu ne vaut pas paiement.')
  })
})

describe('a receipt in Arabic', () => {
  // spec: PA-27, PA-24
  it('has title, labels, amounts and words in Arabic, and the name of its file says so', async () => {
    const id = await pay(ourida, 1_250_000.5, { payeur_type: 'cnl', payeur: 'CNL', details: 'Aide' })
    const { text, fichier, title } = await recu(id, 'ar')
    expect(fichier).toContain(`"paiement_${id}_ar.pdf"`)
    expect(title).toMatch(/^وصل دفع رقم\u00A0\d{4}-\d{6}$/)
    holds(
      text,
      'استلمنا من وريدة عمران',
      'مقابل اقتناء',
      'مبلغ 1 250 000,50 دج',
      'مليون ومائتان وخمسون ألف دينار جزائري وخمسون سنتيما',
      'بتاريخ',
      'طريقة الدفع تحويل بنكي',
      'الدافع الصندوق الوطني للسكن (إعانة)',
      'ملاحظات Aide',
      'وضعية الحساب',
      'المدفوع قبل هذا الوصل',
      'هذه الدفعة',
      'مجموع المدفوعات',
      'الباقي للدفع',
    )
    expect(text).toContain('1 250 000,50')
    expect(text).not.toMatch(/dinars|Versé|Reste|CNL/)
    const french = await recu(id)
    expect(french.text).toContain('Payé par La CNL (aide)')
    expect(french.text).not.toContain('La CNL (aide), CNL')
    expect(french.fichier).toContain(`"paiement_${id}.pdf"`)
    for (const langue of ['fr', 'de', '']) expect((await recu(id, langue)).text).toBe(french.text)
  })

  it('names the city of the settings, in either language, only when there is one', async () => {
    const id = await pay(ourida, 100)
    expect((await recu(id)).text).not.toContain('Fait ')
    const { data } = (await karim.get('/api/parametres')).json as { data: { documents: { valeur: object } } }
    const saved = await karim.put('/api/parametres/documents', {
      valeur: { ...data.documents.valeur, ville: 'Oran', ville_ar: 'وهران', signature_client: "L'acquéreur" },
    })
    expect(saved.statusCode).toBe(200)
    const { text } = await recu(id)
    expect(text).toContain(`Fait à Oran, le ${formatJourCourt(JOUR)}`)
    expect(text).toContain("L'acquéreur")
    holds((await recu(id, 'ar')).text, 'حرر بوهران في')
    await t.db.deleteFrom('parametres').where('section', '=', 'documents').execute()
  })
})

// spec: PA-04
it('the receipt of a sale that has ended says what was paid, and no price as due', async () => {
  const id = await pay(ourida, 4_000_000)
  const end = await karim.post(`/api/ventes/${vente}/desistement`, {
    demande_le: JOUR,
    origine: 'client',
    motif: 'Crédit refusé',
    retenue: 600_000,
  })
  expect(end.statusCode).toBe(201)
  const { text } = await recu(id)
  expect(text).toContain('Total versé 4 000 000,00')
  expect(text).not.toMatch(/Reste à payer|Prix de vente|entièrement payé/)
})
