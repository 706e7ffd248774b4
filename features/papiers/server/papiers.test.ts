import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  devoir,
  etablir,
  garantir,
  lire,
  livrer,
  nu,
  regler,
  vendre,
} from '#features/papiers/server/documents.essais.ts'
import { CLAUSES, installer } from '#features/papiers/server/papiers.essais.ts'
import { TITRES } from '#features/papiers/papiers.texts.ts'
import { addJours, aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { LANGUES, PAPIERS_DE_VENTE, TYPES_DE_PAPIER, type TypeDePapier } from '#shared/papiers.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildClient, buildEcheancier, pay, payByCheque } from '#test/harness/builders.ts'
import { drawnOutside, drawnOver } from '#test/harness/pdf.ts'

let t: TestApp
let karim: Visitor
let vente: number
const jour = formatJourCourt(aujourdhui())
const hier = formatJourCourt(addJours(aujourdhui(), -1))

beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  await installer(t, karim)
})
beforeEach(async () => {
  vente = await vendre(t)
  await livrer(t, vente)
})
afterAll(() => t.close())

const demande = (type: TypeDePapier, langue: string, echeance_id?: number) => ({
  type,
  langue,
  ...(type === 'appel_fonds' && { echeance_id }),
})
async function papier(body: object) {
  const document = await etablir(karim, vente, body)
  return { document, ...(await lire(karim, `/api/documents/${document.id}/pdf`)) }
}
/** Returns the text of an Arabic paper, without blanks and brackets: the reader leaves blanks out between Arabic words, and may turn a bracket round. */
const serre = (texte: string) => nu(texte).replace(/[\s()]/g, '')

/** The sentences that every paper of this sale has: to whom it is given, and by whom. */
const DITS = {
  fr: [
    'Samira Haddad',
    'SARL El Bahia',
    'Appartement A-12 (F3)',
    `Fait à Oran, le ${jour}`,
    'Le promoteur, cachet et signature',
    'RC 31/00-0123456B21',
  ],
  ar: [
    'شركة الباهية للترقية العقارية',
    'المقتني سميرة حداد',
    'العقار شقة A-12 (F3)',
    'رمز التحقق',
    `حرر بـ Oran في ${jour}`,
    'المرقي العقاري، الختم والإمضاء',
    'س.ت 31/00-0123456B21',
  ],
}

