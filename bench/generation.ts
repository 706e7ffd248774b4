import { BASE } from '#shared/endpoint.ts'

const LOTS = 5_000

export interface Generated {
  lots: number
  /** In ms: looking at it, and making it. */
  essai: number
  creation: number
  /** What was answered instead, if anything was. */
  refused: string
}

/** As many lots as one call makes, into a residence of their own. */
export async function generate(url: string, headers: Record<string, string>): Promise<Generated> {
  const post = (path: string, body: object) =>
    fetch(url + BASE + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const residence = await post('/api/residences', { nom: `Banc ${Date.now()}`, adresse: 'Alger' })
  const { id } = (await residence.json()) as { id: number }
  const logement = { typeLogement: 'F4', surfaceHabitable: 85.5, surfaceUtile: 12.25, prixM2: 120_000 }
  const demande = {
    blocs: { nombre: 10, nom: 'Bloc {A}', description: 'Banc' },
    niveaux: [{ de: 0, a: 24, palier: Array.from({ length: 20 }, () => logement) }],
    numero: '{bloc}{niveau}{rang:2}',
    pas: { sorte: 'pourcent', valeur: 2 },
    arrondi: 10_000,
  }
  const timed = async (body: object) => {
    const start = performance.now()
    const answer = await post(`/api/residences/${id}/generer`, body)
    const text = await answer.text()
    return { duration: performance.now() - start, refused: answer.ok ? '' : `${answer.status} ${text}` }
  }
  const essai = await timed({ ...demande, essai: true })
  const creation = await timed(demande)
  return {
    lots: LOTS,
    essai: essai.duration,
    creation: creation.duration,
    refused: essai.refused || creation.refused,
  }
}
