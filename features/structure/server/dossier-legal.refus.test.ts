import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { creerLieu, ENTIER, type Lieu } from '#features/structure/server/dossier-legal.essais.ts'
import { addJours, aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { peut, ROLES } from '#shared/droits.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { fingerprints } from '#test/harness/tables.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

const demain = addJours(aujourdhui(), 1)
const lieu = () => creerLieu(t, karim)

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
