import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '#server/http/app.ts'
import { diskStore } from '#server/files/disk.ts'
import { startApp, Visitor, type TestApp } from '#test/harness/app.ts'
import {
  buildBon,
  buildCategorie,
  buildClient,
  buildLigne,
  buildLocal,
  pay,
  sell,
} from '#test/harness/builders.ts'
import { makeChange, mutatingCalls, sendChange } from '#test/scenes/changes.ts'
import { watched } from '#test/harness/watched.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

const lines = () => t.db.selectFrom('journal').selectAll().orderBy('id').execute()

/** The names that a line bears where it is not the member who is signed in. */
const QUI: Record<string, RegExp | undefined> = {
  'POST /register': /^Amina Saïdi$/,
  'POST /api/suivi/ouvrir': /^Client \(lien\)$/,
}

// spec: EN-33
it('every call that changes the business leaves a line that says who, what and which', async () => {
  // A check of the rules changes nothing of the business.
  const calls = mutatingCalls(t.app).filter(
    (call) => !/login|logout|connexions\/fermer|suivi\/fermer|sante\/verification/.test(call),
  )
  expect(calls.length).toBeGreaterThan(45)
  for (const call of calls) {
    const change = await makeChange(call, t.db, karim)
    const before = (await lines()).length
    const answer = await sendChange(karim, change)
    expect([call, answer.statusCode < 300, answer.body]).toEqual([call, true, answer.body])
    const left = (await lines()).slice(before)
    expect([call, left.length > 0]).toEqual([call, true])
    for (const { membre_nom, action, objet, objet_id, avant, apres } of left) {
      // One of the changes renames the member himself.
      expect([call, membre_nom]).toEqual([call, expect.stringMatching(QUI[call] ?? /^Karim( Benali)?$/)])
      expect([call, action === '', objet === '']).toEqual([call, false, false])
      // A section of the settings has a name and no number.
      expect([call, objet === 'parametres' ? objet_id === null : Number(objet_id) > 0]).toEqual([call, true])
      expect([call, avant ?? apres]).not.toEqual([call, null])
    }
    expect([call, /motdepasse1|argon2/i.test(JSON.stringify(left))]).toEqual([call, false])
  }
})

it('no line is changed or taken away, not even by the owner of the database', async () => {
  const before = await lines()
  expect(before.length).toBeGreaterThan(0)
  for (const statement of [
    "update journal set membre_nom = 'Personne'",
    'delete from journal',
    'truncate journal',
  ])
    await expect(sql.raw(statement).execute(t.db)).rejects.toThrow('the journal is append-only')
  expect(await lines()).toEqual(before)
})

// spec: AD-11
it('only what a line says of a client who is no more can be taken out of it, and nothing else of the line', async () => {
  const { id } = await buildClient(t.db, { nom_complet: 'Zohra Effacée' })
  const write = (objet: string, objetId: number) =>
    sql`insert into journal (membre_nom, action, objet, objet_id, avant, apres) values
      ('Karim', 'modifier', ${objet}, ${objetId}, '{"nomComplet": "Zohra"}', '{"nomComplet": "Zohra Effacée"}')`.execute(
      t.db,
    )
  await write('client', id)
  await write('residence', 987_654)
  const empty = (objet: string, objetId: number, set = 'avant = null, apres = null') =>
    sql`update journal set ${sql.raw(set)} where objet = ${objet} and objet_id = ${objetId}`.execute(t.db)
  const refused = 'the journal is append-only'
  await expect(empty('client', id)).rejects.toThrow(refused)
  await t.db.deleteFrom('clients').where('id', '=', id).execute()
  for (const set of [
    'avant = null',
    "avant = null, apres = '{}'",
    "avant = null, apres = null, membre_nom = 'Personne'",
    "avant = null, apres = null, quand = now() - interval '1 day'",
    'avant = null, apres = null, objet_id = 1',
  ])
    await expect(empty('client', id, set)).rejects.toThrow(refused)
  await expect(empty('residence', 987_654)).rejects.toThrow(refused)
  await expect(sql`delete from journal where objet_id = ${id}`.execute(t.db)).rejects.toThrow(refused)
  const [before] = (await lines()).filter((line) => line.objet === 'client' && line.objet_id === id)
  expect(before).toMatchObject({ recherche: 'zohra effacee' })
  await empty('client', id)
  const [after] = (await lines()).filter((line) => line.objet === 'client' && line.objet_id === id)
  expect(after).toEqual({ ...before, avant: null, apres: null, recherche: '' })
})

