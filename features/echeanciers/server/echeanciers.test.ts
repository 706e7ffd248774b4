import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stopPdf } from '#server/documents/pdf.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEtage,
  buildParking,
  buildPlace,
  pay,
  sell,
} from '#test/harness/builders.ts'
import { readPdf } from '#test/harness/pdf.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(async () => {
  await stopPdf()
  await t.close()
})

const modele = async (nom: string) => {
  const { data } = (await karim.get('/api/reglages')).json as {
    data: { modeles: { id: number; nom: string }[] }
  }
  return data.modeles.find((one) => one.nom.startsWith(nom))?.id ?? 0
}
const send = (body: object) => karim.post('/api/echeanciers', body)
/** Takes their lines away, as nobody can through the product: at once. */
async function clear(ventes: readonly number[]) {
  await sql`delete from echeances where vente_id = any (${ventes}::bigint[])`.execute(t.db)
  await sql`select rafraichir_echeances(${ventes}::bigint[])`.execute(t.db)
}
const written = async () => [
  await t.db.selectFrom('echeances').selectAll().orderBy('id').execute(),
  await t.db.selectFrom('journal').select('id').orderBy('id').execute(),
]

/** A residence with a bloc of so many sold lots and a sold place. */
async function build(lots: number) {
  const bloc = await buildBloc(t.db)
  const etage_id = (await buildEtage(t.db, { bloc_id: bloc.id })).id
  const client = (await buildClient(t.db)).id
  const ventes: number[] = []
  for (let lot = 0; lot < lots; lot++)
    ventes.push(
      await sell(t.db, await buildAppartement(t.db, { etage_id, prix: 1_250_000_000 + lot }), client),
    )
  const parking_id = (await buildParking(t.db, { residence_id: bloc.residence_id })).id
  const place = await sell(t.db, await buildPlace(t.db, { parking_id }), client)
  return { bloc, residence_id: bloc.residence_id, ventes, place, etage_id, client }
}

// spec: VE-15
it('makes the échéanciers of a residence, places aside when they cannot follow, and of those only that have none', async () => {
  const { residence_id, ventes, etage_id, client } = await build(3)
  await buildAppartement(t.db, { etage_id })
  await sell(t.db, await buildAppartement(t.db, { etage_id, prix: 0 }), client)
  const first = ventes[0] ?? 0
  await karim.post(`/api/ventes/${first}/echeancier`, {
    modele_id: await modele('Mensualités'),
    premier_jour: '2026-01-31',
  })
  await pay(t.db, ventes[1] ?? 0, 300_000_000)
  const body = { modele_id: await modele('Vente sur plans'), residence_id }
  const without = await karim.get(`/api/echeanciers?residence_id=${residence_id}`)
  expect(without.json).toEqual({ dossiers: 3, places: 1 })
  const made = await send(body)
  expect([made.statusCode, made.json]).toEqual([
    201,
    { crees: 2, ignores: 1, restants: 0, message: 'Échéancier généré pour 2 dossiers.' },
  ])
  const dossier = (id: number | undefined) => karim.get(`/api/ventes/${id}`)
  expect((await dossier(first)).json).toMatchObject({ version: 2, echeances: { length: 12 } })
  const second = (await dossier(ventes[1])).json as {
    version: number
    echeances: { couvert: number; montant: number }[]
  }
  expect(second.version).toBe(2)
  expect(second.echeances.map(({ couvert, montant }) => [montant, couvert])).toEqual([
    [2_500_000, 2_500_000],
    [1_875_000, 500_000],
    [4_375_000, 0],
    [3_125_000, 0],
    [625_000.01, 0],
  ])
  const lines = await t.db
    .selectFrom('journal')
    .select(['objet_id', 'avant', 'apres'])
    .where('action', '=', 'echeancier')
    .where('objet_id', 'in', ventes.slice(1))
    .orderBy('objet_id')
    .execute()
  expect(lines).toMatchObject(ventes.slice(1).map((objet_id) => ({ objet_id, avant: { lignes: [] } })))
  // The place follows days, and is then the only one left.
  const again = await send({
    ...body,
    modele_id: await modele('Trimestrialités'),
    premier_jour: '2026-03-31',
  })
  expect(again.json).toMatchObject({
    crees: 1,
    ignores: 0,
    restants: 0,
    message: 'Échéancier généré pour 1 dossier.',
  })
})

