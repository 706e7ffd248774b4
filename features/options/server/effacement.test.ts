import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openArchive } from '#server/backup/archive-reader.ts'
import { backUp } from '#server/backup/backup.ts'
import { addJours, aujourdhui } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, buildLocal, buildOption, idOf } from '#test/harness/builders.ts'
import { everyRow, fingerprints } from '#test/harness/tables.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

const NOM = 'Mokhtar Belhadj-Senoussi'
const TEL = '0661 98 76 54'
const VALEURS = ['belhadj', 'senoussi', TEL, '661987654']
const key = () => ({ 'idempotency-key': crypto.randomUUID() })

const hold = async (bien_id: number, holder: object = { nom: NOM, tel: TEL }) =>
  idOf(
    await karim.post(
      '/api/options',
      { bien_id, ...holder, note: 'M. Belhadj revient', expire_le: addJours(aujourdhui(), 2) },
      key(),
    ),
  )
const release = (option: number) =>
  karim.post(`/api/options/${option}/liberer`, { motif: `Belhadj renonce, ${TEL}` }, key())
const erase = (option: number, confirmation: unknown = NOM, headers?: Record<string, string>) =>
  karim.post(`/api/options/${option}/effacer`, { confirmation }, headers)
const released = { nom: NOM, tel: TEL, fin: 'liberee', fin_le: new Date() }

