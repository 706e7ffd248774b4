import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stopPdf } from '#server/documents/pdf.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildBon,
  buildCategorie,
  buildClient,
  buildEtage,
  buildLigne,
  buildLocal,
  buildParking,
  buildPlace,
  buildResidence,
  pay,
  sell,
} from '#test/harness/builders.ts'
import { readPdf } from '#test/harness/pdf.ts'

interface Found {
  genre: string
  id: number
  titre: string
  lieu: string
  client: { id: number; nomComplet: string } | null
  totaux: { biens: number; montant: number; totalPaye: number; resteAPayer: number } | null
  residence_id: number | null
  paiement: { bien: { type: string; id: number }; page: number } | null
  bon: { categorie_id: number; page_categorie: number; page: number } | null
}

let t: TestApp
let karim: Visitor
const id = { rachid: 0, residence: 0, tour2: 0, lot: 0, place: 0, local: 0 }
const search = async (q: string) =>
  ((await karim.get(`/api/recherche?q=${encodeURIComponent(q)}`)).json as { data: Found[] }).data
const titles = async (q: string) => (await search(q)).map(({ titre }) => titre)

/** Rachid owns a lot, a place and a local; a lot that he gave back is partly paid. */
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  id.rachid = (await buildClient(t.db, { nom_complet: 'Amrouche Rachid', tel: '0798 99 75 78' })).id
  await buildClient(t.db, { nom_complet: 'Amrouche Hichem', tel: '+213 (0) 555-12-34-56' })
  id.residence = (await buildResidence(t.db, { nom: 'El Yasmine' })).id
  id.tour2 = (await buildBloc(t.db, { residence_id: id.residence, nomloc: 'Tour 2' })).id
  for (const nomloc of ['Tour 12', 'Bloc A', 'Bloc C', 'C'])
    await buildBloc(t.db, { residence_id: id.residence, nomloc })
  const etage = await buildEtage(t.db, { bloc_id: id.tour2, designation: 'Rez-de-chaussée' })
  const lot = (num_lot: string, prix: number) => buildAppartement(t.db, { etage_id: etage.id, num_lot, prix })
  id.lot = await lot('302', 2_000_000_050)
  await lot('1302', 100)
  const given = await lot('303', 500_000_000)
  id.local = await buildLocal(t.db, { bloc_id: id.tour2, num: 'B2', prix: 300_000_001 })
  const parking = await buildParking(t.db, { residence_id: id.residence, parking_nom: 'Sous-sol Nord' })
  id.place = await buildPlace(t.db, { parking_id: parking.id, numero_place: 12, prix: 100_000_000 })
  const elsewhere = await buildParking(t.db, { residence_id: id.residence, parking_nom: 'Sous-sol Sud' })
  await buildPlace(t.db, { parking_id: elsewhere.id, numero_place: 12 })
  const vente = await sell(t.db, id.lot, id.rachid)
  for (let rank = 1; rank <= 8; rank++) await pay(t.db, vente, rank, `2026-01-0${rank}`)
  await sell(t.db, id.place, id.rachid)
  await pay(t.db, await sell(t.db, id.local, id.rachid), 300_000_001)
  await pay(t.db, await sell(t.db, given, id.rachid), 77)
  await karim.put(`/api/appartements/${given}/retirer-client`)
})
afterAll(async () => {
  await stopPdf()
  await t.close()
})

