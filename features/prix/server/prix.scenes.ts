import { buildAppartement, buildBloc, buildEtage } from '#test/harness/builders.ts'
import type { Scenes } from '#test/scenes/scene.ts'

export const scenes: Scenes = (visitor) => ({
  'POST /api/revisions-de-prix': async (db) => {
    const { id: bloc_id, residence_id } = await buildBloc(db)
    const { id: etage_id } = await buildEtage(db, { bloc_id })
    for (const prix of [100_000_000, 200_000_000]) await buildAppartement(db, { etage_id, prix })
    const body = { residence_id, sorte: 'pourcent', valeur: 3, arrondi: 1000, motif: 'Révision de mars 2026' }
    const apercu = await visitor.post('/api/revisions-de-prix', { ...body, essai: true })
    const { data } = apercu.json as { data: { empreinte: string } }
    return { path: '/api/revisions-de-prix', body: { ...body, empreinte: data.empreinte } }
  },
})
