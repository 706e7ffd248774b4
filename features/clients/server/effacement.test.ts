import { sql } from 'kysely'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openArchive } from '#server/backup/archive-reader.ts'
import { backUp } from '#server/backup/backup.ts'
import { addJours, aujourdhui } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildClient,
  buildLocal,
  buildOption,
  buildPlace,
  idOf,
  pay,
  sell,
} from '#test/harness/builders.ts'
import { binOf, filesOf } from '#test/harness/stored-files.ts'
import { everyRow, fingerprints } from '#test/harness/tables.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

const SIEN = {
  nomComplet: 'Fatiha Zerrouki-Lahlou',
  tel: '0661 98 76 54',
  email: 'fatiha.zerrouki@exemple.dz',
  adresse: '17, rue Larbi Ben M’hidi, Oran',
}
const IDENTITE = {
  nom_ar: 'فتيحة زروقي',
  tel2: '0770 33 22 11',
  naissance_lieu: 'Tighennif',
  profession: 'Orthophoniste',
  nin: '987 654 321 012',
  piece_type: 'carte',
  piece_numero: 'ZK 445566',
  piece_lieu: 'Daïra de Mascara',
}
const VALEURS = [...Object.values(SIEN), ...Object.values(IDENTITE), 'cni-fatiha.pdf', 'zerrouki'].filter(
  (value) => value !== 'carte',
)
const SCAN = Buffer.from('%PDF-1.4 la carte de Fatiha\n%%EOF\n')

const erase = (id: number, confirmation = SIEN.nomComplet, headers?: Record<string, string>) =>
  karim.post(`/api/clients/${id}/effacer`, { confirmation }, headers)

/** A scan of her card, sent by a form that would be answered the same if it came again. */
async function addScan(client: number): Promise<number> {
  const added = await karim.form(
    '/api/pieces',
    { client_id: String(client), type: 'piece-identite', note: 'Zerrouki' },
    { part: 'fichier', name: 'cni-fatiha.pdf', content: SCAN },
    { 'idempotency-key': crypto.randomUUID() },
  )
  expect(added.statusCode).toBe(201)
  return idOf(added)
}

/** Her record, as it came to be: added, changed, with a scan, a link and an option that is over. */
async function enter(): Promise<number> {
  const added = await karim.post('/api/clients', SIEN, { 'idempotency-key': crypto.randomUUID() })
  const id = idOf(added)
  await karim.put(`/api/clients/${id}/dossier`, IDENTITE)
  return id
}

/** A bien of this kind held for her, edited meanwhile and let go, all through the calls. @returns the option */
async function letGo(client_id: number, kind: 'appartement' | 'local' | 'place'): Promise<number> {
  const [bien, path] =
    kind === 'appartement'
      ? [await buildAppartement(t.db), '/api/appartements']
      : kind === 'local'
        ? [await buildLocal(t.db), '/api/locaux']
        : [await buildPlace(t.db), '/api/places-parking']
  const key = () => ({ 'idempotency-key': crypto.randomUUID() })
  const given = { note: 'Mme Zerrouki revient samedi', expire_le: addJours(aujourdhui(), 1) }
  const option = idOf(await karim.post('/api/options', { bien_id: bien, client_id, ...given }, key()))
  const { json } = await karim.get(`${path}/${bien}`)
  const edited = await karim.put(`${path}/${bien}`, {
    ...(json as object),
    montant: 4_200_000,
    version: null,
  })
  expect([kind, edited.statusCode, edited.json]).toMatchObject([kind, 200, {}])
  await karim.put(`/api/options/${option}`, { ...given, expire_le: addJours(aujourdhui(), 2) }, key())
  const motif = 'Mme Zerrouki renonce, la rappeler au 0661 98 76 54'
  expect((await karim.post(`/api/options/${option}/liberer`, { motif }, key())).statusCode).toBe(200)
  return option
}

