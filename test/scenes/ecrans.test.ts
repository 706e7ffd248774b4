import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sql } from 'kysely'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { makeChange, sendChange } from '#test/scenes/changes.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

type Body = Record<string, unknown>

const MOYEN = {
  mode: 'cheque',
  banque: 'BNA',
  reference: '0000001',
  date_cheque: '2026-02-01',
  payeur_type: null,
  payeur: null,
  details: '',
  local_id: null,
  place_parking_id: null,
}
const IDENTITE = {
  adresse_ar: '',
  agrement: '',
  ai: '',
  capital: '',
  couleur: '',
  nif: '',
  nis: '',
  nom_ar: '',
  rc: '',
  representant: '',
  representant_ar: '',
  representant_qualite: '',
  representant_qualite_ar: '',
  tnpi: '',
}

/** The fields that the form of a call sends besides those of its scene, those it leaves out, and the place above it where that is chosen on the way. */
const FORMS: [call: string, more: Body, without?: readonly string[], au?: keyof typeof LIEUX][] = [
  ['PUT /api/profile', {}],
  ['PUT /api/appartements/{id}', {}, ['client_id'], 'lot'],
  ['PUT /api/appartements/{id}', { montant1: 1_000_000 }, ['client_id'], 'lot'],
  ['PUT /api/appartements/{id}', { plan_pdf: '' }, ['client_id'], 'lot'],
  ['PUT /api/residences/{id}', { plan_pdf: '' }],
  ['PUT /api/locaux/{id}', {}, [], 'bloc'],
  ['PUT /api/locaux/{id}', { description: 'Angle' }, [], 'bloc'],
  ['PUT /api/places-parking/{id}', { position: 'A', superficie: 12.5 }],
  ['PUT /api/bons/{id}', {}],
  ['PUT /api/members/{id}', { id: 2 }],
  ['POST /api/paiements', MOYEN],
  ['PUT /api/paiements/{id}', MOYEN],
  ['PUT /api/promoteurs/{id}', IDENTITE],
  ['PUT /api/stades/{id}', { nom_ar: 'الهيكل' }],
  ['PUT /api/etages/{id}', {}, [], 'bloc'],
]
const bloc = z.object({ id: z.number(), residence_id: z.number() })
const lot = z.object({ etage: z.object({ bloc }) })
const LIEUX = {
  lot: (read: unknown) => {
    const { id, residence_id } = lot.parse(read).etage.bloc
    return { bloc_id: id, residence_id }
  },
  bloc: (read: unknown) => ({ residence_id: z.object({ bloc }).parse(read).bloc.residence_id }),
}
const left = ([name]: [string, unknown], without: readonly string[]) =>
  ![...without, '_method'].includes(name)

// spec: PV-07
test.each(FORMS)(
  '%s is accepted with all that its screen sends: %j',
  async (call, more, without = [], au) => {
    const { method, path, body = {} } = await makeChange(call, t.db, karim)
    const read = method === 'PUT' ? (await karim.get(path)).json : undefined
    const version = method === 'PUT' ? { version: versionOf(read) } : {}
    const needed = Object.fromEntries(Object.entries(body).filter((field) => left(field, without)))
    const answer = await sendChange(karim, {
      method,
      path,
      body: { ...more, ...needed, ...(au && LIEUX[au](read)), ...version },
    })
    expect([answer.statusCode < 300, answer.json]).toEqual([true, expect.anything()])
  },
)

/** Sets a modèle without days, which needs no first day. */
async function withoutDays(): Promise<void> {
  const lignes = JSON.stringify([{ libelle: 'Prix', pourcent: 10_000, declencheur: 'contrat' }])
  await sql`update parametres set valeur = jsonb_set(valeur, '{modeles,0,lignes}', ${lignes}::jsonb)
    where section = 'modeles'`.execute(t.db)
}

// spec: PV-07
test.each([
  ['POST /api/echeanciers', { arrondi: 1000 }],
  ['POST /api/ventes/{id}/echeancier', { portee: 'tout', version: 1 }],
])('%s is accepted of a modèle without days', async (call, more) => {
  const { method, path, body = {} } = await makeChange(call, t.db, karim)
  await withoutDays()
  const needed = Object.fromEntries(
    Object.entries(body).filter((field) => left(field, ['premier_jour', 'nombre'])),
  )
  const answer = await sendChange(karim, { method, path, body: { ...needed, ...more } })
  expect([answer.statusCode < 300, answer.json]).toEqual([true, expect.anything()])
})

// spec: PV-07
test('papers of what is late are issued with the fields of their forms, those left empty too', async () => {
  const { body = {} } = await makeChange('POST /api/relances', t.db, karim)
  const [vente = 0] = z.array(z.number()).parse(body['vente_ids'])
  const { id } = await t.db
    .selectFrom('echeances')
    .select('id')
    .where('vente_id', '=', vente)
    .orderBy('exigible_le')
    .executeTakeFirstOrThrow()
  for (const paper of [
    { type: 'appel_fonds', echeance_id: String(id), limite_le: '' },
    { type: 'mise_en_demeure', delai_jours: 15, envoi: '' },
  ]) {
    const answer = await karim.post(`/api/ventes/${vente}/documents`, { ...paper, langue: 'fr' })
    expect([answer.statusCode, answer.json]).toEqual([201, expect.anything()])
  }
})

const versionOf = (read: unknown): number =>
  typeof read === 'object' && read !== null && 'version' in read ? Number(read.version) : 1
