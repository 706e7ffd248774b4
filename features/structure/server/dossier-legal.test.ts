import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DossierLegal } from '#features/structure/dossier-legal.contract.ts'
import { changementsDe } from '#features/journal/journal.lignes.ts'
import { addJours, aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { peut, ROLES } from '#shared/droits.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildBloc, buildEtage, buildParking, buildResidence } from '#test/harness/builders.ts'
import { fingerprints } from '#test/harness/tables.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

/** A residence with two blocs, three étages and a parking, and the calls of its legal file. */
async function lieu() {
  const { db } = t
  const residence = await buildResidence(db)
  const residence_id = residence.id
  const b = await buildBloc(db, { residence_id, nomloc: 'Bloc B' })
  const a = await buildBloc(db, { residence_id, nomloc: 'Bloc A' })
  const haut = await buildEtage(db, { bloc_id: a.id, designation: '1er étage', niveau: 1 })
  const bas = await buildEtage(db, { bloc_id: a.id, designation: 'Rez-de-chaussée', niveau: 0 })
  const autre = await buildEtage(db, { bloc_id: b.id, designation: 'Entresol', niveau: 0 })
  const parking = await buildParking(db, { residence_id, parking_nom: 'Sous-sol' })
  const path = `/api/residences/${residence_id}/dossier-legal`
  return {
    residence,
    a,
    b,
    haut,
    bas,
    autre,
    parking,
    path,
    read: async () => (await karim.get(path)).json as DossierLegal,
    save: (body: object) => karim.put(path, body),
  }
}
type Lieu = Awaited<ReturnType<typeof lieu>>

/** A legal file with every field. */
const ENTIER = ({ a, bas, parking }: Lieu) => ({
  nom_ar: 'الياسمين',
  adresse_ar: 'درارية، الجزائر',
  permis_numero: 'PC 45/2021',
  permis_le: '2021-03-15',
  permis_autorite: 'APC de Draria',
  terrain_acte: 'Acte n° 112, volume 8',
  terrain_le: '2019-11-04',
  blocs: [
    {
      id: a.id,
      nom_ar: 'العمارة أ',
      garantie_numero: 'G-118',
      garantie_police: 'P 3301',
      garantie_le: '2024-02-01',
      garantie_au: '2099-01-31',
      livraison_prevue_le: '2098-06-30',
      etages: [{ id: bas.id, designation_ar: 'الطابق السفلي' }],
    },
  ],
  parkings: [{ id: parking.id, nom_ar: 'الموقف' }],
})

const NUL = {
  nom_ar: null,
  adresse_ar: null,
  permis_numero: null,
  permis_le: null,
  permis_autorite: null,
  terrain_acte: null,
  terrain_le: null,
}
const SANS_GARANTIE = {
  nom_ar: null,
  garantie_numero: null,
  garantie_police: null,
  garantie_le: null,
  garantie_au: null,
  livraison_prevue_le: null,
}
const demain = addJours(aujourdhui(), 1)
const lines = async (depuis: number) =>
  (
    await t.db
      .selectFrom('journal')
      .select(['action', 'objet', 'objet_id', 'avant', 'apres'])
      .where('id', '>', depuis)
      .orderBy('id')
      .execute()
  ).map(({ objet, objet_id, avant, apres }) => ({
    objet,
    objet_id,
    champs: changementsDe({ objet, avant, apres }).map(({ champ }) => champ),
  }))
const lastLine = async () =>
  (await t.db.selectFrom('journal').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0

// spec: PA-28
describe('the legal file of a residence', () => {
  it('is empty at first: blocs by name, étages by level, everything null', async () => {
    const { residence, a, b, haut, bas, autre, parking, read } = await lieu()
    const etage = ({ id, designation, niveau }: typeof haut) => ({
      id,
      designation,
      niveau,
      designation_ar: null,
    })
    expect(await read()).toEqual({
      id: residence.id,
      nom: residence.nom,
      ...NUL,
      version: 1,
      blocs: [
        {
          id: a.id,
          nomloc: 'Bloc A',
          ...SANS_GARANTIE,
          garantie: 'absente',
          etages: [etage(bas), etage(haut)],
        },
        { id: b.id, nomloc: 'Bloc B', ...SANS_GARANTIE, garantie: 'absente', etages: [etage(autre)] },
      ],
      parkings: [{ id: parking.id, parking_nom: 'Sous-sol', nom_ar: null }],
    })
  })

  it('keeps each field, has its own version, and tells the journal record by record', async () => {
    const here = await lieu()
    const { residence, a, b, bas, parking, read, save } = here
    const before = await lastLine()
    const voulu = ENTIER(here)
    const { blocs, parkings, ...champs } = voulu
    const answer = await save({ ...voulu, version: 1 })
    expect([answer.statusCode, answer.json]).toMatchObject([
      200,
      { ...champs, version: 2, message: 'Dossier légal enregistré avec succès !' },
    ])
    const lu = await read()
    expect(lu).toMatchObject({ ...champs, version: 2, parkings })
    expect(lu.blocs[0]).toMatchObject({
      ...blocs[0],
      garantie: 'en_cours',
      etages: [{ id: bas.id, designation_ar: 'الطابق السفلي' }, { designation_ar: null }],
    })
    expect(lu.blocs[1]).toMatchObject({ id: b.id, ...SANS_GARANTIE, garantie: 'absente' })
    const versions = await Promise.all([
      karim.get(`/api/residences/${residence.id}`),
      karim.get(`/api/blocs/${a.id}`),
    ])
    expect(versions.map(({ json }) => json)).toMatchObject([{ version: 1 }, { version: 1 }])
    expect(await lines(before)).toEqual([
      {
        objet: 'residence',
        objet_id: residence.id,
        champs: [
          'Nom en arabe',
          'Adresse en arabe',
          'Numéro du permis',
          'Permis délivré le',
          'Permis délivré par',
          'Acte du terrain',
          "Date de l'acte du terrain",
        ],
      },
      {
        objet: 'bloc',
        objet_id: a.id,
        champs: [
          'Nom en arabe',
          'Numéro de la garantie',
          'Police de la garantie',
          'Garantie du',
          "Garantie jusqu'au",
          'Livraison prévue',
        ],
      },
      { objet: 'etage', objet_id: bas.id, champs: ['Désignation en arabe'] },
      { objet: 'parking', objet_id: parking.id, champs: ['Nom en arabe'] },
    ])
  })

  it('leaves what is not sent, clears what is blank, and takes étages in their bloc or apart', async () => {
    const here = await lieu()
    const { a, b, autre, read, save } = here
    await save(ENTIER(here))
    const full = await read()
    const before = await lastLine()
    const partly = await save({
      permis_autorite: '  ',
      blocs: [{ id: a.id, garantie_police: null }],
      etages: [{ id: autre.id, designation_ar: 'الميزانين' }],
      inconnu: 1,
    })
    expect(partly.statusCode).toBe(200)
    const [premier, second] = full.blocs
    expect(await read()).toEqual({
      ...full,
      permis_autorite: null,
      version: 3,
      blocs: [
        { ...premier, garantie_police: null },
        { ...second, etages: [{ ...second?.etages[0], designation_ar: 'الميزانين' }] },
      ],
    })
    expect((await lines(before)).map(({ objet, champs }) => [objet, champs])).toEqual([
      ['residence', ['Permis délivré par']],
      ['bloc', ['Police de la garantie']],
      ['etage', ['Désignation en arabe']],
    ])
    // The guarantee goes as it came, number and day together.
    const cleared = await save({ blocs: [{ id: a.id, garantie_numero: '', garantie_le: '' }, { id: b.id }] })
    expect(cleared.json).toMatchObject({ blocs: [{ garantie: 'absente', garantie_le: null }, {}] })
    // Nothing to change is said as well.
    expect((await save({})).json).toMatchObject({ version: 5 })
    expect((await lines(before)).at(-1)).toMatchObject({ objet: 'residence', champs: [] })
  })

  it('is refused to whoever read it before somebody else saved it', async () => {
    const { path, save, read } = await lieu()
    await save({ nom_ar: 'الأول', version: 1 })
    const before = await fingerprints(t.db)
    const late = await save({ nom_ar: 'الثاني', version: 1 })
    expect([late.statusCode, late.json]).toEqual([
      409,
      { message: 'Cette fiche a été modifiée entre-temps. Rechargez-la.' },
    ])
    expect(await fingerprints(t.db)).toEqual(before)
    expect((await karim.put(path, { nom_ar: 'الثاني' })).statusCode).toBe(200)
    expect(await read()).toMatchObject({ nom_ar: 'الثاني', version: 3 })
  })

  it('says of a guarantee whether it is in progress on the day, its last one included', async () => {
    const { a, save } = await lieu()
    const jusqu = async (garantie_au: string | null) => {
      const bloc = { id: a.id, garantie_numero: 'G-1', garantie_le: '2024-01-01', garantie_au }
      const { blocs } = (await save({ blocs: [bloc] })).json as DossierLegal
      return blocs[0]?.garantie
    }
    expect(await jusqu(null)).toBe('en_cours')
    expect(await jusqu(aujourdhui())).toBe('en_cours')
    expect(await jusqu(demain)).toBe('en_cours')
    expect(await jusqu(addJours(aujourdhui(), -1))).toBe('expiree')
  })
})

describe('a legal file that is refused', () => {
  let here: Lieu
  let ailleurs: Lieu
  beforeAll(async () => {
    here = await lieu()
    ailleurs = await lieu()
    await here.save(ENTIER(here))
  })
  let before: unknown
  beforeEach(async () => {
    before = await fingerprints(t.db)
  })
  const INVALIDE = "Cette valeur n'est pas valide."
  const FUTUR = 'La date ne peut pas être dans le futur.'
  const LONG = 'Ce texte dépasse 255 caractères.'
  const a = (champs: object) => () => ({ blocs: [{ id: here.a.id, ...champs }] })

  // spec: PA-28
  it.each<[what: string, body: () => object, field: string, sentence: string]>([
    ['a long name', () => ({ nom_ar: 'ا'.repeat(256) }), 'nom_ar', LONG],
    ['a long deed', () => ({ terrain_acte: 'a'.repeat(256) }), 'terrain_acte', LONG],
    ['a long name of a bloc', a({ nom_ar: 'ا'.repeat(256) }), 'blocs.0.nom_ar', LONG],
    [
      'a control character',
      () => ({ permis_numero: 'a\u0000b' }),
      'permis_numero',
      'Ce texte contient des caractères interdits.',
    ],
    ['a permit of tomorrow', () => ({ permis_le: demain }), 'permis_le', FUTUR],
    ['a deed of tomorrow', () => ({ terrain_le: demain }), 'terrain_le', FUTUR],
    ['a guarantee of tomorrow', a({ garantie_le: demain }), 'blocs.0.garantie_le', FUTUR],
    ['a day that is none', () => ({ permis_le: '2024-02-30' }), 'permis_le', "Cette date n'existe pas."],
    [
      'a guarantee that loses its day',
      a({ garantie_le: null }),
      'blocs.0.garantie_le',
      'La date de la garantie est obligatoire.',
    ],
    [
      'a guarantee that loses its number',
      a({ garantie_numero: ' ' }),
      'blocs.0.garantie_numero',
      'Le numéro de la garantie est obligatoire.',
    ],
    [
      'a number without a day, at its place in the list',
      () => ({ blocs: [{ id: here.a.id }, { id: here.b.id, garantie_numero: 'G-2' }] }),
      'blocs.1.garantie_le',
      'La date de la garantie est obligatoire.',
    ],
    [
      'an end before the beginning',
      a({ garantie_au: '2024-01-31' }),
      'blocs.0.garantie_au',
      `La fin de la garantie ne peut pas précéder son début (${formatJourCourt('2024-02-01')}).`,
    ],
    [
      "another residence's bloc",
      () => ({ blocs: [{ id: ailleurs.a.id, nom_ar: 'أ' }] }),
      'blocs.0.id',
      INVALIDE,
    ],
    ['a bloc twice', () => ({ blocs: [{ id: here.a.id }, { id: here.a.id }] }), 'blocs.1.id', INVALIDE],
    [
      "another bloc's étage",
      () => a({ etages: [{ id: here.autre.id, designation_ar: 'أ' }] })(),
      'blocs.0.etages.0.id',
      INVALIDE,
    ],
    ["another residence's étage", () => ({ etages: [{ id: ailleurs.bas.id }] }), 'etages.0.id', INVALIDE],
    [
      "another residence's parking",
      () => ({ parkings: [{ id: ailleurs.parking.id, nom_ar: 'أ' }] }),
      'parkings.0.id',
      INVALIDE,
    ],
    ['an unknown bloc', () => ({ blocs: [{ id: 999_999 }] }), 'blocs.0.id', INVALIDE],
    ['a bloc without an id', () => ({ blocs: [{ nom_ar: 'أ' }] }), 'blocs.0.id', INVALIDE],
    ['no list', () => ({ blocs: 'tous' }), 'blocs', INVALIDE],
  ])('for %s, at its field, has written nothing', async (_what, body, field, sentence) => {
    const refused = await here.save({ nom_ar: 'جديد', ...body() })
    expect([refused.statusCode, refused.json]).toEqual([
      422,
      { message: sentence, errors: { [field]: [sentence] } },
    ])
    expect(await fingerprints(t.db)).toEqual(before)
  })

  it('is nowhere for a residence that does not exist', async () => {
    for (const id of ['999999', '0', 'abc']) {
      expect((await karim.get(`/api/residences/${id}/dossier-legal`)).statusCode).toBe(404)
      expect((await karim.put(`/api/residences/${id}/dossier-legal`, {})).statusCode).toBe(404)
    }
  })

  // spec: PA-31
  it('to a rôle without its droit, and only to it', async () => {
    for (const role of ROLES) {
      const person = await t.member(`${role}@legal.dz`, role)
      expect([role, (await person.get(here.path)).statusCode]).toEqual([role, 200])
      const untouched = await fingerprints(t.db)
      const answer = await person.put(here.path, { nom_ar: role })
      const allowed = peut(role, 'patrimoine')
      expect([role, answer.statusCode]).toEqual([role, allowed ? 200 : 403])
      if (allowed) continue
      expect(answer.json).toEqual({ message: 'Votre rôle ne permet pas cette action.' })
      expect(await fingerprints(t.db)).toEqual(untouched)
      // An unknown residence answers the same.
      expect((await person.put('/api/residences/999999/dossier-legal', {})).statusCode).toBe(403)
    }
  })
})