describe('the global search', () => {
  it('has the words in any order, and the phone in any spelling', async () => {
    expect(await titles('rachid AMROUCHE')).toEqual(['Amrouche Rachid'])
    for (const typed of ['0798997578', '0798 99 75', '+213 798 99 75 78', '00213798997578', '213798997578'])
      expect([typed, await titles(typed)]).toEqual([typed, ['Amrouche Rachid']])
    expect(await titles('0555123456')).toEqual(['Amrouche Hichem'])
    expect(await titles('yasmine karim')).toEqual([])
  })

  it('understands what a number is the number of', async () => {
    expect(await titles('lot 302')).toEqual(['Appartement 302', 'Appartement 1302'])
    expect(await titles('Appartement N° 302')).toEqual(['Appartement 302', 'Appartement 1302'])
    expect(await titles('local b2')).toEqual(['Local B2'])
    expect((await search('place 12')).map(({ titre, lieu }) => [titre, lieu])).toEqual([
      ['Place 12', 'Sous-sol Nord, El Yasmine'],
      ['Place 12', 'Sous-sol Sud, El Yasmine'],
    ])
    expect((await search('place 12 nord')).map(({ lieu }) => lieu)).toEqual(['Sous-sol Nord, El Yasmine'])
    expect(await titles('lot')).toEqual([])
  })

  it('finds blocs: the one of that name, not each that has its letter', async () => {
    expect(await titles('tour 2')).toEqual(['Tour 2'])
    expect(await titles('bloc c')).toEqual(['C', 'Bloc C'])
    const [bloc] = await search('tour 2')
    expect(bloc).toMatchObject({
      genre: 'bloc',
      id: id.tour2,
      residence_id: id.residence,
      lieu: 'El Yasmine',
    })
  })

  it('finds a receipt by its number, with its bien and the page of its payments on which it is', async () => {
    const titre = 'Reçu N° 2026-000002'
    for (const typed of ['2026-000002', 'reçu 2026-000002', 'recu n° 2', 'Reçu N° 2026-000002', '2026-2'])
      expect([typed, await titles(typed)]).toEqual([typed, [titre]])
    const [recu] = await search('2026-000002')
    expect(recu).toMatchObject({
      genre: 'recu',
      lieu: '0,02\u00A0DA le 2 janvier 2026, Appartement 302',
      client: { id: id.rachid, nomComplet: 'Amrouche Rachid' },
      paiement: { bien: { type: 'appartement', id: id.lot }, page: 2 },
    })
    expect((await search('2026-000003'))[0]?.paiement?.page).toBe(1)
    for (const none of ['2026-000099', '2025-000002', 'reçu 0', 'reçu', '2026-', '2'])
      expect([none, (await search(none)).filter(({ genre }) => genre === 'recu')]).toEqual([none, []])
  })

  it('finds a payment by what its reference contains, with its bien and its page; once when its receipt is meant', async () => {
    const vente = await t.db
      .selectFrom('ventes')
      .select('id')
      .where('bien_id', '=', id.lot)
      .where('terminee_le', 'is', null)
      .executeTakeFirstOrThrow()
    const cheque = { mode: 'cheque', banque: 'BNA', reference: 'Série Z 0077345' }
    const paiement = await pay(t.db, vente.id, 1, '2026-01-01', cheque)
    for (const typed of ['0077345', '7734', 'serie z 0077', 'SÉRIE 0077345']) {
      const found = (await search(typed)).filter(({ genre }) => genre === 'paiement')
      expect([typed, found.map((one) => one.id)]).toEqual([typed, [paiement]])
      expect(found[0]).toMatchObject({
        titre: expect.stringMatching(/^Reçu \d{4}-\d{6}$/),
        lieu: 'Chèque BNA Série Z 0077345, 0,01\u00A0DA',
        client: { id: id.rachid, nomComplet: 'Amrouche Rachid' },
        paiement: { bien: { type: 'appartement', id: id.lot } },
      })
    }
    for (const none of ['773', '00773450', 'série y 0077', '%345'])
      expect([none, (await search(none)).filter(({ genre }) => genre === 'paiement')]).toEqual([none, []])
    await t.db.updateTable('paiements').set({ reference: '2026-000002' }).where('id', '=', paiement).execute()
    expect((await search('2026-000002')).map(({ genre }) => genre)).toEqual(['recu', 'paiement'])
    const rejet = { rejete_le: '2026-02-01', motif_rejet: 'Opposition', reference: 'R-00004711' }
    await t.db.updateTable('paiements').set(rejet).where('id', '=', paiement).execute()
    await t.db
      .updateTable('ventes')
      .set((eb) => ({ total_paye: eb('total_paye', '-', 1) }))
      .where('id', '=', vente.id)
      .execute()
    expect((await search('00004711'))[0]?.lieu).toMatch(/, rejeté$/)
  })

  // spec: RE-21
  it('says of a receipt that is found by its number how it was paid, and that its cheque came back', async () => {
    const { id: paiement, vente_id } = await t.db
      .selectFrom('paiements')
      .select(['id', 'vente_id'])
      .where('recu_numero', '=', 2)
      .executeTakeFirstOrThrow()
    const was = { mode: null, banque: null, reference: null, rejete_le: null, motif_rejet: null }
    const line = async (fields: object) => {
      await t.db.updateTable('paiements').set(fields).where('id', '=', paiement).execute()
      const [found] = await search('2026-000002')
      expect(found?.genre).toBe('recu')
      return found?.lieu.replaceAll('\u00A0', ' ')
    }
    expect(await line({ mode: 'especes' })).toBe('Espèces, 0,02 DA le 2 janvier 2026, Appartement 302')
    const cheque = { mode: 'cheque', banque: 'BNA', reference: '0077345' }
    expect(await line(cheque)).toBe('Chèque BNA 0077345, 0,02 DA le 2 janvier 2026, Appartement 302')
    const [payment] = await search('0077345')
    expect(payment?.lieu.replaceAll('\u00A0', ' ')).toBe('Chèque BNA 0077345, 0,02 DA')
    const paid = (by: number) =>
      t.db
        .updateTable('ventes')
        .set((eb) => ({ total_paye: eb('total_paye', '+', by) }))
        .where('id', '=', vente_id)
        .execute()
    const rejet = { rejete_le: '2026-02-01', motif_rejet: 'Opposition' }
    expect(await line(rejet)).toBe('Chèque BNA 0077345, 0,02 DA le 2 janvier 2026, Appartement 302, rejeté')
    await paid(-2)
    expect(await line(was)).toBe('0,02 DA le 2 janvier 2026, Appartement 302')
    await paid(2)
  })

  it('finds the receipt of a sale that has ended, of any kind of bien', async () => {
    expect((await search('reçu 9'))[0]).toMatchObject({ lieu: expect.stringMatching(/, Local B2$/) })
    expect((await search('reçu 10'))[0]).toMatchObject({ lieu: expect.stringMatching(/, Appartement 303$/) })
  })

  it('finds a voucher by its reference or by what was bought, with the pages on which it is', async () => {
    const categorie = await buildCategorie(t.db, { nom: 'Gros œuvre' })
    for (let rank = 0; rank < 5; rank++) await buildCategorie(t.db)
    const bon = await buildBon(t.db, {
      categorie_bon_id: categorie.id,
      reference: 'FA-2207',
      date_bon: '2026-01-02',
    })
    await buildLigne(t.db, bon.id, { designation: 'Sable' })
    await buildLigne(t.db, bon.id, { designation: 'Ciment CPJ 42,5' })
    for (let day = 3; day <= 8; day++)
      await buildBon(t.db, { categorie_bon_id: categorie.id, date_bon: `2026-01-0${day}` })
    for (const typed of ['fa-2207', 'bon 2207', 'cpj ciment', 'CIMENT 42,5'])
      expect([typed, await titles(typed)]).toEqual([typed, ['FA-2207']])
    expect((await search('ciment'))[0]).toMatchObject({
      genre: 'bon',
      id: bon.id,
      lieu: "Bon d'achat du 2 janvier 2026, Gros œuvre : Ciment CPJ 42,5",
      bon: { categorie_id: categorie.id, page_categorie: 2, page: 2 },
    })
    expect((await search('fa-2207'))[0]?.lieu).toBe("Bon d'achat du 2 janvier 2026, Gros œuvre")
  })

  it('says what a client owes for all he has now, to the centime: no ended sale', async () => {
    const [rachid] = await search('rachid')
    expect(rachid?.totaux).toEqual({
      biens: 3,
      montant: 24_000_000.51,
      totalPaye: 3_000_000.37,
      resteAPayer: 21_000_000.14,
    })
    expect((await search('hichem'))[0]?.totaux).toBeNull()
  })
})

