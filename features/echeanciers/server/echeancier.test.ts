import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addJours, aujourdhui } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, buildPlace, pay, sell } from '#test/harness/builders.ts'

interface Modele {
  id: number
  nom: string
  par_defaut: boolean
  lignes: object[]
}
interface Ligne {
  id: number
  libelle: string
  montant: number
  couvert: number
  etat: string
  declencheur: string
  stade: { id: number } | null
  date_prevue: string | null
}

let t: TestApp
let karim: Visitor
let bien: number
let vente: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
beforeEach(async () => {
  bien = await buildAppartement(t.db, { prix: 1_250_000_000 })
  vente = await sell(t.db, bien, (await buildClient(t.db)).id)
})
afterAll(() => t.close())

const modeles = async () =>
  ((await karim.get('/api/reglages')).json as { data: { modeles: Modele[] } }).data.modeles
const modele = async (nom: string) => (await modeles()).find((one) => one.nom.startsWith(nom))?.id ?? 0
const version = async () =>
  ((await karim.get('/api/parametres')).json as { data: { modeles: { version: number } } }).data.modeles
    .version
/** Adds a modèle to those there are. */
async function addModele(nom: string, lignes: object[]): Promise<number> {
  const valeur = { modeles: [...(await modeles()), { nom, par_defaut: false, lignes }] }
  const saved = await karim.put('/api/parametres/modeles', { valeur, version: await version() })
  expect(saved.json).toMatchObject({ message: expect.any(String) as string })
  expect(saved.statusCode).toBe(200)
  return modele(nom)
}
const generate = (body: object, of = vente) => karim.post(`/api/ventes/${of}/echeancier`, body)
const edit = (lignes: object[], rest: object = {}) =>
  karim.put(`/api/ventes/${vente}/echeancier`, { lignes, ...rest })
const setPrix = async (prix: number) => {
  await t.db.updateTable('biens').set({ prix }).where('id', '=', bien).execute()
  await t.db.updateTable('ventes').set({ prix }).where('id', '=', vente).execute()
}
const lignesOf = ({ json }: { json: unknown }) => (json as { echeances: Ligne[] }).echeances
const montants = (answer: { json: unknown }) => lignesOf(answer).map(({ montant }) => montant)
const kept = async () => [
  await t.db.selectFrom('echeances').selectAll().where('vente_id', '=', vente).orderBy('rang').execute(),
  await t.db.selectFrom('ventes').select('version').where('id', '=', vente).executeTakeFirstOrThrow(),
  await t.db
    .selectFrom('journal')
    .select('id')
    .where('objet_id', '=', vente)
    .where('objet', '=', 'vente')
    .execute(),
]
const VSP = async () => ({ modele_id: await modele('Vente sur plans') })

