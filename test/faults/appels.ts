import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'
import type { Browser } from '#test/harness/browser.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEtage,
  buildResidence,
  sell,
} from '#test/harness/builders.ts'
import { killWorker, type Interrupted, type Worker } from '#test/faults/worker.ts'
import { addJours } from '#shared/dates.ts'

const LOTS = 8
const PRIX = 1_000_000_000
const JOUR = '2026-03-01'

interface Lot {
  vente: number
  bien: number
  client: number
  /** The line on the stade that its bloc has reached. */
  echeance: number
}

interface Prepared {
  residence: number
  blocs: number[]
  stades: number[]
  lots: Lot[]
}

/** A residence of two blocs; the lots of the first have a contract, a line on its reached stade and one on the next. */
async function prepareStade(db: Db): Promise<Prepared> {
  const stades = (await db.selectFrom('stades').select('id').orderBy('rang').execute()).map(({ id }) => id)
  const { id: residence } = await buildResidence(db)
  const { id: bloc } = await buildBloc(db, { residence_id: residence })
  const { id: autre } = await buildBloc(db, { residence_id: residence })
  const { id: etage_id } = await buildEtage(db, { bloc_id: bloc })
  const [atteint = 0, suivant = 0] = stades
  await db
    .insertInto('stades_atteints')
    .values({ bloc_id: bloc, stade_id: atteint, atteint_le: JOUR, note_par: 'Samira' })
    .execute()
  const lots: Lot[] = []
  for (let n = 0; n < LOTS; n++) {
    const { id: client } = await buildClient(db)
    const bien = await buildAppartement(db, { etage_id, prix: PRIX })
    const vente = await sell(db, bien, client)
    const lines = await db
      .insertInto('echeances')
      .values(
        [atteint, suivant].map((stade_id, at) => ({
          vente_id: vente,
          rang: at + 1,
          libelle: `Appel ${at + 1}`,
          montant: PRIX / 2,
          declencheur: 'stade',
          stade_id,
        })),
      )
      .returning('id')
      .execute()
    lots.push({ vente, bien, client, echeance: lines[0]?.id ?? 0 })
  }
  await db.updateTable('ventes').set({ contrat_le: '2026-02-01' }).execute()
  await sql`select rafraichir_echeances(array(select id from ventes))`.execute(db)
  return { residence, blocs: [bloc, autre], stades, lots }
}

interface Caller extends Worker {
  /** The valid appel of each line, by its id, as the last answer told it. */
  told: Map<number, string>
  /** How many papers the answers said were made. */
  made: number
  /** The day that all was last told to be foreseen on, and the one that was asked for without an answer. */
  foreseen: string | null
  asked: string | null
  prepared: Prepared
  /** Sends again the appels that got no answer, under their key. What went wrong. */
  insist(): Promise<string[]>
}

/** Pays a little of each lot and calls what remains, again and again, while the days of the works are moved without a pause. */
function startCaller(urlNow: () => string, browser: Browser, prepared: Prepared): Caller {
  const { residence, blocs, stades, lots } = prepared
  const appels = `/api/blocs/${blocs[0]}/stades/${stades[0]}/appels`
  let shift = new AbortController()
  let working: Promise<unknown> = Promise.resolve()
  let serial = 0
  let pending: string | null = null
  const send = async (method: string, path: string, body: object, key: string) => {
    const answer = await browser
      .call(urlNow(), method, path, body, { 'idempotency-key': key })
      .catch(() => null)
    if (answer && answer.statusCode < 300) {
      caller.done++
      return answer.json
    }
    if (answer && answer.statusCode < 500) throw new Error(`${path}: ${answer.bytes.toString()}`)
    shift.abort()
    return null
  }
  const pay = ({ bien, client }: Lot) =>
    send(
      'POST',
      '/api/paiements',
      { appartement_id: bien, client_id: client, date_paiement: JOUR, versement: 10 },
      `versement-${++serial}`,
    )
  const call = async (key: string): Promise<boolean> => {
    pending = key
    const lignes = lots.map(({ echeance }) => ({ echeance_id: echeance }))
    const json = await send('POST', appels, { lignes }, key)
    if (json === null) return false
    pending = null
    const { documents } = json as { documents: { numero: string }[] }
    for (const [at, { echeance }] of lots.entries()) {
      const numero = documents[at]?.numero ?? ''
      if (caller.told.get(echeance) !== numero) caller.made++
      caller.told.set(echeance, numero)
    }
    return true
  }
  const callOn = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      const paid = await Promise.all(lots.map(pay))
      if (paid.includes(null) || signal.aborted) return
      await call(`appels-${++serial}`)
    }
  }
  const foreseeOn = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      const jour = addJours('2027-01-01', ++serial % 3000)
      caller.asked = jour
      const body = {
        blocs: blocs.map((id) => ({
          id,
          livraison_prevue_le: jour,
          stades: stades.map((stade_id) => ({ stade_id, prevu_le: jour })),
        })),
      }
      const path = `/api/residences/${residence}/previsions`
      if ((await send('PUT', path, body, `previsions-${serial}`)) === null) return
      caller.foreseen = jour
      caller.asked = null
    }
  }
  const caller: Caller = {
    told: new Map(),
    made: 0,
    foreseen: null,
    asked: null,
    prepared,
    done: 0,
    cut: 0,
    work() {
      const { signal } = (shift = new AbortController())
      working = Promise.all([callOn(signal), foreseeOn(signal)])
    },
    async rest() {
      await working
      if (pending !== null || caller.asked !== null) caller.cut++
    },
    async insist() {
      return pending === null || (await call(pending)) ? [] : [`${pending}: no answer again`]
    },
  }
  return caller
}

