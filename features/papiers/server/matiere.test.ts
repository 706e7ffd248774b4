import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  blocDe,
  devoir,
  etablir,
  garantir,
  lire,
  nu,
  regler,
  vendre,
} from '#features/papiers/server/documents.essais.ts'
import type { Papiers } from '#features/papiers/papiers.contract.ts'
import { readFaitsDesVentes } from '#features/papiers/server/facts/faits.read.ts'
import { addJours, aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import { startApp, type Answer, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildClient,
  buildEcheancier,
  buildPlace,
  pay,
  sell,
} from '#test/harness/builders.ts'
import { countStatements } from '#test/harness/statements.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  await regler(karim, { ville: 'Oran', delai_mise_en_demeure: 15 })
})
afterAll(() => t.close())

const demander = (vente: number, demande: object) => karim.post(`/api/ventes/${vente}/documents`, demande)
const said = ({ statusCode, json }: Answer) => [statusCode, json]
const lu = async (vente: number, demande: object) => {
  const { id } = await etablir(karim, vente, demande)
  return nu((await lire(karim, `/api/documents/${id}/pdf`)).text)
}
const remarques = async (vente: number) => {
  const { possibles } = (await karim.get(`/api/ventes/${vente}/documents?tous=1`)).json as Papiers
  return Object.fromEntries(possibles.map(({ type, remarques: dites }) => [type, dites]))
}

describe('the matter of papers', () => {
  it('takes seven statements at most, of one sale as of two hundred', async () => {
    const client = await buildClient(t.db)
    const ventes: number[] = []
    for (let n = 0; n < 200; n++) {
      const vente = await sell(t.db, await buildAppartement(t.db), client.id)
      if (n % 2 === 0) await pay(t.db, vente, 100 + n)
      if (n % 3 === 0) await devoirUn(vente)
      ventes.push(vente)
    }
    const count = (ids: readonly number[]) =>
      inSnapshot(t.db, (db) =>
        countStatements(async () => {
          expect(await readFaitsDesVentes(db, ids)).toHaveLength(ids.length)
        }),
      )
    const [une] = ventes
    expect(await count([une ?? 0])).toBeLessThanOrEqual(7)
    expect(await count(ventes)).toBeLessThanOrEqual(7)
    expect(await count([])).toBeLessThanOrEqual(7)
    const lues = await inSnapshot(t.db, (db) => readFaitsDesVentes(db, ventes.toReversed()))
    expect(lues.map(({ dossier }) => dossier.id)).toEqual(ventes.toReversed())
    expect(lues.map(({ sommes }) => sommes.verse)).toEqual(
      ventes.map((_, n) => (n % 2 === 0 ? 100 + n : 0)).toReversed(),
    )
    // A vente that is not there is left out.
    expect(await inSnapshot(t.db, (db) => readFaitsDesVentes(db, [999_999_999, une ?? 0]))).toHaveLength(1)
  })

  /** Who held the dossier, and what each paid, when it was ceded away and back again. */
  it('tells who held a dossier from when to when, also of one who came back', async () => {
    const ourida = await buildClient(t.db, { nom_complet: 'Ourida Amrane' })
    const ilyes = await buildClient(t.db, { nom_complet: 'Ilyès Haddad' })
    const vente = await sell(t.db, await buildAppartement(t.db), ourida.id)
    const ceder = async (client_id: number) => {
      const answer = await karim.post(`/api/ventes/${vente}/transfert-client`, {
        client_id,
        motif: 'Cession',
      })
      expect(answer.statusCode).toBe(201)
    }
    await pay(t.db, vente, 1_000)
    await ceder(ilyes.id)
    await pay(t.db, vente, 200)
    await ceder(ourida.id)
    await pay(t.db, vente, 30)
    const [faits] = await inSnapshot(t.db, (db) => readFaitsDesVentes(db, [vente]))
    const today = aujourdhui()
    expect(faits?.titulaires.map(({ nom, au, montant }) => [nom, au, montant])).toEqual([
      ['Ourida Amrane', today, 1_000],
      ['Ilyès Haddad', today, 200],
      ['Ourida Amrane', null, 30],
    ])
    expect(faits?.anciens).toMatchObject([{ nom: 'Ilyès Haddad', montant: 200, jusquAu: today }])
  })
})