// spec: VE-09
describe('an échéancier of a modèle', () => {
  it('has the amounts of each part, cut to the centime, the rest last', async () => {
    const made = await generate({ ...(await VSP()), version: 1 })
    expect(made.statusCode).toBe(201)
    expect(made.json).toMatchObject({ message: 'Échéancier généré avec succès !', version: 2 })
    expect(montants(made)).toEqual([2_500_000, 1_875_000, 4_375_000, 3_125_000, 625_000])
    expect(lignesOf(made).map(({ declencheur }) => declencheur)).toEqual([
      'contrat',
      'stade',
      'stade',
      'stade',
      'livraison',
    ])
    await setPrix(1_000_000_001)
    expect(montants(await generate(await VSP()))).toEqual([
      2_000_000, 1_500_000, 3_500_000, 2_500_000, 500_000.01,
    ])
  })

  it('has equal parts on days counted from the first', async () => {
    await setPrix(100_000_000)
    const mensualites = { modele_id: await modele('Mensualités'), premier_jour: '2026-01-31' }
    expect(montants(await generate({ ...mensualites, nombre: 3 }))).toEqual([
      333_333.33, 333_333.33, 333_333.34,
    ])
    const four = await generate({ ...mensualites, nombre: '4' })
    expect(lignesOf(four).map(({ libelle, date_prevue }) => [libelle, date_prevue])).toEqual([
      ['Mensualité 1', '2026-01-31'],
      ['Mensualité 2', '2026-02-28'],
      ['Mensualité 3', '2026-03-31'],
      ['Mensualité 4', '2026-04-30'],
    ])
  })

  it('mixes an event with days, and cuts to thousands when asked', async () => {
    await setPrix(999_999_999)
    const mixte = await addModele('Mixte', [
      { libelle: 'Réservation', pourcent: 30, declencheur: 'reservation' },
      { libelle: 'Mensualité', pourcent: 70, declencheur: 'date', nombre: 12, pas_mois: 1 },
    ])
    expect(montants(await generate({ modele_id: mixte, premier_jour: '2026-01-01' }))).toEqual([
      2_999_999.99,
      ...Array.from({ length: 11 }, () => 583_333.33),
      583_333.37,
    ])
    await setPrix(1_250_000_000)
    const ronds = {
      modele_id: await modele('Mensualités'),
      premier_jour: '2026-01-01',
      nombre: 24,
      arrondi: 1000,
    }
    expect(montants(await generate(ronds))).toEqual([...Array.from({ length: 23 }, () => 520_000), 540_000])
    await setPrix(3)
    expect(lignesOf(await generate(await VSP())).map(({ libelle, montant }) => [libelle, montant])).toEqual([
      ['Gros œuvre achevé', 0.01],
      ['Remise des clés', 0.02],
    ])
  })
})

describe('a modèle for the rest', () => {
  it('keeps what is covered and divides what remains', async () => {
    await generate(await VSP())
    await pay(t.db, vente, 400_000_000)
    const before = await kept()
    const whole = await generate(await VSP())
    expect([whole.statusCode, whole.json]).toEqual([
      409,
      { message: 'Des échéances sont déjà réglées : appliquez le modèle au reste à payer.' },
    ])
    expect(await kept()).toEqual(before)
    const reste = await generate({
      modele_id: await modele('Mensualités'),
      portee: 'reste',
      premier_jour: addJours(aujourdhui(), 9),
    })
    expect(montants(reste)).toEqual([
      2_500_000,
      1_500_000,
      ...Array.from({ length: 11 }, () => 708_333.33),
      708_333.37,
    ])
    expect(
      lignesOf(reste)
        .map(({ etat }) => etat)
        .slice(0, 3),
    ).toEqual(['reglee', 'reglee', expect.any(String)])
  })

  it('begins with what is paid where there was no line, and has nothing to plan when all is', async () => {
    await pay(t.db, vente, 400_000_000)
    const made = await generate({ ...(await VSP()), portee: 'reste' })
    expect(lignesOf(made)[0]).toMatchObject({
      libelle: 'Déjà versé',
      montant: 4_000_000,
      declencheur: 'reservation',
      etat: 'reglee',
    })
    expect(montants(made).slice(1)).toEqual([1_700_000, 1_275_000, 2_975_000, 2_125_000, 425_000])
    await pay(t.db, vente, 850_000_000)
    const before = await kept()
    const nothing = await generate({ ...(await VSP()), portee: 'reste' })
    expect([nothing.statusCode, nothing.json]).toEqual([
      409,
      { message: 'Le prix est entièrement payé : il ne reste rien à planifier.' },
    ])
    expect(await kept()).toEqual(before)
  })
})