const optionOf = async (id: number) =>
  t.db
    .selectFrom('options')
    .select(['nom', 'tel', 'note', 'motif_fin', 'client_id', 'fin'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const ERASED = { nom: 'Titulaire effacé', tel: null, note: null, motif_fin: null, client_id: null }

describe('erasing whom a closed option was for', () => {
  // spec: RE-30, RE-71
  it('leaves nothing of him, in no option of his, line, answer, search or later backup', async () => {
    const [lot, local] = [await buildAppartement(t.db), await buildLocal(t.db)]
    const one = await hold(lot)
    const edited = await karim.put(`/api/appartements/${lot}`, {
      ...((await karim.get(`/api/appartements/${lot}`)).json as object),
      montant: 4_200_000,
      version: null,
    })
    expect(edited.statusCode).toBe(200)
    // The lines that an older version wrote about the option.
    await t.db
      .insertInto('journal')
      .values([
        {
          membre_nom: 'Karim',
          action: 'poser',
          objet: 'option',
          objet_id: one,
          apres: { id: one, nom: NOM },
        },
        {
          membre_nom: 'Karim',
          action: 'modifier',
          objet: 'appartement',
          objet_id: lot,
          apres: { id: lot, montant: 1, option: { id: one, nom: NOM, tel: TEL } },
        },
      ] as never)
      .execute()
    await release(one)
    // The same man's other option, its last day over, was written down otherwise.
    const other = await hold(local, {
      nom: 'MOKHTAR  belhadj-senoussi',
      tel: '+213 661 98 76 54 / 021 63 52 10',
    })
    await t.db
      .updateTable('options')
      .set({ expire_le: addJours(aujourdhui(), -1) })
      .where('id', '=', other)
      .execute()
    expect((await everyRow(t.db)).toLowerCase()).toContain('belhadj')

    const once = key()
    const erased = await erase(one, `  Mokhtar   Belhadj-Senoussi `, once)
    expect([erased.statusCode, erased.json]).toEqual([200, { message: 'Données effacées avec succès !' }])
    const rows = (await everyRow(t.db)).toLowerCase()
    for (const value of VALEURS) expect(rows).not.toContain(value)
    expect(await optionOf(one)).toEqual({ ...ERASED, fin: 'liberee' })
    expect(await optionOf(other)).toEqual({ ...ERASED, fin: 'expiree' })
    expect((await karim.get('/api/options?etat=toutes&search=belhadj')).json).toMatchObject({ total: 0 })
    expect((await karim.get('/api/journal?q=belhadj')).json).toMatchObject({ data: [] })
    expect((await karim.get(`/api/options?etat=closes&bien_id=${lot}`)).json).toMatchObject({
      data: [{ id: one, nom: 'Titulaire effacé', effacee: true, prise_par: 'Karim Benali' }],
    })

    const lines = (option: number) =>
      t.db
        .selectFrom('journal')
        .select(['action', 'avant', 'apres'])
        .where('objet', '=', 'option')
        .where('objet_id', '=', option)
        .orderBy('id')
        .execute()
    const nothing = { avant: null, apres: null }
    const end = { action: 'effacer', avant: null, apres: { details: 'Données effacées.' } }
    expect(await lines(one)).toEqual([
      { action: 'poser', ...nothing },
      { action: 'poser', ...nothing },
      { action: 'liberer', ...nothing },
      end,
    ])
    expect(await lines(other)).toEqual([{ action: 'poser', ...nothing }, end])

    const archive = join(t.files, 'apres.tar')
    await backUp({ connection: t.connection, files: t.app.files, target: archive, madeAt: new Date() })
    const { manifest, read, close } = await openArchive(archive)
    for (const { parts } of manifest.tables)
      for (const part of parts) {
        const text = gunzipSync(await read(part))
          .toString()
          .toLowerCase()
        for (const value of VALEURS) expect(text).not.toContain(value)
      }
    await close()

    // Asked again, with its key or without, it is done already: nothing more is written.
    const before = await fingerprints(t.db)
    expect((await erase(one, `  Mokhtar   Belhadj-Senoussi `, once)).json).toEqual(erased.json)
    expect((await erase(one)).json).toEqual(erased.json)
    expect((await erase(other, 'Qui ?')).json).toEqual(erased.json)
    expect(await fingerprints(t.db)).toEqual(before)
  })

  it('leaves others be: of the same name with another telephone, and a client to whom his was given', async () => {
    const build = async (given: object) => (await buildOption(t.db, await buildAppartement(t.db), given)).id
    const client_id = (await buildClient(t.db, { nom_complet: NOM, tel: TEL })).id
    const homonyme = await build({ ...released, tel: '0770 00 00 00' })
    const sans = await build({ ...released, tel: null })
    const cliente = await build({ ...released, client_id })
    const sienne = await build(released)
    expect((await erase(sienne)).statusCode).toBe(200)
    for (const id of [homonyme, sans, cliente]) expect(await optionOf(id)).toMatchObject({ nom: NOM })
    // Without a telephone it is that one only.
    const autre = await build({ ...released, tel: null })
    expect((await erase(sans)).statusCode).toBe(200)
    expect(await optionOf(sans)).toMatchObject(ERASED)
    expect(await optionOf(autre)).toMatchObject({ nom: NOM })
    expect(await t.db.selectFrom('clients').select('id').where('id', '=', client_id).execute()).toHaveLength(
      1,
    )
  })

  it('is refused while one of his is open, of a client, without his name and to others: nothing is written', async () => {
    const build = async (given: object) => (await buildOption(t.db, await buildAppartement(t.db), given)).id
    const open = { nom: NOM, tel: '0550 12 12 12' }
    const live = await build(open)
    const past = await build({ ...released, ...open })
    const client_id = (await buildClient(t.db)).id
    const cliente = await build({ ...released, client_id })
    const closed = await build(released)
    const others = await Promise.all(
      (['commercial', 'caisse', 'comptable', 'lecture'] as const).map((role) =>
        t.member(`${role}@diyar.dz`, role),
      ),
    )
    const before = await fingerprints(t.db)
    for (const option of [live, past]) {
      const refused = await erase(option)
      expect([refused.statusCode, refused.json]).toEqual([
        409,
        { message: "Impossible d'effacer ce titulaire : une option est en cours." },
      ])
    }
    const refused = await erase(cliente)
    expect([refused.statusCode, refused.json]).toEqual([
      409,
      { message: "Cette option est celle d'un client : effacez ses données depuis son dossier." },
    ])
    const text = 'Recopiez le nom du titulaire pour confirmer.'
    for (const confirmation of ['', 'Mokhtar', NOM.toLowerCase(), undefined])
      expect(await karim.post(`/api/options/${closed}/effacer`, { confirmation })).toMatchObject({
        statusCode: 422,
        json: { message: text, errors: { confirmation: [text] } },
      })
    expect((await erase(999_999)).statusCode).toBe(404)
    for (const other of others)
      expect((await other.post(`/api/options/${closed}/effacer`, { confirmation: NOM })).statusCode).toBe(403)
    expect(await fingerprints(t.db)).toEqual(before)
  })
})
