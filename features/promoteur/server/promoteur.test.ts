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
/** The fields of a promoter that nobody has filled in. */
const NUL = {
  nom_ar: null,
  rc: null,
  nif: null,
  nis: null,
  ai: null,
  agrement: null,
  tnpi: null,
  capital: null,
  couleur: null,
  logo: false,
  adresse_ar: null,
  representant: null,
  representant_ar: null,
  representant_qualite: null,
  representant_qualite_ar: null,
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
    expect((await karim.get('/api/promoteurs')).json).toEqual([{ id, ...sarl, ...NUL, version: 1 }])
    const spa = { nom: 'SPA Bâtir', email: 'spa@batir.dz', telephone: '041 11 22 33', adresse: 'Oran' }
    const changed = await karim.put(`/api/promoteurs/${id}`, { ...spa, version: 1 })
    expect(changed.statusCode).toBe(200)
    expect(changed.json).toEqual({
      id,
      ...spa,
      ...NUL,
      version: 2,
      message: 'Promoteur modifié avec succès!',
    })
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

  // spec: PA-25
  it('keeps who acts for it and its address in Arabic, for the papers', async () => {
    const acte = {
      adresse_ar: '5، شارع العربي بن مهيدي، الجزائر',
      representant: 'Ali Saadi',
      representant_ar: 'علي سعدي',
      representant_qualite: 'gérant',
      representant_qualite_ar: 'مسير',
    }
    const id = idOf(await karim.post('/api/promoteurs', { ...sarl, ...acte }))
    expect((await karim.get('/api/promoteurs')).json).toMatchObject([{ id, ...acte }])
    expect(await promoteurPourDocuments(t.db)).toMatchObject({
      adresseAr: acte.adresse_ar,
      representant: 'Ali Saadi',
      representantAr: 'علي سعدي',
      representantQualite: 'gérant',
      representantQualiteAr: 'مسير',
    })
    // A field that is not sent stays, one that is blank goes.
    const after = { ...acte, representant_ar: null }
    expect((await karim.put(`/api/promoteurs/${id}`, { ...sarl, representant_ar: ' ' })).json).toMatchObject(
      after,
    )
    const before = await rows()
    const long = await karim.put(`/api/promoteurs/${id}`, { ...sarl, representant_qualite: 'a'.repeat(256) })
    expect([long.statusCode, long.json]).toMatchObject([
      422,
      { errors: { representant_qualite: ['Ce texte dépasse 255 caractères.'] } },
    ])
    expect(await rows()).toEqual(before)
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

  it('has an identity before the law, every part of it optional; what is absent stays', async () => {
    const identite = {
      nom_ar: 'شركة البناء',
      rc: '16/00-1234567 B 20',
      nif: '001620',
      nis: '0016',
      ai: '160',
      agrement: 'A 12',
      tnpi: '99',
      capital: 10_000_000.5,
      couleur: '#B03020',
    }
    const added = await karim.post('/api/promoteurs', { ...sarl, ...identite, capital: '10000000.50' })
    const id = idOf(added)
    expect(added.json).toMatchObject({ ...sarl, ...identite, couleur: '#b03020', logo: false })
    // The body is the one that the specified screen sends.
    const old = await karim.put(`/api/promoteurs/${id}`, { ...sarl, nom: 'SPA Bâtir' })
    expect(old.json).toMatchObject({ nom: 'SPA Bâtir', ...identite, couleur: '#b03020', version: 2 })
    expect(await promoteurPourDocuments(t.db)).toMatchObject({
      nomAr: identite.nom_ar,
      couleur: '#b03020',
      identite: { rc: identite.rc, capital: 1_000_000_050 },
    })
    const cleared = await karim.put(`/api/promoteurs/${id}`, {
      ...sarl,
      nom_ar: ' ',
      rc: null,
      nif: '',
      nis: null,
      ai: null,
      agrement: null,
      tnpi: '',
      capital: '',
      couleur: null,
    })
    expect(cleared.json).toMatchObject({ ...sarl, ...NUL, version: 3 })
  })

  it.each([
    [{ rc: 'x'.repeat(101) }, 'rc', 'Ce texte dépasse 100 caractères.'],
    [{ nom_ar: 'ش'.repeat(101) }, 'nom_ar', 'Ce texte dépasse 100 caractères.'],
    [{ capital: -1 }, 'capital', "Ce montant n'est pas valide : un nombre positif, deux décimales au plus."],
    [
      { capital: 0.001 },
      'capital',
      "Ce montant n'est pas valide : un nombre positif, deux décimales au plus.",
    ],
    [{ couleur: 'rouge' }, 'couleur', 'Choisissez une couleur.'],
    [{ couleur: '#fff' }, 'couleur', 'Choisissez une couleur.'],
    [{ couleur: 12 }, 'couleur', 'Choisissez une couleur.'],
    [{ couleur: '#ffcc00' }, 'couleur', 'Cette couleur est trop claire pour être lue sur du papier.'],
    [{ couleur: '#777777' }, 'couleur', 'Cette couleur est trop claire pour être lue sur du papier.'],
  ])('refuses %j of its identity and writes nothing', async (wrong, field, text) => {
    const id = idOf(await karim.post('/api/promoteurs', { ...sarl, couleur: '#767676' }))
    const before = await rows()
    const refused = await karim.put(`/api/promoteurs/${id}`, { ...sarl, ...wrong })
    expect([refused.statusCode, refused.json]).toEqual([422, { message: text, errors: { [field]: [text] } }])
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
