import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DossierLegal } from '#features/structure/dossier-legal.contract.ts'
import { changementsDe } from '#features/journal/journal.lignes.ts'
import { creerLieu, ENTIER } from '#features/structure/server/dossier-legal.essais.ts'
import { addJours, aujourdhui } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { fingerprints } from '#test/harness/tables.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

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
const lieu = () => creerLieu(t, karim)
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