describe('the same total', () => {
  const expected = { biens: 3, montant: 24_000_000.51, totalPaye: 3_000_000.37, resteAPayer: 21_000_000.14 }

  it('heads his biens, which say their residence', async () => {
    const { json } = await karim.get(`/api/clients/${id.rachid}/assets`)
    expect(json).toMatchObject({
      totaux: expected,
      appartements: [{ id: id.lot, etage: { bloc: { nomloc: 'Tour 2', residence: { nom: 'El Yasmine' } } } }],
      places: [{ id: id.place, parking: { residence: { nom: 'El Yasmine' } } }],
      locaux: [{ id: id.local, bloc: { residence: { nom: 'El Yasmine' } } }],
    })
    const other = await buildClient(t.db)
    expect((await karim.get(`/api/clients/${other.id}/assets`)).json).toMatchObject({
      totaux: { biens: 0, montant: 0, totalPaye: 0, resteAPayer: 0 },
    })
  })

  it('stands on his card of the payments, also where a search leaves one of his biens', async () => {
    for (const path of ['?page=1', '?search=302', '?search=place%2012', `?residence=${id.residence}`]) {
      const { json } = await karim.get(`/api/recap-paiements${path}`)
      const { data } = json as { data: { id: number; biens: unknown[]; totaux: unknown }[] }
      expect([path, data.map(({ id: client, totaux }) => [client, totaux])]).toEqual([
        path,
        [[id.rachid, expected]],
      ])
    }
  })
})

