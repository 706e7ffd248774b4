import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { REQUETES } from '#features/imports/server/export.requetes.ts'
import { toDecimal } from '#shared/argent.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { idOf } from '#test/harness/builders.ts'
import { importer } from '#test/harness/feuilles.ts'
import { failedInvariants } from '#test/harness/invariants.ts'

let formes: TestApp
let classeurs: TestApp
let karim: Visitor
beforeAll(async () => {
  ;[formes, classeurs] = [await startApp(), await startApp()]
  karim = await formes.member()
})
afterAll(async () => {
  await formes.close()
  await classeurs.close()
})

const centimes = fc.integer({ min: 0, max: 5_000_000_000 }).map(toDecimal)
const surface = fc.integer({ min: 0, max: 30_000 }).map(toDecimal)
const texte = fc.stringMatching(/^[a-zéèàçA-Z0-9 '-]{1,30}$/).map((lu) => `x${lu}y`.replace(/ +/g, ' '))
const lot = fc.record({
  typeLogement: fc.constantFrom('F2', 'F3', 'Duplex'),
  surfaceHabitable: surface,
  surfaceUtile: surface,
  montant: centimes,
  montant1: fc.option(centimes),
})
const place = fc.record({
  type_place: fc.constantFrom('Box', 'Couvert', 'Plein Air'),
  position: fc.option(texte),
  superficie: fc.option(surface),
  montant: centimes,
})
const portefeuille = fc.record({
  adresse: texte,
  blocs: fc.array(
    fc.record({ description: texte, lots: fc.array(lot, { maxLength: 6 }), local: fc.option(surface) }),
    { minLength: 1, maxLength: 3 },
  ),
  places: fc.array(place, { maxLength: 5 }),
  clients: fc.array(texte, { maxLength: 4 }),
})

const poste = async (path: string, body: Record<string, unknown>) => idOf(await karim.post(path, body))
const SHEETS = [
  'residences',
  'blocs',
  'etages',
  'appartements',
  'locaux',
  'parkings',
  'places',
  'clients',
] as const
const dit = ({ db }: TestApp) =>
  Promise.all(SHEETS.map(async (nom) => (await REQUETES[nom](undefined).execute(db)).rows))

// spec: PO-25, PO-23
it('makes of a workbook the very records that the forms make', async () => {
  for (const [at, tire] of fc.sample(portefeuille, 6).entries()) {
    const nom = `Résidence ${at}`
    const residence_id = await poste('/api/residences', { nom, adresse: tire.adresse })
    const parking_id = await poste('/api/parkings', { parking_nom: 'Sous-sol', nb_places: 9, residence_id })
    const feuilles = {
      residences: [{ Nom: nom, Adresse: tire.adresse }],
      parkings: [{ Résidence: nom, Nom: 'Sous-sol', Capacité: 9 }],
      blocs: tire.blocs.map(({ description }, b) => ({
        Résidence: nom,
        Nom: `Bloc ${b}`,
        Description: description,
      })),
      etages: tire.blocs.map((_, b) => ({
        Résidence: nom,
        Bloc: `Bloc ${b}`,
        Désignation: '1er étage',
        Niveau: 1,
        'Logements par palier': 8,
      })),
      appartements: tire.blocs.flatMap(({ lots }, b) =>
        lots.map((un, n) => ({
          Résidence: nom,
          Bloc: `Bloc ${b}`,
          Étage: '1er étage',
          Lot: `A${n}`,
          Type: un.typeLogement,
          'Surface habitable': un.surfaceHabitable,
          'Surface utile': String(un.surfaceUtile).replace('.', ','),
          Prix: un.montant,
          'Montant 1': un.montant1,
        })),
      ),
      locaux: tire.blocs.flatMap(({ local }, b) =>
        local === null
          ? []
          : [{ Résidence: nom, Bloc: `Bloc ${b}`, Numéro: 'L1', Surface: local, Prix: '1 234 567,89' }],
      ),
      places: tire.places.map((une, n) => ({
        Résidence: nom,
        Parking: 'Sous-sol',
        Numéro: n + 1,
        Type: une.type_place.toUpperCase(),
        Position: une.position,
        Superficie: une.superficie,
        Prix: une.montant,
      })),
      clients: tire.clients.map((client, n) => ({
        'Nom complet': `${client} ${at} ${n}`,
        Téléphone: `055000000${n}`,
        Email: `c${n}@exemple.dz`,
      })),
    }
    for (const [b, { description, lots, local }] of tire.blocs.entries()) {
      const bloc_id = await poste('/api/blocs', { nomloc: `Bloc ${b}`, description, residence_id })
      const etage_id = await poste('/api/etages', {
        designation: '1er étage',
        niveau: 1,
        logement_par_palier: 8,
        bloc_id,
      })
      for (const [n, un] of lots.entries())
        await poste('/api/appartements', { ...un, numLot: `A${n}`, etage_id })
      if (local !== null)
        await poste('/api/locaux', { num: 'L1', surface: local, montant: 1_234_567.89, bloc_id })
    }
    for (const [n, une] of tire.places.entries())
      await poste('/api/places-parking', { ...une, numero_place: n + 1, parking_id })
    for (const client of feuilles.clients)
      await poste('/api/clients', {
        nomComplet: client['Nom complet'],
        tel: client.Téléphone,
        email: client.Email,
      })
    expect((await importer(classeurs.db, feuilles)).erreurs).toBe(0)
    expect((await importer(classeurs.db, feuilles, { modifier: true })).feuilles).toSatisfy(
      (lues: { lignes: number; existants: number }[]) => lues.every((une) => une.lignes === une.existants),
    )
  }
  expect(await dit(classeurs)).toEqual(await dit(formes))
  expect(await failedInvariants(classeurs.db)).toEqual([])
})
