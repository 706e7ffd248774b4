import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, idOf, pay, sell } from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

const saisie = { nomComplet: 'Yacine Meziane', tel: '0550 11 22 33', email: 'y@exemple.dz', adresse: 'Alger' }
const nomAr = 'ياسين مزيان'
const kept = (id: number) =>
  t.db
    .selectFrom('clients')
    .select(['nom_complet', 'nom_ar', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const lines = async (id: number) =>
  (
    await t.db
      .selectFrom('journal')
      .select(['action', 'avant', 'apres'])
      .where('objet', '=', 'client')
      .where('objet_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ action, avant, apres }) => ({ action, avant, apres }))

// spec: RF-24
it('a client is recorded with the name of the identity card and the one in Arabic, which stays until it is said again', async () => {
  const added = await karim.post('/api/clients', { ...saisie, nom_ar: ` ${nomAr} ` })
  expect(added.statusCode).toBe(201)
  const id = idOf(added)
  expect(Object.keys(added.json as object).toSorted()).toEqual([
    'adresse',
    'email',
    'id',
    'message',
    'nomComplet',
    'sans_email',
    'sans_telephone',
    'tel',
    'version',
  ])
  expect(await kept(id)).toEqual({ nom_complet: 'Yacine Meziane', nom_ar: nomAr, version: 1 })
  for (const q of [nomAr, 'مزيان', 'yacine']) {
    const { json } = await karim.get(`/api/clients?search=${encodeURIComponent(q)}`)
    expect([q, (json as { data: { id: number }[] }).data.map((one) => one.id)]).toEqual([q, [id]])
  }
  expect((await karim.put(`/api/clients/${id}`, saisie)).statusCode).toBe(200)
  expect(await kept(id)).toEqual({ nom_complet: 'Yacine Meziane', nom_ar: nomAr, version: 2 })
  expect((await karim.put(`/api/clients/${id}`, { ...saisie, nom_ar: '' })).statusCode).toBe(200)
  expect(await kept(id)).toEqual({ nom_complet: 'Yacine Meziane', nom_ar: null, version: 3 })
  expect(await lines(id)).toMatchObject([
    { action: 'ajouter', apres: { nomComplet: 'Yacine Meziane', nom_ar: nomAr } },
    { action: 'modifier', avant: { version: 1 }, apres: { version: 2 } },
    { action: 'modifier', avant: { nom_ar: nomAr }, apres: { nom_ar: null } },
  ])
  const avant = await kept(id)
  const refused = await karim.put(`/api/clients/${id}`, { ...saisie, nom_ar: 'س'.repeat(256) })
  expect([refused.statusCode, refused.json]).toEqual([
    422,
    { message: 'Ce texte dépasse 255 caractères.', errors: { nom_ar: ['Ce texte dépasse 255 caractères.'] } },
  ])
  expect(await kept(id)).toEqual(avant)
})

/** Remarks on a paper of a sale of this client. */
async function remarques(client: Parameters<typeof buildClient>[1]): Promise<string[]> {
  const vente = await sell(t.db, await buildAppartement(t.db), (await buildClient(t.db, client)).id)
  await pay(t.db, vente, 500_000)
  const { json } = await karim.get(`/api/ventes/${vente}/documents?tous=1`)
  const { possibles } = json as { possibles: { type: string; remarques: string[] }[] }
  return possibles.find(({ type }) => type === 'attestation_paiement')?.remarques ?? []
}

// spec: RF-24
it('a French paper of a client who is known in Arabic letters alone asks for the name of the card, an Arabic one for no other', async () => {
  const arabe = await remarques({ nom_complet: nomAr })
  expect(arabe).toContain('Complétez le nom en caractères latins.')
  expect(arabe.filter((une) => une.includes(nomAr))).toEqual([])
  const latin = await remarques({ nom_complet: 'Yacine Meziane', nom_ar: nomAr })
  expect(latin).not.toContain('Complétez le nom en caractères latins.')
  const sans = await remarques({ nom_complet: 'Yacine Meziane' })
  expect(sans).toContain('Nom arabe manquant : Yacine Meziane.')
  expect(sans).not.toContain('Complétez le nom en caractères latins.')
})
