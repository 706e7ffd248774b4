import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readReleveModele } from '#features/papiers/server/facts/releve.read.ts'
import { readVentesTerminees } from '#features/ventes/server/ventes.read.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, idOf, sell } from '#test/harness/builders.ts'
import { binOf, filesOf } from '#test/harness/stored-files.ts'
import { fingerprints } from '#test/harness/tables.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')
const PDF = bytes('%PDF-1.7\nacte\n%%EOF\n')
const JPEG = bytes(`\u00FF\u00D8\u00FF\u00E0${'A'.repeat(400)}\u00FF\u00D9`)
const PNG = bytes(`\u0089PNG\r\n\u001A\n${'A'.repeat(400)}IEND\u00AE\u0042\u0060\u0082`)

interface Liste {
  data: { id: number; type: string; libelle: string; nom: string; note: string | null; ajoutee_par: string }[]
  types: { code: string; libelle: string; obligatoire: boolean }[]
  manquantes: { code: string; libelle: string; portee: string }[]
}

let t: TestApp
let karim: Visitor
let client: number
let vente: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
beforeEach(async () => {
  client = (await buildClient(t.db)).id
  vente = await sell(t.db, await buildAppartement(t.db), client)
})
afterAll(() => t.close())

const add = (fields: Record<string, string | number>, name = 'carte.pdf', content = PDF) =>
  karim.form(
    '/api/pieces',
    Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, String(value)])),
    { part: 'fichier', name, content },
  )
const list = async (query: string) => (await karim.get(`/api/pieces?${query}`)).json as Liste
const traces = async () => ({ tables: await fingerprints(t.db), files: await filesOf(t) })
const lines = (objet: string, id: number) =>
  t.db
    .selectFrom('journal')
    .select(['action', 'avant', 'apres'])
    .where('objet', '=', objet)
    .where('objet_id', '=', id)
    .where('action', 'in', ['joindre', 'retirer piece', 'supprimer'])
    .orderBy('id')
    .execute()

