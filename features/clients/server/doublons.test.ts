import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TELEPHONES_ECRITS } from '#shared/saisie.essais.ts'
import { cleDeTelephone, numerosDe } from '#shared/telephone.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildClient } from '#test/harness/builders.ts'

let t: TestApp
let amel: Visitor
beforeAll(async () => {
  t = await startApp()
  await t.member()
  amel = await t.member('amel@diyar.dz', 'commercial')
})
afterAll(() => t.close())

interface Doublon {
  id: number
  nomComplet: string
  tel: string
  raisons: string[]
}
const found = async (query: Record<string, string>) => {
  const { statusCode, json } = await amel.get(
    `/api/clients/doublons?${new URLSearchParams(query).toString()}`,
  )
  expect(statusCode).toBe(200)
  return (json as { data: Doublon[] }).data
}

// spec: AD-24
it('a phone is the same in all its spellings, as first or second one', async () => {
  const first = await buildClient(t.db, { nom_complet: 'Amine Bouzid', tel: '0550 12 34 56' })
  const second = await buildClient(t.db, {
    nom_complet: 'Zohra Bouzid',
    tel: '021 00 00 00 1',
    tel2: '(0)550.12.34.56',
  })
  for (const spelling of ['0550123456', '+213 550-12-34-56', '00213550123456', '0550/12/34/56']) {
    for (const field of ['tel', 'tel2'])
      expect(await found({ [field]: spelling })).toEqual([
        { id: first.id, nomComplet: 'Amine Bouzid', tel: '0550 12 34 56', raisons: ['téléphone'] },
        { id: second.id, nomComplet: 'Zohra Bouzid', tel: '021 00 00 00 1', raisons: ['téléphone'] },
      ])
  }
  expect((await found({ tel: '0550123456', sauf: String(first.id) })).map(({ id }) => id)).toEqual([
    second.id,
  ])
  expect(await found({ tel: '0550 12 34 57' })).toEqual([])
})

// spec: RE-31
it('each number of a field is compared by itself, on either side, as the screens part them', async () => {
  const two = await buildClient(t.db, {
    nom_complet: 'Deux Lignes',
    tel: '0771 22 33 44 / 0662 11 22 33',
    tel2: '+213 553 44 55 66 +33 6 12 34 56 78',
  })
  for (const tel of [
    '0771 22 33 44',
    '0662112233',
    '0553 44 55 66',
    '06 12 34 56 78',
    '0999 00 00 00 / 0662 11 22 33',
  ])
    expect([tel, (await found({ tel })).map(({ id }) => id)]).toEqual([tel, [two.id]])
  expect(await found({ tel: '2233440662' })).toEqual([])
  const champs = [
    '',
    '3030',
    '/ 0661 98 76 54',
    '0550/12/34/56',
    '021/23 45 67',
    '021 23 45 67/68',
    '12 / 0661 00 00 00',
    '0550123456 0661987654 021234567',
    '(+33) 6 12 34 06 07',
    '0550 12 34 56 (+33) 6 12 34 56 78',
    '+213/550/12/34/56',
    '0550 12 34 56 / 0661/98/76/54',
    '0550 - 12 - 34 - 56',
    '00213 0550 12 34 56',
    '0550.12.34.56-0661.98.76.54',
    '+213 550 12 34 56 0661 98 76 54',
    '0550 12 34 06 0661 98 76 54',
    '23 45 67 / 68 69 70',
    ...TELEPHONES_ECRITS.map(([ecrit]) => ecrit),
  ]
  const { rows } = await sql<{ champ: string; cles: string[] }>`
    select champ, cles_de_telephone(champ) as cles from unnest(${champs}::text[]) champ`.execute(t.db)
  expect(rows).toEqual(champs.map((champ) => ({ champ, cles: numerosDe(champ).map(cleDeTelephone) })))
})

it('a phone under eight digits, and what has no digit or letter, is nobody’s', async () => {
  await buildClient(t.db, { tel: '12 34 56', nin: '---', piece_numero: ' ' })
  expect(await found({ tel: '12 34 56' })).toEqual([])
  expect(await found({ nin: '---' })).toEqual([])
  expect(await found({ piece_numero: ' . ' })).toEqual([])
  expect(await found({})).toEqual([])
})

it('a NIN and the number of a piece are letters and digits, whatever their case; most reasons come first', async () => {
  const one = await buildClient(t.db, { nom_complet: 'A', tel: '0770 00 00 01', nin: '12 34a' })
  const both = await buildClient(t.db, {
    nom_complet: 'B',
    tel: '0770 00 00 02',
    nin: '1234A',
    piece_numero: 'ab-301',
  })
  expect(
    (await found({ nin: '12-34A', piece_numero: 'AB 301' })).map(({ id, raisons }) => [id, raisons]),
  ).toEqual([
    [both.id, ['NIN', "pièce d'identité"]],
    [one.id, ['NIN']],
  ])
  // The number of one is not that of the other.
  expect(await found({ nin: 'AB301' })).toEqual([])
})

it('five are told at most', async () => {
  for (let n = 0; n < 8; n++) await buildClient(t.db, { nom_complet: `Famille ${n}`, tel: '0799 99 99 99' })
  expect((await found({ tel: '0799999999' })).map(({ nomComplet }) => nomComplet)).toEqual(
    [0, 1, 2, 3, 4].map((n) => `Famille ${n}`),
  )
})

// spec: AD-21
it('an answer has no value but name and phone, and none for who may not add clients', async () => {
  await buildClient(t.db, { tel: '0555 44 33 22', nin: '998877', tel2: '0666 11 22 33', nom_ar: 'ليندة' })
  const [doublon] = await found({ nin: '998877' })
  expect(Object.keys(doublon ?? {})).toEqual(['id', 'nomComplet', 'tel', 'raisons'])
  for (const role of ['caisse', 'comptable', 'lecture'] as const) {
    const other = await t.member(`${role}@diyar.dz`, role)
    expect((await other.get('/api/clients/doublons?nin=998877')).statusCode).toBe(403)
  }
})