// spec: VE-09
it('adds up to the price to the centime, for a thousand prices and modèles drawn at random', async () => {
  const { bloc, ventes } = await build(100)
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 9_999 }), { minLength: 0, maxLength: 6 })
  const lignes = cuts.map((drawn) => {
    const bounds = [...drawn.toSorted((a, b) => a - b), 10_000]
    return bounds.map((bound, rang) => ({
      libelle: `Part ${rang + 1}`,
      pourcent: (bound - (bounds[rang - 1] ?? 0)) / 100,
      declencheur: rang === 0 ? 'date' : 'contrat',
      ...(rang === 0 && { nombre: 12, pas_mois: 1 }),
    }))
  })
  const before = (await karim.get('/api/parametres')).json as { data: { modeles: { valeur: object } } }
  const modeles = fc
    .sample(lignes, 10)
    .map((de, rang) => ({ nom: `Tiré ${rang}`, par_defaut: false, lignes: de }))
  expect((await karim.put('/api/parametres/modeles', { valeur: { modeles } })).statusCode).toBe(200)
  const drawn = fc.record({
    nombre: fc.integer({ min: 1, max: 60 }),
    arrondi: fc.constantFrom(0.01, 1, 100, 1000),
    prix: fc.array(fc.integer({ min: 1, max: 9_999_999_999_999 }), { minLength: 100, maxLength: 100 }),
  })
  for (const [rang, { prix, ...body }] of fc.sample(drawn, 10).entries()) {
    await clear(ventes)
    await sql`update ventes v set prix = p.prix from unnest(${ventes}::bigint[], ${prix}::bigint[]) p (id, prix) where v.id = p.id`.execute(
      t.db,
    )
    const modele_id = await modele(`Tiré ${rang}`)
    const made = await send({ ...body, modele_id, premier_jour: '2026-01-31', bloc_id: bloc.id })
    expect(made.json).toMatchObject({ crees: 100, restants: 0 })
    const { rows } = await sql<{
      ecarts: number
    }>`select count(*) as ecarts from ventes v where id = any (${ventes}::bigint[])
      and prix is distinct from (select sum(montant) from echeances where vente_id = v.id)`.execute(t.db)
    expect(rows).toEqual([{ ecarts: 0 }])
  }
  await clear(ventes)
  await sql`update ventes v set prix = b.prix from biens b where b.id = v.bien_id`.execute(t.db)
  await karim.put('/api/parametres/modeles', { valeur: before.data.modeles.valeur })
}, 60_000)

it('makes those of one bloc, at most five hundred at a time, and says how many are left', async () => {
  const { bloc, residence_id } = await build(503)
  const body = { modele_id: await modele('Vente sur plans'), bloc_id: bloc.id }
  const started = performance.now()
  expect((await send(body)).json).toMatchObject({ crees: 500, ignores: 0, restants: 3 })
  expect(performance.now() - started).toBeLessThan(5_000)
  expect((await send({ ...body, residence_id })).json).toMatchObject({ crees: 3, restants: 0 })
}, 60_000)

// spec: VE-34
it('refuses what is not known at its field, and writes nothing', async () => {
  const { bloc, residence_id } = await build(1)
  const elsewhere = await buildBloc(t.db)
  const vsp = { modele_id: await modele('Vente sur plans') }
  const before = await written()
  for (const [body, field, text] of [
    [vsp, 'residence_id', 'Veuillez sélectionner une résidence.'],
    [{ ...vsp, residence_id: 999_999 }, 'residence_id', 'Veuillez sélectionner une résidence.'],
    [{ ...vsp, bloc_id: 999_999 }, 'residence_id', 'Veuillez sélectionner une résidence.'],
    [{ ...vsp, residence_id, bloc_id: 999_999 }, 'bloc_id', 'Veuillez sélectionner un bloc.'],
    [
      { ...vsp, residence_id, bloc_id: elsewhere.id },
      'bloc_id',
      "Ce bloc n'appartient pas à la résidence choisie.",
    ],
    [{ residence_id }, 'modele_id', 'Veuillez choisir un modèle.'],
    [{ residence_id, modele_id: 999_999 }, 'modele_id', 'Veuillez choisir un modèle.'],
    [
      { bloc_id: bloc.id, modele_id: await modele('Mensualités') },
      'premier_jour',
      'La date de la première échéance est obligatoire pour ce modèle.',
    ],
  ] as const) {
    const refused = await send(body)
    expect([body, refused.statusCode]).toEqual([body, 422])
    expect(refused.json).toMatchObject({ errors: { [field]: [text] } })
  }
  expect(await written()).toEqual(before)
  const key = { 'idempotency-key': 'tous-les-echeanciers' }
  const twice = [1, 2].map(() => karim.post('/api/echeanciers', { ...vsp, residence_id }, key))
  for (const answer of await Promise.all(twice)) expect(answer.json).toMatchObject({ crees: 1 })
})

it('prints what the screen shows', async () => {
  const { ventes } = await build(1)
  const vente = ventes[0] ?? 0
  const none = await karim.get(`/api/ventes/${vente}/echeancier-pdf`)
  expect([none.statusCode, none.json]).toEqual([422, { message: "Ce dossier n'a pas d'échéancier." }])
  await karim.post(`/api/ventes/${vente}/echeancier`, { modele_id: await modele('Vente sur plans') })
  await pay(t.db, vente, 400_000_000)
  const dossier = (await karim.get(`/api/ventes/${vente}`)).json as {
    dossier: string
    client: { nomComplet: string }
  }
  const printed = await karim.get(`/api/ventes/${vente}/echeancier-pdf`)
  expect(printed.headers).toMatchObject({ 'content-type': 'application/pdf' })
  expect(printed.headers['content-disposition']).toContain(`echeancier_${dossier.dossier}.pdf`)
  const { text, title, pages } = await readPdf(printed.rawPayload)
  expect(pages).toHaveLength(1)
  expect(title).toBe(`Échéancier de paiement Dossier\u00A0${dossier.dossier}`)
  for (const part of [
    `Acquéreur ${dossier.client.nomComplet}`,
    'Prix de vente 12 500 000,00',
    '1 Signature du contrat au contrat 2 500 000,00 20,00 %',
    '3 Gros œuvre achevé au stade « Gros œuvre achevé » 4 375 000,00 35,00 %',
    'Total 12 500 000,00 100,00 %',
    'Reste à payer (DA) 8 500 000,00',
    'Le promoteur',
  ])
    expect(text).toContain(part)
  expect((await karim.get('/api/ventes/999999999/echeancier-pdf')).statusCode).toBe(404)
})
