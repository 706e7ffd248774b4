import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addJours, aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEtage,
  buildParking,
  buildPlace,
  buildResidence,
  sell,
} from '#test/harness/builders.ts'
import { fautes, importer, type Rangee } from '#test/harness/feuilles.ts'
import { failedInvariants } from '#test/harness/invariants.ts'

let t: TestApp
let karim: Visitor
const lots: Record<string, number> = {}
let bloc_id: number
let client_id: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  const { id: residence_id } = await buildResidence(t.db, { nom: 'El Yasmine' })
  bloc_id = (await buildBloc(t.db, { residence_id, nomloc: 'Bloc A' })).id
  const { id: etage_id } = await buildEtage(t.db, { bloc_id, designation: '1er étage' })
  for (const num_lot of ['A1', 'A2', 'A3', 'A4', 'A5'])
    lots[num_lot] = await buildAppartement(t.db, { etage_id, num_lot, prix: 100_000_000 })
  const { id: parking_id } = await buildParking(t.db, {
    residence_id,
    parking_nom: 'Sous-sol',
    nb_places: 2,
  })
  await buildPlace(t.db, { parking_id, numero_place: 1 })
  client_id = (await buildClient(t.db, { nom_complet: 'Karim Benali', tel: '0550 12 34 56' })).id
})
afterAll(() => t.close())

const lot = (numero: string, autres: Rangee): Rangee => ({
  Résidence: 'El Yasmine',
  Bloc: 'Bloc A',
  Étage: '1er étage',
  Lot: numero,
  ...autres,
})
const option = (numero: string, autres: Rangee): Rangee => ({
  Type: 'Appartement',
  Résidence: 'El Yasmine',
  'Bloc ou parking': 'Bloc A',
  Étage: '1er étage',
  Numéro: numero,
  Nom: 'Samira Haddad',
  'Expire le': aujourdhui(),
  ...autres,
})
/** With plain spaces between the digits. */
const nets = (textes: string[]) => textes.map((texte) => texte.replace(/[\u00A0\u202F]/g, ' '))
const lignesDuJournal = async (depuis: number) =>
  t.db
    .selectFrom('journal')
    .select(['action', 'objet', 'avant', 'apres'])
    .where('id', '>', depuis)
    .orderBy('id')
    .execute()
const dernier = async () =>
  (await t.db.selectFrom('journal').select('id').orderBy('id', 'desc').executeTakeFirst())?.id ?? 0

// spec: PO-26
it('moves the open sale and its échéancier with a price, never below what is paid', async () => {
  const vente = await sell(t.db, lots.A1 ?? 0, client_id)
  await t.db
    .insertInto('echeances')
    .values([
      { vente_id: vente, rang: 1, libelle: 'Contrat', montant: 40_000_000, declencheur: 'contrat' },
      { vente_id: vente, rang: 2, libelle: 'Clés', montant: 60_000_000, declencheur: 'livraison' },
    ])
    .execute()
  await sql`select rafraichir_echeances(array[${vente}::bigint])`.execute(t.db)
  const paye = await karim.post('/api/paiements', {
    appartement_id: lots.A1,
    client_id,
    versement: 400_000,
    date_paiement: aujourdhui(),
  })
  expect(paye.statusCode).toBe(201)
  const sous = await importer(t.db, { appartements: [lot('A1', { Prix: 399_999.99 })] }, { modifier: true })
  expect(fautes(sous)).toEqual([
    'Appartements 2, Prix : Le montant ne peut pas être inférieur au total déjà payé (400 000,00 DA).',
  ])
  const laisse = await importer(t.db, { appartements: [lot('A1', { Prix: 1_200_000 })] })
  expect(nets(laisse.messages.map(({ texte }) => texte))).toEqual([
    'Prix : 1 000 000,00 DA dans Diyar, 1 200 000,00 DA ici. Laissé tel quel.',
  ])
  const depuis = await dernier()
  const fait = await importer(t.db, { appartements: [lot('a1', { Prix: 1_200_000 })] }, { modifier: true })
  expect(fait).toMatchObject({ erreurs: 0, modifications: 1, feuilles: [{ modifies: 1 }] })
  expect(nets(fait.messages.map(({ texte }) => texte))).toEqual(['Prix : 1 000 000,00 DA → 1 200 000,00 DA.'])
  const rows = await t.db
    .selectFrom('biens as b')
    .innerJoin('ventes as v', 'v.bien_id', 'b.id')
    .innerJoin('appartements as a', 'a.id', 'b.id')
    .select(['b.prix', 'v.prix as vendu', 'b.version', 'a.num_lot'])
    .where('b.id', '=', lots.A1 ?? 0)
    .execute()
  expect(rows).toEqual([{ prix: 120_000_000, vendu: 120_000_000, version: 2, num_lot: 'A1' }])
  const echeances = await t.db.selectFrom('echeances').select('montant').orderBy('rang').execute()
  expect(echeances.map(({ montant }) => montant)).toEqual([40_000_000, 80_000_000])
  expect((await lignesDuJournal(depuis)).map(({ action, objet }) => `${action} ${objet}`)).toEqual([
    'echeancier vente',
    'modifier appartement',
  ])
  expect(await failedInvariants(t.db)).toEqual([])
})

