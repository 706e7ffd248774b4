import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEtage,
  buildLocal,
  buildParking,
  buildPlace,
  idOf,
  pay,
  sell,
} from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

const someone = {
  nomComplet: 'Élodie Benaïssa',
  tel: '+213 555 12 34 56',
  email: 'elodie@exemple.dz',
  adresse: '12, rue Didouche Mourad, Alger',
}
/** Fields that an answer adds for a client who has a phone and an e-mail. */
const SANS_RIEN = { sans_email: false, sans_telephone: false }
const rows = () => t.db.selectFrom('clients').selectAll().orderBy('id').execute()

describe('clients', () => {
  // spec: CLI-41, CLI-42, CLI-43, CLI-37
  it('are added, read back and changed, with a line in the journal each time', async () => {
    const added = await karim.post('/api/clients', someone)
    expect(added.statusCode).toBe(201)
    expect(added.json).toMatchObject({ ...someone, version: 1, message: 'Client ajouté avec succès !' })
    const id = idOf(added)
    expect((await karim.get(`/api/clients/${id}`)).json).toEqual({ ...someone, ...SANS_RIEN, id, version: 1 })
    const other = { nomComplet: 'Élodie Haddad', tel: '0666 00 00 00', email: 'e.haddad@exemple.dz' }
    const changed = await karim.put(`/api/clients/${id}`, { ...other, id, adresse: '', version: 1 })
    expect(changed.statusCode).toBe(200)
    const after = { ...other, ...SANS_RIEN, id, adresse: null, version: 2 }
    expect(changed.json).toMatchObject(after)
    expect((await karim.get(`/api/clients/${id}`)).json).toEqual(after)
    const journal = await t.db
      .selectFrom('journal')
      .select(['action', 'membre_nom'])
      .where('objet', '=', 'client')
      .where('objet_id', '=', id)
      .orderBy('id')
      .execute()
    expect(journal).toEqual([
      { action: 'ajouter', membre_nom: 'Karim Benali' },
      { action: 'modifier', membre_nom: 'Karim Benali' },
    ])
  })

  // spec: CLI-38, CLI-39, PAY-43
  it('are listed by name, page by page, each exactly once', async () => {
    for (let n = 0; n < 23; n++) await buildClient(t.db, { nom_complet: 'Même Nom' })
    const [zohra, eleonore] = [
      await buildClient(t.db, { nom_complet: 'Zohra Ait' }),
      await buildClient(t.db, { nom_complet: 'Éléonore Ait' }),
    ]
    const seen: number[] = []
    for (let page = 1; ; page++) {
      const answer = (await karim.get(`/api/clients?page=${page}&per_page=10`)).json as ClientsPage
      seen.push(...answer.data.map(({ id }) => id))
      expect(answer).toMatchObject({ current_page: page, per_page: 10, total: (await rows()).length })
      expect(answer.last_page).toBe(Math.ceil(answer.total / 10))
      if (page >= answer.last_page) break
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.toSorted((a, b) => a - b)).toEqual((await rows()).map(({ id }) => id))
    const everyone = (await karim.get('/api/clients')).json as ClientsPage
    expect(everyone.data).toHaveLength(seen.length)
    // By name whatever the accents, not by arrival.
    expect(everyone.data.map(({ id }) => id)).toEqual(seen)
    expect(seen.indexOf(eleonore.id)).toBeLessThan(seen.indexOf(zohra.id))
  })

  // spec: CLI-49, API-10
  it('are all there for the select boxes of other screens, by name, with what those show', async () => {
    const { json } = await karim.get('/api/all-clients')
    const inOrder = await t.db
      .selectFrom('clients')
      .select(['id', 'nom_complet as nomComplet', 'tel', 'email'])
      .orderBy('recherche')
      .orderBy('id')
      .execute()
    expect(json).toEqual(inOrder.map((client) => ({ ...client, ...SANS_RIEN })))
  })

  // spec: CLI-34, CLI-35, CLI-36
  it.each([
    [{ nomComplet: ' ' }, 'nomComplet', 'Le nom complet est obligatoire.'],
    [{ tel: '' }, 'tel', 'Le téléphone est obligatoire.'],
    [{ tel: 'appelez-moi' }, 'tel', "Le numéro de téléphone n'est pas valide."],
    [{ email: 'abc' }, 'email', "L'adresse email n'est pas valide."],
    [{ email: undefined }, 'email', "L'adresse email est obligatoire."],
    [{ nomComplet: 'x'.repeat(256) }, 'nomComplet', 'Ce texte dépasse 255 caractères.'],
    [{ nomComplet: 'a\u0000b' }, 'nomComplet', 'Ce texte contient des caractères interdits.'],
    [{ nomComplet: 'a\uD800b' }, 'nomComplet', 'Ce texte contient des caractères interdits.'],
    [{ nomComplet: ['x'] }, 'nomComplet', 'Le nom complet est obligatoire.'],
  ])('refuses %j at its field and writes nothing', async (wrong, field, text) => {
    const { id } = await buildClient(t.db)
    const before = await rows()
    for (const refused of [
      await karim.post('/api/clients', { ...someone, ...wrong }),
      await karim.put(`/api/clients/${id}`, { ...someone, ...wrong }),
    ]) {
      expect(refused.statusCode).toBe(422)
      expect(refused.json).toEqual({ message: text, errors: { [field]: [text] } })
    }
    expect(await rows()).toEqual(before)
  })

  it('keeps Arabic names, signs that papers lack, apostrophes and 255 characters as they are', async () => {
    for (const nomComplet of ['محمد الأمين بن عبد الله', 'Karim 👍', "N'Aït l'Hadj", 'é'.repeat(255)]) {
      const added = await karim.post('/api/clients', { ...someone, nomComplet })
      expect(added.json).toMatchObject({ nomComplet })
    }
  })

  it('refuses an edit made on an older version, and keeps the newer', async () => {
    const { id } = await buildClient(t.db)
    expect(
      (await karim.put(`/api/clients/${id}`, { ...someone, nomComplet: 'Premier', version: 1 })).statusCode,
    ).toBe(200)
    const late = await karim.put(`/api/clients/${id}`, { ...someone, nomComplet: 'Second', version: 1 })
    expect(late.statusCode).toBe(409)
    expect(late.json).toEqual({ message: 'Cette fiche a été modifiée entre-temps. Rechargez-la.' })
    const byHeader = await karim.put(`/api/clients/${id}`, someone, { 'if-match': '"1"' })
    expect(byHeader.statusCode).toBe(409)
    expect((await rows()).find((row) => row.id === id)).toMatchObject({ nom_complet: 'Premier', version: 2 })
  })

  // spec: CLI-44
  it('are deleted when nothing is attached, refused with what is attached otherwise', async () => {
    const { id } = await buildClient(t.db)
    expect((await karim.delete(`/api/clients/${id}`)).json).toEqual({
      message: 'Client supprimé avec succès !',
    })
    expect((await rows()).some((row) => row.id === id)).toBe(false)

    const buyer = await buildClient(t.db)
    await sell(t.db, await buildAppartement(t.db), buyer.id)
    const before = await rows()
    const refused = await karim.delete(`/api/clients/${buyer.id}`)
    expect(refused.statusCode).toBe(409)
    expect(refused.json).toEqual({
      message:
        'Impossible de supprimer ce client : des biens ou des paiements lui sont rattachés. Ce client a 1 bien.',
    })
    expect(await rows()).toEqual(before)
  })

  // spec: CLI-45..CLI-48, EC-35
  it('own appartements, places and locaux, each with its price, what is paid and what remains', async () => {
    const { id } = await buildClient(t.db)
    const bloc = await buildBloc(t.db, { nomloc: 'Bloc Z' })
    const etage = await buildEtage(t.db, { bloc_id: bloc.id })
    const parking = await buildParking(t.db, { parking_nom: 'Sous-sol' })
    const lot = await buildAppartement(t.db, {
      etage_id: etage.id,
      num_lot: 'Z-12',
      type_logement: 'Duplex',
      prix: 100_000_050,
    })
    const place = await buildPlace(t.db, {
      parking_id: parking.id,
      numero_place: 7,
      type_place: 'Box',
      prix: 0,
    })
    const local = await buildLocal(t.db, { bloc_id: bloc.id, num: 'L-3', prix: 300 })
    await pay(t.db, await sell(t.db, lot, id), 33_333_350)
    await sell(t.db, place, id)
    await pay(t.db, await sell(t.db, local, id), 300)
    const { json } = await karim.get(`/api/clients/${id}/assets`)
    expect(json).toMatchObject({
      appartements: [
        {
          id: lot,
          numLot: 'Z-12',
          typeLogement: 'Duplex',
          surfaceHabitable: 80.5,
          surfaceUtile: 12.2,
          montant: 1_000_000.5,
          totalPaye: 333_333.5,
          resteAPayer: 666_667,
          pourcentagePaiement: 33.33,
          etage: { bloc: { nomloc: 'Bloc Z' } },
        },
      ],
      places: [
        {
          id: place,
          numero_place: 7,
          type_place: 'Box',
          montant: 0,
          pourcentagePaiement: 0,
          parking: { parking_nom: 'Sous-sol' },
        },
      ],
      locaux: [
        {
          id: local,
          num: 'L-3',
          surface: 45,
          montant: 3,
          resteAPayer: 0,
          pourcentagePaiement: 100,
          bloc: { nomloc: 'Bloc Z' },
        },
      ],
      totaux: { biens: 3, montant: 1_000_003.5, totalPaye: 333_336.5, resteAPayer: 666_667, en_retard: 0 },
    })
    expect((await karim.get('/api/clients/999999/assets')).statusCode).toBe(404)
  })

  // spec: CLI-45
  it('own what is theirs today, in the order of the numbers: not what others bought, nor what they gave back', async () => {
    const { id } = await buildClient(t.db)
    const { id: other } = await buildClient(t.db)
    const { id: etage_id } = await buildEtage(t.db)
    const { id: bloc_id } = await buildBloc(t.db)
    const [b, a, given, theirs] = [
      await buildAppartement(t.db, { etage_id, num_lot: 'B' }),
      await buildAppartement(t.db, { etage_id, num_lot: 'A' }),
      await buildAppartement(t.db, { etage_id }),
      await buildAppartement(t.db, { etage_id }),
    ]
    const [second, first] = [
      await buildLocal(t.db, { bloc_id, num: '2' }),
      await buildLocal(t.db, { bloc_id, num: '1' }),
    ]
    for (const bien of [b, a, given, second, first]) await sell(t.db, bien, id)
    await sell(t.db, theirs, other)
    await karim.put(`/api/appartements/${given}/retirer-client`)
    const { appartements, locaux } = (await karim.get(`/api/clients/${id}/assets`)).json as Assets
    expect(appartements.map((lot) => lot.id)).toEqual([a, b])
    expect(locaux.map((local) => local.id)).toEqual([first, second])
  })

  it('answers 404 to an unknown id, 401 without a session', async () => {
    for (const id of ['999999', '0', '-1', 'abc', '1e3', '99999999999999999999'])
      expect((await karim.put(`/api/clients/${id}`, someone)).statusCode).toBe(404)
    const before = await rows()
    for (const refused of [
      await t.visitor().get('/api/clients'),
      await t.visitor().get('/api/all-clients'),
      await t.visitor().post('/api/clients', someone),
      await t.visitor().put(`/api/clients/${before[0]?.id}`, someone),
      await t.visitor().delete(`/api/clients/${before[0]?.id}`),
    ]) {
      expect(refused.statusCode).toBe(401)
      expect(refused.json).toEqual({ message: 'Veuillez vous connecter.' })
    }
    expect(await rows()).toEqual(before)
  })
})

interface ClientsPage {
  data: { id: number }[]
  current_page: number
  last_page: number
  per_page: number
  total: number
}

interface Assets {
  appartements: { id: number }[]
  locaux: { id: number }[]
}