const devoirUn = (vente: number) => buildEcheancier(t.db, vente, [[100_000_000, aujourdhui()]])

// spec: PA-10
describe('a mise en demeure', () => {
  it('has the rank that those not cancelled give it', async () => {
    const vente = await vendre(t)
    await devoir(t, vente)
    const { id } = await etablir(karim, vente, { type: 'mise_en_demeure' })
    expect(nu((await lire(karim, `/api/documents/${id}/pdf`)).text)).toContain('première mise en demeure')
    expect(await lu(vente, { type: 'mise_en_demeure' })).toContain('deuxième mise en demeure')
    await karim.post(`/api/documents/${id}/annuler`, { motif: 'Mauvaise adresse' })
    expect(await lu(vente, { type: 'mise_en_demeure' })).toContain('deuxième mise en demeure')
  })

  it('of eight at once has each rank once', async () => {
    const vente = await vendre(t)
    await devoir(t, vente)
    const ids = await Promise.all(
      Array.from({ length: 8 }, async () => (await etablir(karim, vente, { type: 'mise_en_demeure' })).id),
    )
    const rangs: string[] = []
    for (const id of ids) {
      const { text } = await lire(karim, `/api/documents/${id}/pdf`)
      rangs.push(/\((\S+) mise en demeure\)/.exec(nu(text))?.[1] ?? '')
    }
    expect(rangs.toSorted()).toEqual(
      [
        'première',
        'deuxième',
        'troisième',
        'quatrième',
        'cinquième',
        'sixième',
        'septième',
        'huitième',
      ].toSorted(),
    )
  })

  it('recalls the relances since the oldest late line fell due, counted above four', async () => {
    const vente = await vendre(t)
    await devoir(t, vente)
    const dit = () => lu(vente, { type: 'mise_en_demeure' })
    const noter = (il_y_a: number) =>
      t.db
        .insertInto('relances')
        .values({
          vente_id: vente,
          canal: 'telephone',
          jour: addJours(aujourdhui(), -il_y_a),
          montant: 100,
          membre_nom: 'Karim Benali',
        })
        .execute()
    const jour = (il_y_a: number) => formatJourCourt(addJours(aujourdhui(), -il_y_a))
    // Before anything was late.
    await noter(11)
    expect(await dit()).toContain('À ce jour, la somme')
    await noter(9)
    expect(await dit()).toContain(`Malgré notre relance du ${jour(9)}, la somme`)
    for (const il_y_a of [7, 5, 3]) await noter(il_y_a)
    expect(await dit()).toContain(
      `Malgré nos relances du ${jour(9)}, du ${jour(7)}, du ${jour(5)} et du ${jour(3)}, la somme`,
    )
    await noter(1)
    expect(await dit()).toContain(`Malgré nos 5 relances, la dernière du ${jour(1)}, la somme`)
  })
})

