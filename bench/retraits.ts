import { BASE } from '#shared/endpoint.ts'
import { aujourdhui } from '#shared/dates.ts'
import { recordUntil, reprise, residentOf, weighImport, type Meanwhile } from '../bench/imports.ts'
import { recordings } from '../bench/writes.ts'

interface RetraitCost {
  /** Sentence of the answer or of its refusal. */
  dit: string
  essai: number
  duration: number
  /** Peak resident memory of all processes but PostgreSQL's, above its value before. */
  memory: number
  meanwhile: Meanwhile
}

/** Takes an import back while payments are recorded on the portfolio that was there before it. Durations are in ms. */
export async function weighRetrait(
  { url, pid }: { url: string; pid: number },
  headers: Record<string, string>,
  id: number,
): Promise<RetraitCost> {
  const defaire = async (body: object) => {
    const start = performance.now()
    const answer = await fetch(`${url}${BASE}/api/imports/${id}/defaire`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { message = '' } = (await answer.json()) as { message?: string }
    return {
      message: answer.ok ? message : `${answer.status} ${message}`,
      duration: performance.now() - start,
    }
  }
  const essai = await defaire({ essai: true })
  const before = residentOf(pid)
  let peak = before
  const over = new AbortController()
  const watch = setInterval(() => (peak = Math.max(peak, residentOf(pid))), 100)
  const asked = recordUntil(await recordings(url, headers), over.signal)
  try {
    const { message, duration } = await defaire({})
    over.abort()
    return { dit: message, essai: essai.duration, duration, memory: peak - before, meanwhile: await asked }
  } finally {
    over.abort()
    clearInterval(watch)
  }
}

const NIVEAUX = 25
const PALIER = 20

/** Imports a list of so many sales with twelve versements each, of lots that are generated before. */
export async function weighReprise(
  server: { url: string; pid: number },
  headers: Record<string, string>,
  ventes: number,
): ReturnType<typeof weighImport> {
  const post = async (path: string, body: object) =>
    (await (
      await fetch(server.url + BASE + path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json()) as { id: number }
  const nom = `Reprise ${aujourdhui()}`
  const { id } = await post('/api/residences', { nom, adresse: 'Alger' })
  const logement = { typeLogement: 'F4', surfaceHabitable: 85.5, surfaceUtile: 12.25, montant: 12_000_000 }
  await post(`/api/residences/${id}/generer`, {
    blocs: { nombre: Math.ceil(ventes / NIVEAUX / PALIER), nom: 'Bloc {A}', description: 'Banc' },
    niveaux: [{ de: 1, a: NIVEAUX, palier: Array.from({ length: PALIER }, () => logement) }],
    numero: '{bloc}{niveau:2}{rang:2}',
  })
  const lots = Array.from({ length: ventes }, (_, at) => {
    const lettre = String.fromCodePoint(65 + Math.floor(at / (NIVEAUX * PALIER)))
    const deux = (nombre: number) => String(nombre).padStart(2, '0')
    return {
      bloc: `Bloc ${lettre}`,
      numero: `${lettre}${deux((Math.floor(at / PALIER) % NIVEAUX) + 1)}${deux((at % PALIER) + 1)}`,
    }
  })
  return weighImport(server, headers, reprise(nom, lots))
}