describe('the payments and the recap', () => {
  const lots = async (text: string) => {
    const { json } = await karim.get(`/api/recap-paiements?search=${encodeURIComponent(text)}`)
    return (json as { data: { biens: { nlot: string }[] }[] }).data.flatMap(({ biens }) =>
      biens.map(({ nlot }) => nlot),
    )
  }

  it('find a client by his words in any order and by his phone, with all his biens', async () => {
    for (const text of ['rachid amrouche', '0798997578', '+213798 99 75 78'])
      expect([text, await lots(text)]).toEqual([text, ['302', 'B2', '12']])
    expect(await lots('rachid hichem')).toEqual([])
    // So few digits are the number of a lot.
    expect(await lots('7578')).toEqual([])
  })

  it('find a bien by its number, said of what or not', async () => {
    for (const [text, found] of [
      ['lot 302', ['302']],
      ['302', ['302']],
      ['place 12', ['12']],
      ['local b2', ['B2']],
      ['local 302', []],
    ] as const)
      expect([text, await lots(text)]).toEqual([text, found])
  })

  it('are exported as they are shown', async () => {
    for (const path of ['export-pdf', 'print-pdf'])
      for (const [typed, found] of [
        ['rachid amrouche', ['302 Amrouche', 'B2 Amrouche', '12 Amrouche']],
        ['lot 302', ['302 Amrouche']],
      ] as const) {
        const answer = await karim.get(`/api/recap-paiements/${path}?search=${encodeURIComponent(typed)}`)
        const { text } = await readPdf(answer.rawPayload)
        expect([path, typed, text.match(/\S+ Amrouche/g)]).toEqual([path, typed, found])
      }
  })
})

it('the parkings have the words in any order', async () => {
  const { json } = await karim.get('/api/parkings?search=nord%20sol')
  expect((json as { data: { parking_nom: string }[] }).data.map(({ parking_nom }) => parking_nom)).toEqual([
    'Sous-sol Nord',
  ])
})

describe('a lot and where it is', () => {
  it.each([
    ['302 el yasmine', ['Appartement 302', 'Appartement 1302']],
    ['yasmine tour 2 302', ['Appartement 302', 'Appartement 1302']],
    ['302 TOUR 2', ['Appartement 302', 'Appartement 1302']],
    ['lot 302 yasmine', ['Appartement 302', 'Appartement 1302']],
    ['local b2 yasmine', ['Local B2']],
    ['302 tour 12', []],
    ['302 oran', []],
    ['999 el yasmine', []],
  ])('%s', async (typed, found) => expect(await titles(typed)).toEqual(found))
})

describe('the lists to choose from', () => {
  const labels = async (path: string, text: string, name: string) => {
    const { json } = await karim.get(`${path}?search=${encodeURIComponent(text)}`)
    return (json as Record<string, string>[]).map((row) => row[name])
  }

  it('have the words of a name and the phone together', async () => {
    for (const text of [
      'rachid amrouche',
      'amrouche 0798',
      '0798997578',
      '+213 798 99 75 78',
      '99 75 rachid',
    ])
      expect([text, await labels('/api/all-clients', text, 'nomComplet')]).toEqual([
        text,
        ['Amrouche Rachid'],
      ])
    expect(await labels('/api/all-clients', '+213 (0)', 'nomComplet')).toEqual(['Amrouche Hichem'])
    expect(await labels('/api/all-clients', 'rachid 0555', 'nomComplet')).toEqual([])
  })

  it('have those of a bloc and its residence, of an étage and its bloc', async () => {
    expect(await labels('/api/all-blocs', 'yasmine 2 tour', 'nomloc')).toEqual(['Tour 2'])
    expect(await labels('/api/all-etages', 'tour 2 chaussee', 'designation')).toEqual(['Rez-de-chaussée'])
    expect(await labels('/api/all-etages', 'tour 12 chaussee', 'designation')).toEqual([])
  })
})