// spec: PA-13
describe('an attestation of réservation', () => {
  const AR = { type: 'attestation_reservation' }
  const ecrits = async () => ({
    documents: await t.db.selectFrom('documents').selectAll().orderBy('id').execute(),
    numeros: await t.db.selectFrom('numeros').selectAll().orderBy('serie').execute(),
    journal: (await t.db.selectFrom('journal').select('id').execute()).length,
  })
  async function refus(vente: number): Promise<unknown[]> {
    const avant = await ecrits()
    const answer = said(await demander(vente, AR))
    expect(
      said(await karim.get(`/api/ventes/${vente}/documents/apercu?type=attestation_reservation`)),
    ).toEqual(answer)
    expect(await ecrits()).toEqual(avant)
    const { possibles } = (await karim.get(`/api/ventes/${vente}/documents?tous=1`)).json as Papiers
    expect(possibles.at(-1)).toMatchObject({ ...AR, empeche: (answer[1] as { message: string }).message })
    return answer
  }

  it('asks for a guarantee of the bloc, whose last day counts', async () => {
    const vente = await vendre(t)
    const { nomloc } = await t.db
      .selectFrom('biens_decrits as d')
      .innerJoin('ventes as v', 'v.bien_id', 'd.id')
      .innerJoin('blocs as b', 'b.id', 'd.bloc_id')
      .select('b.nomloc')
      .where('v.id', '=', vente)
      .executeTakeFirstOrThrow()
    const bloc = nomloc.replace(/^bloc /i, '')
    expect(await refus(vente)).toEqual([
      409,
      { message: `Renseignez d'abord la garantie du bloc ${bloc} dans le dossier légal de la résidence.` },
    ])
    const hier = addJours(aujourdhui(), -1)
    await garantir(t, vente, hier)
    expect(await refus(vente)).toEqual([
      409,
      { message: `La garantie du bloc ${bloc} a expiré le ${formatJourCourt(hier)}.` },
    ])
    await garantir(t, vente, aujourdhui())
    const dit = await lu(vente, AR)
    for (const mot of ['G-2026-18', formatJourCourt(aujourdhui())]) expect(dit).toContain(mot)
    await garantir(t, vente, null)
    expect((await demander(vente, AR)).statusCode).toBe(201)
  })

  it('asks for none when the settings say so, and never for a place', async () => {
    const place = await sell(t.db, await buildPlace(t.db), (await buildClient(t.db)).id)
    expect((await demander(place, AR)).statusCode).toBe(201)
    const vente = await vendre(t)
    await regler(karim, { garantie_requise: false })
    expect((await demander(vente, AR)).statusCode).toBe(201)
    await garantir(t, vente, addJours(aujourdhui(), -1))
    expect((await demander(vente, AR)).statusCode).toBe(201)
    await regler(karim, { garantie_requise: true })
    expect((await refus(vente))[0]).toBe(409)
  })
})

// spec: PA-30
it('the papers of a sale are the six as before, unless all are asked for', async () => {
  const vente = await vendre(t)
  const { possibles } = (await karim.get(`/api/ventes/${vente}/documents`)).json as Papiers
  expect(possibles.map(({ type }) => type)).toEqual([
    'attestation_paiement',
    'contrat_reservation',
    'appel_fonds',
    'mise_en_demeure',
    'pv_remise',
    'decompte',
  ])
  for (const possible of possibles)
    expect(Object.keys(possible).toSorted()).toEqual(['empeche', 'libelle', 'type'])
  const tous = ((await karim.get(`/api/ventes/${vente}/documents?tous=1`)).json as Papiers).possibles
  expect(tous.map(({ remarques: _dites, ...possible }) => possible)).toEqual([
    ...possibles,
    {
      type: 'attestation_reservation',
      libelle: 'Attestation de réservation',
      empeche: expect.stringContaining("Renseignez d'abord la garantie") as string,
    },
  ])
})

// spec: PA-21
it('remarks name the Arabic names that are missing, and what is left to pay', async () => {
  const vente = await vendre(t, { nom_ar: null }, 100_000_000)
  await pay(t.db, vente, 40_000_000)
  const bloc = await blocDe(t.db, vente)
  const nommer = async (residence: object, leBloc: object) => {
    const { residence_id } = await t.db
      .updateTable('blocs')
      .set(leBloc)
      .where('id', '=', bloc)
      .returning('residence_id')
      .executeTakeFirstOrThrow()
    await t.db.updateTable('residences').set(residence).where('id', '=', residence_id).execute()
  }
  await nommer({ nom: 'Les Jardins' }, { nomloc: 'Bloc A' })
  await devoirUn(vente)
  const noms = ['Samira Haddad', 'Résidence Les Jardins', 'Bloc A'].map(
    (nom) => `Nom arabe manquant : ${nom}.`,
  )
  const reste = 'Il reste 600 000,00 DA à payer.'
  const dites = await remarques(vente)
  expect(dites['pv_remise']?.map(nu)).toEqual([reste, ...noms])
  expect(dites['attestation_paiement']).toEqual(noms)
  expect(dites['contrat_reservation']).toEqual([...noms, 'Nom arabe manquant : Échéance 1.'])
  await nommer({ nom_ar: 'الحدائق' }, { nom_ar: 'العمارة أ' })
  await t.db.updateTable('clients').set({ nom_ar: 'سميرة حداد' }).execute()
  await t.db.updateTable('echeances').set({ libelle_ar: 'الكل' }).where('vente_id', '=', vente).execute()
  await pay(t.db, vente, 60_000_000)
  expect(Object.values(await remarques(vente)).flat()).toEqual([])
})