it('takes a free lot off sale, with the very refusals of its form for the others', async () => {
  const posee = await karim.post('/api/options', {
    bien_id: lots.A2,
    nom: 'Samira Haddad',
    expire_le: aujourdhui(),
  })
  expect(posee.statusCode).toBe(201)
  const refus = await importer(
    t.db,
    {
      appartements: [
        lot('A1', { 'Motif de blocage': 'Terrain' }),
        lot('A2', { 'Motif de blocage': 'Terrain' }),
      ],
    },
    { modifier: true },
  )
  const sentences = await Promise.all(
    [lots.A1, lots.A2].map(async (id) => {
      const answer = await karim.put(`/api/biens/${id}/blocage`, { motif: 'Terrain' })
      return (answer.json as { message: string }).message
    }),
  )
  expect(fautes(refus)).toEqual([
    `Appartements 2, Motif de blocage : ${sentences[0]}`,
    `Appartements 3, Motif de blocage : ${sentences[1]}`,
  ])
  const depuis = await dernier()
  for (const motif of ['Terrain', 'Terrain', null])
    await importer(t.db, { appartements: [lot('A3', { 'Motif de blocage': motif })] }, { modifier: true })
  const bien = await t.db
    .selectFrom('biens')
    .select(['bloque_motif', 'version', 'bloque_le'])
    .where('id', '=', lots.A3 ?? 0)
    .executeTakeFirst()
  expect(bien).toEqual({ bloque_motif: 'Terrain', version: 2, bloque_le: expect.any(Date) })
  expect(await lignesDuJournal(depuis)).toEqual([
    {
      action: 'bloquer',
      objet: 'appartement',
      avant: { bloque_motif: null },
      apres: { bloque_motif: 'Terrain' },
    },
  ])
})

it('adds options to what is free, leaves those that are there, and refuses the others as their form does', async () => {
  const demain = addJours(aujourdhui(), 1)
  const jour = formatJourCourt(aujourdhui())
  const verdict = await importer(t.db, {
    options: [
      option('A1', {}),
      option('A2', {}),
      option('A2', { Nom: 'Nadia' }),
      option('A3', {}),
      option('A4', { Client: 'Karim Benali', Nom: 'Karim Benali' }),
      option('A4', { Client: 'Karim Benali', Nom: 'Karim Benali', Note: 'Autre' }),
      option('A9', {}),
    ],
  })
  expect(fautes(verdict)).toEqual([
    'Options 2, Numéro : Ce bien est déjà assigné à un client.',
    "Options 4, – : Déjà à la ligne 3, avec d'autres valeurs.",
    "Options 5, Numéro : Ce bien est bloqué (Terrain) : débloquez-le d'abord.",
    "Options 7, – : Déjà à la ligne 6, avec d'autres valeurs.",
    "Options 8, Numéro : Ce lot n'est ni dans ce classeur ni dans Diyar.",
  ])
  const autre = await importer(t.db, { options: [option('A2', { Nom: 'Nadia Saïdi' })] })
  expect(fautes(autre)).toEqual([
    `Options 2, Numéro : Ce bien est sous option pour Samira Haddad jusqu'au ${jour} : libérez l'option d'abord.`,
  ])
  const depuis = await dernier()
  const bons = [option('A4', { Client: 'Karim Benali', 'Expire le': demain }), option('A2', { Note: 'Vue' })]
  const fait = await importer(t.db, { options: bons }, { modifier: true })
  expect(fait).toMatchObject({ erreurs: 0, feuilles: [{ crees: 1, laisses: 1 }] })
  expect(fait.messages.map(({ texte }) => texte)).toEqual([
    'Note : vide dans Diyar, Vue ici. Laissé tel quel.',
  ])
  expect(await lignesDuJournal(depuis)).toMatchObject([
    { action: 'poser', objet: 'option', apres: { client_id, expire_le: demain } },
  ])
  const encore = await importer(t.db, { options: [bons[0] ?? {}] })
  expect(encore.feuilles).toMatchObject([{ existants: 1 }])
})

