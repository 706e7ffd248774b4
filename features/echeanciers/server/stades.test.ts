import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addJours, aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildBloc, buildClient, buildEtage, pay, sell } from '#test/harness/builders.ts'
import { deferred } from '#test/harness/deferred.ts'

interface Modele {
  id: number
  nom: string
  par_defaut: boolean
  lignes: {
    stade_id: number | null
    libelle: string
    pourcent: number
    declencheur: string
    nombre: number
    pas_mois: number
  }[]
}

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

const today = aujourdhui()
const reglages = async () =>
  (
    (await karim.get('/api/reglages')).json as {
      data: { modeles: Modele[]; stades: { id: number; nom: string }[] }
    }
  ).data
const vsp = async () => {
  const found = (await reglages()).modeles.find(({ nom }) => nom.startsWith('Vente sur plans'))
  if (!found) throw new Error('no modèle')
  return found
}
const dossier = async (vente: number) =>
  (await karim.get(`/api/ventes/${vente}`)).json as {
    exigible: number
    en_retard: number
    echeances: { exigible_le: string | null; jours_retard: number }[]
  }

/** A bloc with sold lots, each with the échéancier of a sale on plans. */
async function build(lots: number) {
  const bloc = (await buildBloc(t.db)).id
  const etage_id = (await buildEtage(t.db, { bloc_id: bloc })).id
  const client = (await buildClient(t.db)).id
  const ventes: number[] = []
  for (let lot = 0; lot < lots; lot++) {
    const vente = await sell(t.db, await buildAppartement(t.db, { etage_id, prix: 1_250_000_000 }), client)
    await karim.post(`/api/ventes/${vente}/echeancier`, { modele_id: (await vsp()).id })
    ventes.push(vente)
  }
  return { bloc, etage_id, client, ventes }
}

