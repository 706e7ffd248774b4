import { addJours, aujourdhui } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import { buildAppartement, buildClient, buildEcheancier, sell } from '#test/harness/builders.ts'
import type { Scenes } from '#test/scenes/scene.ts'

/** A sale of which a half is late. */
async function late(db: Db): Promise<number> {
  const vente = await sell(db, await buildAppartement(db), (await buildClient(db)).id)
  const today = aujourdhui()
  await buildEcheancier(db, vente, [
    [50_000_000, addJours(today, -19)],
    [50_000_000, addJours(today, 45)],
  ])
  return vente
}

export const scenes: Scenes = () => ({
  'POST /api/relances': async (db) => ({
    path: '/api/relances',
    body: {
      vente_ids: [await late(db), await late(db)],
      canal: 'telephone',
      note: 'Promet de passer jeudi',
    },
  }),
})