describe('erasing', () => {
  // spec: AD-27, RE-30
  it('leaves nothing of a client who bought nothing, in no table, file, answer or later backup', async () => {
    const id = await enter()
    await addScan(id)
    await t.db
      .insertInto('liens_clients')
      .values({
        client_id: id,
        empreinte: Buffer.alloc(32, 7),
        membre_nom: 'Karim Benali',
        expire_le: new Date(),
      })
      .execute()
    const options = [await letGo(id, 'appartement'), await letGo(id, 'local'), await letGo(id, 'place')]
    const key = { 'idempotency-key': crypto.randomUUID() }
    expect(await everyRow(t.db)).toContain('zerrouki')
    const files = await filesOf(t)
    expect(files).toHaveLength(1)

    const erased = await erase(id, '  Fatiha   Zerrouki-Lahlou ', key)
    expect(erased.statusCode).toBe(200)
    expect(erased.json).toEqual({ message: 'Données effacées avec succès !' })
    const kept = await everyRow(t.db)
    for (const value of VALEURS) expect(kept.toLowerCase()).not.toContain(value.toLowerCase())
    expect(await filesOf(t)).toEqual([])
    expect(await binOf(t)).toEqual([])
    expect(
      await t.db
        .selectFrom('options')
        .select(['nom', 'tel', 'note', 'client_id', 'fin', 'motif_fin'])
        .where('id', 'in', options)
        .execute(),
    ).toEqual(
      options.map(() => ({
        nom: 'Client effacé',
        tel: null,
        note: null,
        client_id: null,
        fin: 'liberee',
        motif_fin: null,
      })),
    )
    const lines = await t.db
      .selectFrom('journal')
      .select(['action', 'membre_nom', 'avant', 'apres', 'recherche'])
      .where('objet', '=', 'client')
      .where('objet_id', '=', id)
      .orderBy('id')
      .execute()
    const nothing = { membre_nom: 'Karim Benali', avant: null, apres: null, recherche: '' }
    expect(lines).toEqual([
      { ...nothing, action: 'ajouter' },
      { ...nothing, action: 'modifier' },
      { ...nothing, action: 'joindre' },
      { ...nothing, action: 'retirer piece' },
      { ...nothing, action: 'effacer', apres: { details: 'Données effacées.' } },
    ])
    // A repeat with its key is told the same; anybody else that there is no such client.
    expect((await erase(id, '  Fatiha   Zerrouki-Lahlou ', key)).json).toEqual(erased.json)
    expect((await erase(id)).statusCode).toBe(404)
    expect((await karim.get('/api/clients?search=zerrouki')).json).toMatchObject({ total: 0 })

    const archive = join(t.files, 'apres.tar')
    await backUp({ connection: t.connection, files: t.app.files, target: archive, madeAt: new Date() })
    const { manifest, read, close } = await openArchive(archive)
    for (const { parts } of manifest.tables)
      for (const part of parts) {
        const text = gunzipSync(await read(part))
          .toString()
          .toLowerCase()
        for (const value of VALEURS) expect(text).not.toContain(value.toLowerCase())
      }
    expect(manifest.plans).toEqual([])
    await close()
  })

  it('forgets the stored answers that hold her record, and no other', async () => {
    const id = await enter()
    const other = { ...SIEN, nomComplet: 'Fatiha Zerrouki, sa cousine' }
    const key = { 'idempotency-key': crypto.randomUUID() }
    const cousin = await karim.post('/api/clients', other, key)
    await addScan(id)
    await karim.delete(`/api/pieces/${await addScan(id)}`)
    expect((await erase(id)).statusCode).toBe(200)
    const kept = JSON.stringify(await t.db.selectFrom('idempotence').select('reponse').execute())
    for (const value of [`"${SIEN.nomComplet}"`, 'cni-fatiha.pdf']) expect(kept).not.toContain(value)
    expect((await karim.post('/api/clients', other, key)).json).toEqual(cousin.json)
    await karim.delete(`/api/clients/${idOf(cousin)}`)
  })

  it('asks for the name as it is seen, and writes nothing otherwise', async () => {
    const id = await enter()
    const others = await Promise.all(
      (['commercial', 'caisse', 'comptable', 'lecture'] as const).map((role) =>
        t.member(`${role}@diyar.dz`, role),
      ),
    )
    const before = await fingerprints(t.db)
    for (const confirmation of ['', 'Fatiha', 'fatiha zerrouki-lahlou', undefined]) {
      const refused = await karim.post(`/api/clients/${id}/effacer`, { confirmation })
      expect(refused.statusCode).toBe(422)
      const text = 'Recopiez le nom du client pour confirmer.'
      expect(refused.json).toEqual({ message: text, errors: { confirmation: [text] } })
    }
    expect((await erase(999_999)).statusCode).toBe(404)
    for (const other of others)
      expect(
        (await other.post(`/api/clients/${id}/effacer`, { confirmation: SIEN.nomComplet })).statusCode,
      ).toBe(403)
    expect(await fingerprints(t.db)).toEqual(before)
  })

  // spec: AD-27
  it.each([
    ['has a sale', (id: number) => buildSale(id)],
    ['had one that ended', async (id: number) => endSale(await buildSale(id))],
    ['shares one', (id: number) => share(id)],
    ['ceded one', (id: number) => cede(id)],
    ['holds an option', (id: number) => hold(id)],
  ])('is refused while she %s', async (_what, prepare) => {
    const id = await enter()
    await prepare(id)
    const before = await fingerprints(t.db)
    const refused = await erase(id)
    expect(refused.statusCode).toBe(409)
    expect(refused.json).toEqual({
      message: "Impossible d'effacer ce client : des ventes ou des paiements le concernent.",
    })
    expect(await fingerprints(t.db)).toEqual(before)
  })
})

const buildSale = async (client: number) => sell(t.db, await buildAppartement(t.db), client)
const endSale = async (vente: number) => {
  await pay(t.db, vente, 100)
  await t.db
    .updateTable('ventes')
    .set({ terminee_le: sql`now()` })
    .where('id', '=', vente)
    .execute()
}
const share = async (client: number) => {
  const vente = await buildSale((await buildClient(t.db)).id)
  await t.db.insertInto('co_acquereurs').values({ vente_id: vente, client_id: client, part: 5000 }).execute()
}
const cede = async (client: number) => {
  const vente = await buildSale(client)
  const ceded = await karim.post(`/api/ventes/${vente}/transfert-client`, {
    client_id: (await buildClient(t.db)).id,
    motif: 'Cession',
  })
  expect(ceded.statusCode).toBe(201)
}
const hold = async (client: number) =>
  buildOption(t.db, await buildAppartement(t.db), { client_id: client, nom: SIEN.nomComplet })
