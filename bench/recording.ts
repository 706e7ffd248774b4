import { BASE } from '#shared/endpoint.ts'
import { aujourdhui } from '#shared/dates.ts'

/** So many biens take turns, that two payments at once are seldom of one. */
const BIENS = 600
const PAR_PAGE = 100

interface Versement {
  client_id: number
  appartement_id: number | null
}

/** Of each payment the bien and its buyer: in a dataset every bien that is sold has something left to pay. */
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

/** A call that records a cheque of one centime, each time for the next of many biens and with a number of its own. */
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
