import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, sell } from '#test/harness/builders.ts'
import { fingerprints } from '#test/harness/tables.ts'

const PDF = Buffer.from('%PDF-1.7\nacte\n%%EOF\n')
interface Type {
  code?: string | null
  libelle: string
  portee: 'client' | 'vente'
  obligatoire: boolean
}
interface Liste {
  data: { libelle: string }[]
  types: { code: string; libelle: string; obligatoire: boolean }[]
  manquantes: { code: string; libelle: string; portee: string }[]
}

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
beforeEach(async () => {
  await t.db.deleteFrom('parametres').where('section', '=', 'pieces').execute()
})
afterAll(() => t.close())

const kept = async () => {
  const { json } = await karim.get('/api/parametres')
  const { pieces } = (json as { data: { pieces: { valeur: { types: Type[] }; version: number } } }).data
  return { types: pieces.valeur.types, version: pieces.version }
}
const save = async (types: readonly Type[]) =>
  karim.put('/api/parametres/pieces', { valeur: { types }, version: (await kept()).version })
const add = (fields: Record<string, string>) =>
  karim.form('/api/pieces', fields, { part: 'fichier', name: 'piece.pdf', content: PDF })
const list = async (query: string) => (await karim.get(`/api/pieces?${query}`)).json as Liste
const codes = async () => (await kept()).types.map(({ code }) => code)

describe('types of pieces', () => {
  it('are given a code that none has ever had; renamed, reordered they keep theirs', async () => {
    const [identite, contrat, autre] = (await kept()).types
    const nouveau: Type = { libelle: 'Fiche de paie', portee: 'client', obligatoire: false }
    expect(
      (await save([autre as Type, nouveau, { ...(identite as Type), libelle: 'Carte' }, contrat as Type]))
        .statusCode,
    ).toBe(200)
    const [first = '', second = '', ...others] = await codes()
    expect([first, others]).toEqual(['autre', ['piece-identite', 'contrat-signe']])
    expect(second).not.toBe('')
    // The code of the type taken away is not given again, also not to a type that claims it, nor a code twice.
    await save((await kept()).types.filter(({ code }) => code !== second))
    await save([
      ...(await kept()).types,
      { ...nouveau, code: second },
      { ...nouveau, code: 'autre', libelle: 'Avis' },
    ])
    const after = await codes()
    expect(new Set(after).size).toBe(after.length)
    expect(after).not.toContain(second)
  })

  // spec: AD-23
  it('say what is missing at once, of a vente what its buyer lacks too', async () => {
    const client = (await buildClient(t.db)).id
    const vente = await sell(t.db, await buildAppartement(t.db), client)
    expect((await list(`vente_id=${vente}`)).manquantes).toEqual([])
    await save((await kept()).types.map((type) => ({ ...type, obligatoire: type.code !== 'autre' })))
    const identite = { code: 'piece-identite', libelle: "Pièce d'identité", portee: 'client' }
    const contrat = { code: 'contrat-signe', libelle: 'Contrat signé', portee: 'vente' }
    expect((await list(`client_id=${client}`)).manquantes).toEqual([identite])
    expect((await list(`vente_id=${vente}`)).manquantes).toEqual([identite, contrat])
    await add({ client_id: String(client), type: 'piece-identite' })
    expect((await list(`client_id=${client}`)).manquantes).toEqual([])
    expect((await list(`vente_id=${vente}`)).manquantes).toEqual([contrat])
    await add({ vente_id: String(vente), type: 'contrat-signe' })
    expect((await list(`vente_id=${vente}`)).manquantes).toEqual([])
    await save([...(await kept()).types, { libelle: 'Échéancier signé', portee: 'vente', obligatoire: true }])
    expect((await list(`vente_id=${vente}`)).manquantes).toMatchObject([{ libelle: 'Échéancier signé' }])
  })

  // spec: AD-23
  it('are not taken away while pieces have them; renamed they rename these', async () => {
    const client = String((await buildClient(t.db)).id)
    await t.db.deleteFrom('pieces').execute()
    await t.db.deleteFrom('fichiers').execute()
    await add({ client_id: client, type: 'piece-identite' })
    const { types } = await kept()
    const without = types.filter(({ code }) => code !== 'piece-identite')
    const refused = async (wanted: readonly Type[], champ: string, sentence: string) => {
      const before = await fingerprints(t.db)
      const { statusCode, json } = await save(wanted)
      expect([statusCode, json]).toEqual([422, { message: sentence, errors: { [champ]: [sentence] } }])
      expect(await fingerprints(t.db)).toEqual(before)
    }
    const UTILISE = (n: string) =>
      `Ce type est utilisé par ${n} : rendez-le facultatif plutôt que de le supprimer.`
    await refused(without, 'valeur.types', UTILISE('1 pièce'))
    for (let n = 1; n < 12; n++) await add({ client_id: client, type: 'piece-identite' })
    await refused(without, 'valeur.types', UTILISE('12 pièces'))
    await refused(
      types.map((type) => (type.code === 'piece-identite' ? { ...type, portee: 'vente' } : type)),
      'valeur.types.0.portee',
      "Ce type est utilisé par 12 pièces : ce qu'il concerne ne peut plus changer.",
    )
    const renamed = types.map((type) =>
      type.code === 'piece-identite' ? { ...type, libelle: 'بطاقة التعريف' } : type,
    )
    expect((await save(renamed)).statusCode).toBe(200)
    const { data } = await list(`client_id=${client}`)
    expect(new Set(data.map(({ libelle }) => libelle))).toEqual(new Set(['بطاقة التعريف']))
  })

  it('bear each a name of its own', async () => {
    const { types } = await kept()
    const before = await fingerprints(t.db)
    const double = { libelle: ' autre   PIÈCE', portee: 'vente', obligatoire: false } as const
    const { statusCode, json } = await save([...types, double])
    expect([statusCode, json]).toEqual([
      422,
      {
        message: 'Deux types de pièces portent ce nom.',
        errors: { 'valeur.types.3.libelle': ['Deux types de pièces portent ce nom.'] },
      },
    ])
    expect(await fingerprints(t.db)).toEqual(before)
  })

  // spec: AD-23
  it('are taken away while a piece of theirs is added: one of the two is told, no piece is left without its type', async () => {
    const client = String((await buildClient(t.db)).id)
    const outcomes: number[][] = []
    for (let n = 0; n < 40; n++) {
      await save([...(await kept()).types, { libelle: `Type ${n}`, portee: 'client', obligatoire: false }])
      const code = (await codes()).at(-1) ?? ''
      const without = (await kept()).types.filter((type) => type.code !== code)
      const [saved, added] = await Promise.all([save(without), add({ client_id: client, type: code })])
      outcomes.push([saved.statusCode, added.statusCode])
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pieces p where not exists (
        select from parametres s, jsonb_array_elements(s.valeur->'types') e where s.section = 'pieces' and e->>'code' = p.type)`.execute(
        t.db,
      )
      expect(rows).toEqual([{ n: 0 }])
    }
    const allowed = new Set(['200 422', '422 201'])
    expect(outcomes.map((pair) => pair.join(' ')).filter((pair) => !allowed.has(pair))).toEqual([])
  })
})