// spec: VE-15, VE-34, VE-35
describe('a generation that is refused', () => {
  it('says why at its field and writes nothing', async () => {
    await generate(await VSP())
    const before = await kept()
    const vsp = await VSP()
    const mensualites = { modele_id: await modele('Mensualités'), premier_jour: '2026-01-31' }
    for (const [body, field, text] of [
      [{}, 'modele_id', 'Veuillez choisir un modèle.'],
      [{ modele_id: 999_999 }, 'modele_id', 'Veuillez choisir un modèle.'],
      [{ modele_id: 'x' }, 'modele_id', 'Veuillez choisir un modèle.'],
      [
        { ...mensualites, premier_jour: null },
        'premier_jour',
        'La date de la première échéance est obligatoire pour ce modèle.',
      ],
      [{ ...mensualites, premier_jour: '2026-02-30' }, 'premier_jour', "Cette date n'existe pas."],
      [{ ...mensualites, nombre: 121 }, 'nombre', expect.any(String)],
      [{ ...mensualites, nombre: 0 }, 'nombre', "Le nombre d'échéances est de 1 à 120."],
      [{ ...mensualites, pas_mois: 13 }, 'pas_mois', expect.any(String)],
      [{ ...vsp, arrondi: 10 }, 'arrondi', "Cette valeur n'est pas valide."],
      [{ ...vsp, portee: 'moitie' }, 'portee', "Cette valeur n'est pas valide."],
    ] as const) {
      const refused = await generate(body)
      expect([body, refused.statusCode]).toEqual([body, 422])
      expect(refused.json).toMatchObject({ errors: { [field]: [text] } })
    }
    expect((await generate({ ...vsp, version: 1 })).statusCode).toBe(409)
    expect((await generate(vsp, 999_999_999)).statusCode).toBe(404)
    expect(await kept()).toEqual(before)
  })

  it('of a place does not follow a stade; of an ended sale is closed', async () => {
    const place = await sell(t.db, await buildPlace(t.db), (await buildClient(t.db)).id)
    const refused = await generate(await VSP(), place)
    expect([refused.statusCode, refused.json]).toMatchObject([
      422,
      {
        errors: {
          modele_id: ["Une place de parking n'a pas de bloc : son échéancier ne peut pas suivre un stade."],
        },
      },
    ])
    expect(
      (await generate({ modele_id: await modele('Mensualités'), premier_jour: '2026-01-31' }, place))
        .statusCode,
    ).toBe(201)
    await pay(t.db, vente, 100)
    await karim.put(`/api/appartements/${bien}/retirer-client`, {})
    const before = await kept()
    expect((await generate(await VSP())).statusCode).toBe(409)
    expect((await edit([])).statusCode).toBe(409)
    expect(await kept()).toEqual(before)
  })

  it('twice with one key writes once, and each change leaves its line in the journal', async () => {
    const headers = { 'idempotency-key': 'echeancier-une-fois' }
    const body = await VSP()
    const send = () => karim.post(`/api/ventes/${vente}/echeancier`, body, headers)
    expect([(await send()).statusCode, (await send()).statusCode]).toEqual([201, 201])
    const lines = await t.db
      .selectFrom('journal')
      .select(['action', 'avant', 'apres'])
      .where('objet', '=', 'vente')
      .where('objet_id', '=', vente)
      .execute()
    expect(lines).toMatchObject([{ action: 'echeancier', avant: { lignes: [] } }])
    expect(lines[0]?.apres).toHaveProperty('lignes.length', 5)
  })
})

