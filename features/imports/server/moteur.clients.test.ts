import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { buildClient } from '#test/harness/builders.ts'
import { fautes, importer, type Rangee } from '#test/harness/feuilles.ts'
import { saidOf } from '#test/harness/reprise.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())
afterEach(() => t.db.deleteFrom('clients').execute())

const send = (clients: readonly Rangee[], modifier = false) => importer(t.db, { clients }, { modifier })
const nomme = (autres: Rangee = {}): Rangee => ({ 'Nom complet': 'Kaci Ahmed', ...autres })
const kept = () =>
  t.db.selectFrom('clients').select(['nom_complet', 'tel', 'email', 'version']).orderBy('id').execute()
const sans = { nom_complet: 'Kaci Ahmed', tel: null, email: null, version: 1 }

// spec: IN-21
it('makes clients without phone and e-mail, told apart from a namesake with one, and finds them again', async () => {
  const lignes = [nomme({ Téléphone: '0550' }), nomme(), nomme()]
  const premier = await send(lignes)
  expect(fautes(premier)).toEqual([])
  expect(saidOf(premier, 'avertissement')).toEqual(['4 – : Déjà à la ligne 3 : cette ligne est ignorée.'])
  const faits = [{ ...sans, tel: '0550' }, sans]
  expect(await kept()).toEqual(faits)
  const second = await send(lignes.slice(0, 2), true)
  expect([second.messages, second.feuilles]).toMatchObject([[], [{ existants: 2 }]])
  expect(await kept()).toEqual(faits)
})

// spec: IN-21
it('changes nothing by blank cells, and asks for the phone where two bear the name', async () => {
  await buildClient(t.db, { nom_complet: 'Kaci Ahmed', tel: '0550', email: 'kaci@exemple.dz' })
  const before = await kept()
  const verdict = await send([nomme()], true)
  expect([verdict.messages, verdict.feuilles]).toMatchObject([[], [{ existants: 1 }]])
  await buildClient(t.db, { nom_complet: 'Kaci Ahmed', tel: '0551' })
  expect(fautes(await send([nomme()]))).toEqual([
    'Clients 2, Nom complet : Plusieurs clients portent ce nom : remplissez « Téléphone ».',
  ])
  expect((await kept()).slice(0, 1)).toEqual(before)
})

// spec: IN-21
it('gives who is without phone the one of his line, when lines may change records', async () => {
  await buildClient(t.db, { nom_complet: 'Kaci Ahmed', tel: null, email: null })
  const ligne = nomme({ Téléphone: '0550', Email: 'kaci@exemple.dz' })
  const laisse = await send([ligne])
  expect(saidOf(laisse, 'avertissement')).toEqual([
    '2 Téléphone : Téléphone : vide dans Diyar, 0550 ici. Laissé tel quel.',
    '2 Email : Email : vide dans Diyar, kaci@exemple.dz ici. Laissé tel quel.',
  ])
  expect(await kept()).toEqual([sans])
  expect(saidOf(await send([ligne], true), 'modification')).toEqual([
    '2 Téléphone : Téléphone : vide → 0550.',
    '2 Email : Email : vide → kaci@exemple.dz.',
  ])
  expect(await kept()).toEqual([{ ...sans, tel: '0550', email: 'kaci@exemple.dz', version: 2 }])
})

// spec: IN-21
it('refuses what is no phone and no e-mail, and writes nothing', async () => {
  expect(fautes(await send([nomme({ Téléphone: 'voir Karim', Email: 'non' })]))).toEqual([
    "Clients 2, Téléphone : Le numéro de téléphone n'est pas valide.",
    "Clients 2, Email : L'adresse email n'est pas valide.",
  ])
  expect(await kept()).toEqual([])
})