it('lets an option that is over make room for another', async () => {
  const hier = addJours(aujourdhui(), -1)
  await t.db
    .insertInto('options')
    .values({ bien_id: lots.A5 ?? 0, nom: 'Ancienne', expire_le: hier, prise_par: 'Karim' })
    .execute()
  const depuis = await dernier()
  expect(await importer(t.db, { options: [option('A5', {})] })).toMatchObject({ erreurs: 0 })
  expect((await lignesDuJournal(depuis)).map(({ action }) => action)).toEqual(['expirer', 'poser'])
  expect(await failedInvariants(t.db)).toEqual([])
})

it('records stades in their order, whatever that of the lines, and makes due what waits for them', async () => {
  const stade = (nom: string, jour: string, autres: Rangee = {}): Rangee => ({
    Résidence: 'El Yasmine',
    Bloc: 'Bloc A',
    Stade: nom,
    'Atteint le': jour,
    ...autres,
  })
  const trop = await importer(t.db, {
    stades: [
      stade('Gros œuvre achevé', '10/03/2025'),
      stade('fondations achevees', '12/03/2025'),
      stade('Toiture', '12/03/2025'),
    ],
  })
  expect(fautes(trop)).toEqual([
    "Stades 2, Atteint le : Cette date ne suit pas l'ordre des stades : « Fondations achevées » est au 12/03/2025.",
    "Stades 4, Stade : Ce stade n'existe pas dans Paramètres.",
  ])
  const manque = await importer(t.db, { stades: [stade('Gros œuvre achevé', '10/03/2025')] })
  expect(fautes(manque)).toEqual([
    "Stades 2, Atteint le : Enregistrez d'abord le stade « Fondations achevées ».",
  ])
  const depuis = await dernier()
  const deux = [
    stade('Gros œuvre achevé', '10/04/2025', { Note: 'Vu' }),
    stade('Fondations achevées', '12/03/2025'),
  ]
  expect(await importer(t.db, { stades: deux })).toMatchObject({ erreurs: 0, feuilles: [{ crees: 2 }] })
  expect(await importer(t.db, { stades: deux }, { modifier: true })).toMatchObject({
    modifications: 0,
    feuilles: [{ existants: 2 }],
  })
  const corrige = await importer(
    t.db,
    { stades: [stade('Fondations achevées', '01/03/2025')] },
    { modifier: true },
  )
  expect(corrige.messages.map(({ texte }) => texte)).toEqual(['Atteint le : 12/03/2025 → 01/03/2025.'])
  expect(await lignesDuJournal(depuis)).toMatchObject([
    { action: 'stade', objet: 'bloc', avant: null, apres: { stade: 'Gros œuvre achevé', note: 'Vu' } },
    { action: 'stade', objet: 'bloc', avant: null, apres: { stade: 'Fondations achevées', note: null } },
    {
      action: 'stade',
      objet: 'bloc',
      avant: { atteint_le: '2025-03-12' },
      apres: { atteint_le: '2025-03-01' },
    },
  ])
  expect(await failedInvariants(t.db)).toEqual([])
})

it('keeps a parking as large as its places, and no place beyond it', async () => {
  const place = (numero: number): Rangee => ({
    Résidence: 'El Yasmine',
    Parking: 'Sous-sol',
    Numéro: numero,
    Type: 'Box',
    Prix: 1,
  })
  const parking = (capacite: number): Rangee => ({
    Résidence: 'El Yasmine',
    Nom: 'SOUS-SOL',
    Capacité: capacite,
  })
  const plein = await importer(t.db, { places: [place(1), place(2), place(3)] }, { modifier: true })
  expect(fautes(plein)).toEqual(['Places 4, Numéro : La capacité du parking est atteinte.'])
  expect(fautes(await importer(t.db, { parkings: [parking(3)], places: [place(2), place(3)] }))).toEqual([
    'Places 3, Numéro : La capacité du parking est atteinte.',
  ])
  const elargi = { parkings: [parking(3)], places: [place(2), place(3)] }
  expect(await importer(t.db, elargi, { modifier: true })).toMatchObject({ erreurs: 0 })
  expect(fautes(await importer(t.db, { parkings: [parking(2)] }, { modifier: true }))).toEqual([
    'Parkings 2, Capacité : La capacité ne peut pas être inférieure au nombre de places créées.',
  ])
  expect(await failedInvariants(t.db)).toEqual([])
})