// spec: VE-10, VE-34
describe('lines that are edited', () => {
  const saisie = ({ id, libelle, montant, declencheur, stade, date_prevue }: Ligne) => ({
    id,
    libelle,
    montant,
    declencheur,
    stade_id: stade?.id ?? null,
    date_prevue,
  })
  const present = async () => lignesOf(await karim.get(`/api/ventes/${vente}`)).map(saisie)

  it('are kept as they are sent, in their order', async () => {
    await generate(await VSP())
    const lignes = await present()
    const [first, ...others] = lignes
    const moved = [
      { libelle: 'Réservation', montant: 500_000, declencheur: 'reservation' },
      ...others,
      { ...first, montant: 2_000_000, declencheur: 'date', date_prevue: '2027-01-31' },
    ]
    const saved = await edit(moved, { version: 2 })
    expect([saved.statusCode, saved.json]).toMatchObject([
      200,
      { message: 'Échéancier modifié avec succès !', version: 3 },
    ])
    expect(lignesOf(saved).map(({ libelle, montant }) => [libelle, montant])).toEqual([
      ['Réservation', 500_000],
      ...others.map(({ libelle, montant }) => [libelle, montant]),
      [first?.libelle, 2_000_000],
    ])
    expect(lignesOf(saved).at(-1)).toMatchObject({ id: first?.id, date_prevue: '2027-01-31' })
    expect(lignesOf(await edit([]))).toEqual([])
  })

  it('are refused at their field, and nothing of them is written', async () => {
    await generate(await VSP())
    const other = await sell(t.db, await buildAppartement(t.db), (await buildClient(t.db)).id)
    const elsewhere = lignesOf(await generate(await VSP(), other))[0]?.id
    const lignes = await present()
    const before = await kept()
    const whole = { libelle: 'Solde', montant: 12_500_000, declencheur: 'contrat' }
    for (const [body, field, text] of [
      [
        [{ ...whole, montant: 12_499_999.99 }],
        'lignes',
        'La somme des échéances (12 499 999,99 DA) doit être égale au prix de vente (12 500 000,00 DA).',
      ],
      [
        Array.from({ length: 121 }, () => ({ ...whole, montant: 1 })),
        'lignes',
        'Un échéancier a 120 lignes au plus.',
      ],
      [
        [{ ...whole, declencheur: 'stade', stade_id: 999_999 }],
        'lignes.0.stade_id',
        'Veuillez choisir un stade.',
      ],
      [[{ ...whole, declencheur: 'stade' }], 'lignes.0.stade_id', 'Veuillez choisir un stade.'],
      [[{ ...whole, stade_id: 1 }], 'lignes.0.stade_id', "Cette valeur n'est pas valide."],
      [[{ ...whole, declencheur: 'date' }], 'lignes.0.date_prevue', 'La date est obligatoire.'],
      [[{ ...whole, libelle: ' ' }], 'lignes.0.libelle', 'Le libellé est obligatoire.'],
      [[{ ...whole, montant: 0 }], 'lignes.0.montant', 'Le montant doit être supérieur à zéro.'],
      [[{ ...whole, id: elsewhere }], 'lignes.0.id', "Cette valeur n'est pas valide."],
      [[lignes[0], lignes[0], ...lignes.slice(2)], 'lignes.1.id', "Cette valeur n'est pas valide."],
      [undefined, 'lignes', expect.any(String)],
    ] as const) {
      const refused = await edit(body as object[])
      expect([body, refused.statusCode]).toEqual([body, 422])
      const told = (refused.json as { errors: Record<string, string[]> }).errors
      expect(Object.keys(told)).toEqual([field])
      expect([(told[field]?.[0] ?? '').replace(/[\u00A0\u202F]/g, ' ')]).toEqual([text])
    }
    expect((await edit(lignes, { version: 1 })).statusCode).toBe(409)
    expect(await kept()).toEqual(before)
  })

  it('stay as they are once they are covered whole', async () => {
    await generate(await VSP())
    await pay(t.db, vente, 437_500_000)
    const lignes = await present()
    const before = await kept()
    const [first, second, third, ...others] = lignes
    const reglee = (rang: number, libelle: string) => ({
      message: `L'échéance ${rang} « ${libelle} » est déjà réglée : elle ne peut plus changer.`,
    })
    for (const [body, message] of [
      [[second, first, third, ...others], reglee(1, 'Signature du contrat')],
      [[first, { ...second, libelle: 'Autre' }, third, ...others], reglee(2, 'Fondations achevées')],
      [[first, third, { ...second, id: undefined }, ...others], reglee(2, 'Fondations achevées')],
      [[], reglee(1, 'Signature du contrat')],
    ] as const) {
      const refused = await edit(body as unknown as object[])
      expect([refused.statusCode, refused.json]).toEqual([409, message])
    }
    expect(await kept()).toEqual(before)
    // The lines after the covered ones may change.
    const rest = {
      libelle: 'Solde',
      montant: 8_125_000,
      declencheur: 'date',
      date_prevue: addJours(aujourdhui(), 9),
    }
    expect(montants(await edit([first ?? {}, second ?? {}, rest]))).toEqual([2_500_000, 1_875_000, 8_125_000])
  })
})