// spec: VE-13
describe('a stade of a bloc', () => {
  it('makes its lines due, as many as was announced, and takes them back', async () => {
    const { bloc, ventes } = await build(2)
    const elsewhere = await build(1)
    const [vente = 0, other = 0] = ventes
    await pay(t.db, vente, 400_000_000)
    const contrat = addJours(today, -60)
    await karim.put(`/api/ventes/${vente}`, { reservation_le: contrat, contrat_le: contrat })
    const [first] = (await reglages()).stades
    const announced = (await karim.get(`/api/blocs/${bloc}/stades`)).json as { data: object[] }
    expect(announced.data[0]).toMatchObject({ echeances_en_attente: 2, montant_en_attente: 3_750_000 })
    const path = `/api/blocs/${bloc}/stades/${first?.id}`
    const recorded = await karim.put(path, { atteint_le: addJours(today, -19), note: 'PV' })
    expect([recorded.statusCode, recorded.json]).toEqual([
      200,
      {
        echeances: 1,
        montant: 1_875_000,
        attendent: 1,
        a_appeler: 1,
        message: 'Stade enregistré : 1 échéance devient exigible, 1 attend la date du contrat.',
      },
    ])
    expect(await dossier(vente)).toMatchObject({ exigible: 4_375_000, en_retard: 375_000 })
    expect((await dossier(vente)).echeances[1]).toMatchObject({ jours_retard: 19 })
    expect(await dossier(other)).toMatchObject({ exigible: 0, en_retard: 0 })
    expect(await dossier(elsewhere.ventes[0] ?? 0)).toMatchObject({ exigible: 0, en_retard: 0 })
    expect((await karim.get(`/api/blocs/${bloc}`)).json).toMatchObject({
      stade: { id: first?.id, nom: 'Fondations achevées', atteint_le: addJours(today, -19) },
    })
    await karim.put(path, { atteint_le: today })
    expect((await dossier(vente)).echeances[1]).toMatchObject({ exigible_le: today, jours_retard: 0 })
    expect(await dossier(vente)).toMatchObject({ exigible: 4_375_000, en_retard: 0 })
    expect((await karim.delete(path)).json).toEqual({ message: 'Stade retiré.' })
    expect(await dossier(vente)).toMatchObject({ exigible: 2_500_000, en_retard: 0 })
    expect((await karim.get(`/api/blocs/${bloc}`)).json).toMatchObject({ stade: null })
    expect((await karim.delete(path)).statusCode).toBe(404)
  })

  it('is refused out of its order and in the future, and nothing is written', async () => {
    const { bloc } = await build(0)
    const [first, second] = (await reglages()).stades
    const put = (stade: number | undefined, atteint_le: string) =>
      karim.put(`/api/blocs/${bloc}/stades/${stade}`, { atteint_le })
    expect((await put(second?.id, today)).json).toMatchObject({
      errors: { atteint_le: ["Enregistrez d'abord le stade « Fondations achevées »."] },
    })
    expect((await put(first?.id, addJours(today, 1))).json).toMatchObject({
      errors: { atteint_le: ['La date ne peut pas être dans le futur.'] },
    })
    expect(
      await t.db.selectFrom('stades_atteints').selectAll().where('bloc_id', '=', bloc).execute(),
    ).toEqual([])
    await put(first?.id, addJours(today, -10))
    const refused = await put(second?.id, addJours(today, -11))
    expect(refused.json).toMatchObject({
      errors: {
        atteint_le: [
          `Cette date ne suit pas l'ordre des stades : « Fondations achevées » est au ${formatJourCourt(addJours(today, -10))}.`,
        ],
      },
    })
    expect((await put(second?.id, addJours(today, -10))).statusCode).toBe(200)
  })

  // spec: PA-29
  it('waits, recorded or withdrawn, for a paper that is being issued of its bloc', async () => {
    const { id } = await buildBloc(t.db)
    const [first] = (await reglages()).stades
    const path = `/api/blocs/${id}/stades/${first?.id}`
    const waiting = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        t.db,
      )
      return Number(rows[0]?.n) === 1
    }
    for (const change of [() => karim.put(path, { atteint_le: today }), () => karim.delete(path)]) {
      const paper = deferred<void>()
      const held = deferred<void>()
      const issued = t.db.transaction().execute(async (trx) => {
        await sql`select from blocs where id = ${id} for share`.execute(trx)
        held.resolve()
        await paper.promise
      })
      await held.promise
      const answer = change()
      try {
        await vi.waitUntil(waiting, { timeout: 5_000, interval: 20 })
      } finally {
        paper.resolve()
        await issued
      }
      expect((await answer).statusCode).toBe(200)
    }
  })

  // spec: VE-14
  it('recorded while lines are made in its bloc leaves each with its day', async () => {
    const { bloc, ventes } = await build(2)
    const [first] = (await reglages()).stades
    const path = `/api/blocs/${bloc}/stades/${first?.id}`
    const modele_id = (await vsp()).id
    for (const vente of ventes) {
      const signed = { reservation_le: addJours(today, -60), contrat_le: addJours(today, -50) }
      expect((await karim.put(`/api/ventes/${vente}`, signed)).statusCode).toBe(200)
    }
    for (let round = 0; round < 100; round++) {
      const recorded = round % 2 === 0
      const answers = await Promise.all([
        recorded ? karim.put(path, { atteint_le: today }) : karim.delete(path),
        ...ventes.map((vente) => karim.post(`/api/ventes/${vente}/echeancier`, { modele_id })),
      ])
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 201, 201])
      for (const vente of ventes)
        expect((await dossier(vente)).echeances[1]?.exigible_le).toBe(recorded ? today : null)
    }
  }, 120_000)
})

// spec: VE-12
it('twenty payments and changes of the price at once leave lines that add up, and coverage that does', async () => {
  const { ventes } = await build(1)
  const [vente = 0] = ventes
  const { bien_id, client_id } = await t.db
    .selectFrom('ventes')
    .select(['bien_id', 'client_id'])
    .where('id', '=', vente)
    .executeTakeFirstOrThrow()
  const lot = (await karim.get(`/api/appartements/${bien_id}`)).json as Record<string, unknown>
  const fields = { ...lot, ...(lot['data'] as object), version: undefined }
  const answers = await Promise.all([
    ...Array.from({ length: 20 }, (_, n) =>
      karim.post('/api/paiements', {
        client_id,
        appartement_id: bien_id,
        date_paiement: today,
        versement: 100_000 + n + 0.01,
      }),
    ),
    karim.put(`/api/appartements/${bien_id}`, { ...fields, montant: 13_000_000.01 }),
  ])
  expect(answers.filter(({ statusCode }) => statusCode < 300)).toHaveLength(21)
  const rows = await t.db.selectFrom('echeances').selectAll().where('vente_id', '=', vente).execute()
  const kept = await t.db
    .selectFrom('ventes')
    .select(['prix', 'total_paye'])
    .where('id', '=', vente)
    .executeTakeFirstOrThrow()
  const sum = (champ: 'montant' | 'couvert') => rows.reduce((total, row) => total + row[champ], 0)
  expect({ prix: sum('montant'), total_paye: sum('couvert') }).toEqual(kept)
  expect(kept).toEqual({ prix: 1_300_000_001, total_paye: 200_019_020 })
})