it('the name of whoever did it outlives the account', async () => {
  const amina = await t.member('amina.part@diyar.dz')
  const { json } = await amina.post('/api/categories', { nom: 'Terrassement' })
  const { id } = await t.db
    .selectFrom('membres')
    .select('id')
    .where('email', '=', 'amina.part@diyar.dz')
    .executeTakeFirstOrThrow()
  expect((await karim.delete(`/api/members/${id}`)).statusCode).toBeLessThan(300)
  const line = (await lines()).findLast(({ objet }) => objet === 'categorie')
  expect(line).toMatchObject({
    membre_id: id,
    membre_nom: 'Karim Benali',
    objet_id: (json as { id: number }).id,
  })
})

it('what goes with a record is written down in as many statements, however much it is: locks are held meanwhile', async () => {
  let statements = 0
  const app = await createApp({ db: watched(t.db, () => void statements++), files: diskStore(t.files) })
  // The statements of a server that begins belong to no change.
  await app.ready()
  const visitor = new Visitor(app)
  visitor.cookies.take(karim.cookies)
  const counted = async (change: () => ReturnType<Visitor['delete']>) => {
    const [from, before] = [statements, (await lines()).length]
    const answer = await change()
    expect(answer.statusCode).toBe(200)
    return { statements: statements - from, lines: (await lines()).slice(before) }
  }
  const withPayments = async (payments: number) => {
    const local = await buildLocal(t.db)
    const vente = await sell(t.db, local, (await buildClient(t.db)).id)
    for (let n = 1; n <= payments; n++) await pay(t.db, vente, 1000 + n)
    return counted(() => visitor.put(`/api/locaux/${local}/retirer-client`))
  }
  const withBons = async (bons: number) => {
    const { id } = await buildCategorie(t.db)
    for (let n = 0; n < bons; n++) {
      const bon = await buildBon(t.db, { categorie_bon_id: id })
      for (let ligne = 0; ligne < n % 3; ligne++) await buildLigne(t.db, bon.id)
    }
    return counted(() => visitor.delete(`/api/categories/${id}`))
  }
  try {
    const [few, many] = [await withPayments(1), await withPayments(12)]
    expect(many.lines.map(({ action, objet }) => `${action} ${objet}`)).toEqual([
      ...Array.from({ length: 12 }, () => 'supprimer paiement'),
      'retirer vente',
    ])
    expect(many.lines.slice(0, 12).map(({ avant }) => avant)).toMatchObject(
      Array.from({ length: 12 }, (_, n) => ({ versement: 1001 + n })),
    )
    expect(many.statements).toBe(few.statements)
    const [one, twelve] = [await withBons(1), await withBons(12)]
    expect(twelve.lines).toHaveLength(1)
    const kept = twelve.lines[0]?.avant as { bons: { lignes: object[] }[] } | undefined
    const bons = kept?.bons ?? []
    expect(bons.map(({ lignes }) => lignes.length)).toEqual(Array.from({ length: 12 }, (_, n) => n % 3))
    expect(bons[1]?.lignes).toEqual([
      { id: expect.any(Number), designation: expect.any(String), prix_unitaire: 10_000, quantite: 2 },
    ])
    expect(twelve.statements).toBe(one.statements)
  } finally {
    await app.close()
  }
})
