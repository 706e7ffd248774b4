import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildParking,
  buildResidence,
  pay,
  sell,
} from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  const residence = await buildResidence(t.db, { nom: 'Cité d’Hydra' })
  await buildBloc(t.db, { residence_id: residence.id, nomloc: 'Bloc «\u00A0L’Oued\u00A0»' })
  await buildParking(t.db, { residence_id: residence.id, parking_nom: 'Sous–sol Ben\u202FAknoun' })
  const client = await buildClient(t.db, { nom_complet: 'N’Aït Lætitia' })
  await pay(t.db, await sell(t.db, await buildAppartement(t.db), client.id), 500_000)
  await buildClient(t.db, { nom_complet: 'Benali Abd El Kader', nom_ar: 'عبد القادر بن علي' })
  await buildClient(t.db, { nom_complet: 'Abdelkader Ben Salah' })
  await buildClient(t.db, { nom_complet: 'عبد الرحمن مزيان' })
  await buildClient(t.db, { nom_complet: 'عبدالرحمن حداد' })
})
afterAll(() => t.close())

/** Returns the clients found by the list of clients and by the global search, which are asked alike. */
async function clients(q: string): Promise<string[]> {
  const [liste, partout] = await Promise.all([
    karim.get(`/api/clients?${new URLSearchParams({ search: q }).toString()}`),
    karim.get(`/api/recherche?${new URLSearchParams({ q }).toString()}`),
  ])
  const noms = (liste.json as { data: { nomComplet: string }[] }).data.map(({ nomComplet }) => nomComplet)
  const trouves = (partout.json as { data: { genre: string; titre: string }[] }).data
  expect(trouves.filter(({ genre }) => genre === 'client').map(({ titre }) => titre)).toEqual(
    expect.arrayContaining(noms),
  )
  return noms.toSorted()
}
const titres = async (chemin: string, champ: string): Promise<unknown[]> => {
  const { json } = await karim.get(chemin)
  const lignes = Array.isArray(json) ? json : (json as { data: unknown[] }).data
  return lignes.map((ligne) => (ligne as Record<string, unknown>)[champ])
}

// spec: RF-20
it('finds a name by whatever apostrophe, hyphen, quote or blank it is typed with', async () => {
  for (const q of ["N'Aït", 'N’AIT', 'nʼait', 'n´ait laetitia', "n'ait LÆTITIA"])
    expect([q, await clients(q)]).toEqual([q, ['N’Aït Lætitia']])
  for (const q of ["cite d'hydra", 'Cité d’Hydra', 'd‘hydra'])
    expect([q, await titres(`/api/residence/all?search=${encodeURIComponent(q)}`, 'nom')]).toEqual([
      q,
      ['Cité d’Hydra'],
    ])
  expect(
    await titres(`/api/parkings?search=${encodeURIComponent('sous-sol ben aknoun')}`, 'parking_nom'),
  ).toHaveLength(1)
  for (const genre of ['residence', 'bloc', 'parking'] as const) {
    const q = { residence: "d'hydra", bloc: "l'oued", parking: 'sous-sol' }[genre]
    expect([genre, await titres(`/api/recherche?q=${encodeURIComponent(q)}`, 'genre')]).toEqual([
      genre,
      genre === 'parking' ? [] : [genre],
    ])
  }
  const ventes = await karim.get(`/api/ventes?search=${encodeURIComponent("n'ait")}`)
  expect((ventes.json as { data: unknown[] }).data).toHaveLength(1)
})

// spec: RF-21
it('finds a name with or without its blanks, either way round', async () => {
  const deux = ['Abdelkader Ben Salah', 'Benali Abd El Kader']
  for (const q of ['abdelkader', 'Abd El Kader', 'Abd-El-Kader', 'abd el k'])
    expect([q, await clients(q)]).toEqual([q, deux])
  expect(await clients('abdelkader benali')).toEqual(['Benali Abd El Kader'])
  expect(await clients('bensalah abd el kader')).toEqual(['Abdelkader Ben Salah'])
  for (const q of ['عبدالرحمن', 'عبد الرحمن'])
    expect([q, await clients(q)]).toEqual([q, ['عبد الرحمن مزيان', 'عبدالرحمن حداد'].toSorted()])
  expect(await clients('lkader')).toEqual(['Abdelkader Ben Salah'])
  expect(await titres(`/api/recherche?q=${encodeURIComponent('عبدالقادر')}`, 'titre')).toEqual([
    'Benali Abd El Kader',
  ])
  expect(await titres(`/api/parkings?search=benaknoun`, 'parking_nom')).toHaveLength(1)
  expect(await titres(`/api/residence/all?search=citedhydra`, 'nom')).toEqual(['Cité d’Hydra'])
})
