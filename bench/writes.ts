import { BASE } from '#shared/endpoint.ts'
import { addJours, aujourdhui } from '#shared/dates.ts'
import { WORKS } from '../bench/calls.ts'
import { weigh, type Cost } from '../bench/load.ts'

/** Number of biens paid in turn, so that two payments at once seldom meet on one bien. */
const BIENS = 600
const PAR_PAGE = 100

interface Versement {
  client_id: number
  appartement_id: number | null
}

/** Bien and buyer of recorded payments; in a dataset every sold bien has something left to pay. */
async function biensToPay(url: string, headers: Record<string, string>): Promise<Versement[]> {
  const biens = new Map<number, Versement>()
  for (let page = 1; biens.size < BIENS; page++) {
    const path = `${BASE}/api/paiements?page=${page}&per_page=${PAR_PAGE}`
    const { data } = (await (await fetch(url + path, { headers })).json()) as { data: Versement[] }
    if (data.length === 0) break
    for (const { client_id, appartement_id } of data)
      if (appartement_id !== null) biens.set(appartement_id, { client_id, appartement_id })
  }
  return [...biens.values()]
}

/** Returns a call that records a cheque of one centime on the next bien, with a new cheque number each time. */
export async function recordings(
  url: string,
  headers: Record<string, string>,
): Promise<() => Promise<Response>> {
  const biens = await biensToPay(url, headers)
  let sent = 0
  return () => {
    const bien = biens[sent++ % biens.length]
    const cheque = { mode: 'cheque', banque: 'BNA', reference: `banc ${sent}`, date_cheque: aujourdhui() }
    return fetch(`${url}${BASE}/api/paiements`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ ...bien, ...cheque, date_paiement: aujourdhui(), versement: 0.01 }),
    })
  }
}

const PEU = { appels: 20, cheques: 10 }
const BEAUCOUP = { appels: 5, cheques: 100 }

/** Weighs the clearing of 10 cheques in one call, and of 100. The statements are as many, so 100 must cost far less than ten times 10. */
export async function weighClearing(
  { url, pid }: { url: string; pid: number },
  headers: Record<string, string>,
): Promise<{ peu: Cost; beaucoup: Cost; fois: number }> {
  const record = await recordings(url, headers)
  const weighOf = async ({ appels, cheques }: typeof PEU) => {
    const ids: number[] = []
    for (let n = 0; n < appels * cheques; n++)
      ids.push(((await (await record()).json()) as { id: number }).id)
    const clear = (at: number) =>
      fetch(`${url}${BASE}/api/cheques/encaisser`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({
          ids: ids.slice(at * cheques, (at + 1) * cheques),
          encaisse_le: aujourdhui(),
        }),
      })
    return weigh(clear, pid, { total: appels, connections: 1, warmUp: 0 })
  }
  const [peu, beaucoup] = [await weighOf(PEU), await weighOf(BEAUCOUP)]
  return { peu, beaucoup, fois: BEAUCOUP.cheques / PEU.cheques }
}

/** Weighs the foreseen days of a bloc, moved each time, and a stade of it, recorded and withdrawn by turns. */
export async function weighWorks(
  { url, pid }: { url: string; pid: number },
  headers: Record<string, string>,
): Promise<{ previsions: Cost; stade: Cost }> {
  const at = (path: string) => `${url}${BASE}${path}`
  const json = { ...headers, 'content-type': 'application/json' }
  const { data } = (await (await fetch(at(`/api/blocs/${WORKS.bloc}/stades`), { headers })).json()) as {
    data: { stade_id: number }[]
  }
  const foresee = (turn: number) => {
    const jour = addJours(aujourdhui(), 100 + turn)
    const stades = data.map(({ stade_id }) => ({ stade_id, prevu_le: jour }))
    const blocs = [{ id: WORKS.bloc, livraison_prevue_le: jour, stades }]
    const path = at(`/api/residences/${WORKS.residence}/previsions`)
    return fetch(path, { method: 'PUT', headers: json, body: JSON.stringify({ blocs }) })
  }
  const record = (turn: number) => {
    const path = at(`/api/blocs/${WORKS.bloc}/stades/${data[0]?.stade_id}`)
    if (turn % 2 === 1) return fetch(path, { method: 'DELETE', headers })
    return fetch(path, { method: 'PUT', headers: json, body: JSON.stringify({ atteint_le: aujourdhui() }) })
  }
  const often = { total: 40, connections: 1, warmUp: 4 }
  return { previsions: await weigh(foresee, pid, often), stade: await weigh(record, pid, often) }
}

const LOTS = 5_000

interface Generated {
  lots: number
  essai: number
  creation: number
  refused: string
}

/** Generates 5,000 lots, the most one call accepts, in a new residence. */
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
