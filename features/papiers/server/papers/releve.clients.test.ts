import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatCentiemes, fromDecimal } from '#shared/argent.ts'
import { aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, buildLocal, idOf, sell } from '#test/harness/builders.ts'
import { readPdf } from '#test/harness/pdf.ts'

const JOUR = aujourdhui()
const LE_JOUR = formatJourCourt(JOUR)

let t: TestApp
let karim: Visitor
const clients: Record<string, number> = {}
let sansVente: Awaited<ReturnType<typeof open>>
/** Ourida ceded her flat to Ilyès, who shares it with Samira; Nadir ended a sale and has another; Rym has nothing; Anis withdrew. */
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  sansVente = await open('/api/paiement/print-all')
  for (const [nom, nom_complet, nom_ar] of [
    ['ourida', 'Ourida Amrane', 'وريدة عمران'],
    ['ilyes', 'Ilyès Haddad', 'إلياس حداد'],
    ['samira', 'Samira Belkacem', 'سميرة بلقاسم'],
    ['nadir', 'Nadir Saïdi', null],
    ['rym', 'Rym Cherif', null],
    ['anis', 'Anis Lounès', null],
  ] as const)
    clients[nom] = (await buildClient(t.db, { nom_complet, nom_ar })).id
  const commun = await buildAppartement(t.db, { prix: 1_250_000_000, num_lot: 'A-12' })
  const vente = await sell(t.db, commun, clients['ourida'] ?? 0)
  await pay('ourida', commun, 2_253_086.42, {
    mode: 'cheque',
    banque: 'BNA',
    reference: '0012345',
    details: 'Acompte',
  })
  await must(
    karim.post(`/api/ventes/${vente}/transfert-client`, { client_id: clients['ilyes'], motif: 'Cède' }),
  )
  await must(
    karim.put(`/api/ventes/${vente}/co-acquereurs`, {
      acquereurs: [{ client_id: clients['samira'], part: 25.5 }],
    }),
  )
  await pay('ilyes', commun, 300_000.05, {})
  await sell(
    t.db,
    await buildAppartement(t.db, { prix: 700_000_000, num_lot: 'B-1' }),
    clients['samira'] ?? 0,
  )

  const finie = await buildAppartement(t.db, { prix: 900_000_000, num_lot: 'C-7' })
  const terminee = await sell(t.db, finie, clients['nadir'] ?? 0)
  await pay('nadir', finie, 4_000_000, {})
  await must(
    karim.post(`/api/ventes/${terminee}/desistement`, {
      demande_le: JOUR,
      origine: 'client',
      motif: 'Crédit refusé',
      retenue: 600_000,
    }),
  )
  for (const montant of [1_000_000, 1_500_000])
    await must(
      karim.post(`/api/ventes/${terminee}/remboursements`, { jour: JOUR, montant, mode: 'virement' }),
    )

  const rendu = await buildLocal(t.db, { prix: 50_000_000, num: 'L-3' })
  await sell(t.db, rendu, clients['anis'] ?? 0)
  await must(
    karim.post('/api/paiements', {
      client_id: clients['anis'],
      local_id: rendu,
      date_paiement: JOUR,
      versement: 12_345,
      mode: 'especes',
    }),
  )
  await must(karim.put(`/api/locaux/${rendu}/retirer-client`))
})
afterAll(async () => {
  await stopPdf()
  await t.close()
})

async function must(asked: Promise<{ statusCode: number; json: unknown }>) {
  const { statusCode, json } = await asked
  expect([statusCode < 300, json]).toEqual([true, json])
}
async function pay(nom: string, appartement_id: number, versement: number, rest: object) {
  return idOf(
    await karim.post('/api/paiements', {
      client_id: clients[nom],
      appartement_id,
      date_paiement: JOUR,
      versement,
      mode: 'virement',
      banque: 'CPA',
      reference: '4471',
      ...rest,
    }),
  )
}
async function open(path: string) {
  const { statusCode, rawPayload, headers } = await karim.get(path)
  expect(statusCode).toBe(200)
  const { text, title } = await readPdf(rawPayload)
  return {
    text: text.replace(/[\u2066-\u2069\u200B]/g, '').replace(/\s+/g, ' '),
    title,
    fichier: String(headers['content-disposition']),
  }
}
const releve = (nom: string, langue = '') =>
  open(`/api/paiement/print-client/${clients[nom]}${langue && `?langue=${langue}`}`)
const holds = (text: string, ...phrases: string[]) => {
  for (const phrase of phrases)
    for (const mot of phrase.split(' '))
      expect([phrase, text]).toEqual([phrase, expect.stringContaining(mot)])
}