interface Appel {
  echeance_id: number | null
  numero: string
  rang: number
  annule: boolean
  motif: string | null
  lignes: string
}

const readAppels = async (db: Db): Promise<Appel[]> =>
  (
    await sql<Appel>`
      select d.echeance_id, d.annee || '-AF-' || lpad(d.numero::text, 4, '0') as numero, d.numero as rang, d.annule_le is not null as annule,
        d.motif, (select string_agg(j.action, ' ' order by j.id) from journal j where j.objet = 'document' and j.objet_id = d.id) as lignes
      from documents d where d.serie = 'AF' order by d.numero`.execute(db)
  ).rows

/** Returns the differences: each act there whole or not at all, numbers without a gap, one valid appel a line, and what was told stands. */
async function compareStade(db: Db, caller: Caller): Promise<string[]> {
  const wrong: string[] = []
  // Of the appels that were cut short all are there, or none; sent again, they are those.
  const before = await readAppels(db)
  const fresh = before.length - caller.made
  if (fresh !== 0 && fresh !== LOTS) wrong.push(`${fresh} of ${LOTS} appels are there`)
  wrong.push(...(await caller.insist()))
  const all = await readAppels(db)
  if (all.length !== caller.made) wrong.push(`${all.length} are there, ${caller.made} were told`)
  const there = new Map(all.map((appel) => [appel.numero, appel]))
  for (const [at, { numero, rang, echeance_id, annule, motif, lignes }] of all.entries()) {
    if (rang !== at + 1) wrong.push(`number ${numero} stands at ${at + 1}`)
    const wanted = annule ? 'etablir annuler' : 'etablir'
    if (lignes !== wanted) wrong.push(`${numero}: the journal says ${lignes}`)
    const next = annule ? there.get(motif?.replace('Remplacé par N° ', '') ?? '') : undefined
    if (annule && (next?.echeance_id !== echeance_id || next.rang <= rang)) wrong.push(`${numero}: ${motif}`)
  }
  for (const { echeance } of caller.prepared.lots) {
    const valid = all.filter(({ echeance_id, annule }) => echeance_id === echeance && !annule)
    const told = caller.told.get(echeance)
    if (valid.map(({ numero }) => numero).join() !== (told ?? ''))
      wrong.push(`line ${echeance}: told ${told}, is ${valid.map(({ numero }) => numero).join()}`)
  }
  return [...wrong, ...(await compareForeseen(db, caller))]
}

/** All days of the works are one, that which was told or, of an act cut short, the one asked for; the journal ends with it. */
async function compareForeseen(db: Db, { prepared, foreseen, asked }: Caller): Promise<string[]> {
  const { rows } = await sql<{ jour: string | null }>`
    select livraison_prevue_le as jour from blocs where id = any (${prepared.blocs}::bigint[])
    union select prevu_le from stades_prevus
    union select prevue_le from echeances where rang = 2
    union (select (apres ->> 'livraison_prevue_le')::date from journal where action = 'prévision' order by id desc limit 1)`.execute(
    db,
  )
  const days = rows.map(({ jour }) => jour)
  const known = [foreseen, ...(asked === null ? [] : [asked])]
  return days.length === 1 && known.includes(days[0] ?? null)
    ? []
    : [`foreseen on ${days.join(', ')}: told ${foreseen}, asked ${asked}`]
}

/** Appels de fonds that replace each other, and foreseen days, while the server is killed again and again. */
export const killCaller = (cycles: number): Promise<Interrupted> =>
  killWorker(cycles, { prepare: prepareStade, start: startCaller, compare: compareStade, acts: 2 * LOTS })
