import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { idOf } from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.db.deleteFrom('promoteurs').execute()
})

const sarl = {
  nom: 'SARL Bâtir',
  email: 'contact@batir.dz',
  telephone: '021 55 66 77',
  adresse: '5, rue Larbi Ben M’hidi, Alger',
}
const rows = () => t.db.selectFrom('promoteurs').selectAll().orderBy('id').execute()

describe('the promoter', () => {
  // spec: PRO-16, PRO-17, PRO-18, PRO-19, PRO-20
  it('is added, read, changed and deleted, with a line in the journal each time', async () => {
    expect((await karim.get('/api/promoteurs')).json).toEqual([])
    expect(await promoteurPourDocuments(t.db)).toBeNull()
    const added = await karim.post('/api/promoteurs', sarl)
    expect(added.statusCode).toBe(201)
    expect(added.json).toMatchObject({ ...sarl, message: 'Promoteur ajouté avec succès!' })
    const id = idOf(added)
    expect((await karim.get('/api/promoteurs')).json).toEqual([{ id, ...sarl, version: 1 }])
    const spa = { nom: 'SPA Bâtir', email: 'spa@batir.dz', telephone: '041 11 22 33', adresse: 'Oran' }
    const changed = await karim.put(`/api/promoteurs/${id}`, { ...spa, version: 1 })
    expect(changed.statusCode).toBe(200)
    expect(changed.json).toEqual({ id, ...spa, version: 2, message: 'Promoteur modifié avec succès!' })
    expect(await promoteurPourDocuments(t.db)).toMatchObject({ ...spa, couleur: null, logo: null })
    expect((await karim.delete(`/api/promoteurs/${id}`)).json).toEqual({
      message: 'Promoteur supprimé avec succès!',
    })
    expect(await rows()).toEqual([])
    const journal = await t.db
      .selectFrom('journal')
      .select('action')
      .where('objet', '=', 'promoteur')
      .where('objet_id', '=', id)
      .orderBy('id')
      .execute()
    expect(journal.map(({ action }) => action)).toEqual(['ajouter', 'modifier', 'supprimer'])
  })

  it('is one: a second is refused, two at once keep one', async () => {
    const answers = await Promise.all([
      karim.post('/api/promoteurs', sarl),
      karim.post('/api/promoteurs', sarl),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409])
    const third = await karim.post('/api/promoteurs', sarl)
    expect(third.statusCode).toBe(409)
    expect(third.json).toEqual({ message: 'Un promoteur est déjà enregistré.' })
    expect(await rows()).toHaveLength(1)
  })

  // spec: PRO-12, PRO-13, PRO-14, PRO-15, LIM-22
  it.each([
    [{ nom: ' ' }, 'nom', 'Le nom est obligatoire.'],
    [{ nom: 'x'.repeat(256) }, 'nom', 'Ce texte dépasse 255 caractères.'],
    [{ email: '' }, 'email', "L'adresse email est obligatoire."],
    [{ email: 'abc' }, 'email', "L'adresse email n'est pas valide."],
    [{ telephone: undefined }, 'telephone', 'Le téléphone est obligatoire.'],
    [{ adresse: null }, 'adresse', "L'adresse est obligatoire."],
  ])('refuses %j at its field and writes nothing', async (wrong, field, text) => {
    const refused = await karim.post('/api/promoteurs', { ...sarl, ...wrong })
    expect(refused.statusCode).toBe(422)
    expect(refused.json).toEqual({ message: text, errors: { [field]: [text] } })
    expect(await rows()).toEqual([])
    const id = idOf(await karim.post('/api/promoteurs', sarl))
    const before = await rows()
    expect((await karim.put(`/api/promoteurs/${id}`, { ...sarl, ...wrong })).statusCode).toBe(422)
    expect((await karim.put(`/api/promoteurs/${id}`, { ...sarl, version: 5 })).statusCode).toBe(409)
    expect(await rows()).toEqual(before)
  })

  it('is nobody’s without a session, and unknown under another id', async () => {
    const id = idOf(await karim.post('/api/promoteurs', sarl))
    const before = await rows()
    const stranger = t.visitor()
    expect((await stranger.get('/api/promoteurs')).statusCode).toBe(401)
    expect((await stranger.post('/api/promoteurs', sarl)).statusCode).toBe(401)
    expect((await stranger.put(`/api/promoteurs/${id}`, sarl)).statusCode).toBe(401)
    expect((await stranger.delete(`/api/promoteurs/${id}`)).statusCode).toBe(401)
    expect((await karim.put('/api/promoteurs/999999', sarl)).statusCode).toBe(404)
    expect((await karim.delete('/api/promoteurs/999999')).statusCode).toBe(404)
    expect(await rows()).toEqual(before)
  })
})