describe('the statement of a client', () => {
  // spec: PA-06, PA-01
  it('shows a co-acquéreur the shared sale with his part and its holder, in no total', async () => {
    const { text } = await releve('samira')
    expect(text).toContain('Biens en commun')
    expect(text).toMatch(/Appartement A-12 .*25,50 % Ilyès Haddad/)
    // Her own sale only.
    expect(text).toContain('Prix de vente 7 000 000,00')
    expect(text).not.toMatch(/12 500 000,00|2 253 086,42|Dossiers cédés|Aucun paiement enregistré/)
    const arabe = await releve('samira', 'ar')
    holds(arabe.text, 'العقارات المشتركة', '25,50', 'إلياس حداد', 'كشف المدفوعات')
  })

  // spec: PA-06, PA-01
  it('shows a former holder what he paid and to whom he ceded', async () => {
    const { text } = await releve('ourida')
    expect(text).toContain('Dossiers cédés')
    expect(text).toContain(`Dossier cédé le ${LE_JOUR} à Ilyès Haddad 2 253 086,42`)
    expect(text).not.toMatch(/Reste à payer|Biens en commun|Aucun paiement enregistré/)
    holds((await releve('ourida', 'ar')).text, 'تم التنازل عن الملف في لفائدة إلياس حداد', '2 253 086,42')
  })

  // spec: PA-06
  it('says that there is nothing', async () => {
    expect(sansVente.text).toContain('Aucun paiement enregistré.')
    const { text, title } = await releve('rym')
    expect(title).toBe('Relevé des paiements Rym Cherif')
    expect(text).toContain('Rym Cherif')
    expect(text).toContain('Aucun paiement enregistré.')
    holds((await releve('rym', 'ar')).text, 'لا توجد مدفوعات.')
  })

  // spec: PA-01
  it('says how each payment was made, and by whom when that was not the present holder', async () => {
    const { text } = await releve('ilyes')
    expect(text).toContain(
      'Chèque BNA n° 0012345 · Versé par Ourida Amrane · Acompte 2 253 086,42 10 246 913,58',
    )
    expect(text).toContain('Virement CPA n° 4471 300 000,05 9 946 913,53')
    expect(text).toContain('Total versé (20,42 %) 2 553 086,47 9 946 913,53')
    expect(text).toContain(`Repris de Ourida Amrane le ${LE_JOUR}`)
    const arabe = await releve('ilyes', 'ar')
    holds(arabe.text, 'صك BNA رقم 0012345', 'الدافع وريدة عمران', 'تحويل بنكي CPA', '2 553 086,47')
  })

  // spec: PA-04, PA-05
  it('counts open sales only: what has ended owes nothing', async () => {
    const { text } = await releve('nadir')
    expect(text).toContain(
      `Désistement du ${LE_JOUR} : retenue 600 000,00 DA, remboursé 2 500 000,00 DA, reste à rembourser 900 000,00 DA`,
    )
    expect(text).not.toContain('Nombre de biens')
    expect(text).toContain('Ventes terminées : versé 4 000 000,00 DA, à rembourser 900 000,00 DA')
    expect(text).not.toContain('9 000 000,00')
    holds((await releve('nadir', 'ar')).text, '900 000,00', 'البيوع المنتهية')
  })

  // spec: PA-27
  it('in Arabic has its words and the name of its file; anything else is French', async () => {
    const arabe = await releve('ilyes', 'ar')
    expect(arabe.fichier).toContain(`"paiements_client_${clients['ilyes']}_ar.pdf"`)
    expect(arabe.title).toBe('كشف المدفوعات إلياس حداد')
    holds(arabe.text, 'ملاحظات', 'ثمن البيع', 'مجموع المدفوعات', 'الباقي للدفع', 'الملف رقم')
    expect(arabe.text).not.toMatch(/Versé|Reste|Total|Chèque/)
    const french = await releve('ilyes')
    expect(french.fichier).toContain(`"paiements_client_${clients['ilyes']}.pdf"`)
    for (const langue of ['fr', 'xx']) expect((await releve('ilyes', langue)).text).toBe(french.text)
    const bien = (
      await t.db
        .selectFrom('appartements')
        .select('id')
        .where('num_lot', '=', 'A-12')
        .executeTakeFirstOrThrow()
    ).id
    const duBien = await open(`/api/paiement/print-bien/appartement/${bien}?langue=ar`)
    expect(duBien.fichier).toContain(`"paiements_appartement_${bien}_ar.pdf"`)
    holds(duBien.text, 'كشف المدفوعات', 'شقة')
    expect((await open('/api/paiement/print-all?langue=ar')).fichier).toContain('"tous_les_paiements.pdf"')
  })
})

// spec: PA-05
it('the statement of everyone leaves to pay what the recap does, whatever has ended or changed hands', async () => {
  const { text } = await open('/api/paiement/print-all')
  const { totals } = (await karim.get('/api/recap-paiements')).json as {
    totals: { montant_global: number; total_paye: number; total_restant: number }
  }
  expect(totals.total_restant).toBe(16_946_913.53)
  const sums = [totals.montant_global, totals.total_paye, totals.total_restant].map((montant) =>
    formatCentiemes(fromDecimal(montant)).replace(/\s/g, ' '),
  )
  const general = text.slice(text.indexOf('Total général, 3 clients'))
  expect(general).toContain(`Nombre de biens : 2 ${sums.join(' ')}`)
  expect(general).toContain('Ventes terminées : versé 4 000 000,00 DA, à rembourser 900 000,00 DA')
})
