import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changementsDe } from '#features/journal/journal.lignes.ts'
import { addMois, aujourdhui } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, buildEcheancier, idOf, pay, sell } from '#test/harness/builders.ts'
import { fingerprints } from '#test/harness/tables.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

interface Ligne {
  id: number
  libelle: string
  libelle_ar: string | null
  montant: number
  declencheur: string
  date_prevue: string | null
}
interface Modele {
  id: number
  nom: string
  par_defaut: boolean
  lignes: Record<string, unknown>[]
}
const sold = async () =>
  sell(t.db, await buildAppartement(t.db, { prix: 100_000_000 }), (await buildClient(t.db)).id)
const echeances = async (vente: number) =>
  ((await karim.get(`/api/ventes/${vente}`)).json as { echeances: Ligne[] }).echeances
const noms = async (vente: number) =>
  (await echeances(vente)).map(({ libelle, libelle_ar }) => [libelle, libelle_ar])
const modeles = async () =>
  ((await karim.get('/api/parametres')).json as { data: { modeles: { valeur: { modeles: Modele[] } } } }).data
    .modeles.valeur.modeles
const saveModeles = (valeur: readonly object[]) =>
  karim.put('/api/parametres/modeles', { valeur: { modeles: valeur } })
const lastLine = async () => {
  const line = await t.db
    .selectFrom('journal')
    .select(['objet', 'avant', 'apres'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return changementsDe(line)
}

// spec: PA-25
describe('the names in Arabic of a schedule', () => {
  it('come with the product: three stades, and the lines of the sale on plans', async () => {
    const { data } = (await karim.get('/api/reglages')).json as {
      data: { stades: object[]; modeles: Modele[] }
    }
    expect(data.stades).toMatchObject([
      { nom: 'Fondations achevées', nom_ar: 'انتهاء الأساسات' },
      { nom: 'Gros œuvre achevé', nom_ar: 'انتهاء الأشغال الكبرى' },
      { nom: "Tous corps d'état achevés", nom_ar: 'انتهاء جميع الأشغال' },
    ])
    const vsp = data.modeles.find(({ lignes }) => lignes.length === 5)
    expect(vsp?.lignes.map(({ libelle_ar }) => libelle_ar)).toEqual([
      'توقيع العقد',
      'انتهاء الأساسات',
      'انتهاء الأشغال الكبرى',
      'انتهاء جميع الأشغال',
      'تسليم المفاتيح',
    ])
    const vente = await sold()
    const path = `/api/ventes/${vente}/echeancier`
    expect((await karim.post(path, { modele_id: vsp?.id })).statusCode).toBe(201)
    expect((await noms(vente)).map(([, ar]) => ar)).toEqual(vsp?.lignes.map(({ libelle_ar }) => libelle_ar))
  })

  it('of a stade are added, changed, cleared, and stay where they are not sent', async () => {
    const added = await karim.post('/api/stades', { nom: 'Étanchéité', nom_ar: ' العزل ' })
    const id = idOf(added)
    expect(added.json).toMatchObject({ nom: 'Étanchéité', nom_ar: 'العزل', version: 1 })
    expect((await karim.put(`/api/stades/${id}`, { nom: 'Isolation', rang: 1 })).json).toMatchObject({
      nom: 'Isolation',
      nom_ar: 'العزل',
      rang: 1,
    })
    const changed = await karim.put(`/api/stades/${id}`, { nom: 'Isolation', nom_ar: 'عزل الماء' })
    expect(changed.json).toMatchObject({ nom_ar: 'عزل الماء' })
    expect(await lastLine()).toEqual([{ champ: 'Nom en arabe', avant: 'العزل', apres: 'عزل الماء' }])
    const before = await fingerprints(t.db)
    const refused = await karim.put(`/api/stades/${id}`, { nom: 'Étanchéité', nom_ar: 'ا'.repeat(121) })
    expect([refused.statusCode, refused.json]).toMatchObject([
      422,
      { errors: { nom_ar: ['Ce texte dépasse 120 caractères.'] } },
    ])
    expect(await fingerprints(t.db)).toEqual(before)
    expect((await karim.put(`/api/stades/${id}`, { nom: 'Étanchéité', nom_ar: '' })).json).toMatchObject({
      nom_ar: null,
    })
    expect((await karim.delete(`/api/stades/${id}`)).statusCode).toBe(200)
  })

  it('of a modèle are saved with their lines, kept where an older caller does not send them, carried into each part', async () => {
    const [first] = await modeles()
    const ligne = { libelle: 'Mensualité', pourcent: 100, declencheur: 'date', nombre: 3, pas_mois: 1 }
    const mensuel = { nom: 'Mensuel', par_defaut: false, lignes: [{ ...ligne, libelle_ar: 'قسط شهري' }] }
    expect((await saveModeles([{ ...first }, mensuel])).statusCode).toBe(200)
    const saved = (await modeles()).find(({ nom }) => nom === 'Mensuel')
    expect(saved?.lignes).toMatchObject([{ libelle_ar: 'قسط شهري' }])
    // A caller that does not know the name in Arabic.
    await saveModeles([{ ...first }, { ...mensuel, id: saved?.id, lignes: [ligne] }])
    expect((await modeles()).at(-1)?.lignes).toMatchObject([
      { libelle: 'Mensualité', libelle_ar: 'قسط شهري' },
    ])
    const vente = await sold()
    const premier_jour = aujourdhui()
    await karim.post(`/api/ventes/${vente}/echeancier`, { modele_id: saved?.id, premier_jour })
    expect(await noms(vente)).toEqual([
      ['Mensualité 1', 'قسط شهري 1'],
      ['Mensualité 2', 'قسط شهري 2'],
      ['Mensualité 3', 'قسط شهري 3'],
    ])
    const before = await fingerprints(t.db)
    const long = { ...mensuel, id: saved?.id, lignes: [{ ...ligne, libelle_ar: 'ا'.repeat(121) }] }
    expect((await saveModeles([{ ...first }, long])).json).toMatchObject({
      errors: { 'valeur.modeles.1.lignes.0.libelle_ar': ['Ce texte dépasse 120 caractères.'] },
    })
    expect(await fingerprints(t.db)).toEqual(before)
    await saveModeles([{ ...first }, { ...mensuel, id: saved?.id, lignes: [{ ...ligne, libelle_ar: '' }] }])
    expect((await modeles()).at(-1)?.lignes).toMatchObject([{ libelle_ar: null }])
  })

  it('of a line are sent with the schedule, also for a line that is paid, and outlive a new price', async () => {
    const vente = await sold()
    const path = `/api/ventes/${vente}/echeancier`
    const later = addMois(aujourdhui(), 2)
    await buildEcheancier(t.db, vente, [
      [40_000_000, aujourdhui()],
      [60_000_000, later],
    ])
    await pay(t.db, vente, 40_000_000)
    const lignes = (await echeances(vente)).map(({ id, libelle, montant, declencheur, date_prevue }) => ({
      id,
      libelle,
      montant,
      declencheur,
      date_prevue,
    }))
    const named = lignes.map((ligne, rang) => ({ ...ligne, libelle_ar: ['الدفعة الأولى', 'الباقي'][rang] }))
    const saved = await karim.put(path, { lignes: named })
    expect(saved.statusCode).toBe(200)
    expect((await echeances(vente)).map(({ libelle_ar }) => libelle_ar)).toEqual(['الدفعة الأولى', 'الباقي'])
    expect((await lastLine()).map(({ apres }) => apres?.includes('('))).toEqual([true, true])
    // An older caller sends the lines without them; a new French name keeps the Arabic one.
    await karim.put(path, {
      lignes: lignes.map((ligne, rang) => (rang === 1 ? { ...ligne, libelle: 'Le reste' } : ligne)),
    })
    expect(await noms(vente)).toEqual([
      [lignes[0]?.libelle, 'الدفعة الأولى'],
      ['Le reste', 'الباقي'],
    ])
    const before = await fingerprints(t.db)
    const refused = await karim.put(path, {
      lignes: [named[0], { ...named[1], libelle_ar: 'ا'.repeat(121) }],
    })
    expect([refused.statusCode, refused.json]).toMatchObject([
      422,
      { errors: { 'lignes.1.libelle_ar': ['Ce texte dépasse 120 caractères.'] } },
    ])
    expect(await fingerprints(t.db)).toEqual(before)
    await karim.put(path, { lignes: [named[0], { ...named[1], libelle_ar: null }] })
    expect((await echeances(vente)).map(({ libelle_ar }) => libelle_ar)).toEqual(['الدفعة الأولى', null])
    const listed = (await karim.get('/api/echeances?onglet=a_venir&horizon=tout')).json as { data: object[] }
    for (const one of listed.data) expect(one).toHaveProperty('libelle_ar')
  })
})
