import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changementsDe } from '#features/journal/journal.lignes.ts'
import { peut, ROLES } from '#shared/droits.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildClient } from '#test/harness/builders.ts'
import { readPdf } from '#test/harness/pdf.ts'
import { everyRow, fingerprints } from '#test/harness/tables.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

const CIVILITE = {
  genre: 'societe',
  adresse_ar: 'حي الياسمين، وهران',
  naissance_lieu_ar: 'وهران',
  rc: '31/00-0123456 B 20',
  nif: '002031012345678',
  representant: 'Ali Saadi',
  representant_ar: 'علي سعدي',
  representant_qualite: 'gérant',
  representant_qualite_ar: 'مسير',
}
const VIDE = Object.fromEntries(Object.keys(CIVILITE).map((champ) => [champ, null]))
const lines = (id: number) =>
  t.db
    .selectFrom('journal')
    .select(['action', 'objet', 'avant', 'apres'])
    .where('objet', '=', 'client')
    .where('objet_id', '=', id)
    .orderBy('id')
    .execute()

describe('the civility of a client', () => {
  it('is nothing at first, is changed whole or in part, cleared, and told in the journal', async () => {
    const { id, nom_complet } = await buildClient(t.db, { nom_ar: 'باتي سود' })
    const path = `/api/clients/${id}/civilite`
    const bare = { id, nomComplet: nom_complet, nom_ar: 'باتي سود', ...VIDE, version: 1 }
    expect((await karim.get(path)).json).toEqual(bare)
    const saved = await karim.put(path, { ...CIVILITE, nom_ar: 'غيره', nomComplet: 'Autre', version: 1 })
    expect([saved.statusCode, saved.json]).toEqual([
      200,
      { ...bare, ...CIVILITE, version: 2, message: 'Civilité enregistrée avec succès !' },
    ])
    const partly = await karim.put(path, { genre: 'femme', rc: '', nif: null, representant: '  ' })
    const after = {
      ...bare,
      ...CIVILITE,
      genre: 'femme',
      rc: null,
      nif: null,
      representant: null,
      version: 3,
    }
    expect(partly.json).toMatchObject(after)
    expect((await karim.get(path)).json).toEqual(after)
    expect((await karim.put(path, { genre: null })).json).toMatchObject({ genre: null, version: 4 })
    const [first, second] = await lines(id)
    expect(first && changementsDe(first)).toEqual([
      { champ: 'Civilité', avant: 'Aucun', apres: 'Société' },
      { champ: 'Adresse en arabe', avant: 'Aucun', apres: CIVILITE.adresse_ar },
      { champ: 'Lieu de naissance, en arabe', avant: 'Aucun', apres: CIVILITE.naissance_lieu_ar },
      { champ: 'RC', avant: 'Aucun', apres: CIVILITE.rc },
      { champ: 'NIF', avant: 'Aucun', apres: CIVILITE.nif },
      { champ: 'Représentant', avant: 'Aucun', apres: CIVILITE.representant },
      { champ: 'Représentant, en arabe', avant: 'Aucun', apres: CIVILITE.representant_ar },
      { champ: 'Qualité du représentant', avant: 'Aucun', apres: CIVILITE.representant_qualite },
      { champ: 'Qualité du représentant, en arabe', avant: 'Aucun', apres: CIVILITE.representant_qualite_ar },
    ])
    expect(second && changementsDe(second)[0]).toEqual({
      champ: 'Civilité',
      avant: 'Société',
      apres: 'Madame',
    })
  })

  it('shares one version with the file of the client, whose answers keep their keys', async () => {
    const { id } = await buildClient(t.db)
    const keys = Object.keys((await karim.get(`/api/clients/${id}/dossier`)).json as object)
    expect(
      (await karim.put(`/api/clients/${id}/dossier`, { profession: 'Maçon', version: 1 })).statusCode,
    ).toBe(200)
    const before = await fingerprints(t.db)
    const late = await karim.put(`/api/clients/${id}/civilite`, { ...CIVILITE, version: 1 })
    expect([late.statusCode, late.json]).toEqual([
      409,
      { message: 'Cette fiche a été modifiée entre-temps. Rechargez-la.' },
    ])
    expect(await fingerprints(t.db)).toEqual(before)
    expect((await karim.put(`/api/clients/${id}/civilite`, { ...CIVILITE, version: 2 })).statusCode).toBe(200)
    expect((await karim.put(`/api/clients/${id}/dossier`, { profession: '', version: 2 })).statusCode).toBe(
      409,
    )
    // The fields that one call changes, the other leaves.
    const fiche = (await karim.put(`/api/clients/${id}/dossier`, { profession: '', rc: 'autre' }))
      .json as object
    expect(Object.keys(fiche).filter((key) => key !== 'message')).toEqual(keys)
    expect((await karim.get(`/api/clients/${id}/civilite`)).json).toMatchObject({ ...CIVILITE, version: 4 })
  })

  it.each([
    [{ genre: 'madame' }, 'genre', "Cette valeur n'est pas valide."],
    [{ genre: 1 }, 'genre', "Cette valeur n'est pas valide."],
    [{ representant: 'a'.repeat(256) }, 'representant', 'Ce texte dépasse 255 caractères.'],
    [{ adresse_ar: 'ا'.repeat(256) }, 'adresse_ar', 'Ce texte dépasse 255 caractères.'],
    [{ rc: 'a\u0000b' }, 'rc', 'Ce texte contient des caractères interdits.'],
  ])('refuses %j at its field and writes nothing', async (wrong, field, text) => {
    const { id } = await buildClient(t.db)
    const before = await fingerprints(t.db)
    const refused = await karim.put(`/api/clients/${id}/civilite`, { ...CIVILITE, ...wrong })
    expect([refused.statusCode, refused.json]).toEqual([422, { message: text, errors: { [field]: [text] } }])
    expect(await fingerprints(t.db)).toEqual(before)
  })

  // spec: PA-31
  it('is read and changed by exactly the rôles that have the droit', async () => {
    const { id } = await buildClient(t.db)
    const path = `/api/clients/${id}/civilite`
    for (const role of ROLES) {
      const person = await t.member(`${role}@civilite.dz`, role)
      expect([role, (await person.get(path)).statusCode]).toEqual([role, peut(role, 'identite') ? 200 : 403])
      const before = await fingerprints(t.db)
      const answer = await person.put(path, { genre: 'homme' })
      const allowed = peut(role, 'clients')
      expect([role, answer.statusCode]).toEqual([role, allowed ? 200 : 403])
      const after = await fingerprints(t.db)
      expect([role, JSON.stringify(after) === JSON.stringify(before)]).toEqual([role, !allowed])
    }
    for (const nobody of ['999999', '0', 'abc']) {
      expect((await karim.get(`/api/clients/${nobody}/civilite`)).statusCode).toBe(404)
      expect((await karim.put(`/api/clients/${nobody}/civilite`, {})).statusCode).toBe(404)
    }
  })

  it('is in no specified answer', async () => {
    const { id, nom_complet } = await buildClient(t.db)
    await karim.put(`/api/clients/${id}/civilite`, CIVILITE)
    for (const path of [
      '/api/clients',
      '/api/all-clients',
      `/api/clients/${id}`,
      `/api/clients/${id}/assets`,
      `/api/clients/${id}/dossier`,
      `/api/recherche?q=${encodeURIComponent(nom_complet)}`,
    ]) {
      const { body } = await karim.get(path)
      for (const value of Object.values(CIVILITE).filter((one) => one !== 'societe'))
        expect([path, body.includes(value)]).toEqual([path, false])
    }
  })

  it('is handed over with the rest of the data, and erased with it', async () => {
    const { id, nom_complet } = await buildClient(t.db)
    const handed = async () =>
      (await readPdf((await karim.get(`/api/clients/${id}/donnees-personnelles`)).rawPayload)).text
    expect(await handed()).toContain('Civilité Non spécifié')
    expect(await handed()).not.toContain('RC ')
    const own = {
      ...CIVILITE,
      rc: '16/00-7654321 B 99',
      nif: '009916076543210',
      representant: 'Zohra Ferhat',
    }
    await karim.put(`/api/clients/${id}/civilite`, own)
    const text = await handed()
    for (const said of [
      'Civilité Société',
      'Représentant Zohra Ferhat',
      'Qualité gérant',
      `RC ${own.rc}`,
      `NIF ${own.nif}`,
    ])
      expect(text).toContain(said)
    // The fields kept of a person who was a company before are told as well.
    await karim.put(`/api/clients/${id}/civilite`, { genre: 'homme', rc: null })
    expect(await handed()).toContain('Civilité Monsieur')
    expect(await handed()).toContain('Représentant Zohra Ferhat')
    const erased = await karim.post(`/api/clients/${id}/effacer`, { confirmation: nom_complet })
    expect(erased.statusCode).toBe(200)
    const left = await everyRow(t.db)
    for (const value of [own.rc, own.nif, own.representant])
      expect([value, left.includes(value)]).toEqual([value, false])
    expect((await karim.get(`/api/clients/${id}/civilite`)).statusCode).toBe(404)
  })
})