// spec: VE-42
describe('the modèles', () => {
  const save = (modeles: object[], version?: number) =>
    karim.put('/api/parametres/modeles', { valeur: { modeles }, ...(version !== undefined && { version }) })
  const kept = async () => [
    await t.db.selectFrom('parametres').selectAll().where('section', '=', 'modeles').execute(),
    await t.db.selectFrom('echeances').selectAll().orderBy('id').execute(),
  ]

  it('are there from the start, name the stades there are, and are refused at their path', async () => {
    const { modeles, stades } = await reglages()
    expect(modeles.map(({ nom }) => nom)).toEqual([
      'Mensualités',
      'Trimestrialités',
      'Vente sur plans 20/15/35/25/5',
    ])
    const plans = await vsp()
    expect(plans.par_defaut).toBe(true)
    expect(plans.lignes.map(({ pourcent }) => pourcent)).toEqual([20, 15, 35, 25, 5])
    expect(plans.lignes.flatMap(({ stade_id }) => stade_id ?? [])).toEqual(stades.map(({ id }) => id))
    const ligne = { libelle: 'Tout', pourcent: 100, declencheur: 'contrat' }
    const one = { nom: 'Un', par_defaut: false, lignes: [ligne] }
    const before = await kept()
    for (const [sent, path, text] of [
      [
        [{ ...one, lignes: [{ ...ligne, pourcent: 99.99 }] }],
        'valeur.modeles.0.lignes',
        'Les pourcentages doivent faire 100 % (ils font 99,99 %).',
      ],
      [
        [{ ...one, lignes: [50, 50].map((pourcent) => ({ ...ligne, pourcent, declencheur: 'date' })) }],
        'valeur.modeles.0.lignes',
        "Un modèle a une seule ligne à date : donnez-lui un nombre d'échéances.",
      ],
      [[one, { ...one, nom: 'UN' }], 'valeur.modeles.1.nom', 'Ce nom de modèle existe déjà.'],
      [[{ ...one, nom: ' ' }], 'valeur.modeles.0.nom', 'Le nom du modèle est obligatoire.'],
      [
        [{ ...one, lignes: [{ ...ligne, declencheur: 'stade', stade_id: 999_999 }] }],
        'valeur.modeles.0.lignes.0.stade_id',
        'Veuillez choisir un stade.',
      ],
      [
        [
          { ...one, par_defaut: true },
          { ...one, nom: 'Deux', par_defaut: true },
        ],
        'valeur.modeles.1.par_defaut',
        'Un seul modèle est proposé par défaut.',
      ],
    ] as const) {
      const refused = await save([...sent])
      expect(refused.statusCode).toBe(422)
      const told = (refused.json as { errors: Record<string, string[]> }).errors
      expect(
        Object.entries(told).map(([field, [said = '']]) => [field, said.replaceAll('\u00A0', ' ')]),
      ).toEqual([[path, text]])
    }
    expect(await kept()).toEqual(before)
  })

  it('have ids that none had before, leave échéanciers as they are, and hold the stades they name', async () => {
    const { modeles, stades } = await reglages()
    const before = await t.db.selectFrom('echeances').selectAll().orderBy('id').execute()
    const extra = await karim.post('/api/stades', { nom: "Hors d'eau" })
    const stade_id = (extra.json as { id: number }).id
    const named = {
      nom: 'Étapes',
      par_defaut: false,
      lignes: [{ libelle: "Hors d'eau", pourcent: 100, declencheur: 'stade', stade_id }],
    }
    expect((await save([...modeles, named])).statusCode).toBe(200)
    const id = (await reglages()).modeles.find(({ nom }) => nom === 'Étapes')?.id ?? 0
    expect(modeles.map((one) => one.id)).not.toContain(id)
    const used = {
      message: 'Impossible de supprimer ce stade : il sert à des échéances, à un modèle ou à un bloc.',
    }
    for (const stade of [stade_id, stades[0]?.id]) {
      const refused = await karim.delete(`/api/stades/${stade}`)
      expect([refused.statusCode, refused.json]).toEqual([409, used])
    }
    expect((await save(modeles)).statusCode).toBe(200)
    expect((await save([...modeles, { ...named, nom: 'Autres étapes' }])).statusCode).toBe(200)
    expect((await reglages()).modeles.map((one) => one.id)).not.toContain(id)
    expect((await save(modeles)).statusCode).toBe(200)
    expect((await karim.delete(`/api/stades/${stade_id}`)).statusCode).toBe(200)
    expect(await t.db.selectFrom('echeances').selectAll().orderBy('id').execute()).toEqual(before)
  })
})
