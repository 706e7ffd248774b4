import { expect, test } from 'vitest'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { aClient } from '#features/clients/clients.objects.ts'
import { BASE } from '#shared/endpoint.ts'
import { answer, FakeServer, lost, raw, type Answer } from '#test/harness/screens/answers.ts'

const saved = answer(clientsEndpoints.create, { ...aClient(), message: 'Client ajouté avec succès !' })
const CLIENT = { nomComplet: 'Karim Haddad', tel: '0550123456', email: 'karim@diyar.dz', adresse: '' }

/** Returns the objections of a screen's server to a new client, as a test that goes on is told them at its end. */
async function faults(body: object, ...answers: Answer[]): Promise<string> {
  const server = new FakeServer()
  server.give(...answers)
  await server.reply('POST', `${BASE}/api/clients`, body).catch(() => null)
  return server.unexpected.join()
}

// spec: PV-06
test('a call that nobody foresaw fails the test; a network that was meant to fail does not', async () => {
  expect(await faults(CLIENT)).toBe('POST /api/clients: Error: nobody answers')
  expect(await faults(CLIENT, lost(clientsEndpoints.create))).toBe('')
  expect(await faults(CLIENT, saved)).toBe('')
})

// spec: PV-06
test.each([
  ['a field too few', { ...CLIENT, nomComplet: undefined }, 'nomComplet'],
  ['a field that is not the contract’s', { ...CLIENT, email: 12 }, 'email'],
  ['a field too many', { ...CLIENT, nom: 'Haddad' }, 'the call knows no nom'],
])('a body with %s fails the test', async (_what, body, said) => {
  expect(await faults(body, saved)).toContain(said)
})

// spec: PV-06
test('an answer that is not the contract’s fails the test, unless it is given as it is', async () => {
  const { nomComplet: _nomComplet, ...less } = { ...aClient(), message: 'Client ajouté avec succès !' }
  // @ts-expect-error -- it does not even compile
  expect(await faults(CLIENT, answer(clientsEndpoints.create, less))).toContain('nomComplet')
  expect(await faults(CLIENT, raw(clientsEndpoints.create, less))).toBe('')
})