// spec: AD-29
describe('each paper in both languages', () => {
  it('bears its title, its number, its code, whom and what it is about, and is read back whole', async () => {
    const [premiere] = await devoir(t, vente)
    await pay(t.db, vente, 125_000_000, '2026-01-15', { mode: 'virement' })
    await pay(t.db, vente, 50, '2026-02-15', { mode: 'cheque', encaisse_le: '2026-02-20' })
    for (const type of TYPES_DE_PAPIER)
      for (const langue of LANGUES) {
        const { document, text, nom, title, bytes, pages } = await papier(demande(type, langue, premiere))
        expect(nom).toContain(`${document.numero}.pdf`)
        expect(nu(title)).toBe(`${TITRES[type][langue]} N° ${document.numero}`)
        const lu = langue === 'fr' ? nu(text) : serre(text)
        const feuilles = type === 'contrat_reservation' ? 2 : 1
        const dits = [
          document.numero,
          document.code,
          jour,
          // Identities, échéancier and clauses of a contract need two pages.
          langue === 'fr' ? `Page 1 / ${feuilles}` : `صفحة 1 من ${feuilles}`,
          TITRES[type][langue],
          ...DITS[langue],
        ]
        const attendus = langue === 'fr' ? dits : dits.map(serre)
        expect([type, langue, attendus.filter((dit) => !lu.includes(dit))]).toEqual([type, langue, []])
        expect(await drawnOutside(bytes)).toEqual([])
        expect(await drawnOver(bytes)).toEqual([])
        expect(pages).toHaveLength(feuilles)
      }
  })

  it('reads from right to left, whole and in order', async () => {
    await pay(t.db, vente, 125_000_050)
    const { text } = await papier({ type: 'attestation_paiement', langue: 'ar' })
    expect(serre(text)).toContain(
      serre(
        'نحن الموقعين أدناه، شركة الباهية للترقية العقارية، نشهد بأنه تم إلى غاية هذا اليوم دفع مبلغ 1 250 000,50 دج (مليون ومائتان وخمسون ألف دينار جزائري وخمسون سنتيما) في إطار الملف',
      ),
    )
    expect(serre(text)).toContain(serre('المفتوح باسم سميرة حداد، لاقتناء الشقة رقم A-12 F3'))
    expect(serre(text)).toContain(
      serre('المبلغ بالحروف: مليون ومائتان وخمسون ألف دينار جزائري وخمسون سنتيما'),
    )
  })

  it('says what is paid and left to the centime: D.8', async () => {
    await pay(t.db, vente, 125_000_000)
    await pay(t.db, vente, 50)
    await payByCheque(t.db, vente, 999, { rejete_le: '2026-01-20', motif_rejet: 'Sans provision' })
    const { document, text } = await papier({ type: 'attestation_paiement' })
    expect(document.montant).toBe(1_250_000.5)
    const lu = nu(text)
    expect(lu).toContain(
      'attestons que la somme de 1 250 000,50 DA (un million deux cent cinquante mille dinars algériens et cinquante centimes) a été versée à ce jour sur le dossier',
    )
    expect(lu).toContain(
      "ouvert au nom de Samira Haddad, pour l'acquisition de l'appartement A-12 (F3), Résidence",
    )
    expect(lu).toContain('Total versé (28,92 %) 1 250 000,50 DA')
    expect(lu).toContain('Reste à payer 3 071 678,40 DA')
    await pay(t.db, vente, 432_167_889 - 125_000_050)
    expect(nu((await papier({ type: 'attestation_paiement' })).text)).toContain('Total versé (99,99 %)')
  })

  it('calls a décompte of which nothing is left an attestation: D.10', async () => {
    await pay(t.db, vente, 432_167_889)
    const reste = await papier({ type: 'decompte' })
    expect([nu(reste.text).includes('Décompte'), reste.document.libelle]).toEqual([true, 'Décompte'])
    expect(nu(reste.text)).toContain('Reste à payer 0,01 DA')
    await pay(t.db, vente, 1)
    const solde = await papier({ type: 'decompte' })
    expect(solde.document.libelle).toBe('Attestation de solde')
    expect(nu(solde.text)).toContain('Attestation de solde')
    expect(nu(solde.text)).toContain('Le prix est entièrement payé.')
    expect(nu(solde.text)).not.toContain('Décompte')
    const arabe = await papier({ type: 'decompte', langue: 'ar' })
    expect(serre(arabe.text)).toContain(serre('شهادة تسديد كامل الثمن'))
  })

  it('asks for what is due of one line, or for all that is late, with the accounts in use', async () => {
    const [premiere, seconde] = await devoir(t, vente)
    await pay(t.db, vente, 125_000_050)
    const appel = nu((await papier({ type: 'appel_fonds', echeance_id: seconde })).text)
    expect(appel).toContain(
      `« Échéance 2 » est exigible depuis le ${hier}. Nous vous prions de verser la somme de 1 000 000,00 DA`,
    )
    expect(appel).toContain('CNEP-Banque Oran centre 002 00012 55')
    expect(appel).not.toContain('BDL')
    const { document, text } = await papier({ type: 'mise_en_demeure' })
    expect(document.montant).toBe(1_071_678.4)
    expect(nu(text)).toContain('dans un délai de 15 jours')
    expect(nu(text)).toContain('la somme de 1 071 678,40 DA')
    expect(nu(text)).toContain('Total 1 071 678,40')
    expect(nu((await papier({ type: 'mise_en_demeure', delai_jours: 8 })).text)).toContain('délai de 8 jours')
    expect((await papier({ type: 'appel_fonds', echeance_id: premiere })).document.montant).toBe(71_678.4)
  })

  it('names all who buy together, with their shares, and each signs the contract', async () => {
    const { id } = await buildClient(t.db, { nom_complet: 'Nadia Benali', nom_ar: 'نادية بن علي' })
    await t.db.insertInto('co_acquereurs').values({ vente_id: vente, client_id: id, part: 3333 }).execute()
    const contrat = nu((await papier({ type: 'contrat_reservation' })).text)
    for (const dit of [
      'Le client (Part 66,67 %) Samira Haddad',
      'Né(e) le 29/02/1984 à Oran',
      "Pièce d'identité N° 109 840 229",
      'Le client (Part 33,33 %) Nadia Benali',
      'Né(e) le ………',
      'NIN ………',
      'Le réservataire Samira Haddad et Nadia Benali acquiert Appartement A-12 (F3)',
      'Le client Nadia Benali Le promoteur, cachet et signature SARL El Bahia',
    ])
      expect([contrat.includes(nu(dit)) || contrat]).toEqual([true])
    const arabe = serre((await papier({ type: 'contrat_reservation', langue: 'ar' })).text)
    for (const dit of ['المقتني (الحصة 33,33 %) نادية بن علي', 'المادة 1 يقتني سميرة حداد و نادية بن علي'])
      expect(arabe).toContain(serre(dit))
  })

  // spec: RE-07
  it('says the shares of a contract with two decimals, and they add up: D.4, D.6', async () => {
    vente = await vendre(t, {}, 600_000_001)
    const lignes = [120_000_000, 90_000_000, 210_000_000, 150_000_000, 30_000_001]
    await buildEcheancier(
      t.db,
      vente,
      lignes.map((montant, rang) => [montant, `2027-0${rang + 1}-01`]),
    )
    const { id } = await buildClient(t.db, { nom_complet: 'Nadia Benali' })
    await t.db.insertInto('co_acquereurs').values({ vente_id: vente, client_id: id, part: 2550 }).execute()
    const contrat = nu((await papier({ type: 'contrat_reservation' })).text)
    for (const dit of ['Part 74,50 %', 'Part 25,50 %', 'Total 6 000 000,01 100,00 %'])
      expect(contrat).toContain(dit)
    for (const [rang, part] of ['20,00', '15,00', '35,00', '25,00', '5,00'].entries())
      expect(contrat).toMatch(new RegExp(`Échéance ${rang + 1} 01/0${rang + 1}/2027 [\\d ,]+ ${part} %`))
  })

  it('notes the keys, the meters and the reserves of a delivery, or leaves them to be written', async () => {
    const plein = nu(
      (
        await papier({
          type: 'pv_remise',
          nombre_cles: 0,
          compteur_eau: 'E-12',
          reserves: 'Porte rayée.\nVitre.',
        })
      ).text,
    )
    for (const dit of ['Clés remises 0', 'Eau E-12', 'Réserves Porte rayée. Vitre.'])
      expect(plein).toContain(dit)
    expect(nu((await papier({ type: 'pv_remise' })).text)).toContain('Aucune réserve.')
  })

  it('fits a contract of many pages, endless names and the largest amounts', async () => {
    const long = 'Société civile immobilière des copropriétaires réunis '.repeat(4).trim()
    vente = await vendre(t, { nom_complet: long, nom_ar: 'محمد '.repeat(40).trim() }, 9_999_999_999_999)
    const phrase = 'Le promoteur remet à {client} العقار الموصوف أعلاه {bien} au prix de {prix}. '
    const articles = Array.from({ length: 20 }, (_, n) => `# Article ${n + 1}\n\n${phrase.repeat(4)}`).join(
      '\n\n',
    )
    await regler(karim, {}, { contrat_reservation: { fr: articles, ar: articles } })
    for (const langue of LANGUES) {
      const { pages, bytes, text } = await papier({ type: 'contrat_reservation', langue })
      expect(pages.length).toBeGreaterThan(5)
      expect(nu(text)).toContain('99 999 999 999,99')
      expect(await drawnOutside(bytes)).toEqual([])
    }
    await regler(karim, {}, { contrat_reservation: CLAUSES })
  }, 60_000)

  // spec: PA-09
  it.each(LANGUES)(
    'says no percentage without its two decimals, of buyers and of lines: %s',
    async (langue) => {
      const [premiere] = await devoir(t, vente)
      await garantir(t, vente, null)
      await pay(t.db, vente, 10_000)
      for (const part of [3333, 1000]) {
        const { id } = await buildClient(t.db)
        await t.db.insertInto('co_acquereurs').values({ vente_id: vente, client_id: id, part }).execute()
      }
      const textes = [(await lire(karim, `/api/ventes/${vente}/echeancier-pdf?langue=${langue}`)).text]
      for (const type of PAPIERS_DE_VENTE)
        textes.push((await papier({ ...demande(type, langue, premiere) })).text)
      // The reader of Arabic tables leaves no blank between a share and the amount before it.
      const parts = textes.flatMap((texte) => nu(texte).match(/\d{1,3}(?:,\d+)?(?= ?%)/g) ?? [])
      expect(parts.filter((part) => !/^\d+,\d\d$/.test(part))).toEqual([])
      // The holder has what the two others leave him.
      const partages = textes.map(nu).filter((texte) => texte.includes('33,33'))
      expect(partages.length).toBeGreaterThan(2)
      for (const texte of partages) for (const part of ['56,67', '10,00']) expect(texte).toContain(part)
    },
  )
})