describe('a piece', () => {
  it.each([
    ['carte nationale.pdf', PDF, 'application/pdf', 'pdf'],
    ['photo de la carte.jpg', JPEG, 'image/jpeg', 'jpeg'],
    ['بطاقة التعريف.png', PNG, 'image/png', 'png'],
  ])('%s comes back byte for byte, under its own name and type', async (nom, content, type, format) => {
    const before = await filesOf(t)
    const added = await add(
      { client_id: client, type: 'piece-identite', note: ' Recto et verso ' },
      nom,
      content,
    )
    const expected = {
      type: 'piece-identite',
      libelle: "Pièce d'identité",
      nom,
      taille: content.length,
      format,
      note: 'Recto et verso',
      ajoutee_par: 'Karim Benali',
    }
    expect([added.statusCode, added.json]).toMatchObject([
      201,
      { ...expected, message: 'Pièce ajoutée avec succès !' },
    ])
    expect((await list(`client_id=${client}`)).data).toMatchObject([expected])
    const { statusCode, headers, rawPayload } = await karim.get(`/api/pieces/${idOf(added)}/fichier`)
    expect([statusCode, headers['content-type'], headers['x-content-type-options']]).toEqual([
      200,
      type,
      'nosniff',
    ])
    expect(headers['content-disposition']).toMatch(/^inline; /)
    const named = /[^ -~]/.test(nom) ? encodeURIComponent(nom) : nom
    expect(headers['content-disposition']).toContain(named)
    expect(rawPayload.equals(content)).toBe(true)

    const removed = await karim.delete(`/api/pieces/${idOf(added)}`)
    expect([removed.statusCode, removed.json]).toEqual([200, { message: 'Pièce supprimée avec succès !' }])
    expect((await karim.delete(`/api/pieces/${idOf(added)}`)).statusCode).toBe(404)
    expect((await karim.get(`/api/pieces/${idOf(added)}/fichier`)).statusCode).toBe(404)
    expect(await filesOf(t)).toEqual(before)
    const said = { piece: "Pièce d'identité", fichier: nom, note: 'Recto et verso' }
    expect(await lines('client', client)).toEqual([
      { action: 'joindre', avant: null, apres: said },
      { action: 'retirer piece', avant: said, apres: null },
    ])
  })

  it('of a vente stands in its own list, the newest first; an ended vente takes one too', async () => {
    await add({ vente_id: vente, type: 'contrat-signe' }, 'contrat.pdf')
    await t.db
      .updateTable('ventes')
      .set({ terminee_le: sql`now()` })
      .where('id', '=', vente)
      .execute()
    expect((await add({ vente_id: vente, type: 'contrat-signe' }, 'avenant.pdf')).statusCode).toBe(201)
    const { data, types } = await list(`vente_id=${vente}`)
    expect(data.map(({ nom }) => nom)).toEqual(['avenant.pdf', 'contrat.pdf'])
    expect(types).toEqual([{ code: 'contrat-signe', libelle: 'Contrat signé', obligatoire: false }])
    expect((await list(`client_id=${client}`)).data).toEqual([])
    expect((await lines('vente', vente)).map(({ action }) => action)).toEqual(['joindre', 'joindre'])
  })

  it('is refused without a trace when something is wrong with it', async () => {
    const INVALIDE = "Cette valeur n'est pas valide."
    const TYPE = 'Veuillez choisir un type de pièce.'
    for (const [fields, champ, sentence] of [
      [{ type: 'piece-identite' }, 'client_id', INVALIDE],
      [{ client_id: client, vente_id: vente, type: 'piece-identite' }, 'client_id', INVALIDE],
      [{ client_id: 'un', type: 'piece-identite' }, 'client_id', INVALIDE],
      [{ client_id: 99_999_999, type: 'piece-identite' }, 'client_id', 'Veuillez sélectionner un client.'],
      [{ vente_id: 99_999_999, type: 'contrat-signe' }, 'vente_id', INVALIDE],
      [{ client_id: client }, 'type', TYPE],
      [{ client_id: client, type: 'inconnu' }, 'type', TYPE],
      // These types belong to the other kind of file.
      [{ client_id: client, type: 'contrat-signe' }, 'type', TYPE],
      [{ vente_id: vente, type: 'piece-identite' }, 'type', TYPE],
      [
        { client_id: client, type: 'piece-identite', note: 'é'.repeat(256) },
        'note',
        'Ce texte dépasse 255 caractères.',
      ],
    ] as const) {
      const before = await traces()
      const answer = await add(fields)
      expect([fields, answer.statusCode, answer.json]).toEqual([
        fields,
        422,
        { message: sentence, errors: { [champ]: [sentence] } },
      ])
      expect(await traces()).toEqual(before)
    }
    const before = await traces()
    const none = await karim.form('/api/pieces', { client_id: String(client), type: 'piece-identite' })
    expect([none.statusCode, none.json]).toEqual([
      422,
      { message: 'Choisissez un fichier.', errors: { fichier: ['Choisissez un fichier.'] } },
    ])
    expect(await traces()).toEqual(before)
  })

  it('is asked for by a client or a vente that there is', async () => {
    for (const query of ['', 'client_id=1&vente_id=1', 'client_id=un']) {
      const { statusCode, json } = await karim.get(`/api/pieces?${query}`)
      expect([query, statusCode, json]).toMatchObject([
        query,
        422,
        { message: "Cette valeur n'est pas valide." },
      ])
    }
    for (const query of ['client_id=99999999', 'vente_id=99999999'])
      expect((await karim.get(`/api/pieces?${query}`)).statusCode).toBe(404)
  })

  it('goes with its client: rows, and bytes once that is done', async () => {
    const before = await filesOf(t)
    const { id } = await buildClient(t.db)
    await add({ client_id: id, type: 'piece-identite', note: 'Recto' }, 'carte.pdf')
    await add({ client_id: id, type: 'autre' }, 'divers.png', PNG)
    const bin = await binOf(t)
    expect((await karim.delete(`/api/clients/${id}`)).statusCode).toBe(200)
    expect(await filesOf(t)).toEqual(before)
    expect(await binOf(t)).toHaveLength(bin.length + 2)
    const [, , ...last] = await lines('client', id)
    expect(last).toMatchObject([
      { action: 'retirer piece', avant: { piece: "Pièce d'identité", fichier: 'carte.pdf', note: 'Recto' } },
      { action: 'retirer piece', avant: { piece: 'Autre pièce', fichier: 'divers.png' } },
      { action: 'supprimer' },
    ])
  })

  it('stays when its client is refused deletion', async () => {
    await add({ client_id: client, type: 'piece-identite' })
    const before = await traces()
    expect((await karim.delete(`/api/clients/${client}`)).statusCode).toBe(409)
    expect(await traces()).toEqual(before)
  })

  // spec: AD-26
  it('keeps a sale that ends as a closed dossier, in no list of former sales nor on a statement', async () => {
    await add({ vente_id: vente, type: 'contrat-signe' })
    const { bien_id } = await t.db
      .selectFrom('ventes')
      .select('bien_id')
      .where('id', '=', vente)
      .executeTakeFirstOrThrow()
    expect((await karim.put(`/api/appartements/${bien_id}/retirer-client`)).statusCode).toBe(200)
    expect((await karim.get(`/api/ventes/${vente}`)).json).toMatchObject({ etat: 'retrait' })
    expect((await list(`vente_id=${vente}`)).data).toHaveLength(1)
    expect(await readVentesTerminees(t.db, bien_id)).toEqual([])
    const { groupes } = await readReleveModele(t.db, { portee: 'client', id: client })
    expect(groupes.map(({ ventes }) => ventes)).toEqual([[]])
    const bien = await karim.delete(`/api/appartements/${bien_id}`)
    expect([bien.statusCode, (bien.json as { message: string }).message]).toEqual([
      409,
      expect.stringContaining('1 dossier clos ou transféré y est rattaché.'),
    ])
    const acheteur = await karim.delete(`/api/clients/${client}`)
    expect([acheteur.statusCode, (acheteur.json as { message: string }).message]).toEqual([
      409,
      expect.stringContaining('Ce client a 1 dossier de vente terminé.'),
    ])
  })

  it('comes twice with one key once', async () => {
    const key = { 'idempotency-key': `piece-${client}` }
    const form = () =>
      karim.form(
        '/api/pieces',
        { client_id: String(client), type: 'piece-identite' },
        { part: 'fichier', name: 'carte.pdf', content: PDF },
        key,
      )
    const [first, again] = [await form(), await form()]
    expect([first.statusCode, again.statusCode, again.json]).toEqual([201, 201, first.json])
    expect((await list(`client_id=${client}`)).data).toHaveLength(1)
  })
})
