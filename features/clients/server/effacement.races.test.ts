import { afterAll, beforeAll, expect, it } from 'vitest'
import { addJours, aujourdhui } from '#shared/dates.ts'
import { buildAppartement, buildClient } from '#test/harness/builders.ts'
import { startArena, type Arena } from '#test/races/arena.ts'

let arena: Arena
beforeAll(async () => {
  arena = await startArena()
})
afterAll(() => arena.close())

it('a sale, an option or an identity of a client who is erased at that moment: one of both, whole', async () => {
  const seen = new Set<string>()
  for (let round = 0; round < 30; round++) {
    const { id, nom_complet } = await buildClient(arena.t.db)
    const bien = await buildAppartement(arena.t.db)
    const kind = round % 3
    const [erased, other] = await arena.race([
      (desk) => desk.post(`/api/clients/${id}/effacer`, { confirmation: nom_complet }),
      (desk) =>
        kind === 0
          ? desk.put(`/api/appartements/${bien}/assigner-client`, { client_id: id })
          : kind === 1
            ? desk.post('/api/options', {
                bien_id: bien,
                client_id: id,
                expire_le: addJours(aujourdhui(), 3),
              })
            : desk.put(`/api/clients/${id}/dossier`, { profession: 'Notaire' }),
    ])
    seen.add(`${kind} ${erased?.statusCode} ${other?.statusCode}`)
    const left = await arena.t.db.selectFrom('clients').select('id').where('id', '=', id).execute()
    const ventes = await arena.t.db.selectFrom('ventes').select('id').where('client_id', '=', id).execute()
    expect(left).toHaveLength(erased?.statusCode === 200 ? 0 : 1)
    expect(ventes).toHaveLength(kind === 0 && other?.statusCode === 200 ? 1 : 0)
    const lines = await arena.t.db
      .selectFrom('journal')
      .select(['action', 'apres'])
      .where('objet', '=', 'client')
      .where('objet_id', '=', id)
      .where('apres', 'is not', null)
      .execute()
    const erasedWhole = erased?.statusCode === 200 ? ['effacer'] : lines.map(({ action }) => action)
    expect(lines.map(({ action }) => action)).toEqual(erasedWhole)
  }
  for (const outcome of seen)
    expect(['0 200 422', '0 409 200', '1 200 422', '1 409 201', '2 200 200', '2 200 404']).toContain(outcome)
})
