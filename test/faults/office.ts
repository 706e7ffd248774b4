import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { judge, judgeFalse, readStory } from '#test/faults/moments.ts'
import { killWorker, type Interrupted, type Worker } from '#test/faults/worker.ts'
import type { Browser } from '#test/harness/browser.ts'
import { buildAppartement, buildBloc, buildClient, buildEtage, sell } from '#test/harness/builders.ts'
import { numeroPapier, numeroRecu } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'

const VERSEMENT = 1_234_567
/** Five payments are all of it: papers are issued of sales that are partly paid, paid, and ended. */
const PRIX = 5 * VERSEMENT
const RETENUE = 10_000
const NOMS = ['Samira Haddad', 'Karim Zerrouki', 'Lynda Belkacem']
const PAPIERS = ['attestation_paiement', 'decompte', 'attestation_reservation']
/** Before each kill. The sale ends some acts before it, or after as many. */
const ACTS = 40

interface Prepared {
  /** One for each kill: a désistement ends it. */
  ventes: { id: number; bien: number }[]
  clients: number[]
}

async function prepareVentes(db: Db, cycles: number): Promise<Prepared> {
  const clients: number[] = []
  for (const nom_complet of NOMS) clients.push((await buildClient(db, { nom_complet })).id)
  const { id: bloc_id } = await buildBloc(db, { garantie_numero: 'G-2026-18', garantie_le: '2026-01-05' })
  const { id: etage_id } = await buildEtage(db, { bloc_id })
  const ventes: Prepared['ventes'] = []
  for (let n = 0; n < cycles; n++) {
    const bien = await buildAppartement(db, { etage_id, prix: PRIX })
    ventes.push({ bien, id: await sell(db, bien, clients[0] ?? 0) })
  }
  return { ventes, clients }
}

interface Act {
  key: string
  path: string
  body: object
  /** Names the record that a success says was made. */
  made(json: Record<string, unknown>): string
}

interface Office extends Worker {
  /** The records that the acts on the sale at hand made, by the keys of the acts. */
  told: Map<string, string>
  /** Number of every paper that was told, of any sale. */
  numeros: Set<string>
  /** Sale at hand and who opened it. */
  vente: number
  client: number
  /** Sends again what got no answer, ends the sale and issues its last paper. What went wrong, and answers that no kill explains. */
  close(): Promise<string[]>
}

/** Eight at once on one sale: four issue, two pay, one rejects cheques, one cedes the dossier and at last ends the sale. */
function startOffice(urlNow: () => string, browser: Browser, { ventes, clients }: Prepared): Office {
  let shift = new AbortController()
  let working: Promise<unknown> = Promise.resolve()
  let turn = -1
  let serial = 0
  let wrong: string[] = []
  let cheques: number[] = []
  let holder = 0
  let ended: Act | null = null
  const pending = new Map<string, Act>()

  /** The answer of a success, « refused », or null where there was none. */
  const send = async (act: Act) => {
    const { key, path, body } = act
    const answer = await browser
      .call(urlNow(), 'POST', path, body, { 'idempotency-key': key })
      .catch(() => null)
    if (!answer) return null
    if (answer.statusCode >= 500) {
      // A server that is killed answers nothing at all, one that has too much to do answers 503.
      if (answer.statusCode !== 503) wrong.push(`${path}: ${answer.statusCode} ${answer.bytes.toString()}`)
      pending.set(key, act)
      return 'refused'
    }
    pending.delete(key)
    if (answer.statusCode >= 300) return 'refused'
    const json = record(answer.json)
    office.told.set(key, act.made(json))
    if (path.endsWith('/documents')) office.numeros.add(act.made(json))
    return json
  }
  /** One act of a shift, which ends with an act that got no answer. */
  const ask = async (act: Act, signal: AbortSignal) => {
    if (signal.aborted) return null
    const answer = await send(act)
    if (answer === null) {
      pending.set(act.key, act)
      shift.abort()
    } else if (answer === 'refused') {
      office.refused = (office.refused ?? 0) + 1
      await delay(20)
    } else {
      office.done++
      office.refused = 0
      return answer
    }
    return null
  }
  const act = (path: string, body: (key: string) => object, made: Act['made'] | string): Act => {
    const key = `acte-${++serial}`
    return { key, path, body: body(key), made: typeof made === 'string' ? () => `${made} ${key}` : made }
  }
  const issue = (type = PAPIERS[serial % PAPIERS.length]) =>
    act(
      `/api/ventes/${office.vente}/documents`,
      () => ({ type }),
      ({ numero }) => String(numero),
    )
  const payment = (client_id: number, mode: string) =>
    act(
      '/api/paiements',
      (reference) => ({
        client_id,
        appartement_id: ventes[turn]?.bien,
        date_paiement: '2026-03-01',
        versement: VERSEMENT / 100,
        mode,
        banque: 'BNA',
        reference,
      }),
      ({ recu }) => String(recu),
    )
  const rejection = (cheque: number) =>
    act(`/api/cheques/${cheque}/rejeter`, (motif) => ({ rejete_le: '2026-03-02', motif }), 'rejet')
  const cession = (client_id: number) =>
    act(`/api/ventes/${office.vente}/transfert-client`, (motif) => ({ client_id, motif }), 'cession')
  const end = () =>
    act(
      `/api/ventes/${office.vente}/desistement`,
      (motif) => ({ demande_le: '2026-04-01', origine: 'client', motif, retenue: RETENUE / 100 }),
      'fin',
    )
  const next = () => clients[(clients.indexOf(holder) + 1) % clients.length] ?? 0

  const pay = async (signal: AbortSignal, mode: string) => {
    // One in four is brought by who is about to hold the dossier.
    const made = await ask(payment(serial % 4 === 0 ? next() : holder, mode), signal)
    if (made && mode === 'cheque') cheques.push(Number(made['id']))
  }
  const reject = async (signal: AbortSignal) => {
    const cheque = cheques.shift()
    if (cheque === undefined) await delay(10)
    else await ask(rejection(cheque), signal)
  }
  const cede = async (signal: AbortSignal, endAt: number) => {
    if (office.done >= endAt && !ended) await ask((ended = end()), signal)
    const client = next()
    if (await ask(cession(client), signal)) holder = client
  }
  const always = async (signal: AbortSignal, rest: number, work: () => Promise<unknown>) => {
    while (!signal.aborted) {
      await work()
      await delay(rest)
    }
  }
  const open = async (signal: AbortSignal, endAt: number) => {
    await ask(payment(holder, 'virement'), signal)
    await Promise.all([
      ...PAPIERS.map(() => always(signal, 0, () => ask(issue(), signal))),
      always(signal, 0, () => ask(issue('decompte'), signal)),
      always(signal, 10, () => pay(signal, 'virement')),
      always(signal, 20, () => pay(signal, 'cheque')),
      always(signal, 60, () => reject(signal)),
      always(signal, 90, () => cede(signal, endAt)),
    ])
  }
  const office: Office = {
    told: new Map(),
    numeros: new Set(),
    vente: 0,
    client: clients[0] ?? 0,
    done: 0,
    cut: 0,
    refused: 0,
    work() {
      const { signal } = (shift = new AbortController())
      office.vente = ventes[++turn]?.id ?? 0
      office.told.clear()
      ;[wrong, cheques, holder, ended] = [[], [], office.client, null]
      working = open(signal, office.done + (ACTS * 3) / 5 + ((turn * 7) % ACTS) / 2)
    },
    async rest() {
      await working
      if (pending.size > 0) office.cut++
    },
    async close() {
      for (const one of pending.values()) await send(one)
      for (const one of [(ended ??= end()), issue('decompte')])
        if ((await send(one)) === 'refused') wrong.push(`${one.path}: refused at last`)
      for (const key of pending.keys()) wrong.push(`${key}: got no answer`)
      pending.clear()
      return wrong
    },
  }
  return office
}

/** Every paper of the sale at hand agrees with one moment, what was told is there and nothing else, and no number is missing. */
async function compareOffice(db: Db, office: Office): Promise<string[]> {
  const wrong = await office.close()
  const story = await readStory(db, office.vente, { prix: PRIX, client: office.client, retenue: RETENUE })
  wrong.push(...judge(story), ...judgeFalse(story))
  const there = (await selectMade(db, office.vente)).toSorted().join()
  const told = [...office.told.values()].toSorted().join()
  if (there !== told) wrong.push(`told ${told}, is ${there}`)
  const { rows } = await sql<{ serie: string; annee: number; numero: number; rang: number }>`
    select *, row_number() over (partition by serie, annee order by numero) as rang from (
      select serie, annee, numero from documents
      union all select 'reçu', recu_annee, recu_numero from paiements) n`.execute(db)
  for (const { serie, numero, rang } of rows)
    if (numero !== rang) wrong.push(`${serie} ${numero} stands at ${rang}`)
  const papers = rows.filter(({ serie }) => serie !== 'reçu')
  if (papers.length !== office.numeros.size)
    wrong.push(`${papers.length} papers are there, ${office.numeros.size} were told`)
  for (const { serie, annee, numero } of papers)
    if (!office.numeros.has(numeroPapier(annee, serie, numero))) wrong.push(`${serie} ${numero} was not told`)
  return wrong
}

/** Returns the records that the acts on a sale made, in the words of {@link Office.told}. */
async function selectMade(db: Db, vente: number): Promise<string[]> {
  const papers = await db
    .selectFrom('documents')
    .select(['annee', 'serie', 'numero'])
    .where('vente_id', '=', vente)
    .execute()
  const recus = await db
    .selectFrom('paiements')
    .select(['recu_annee', 'recu_numero'])
    .where('vente_id', '=', vente)
    .execute()
  const { rows } = await sql<{ made: string }>`
    select 'rejet ' || motif_rejet as made from paiements where vente_id = ${vente} and motif_rejet is not null
    union all select 'cession ' || motif from transferts where vente_id = ${vente}
    union all select 'fin ' || motif from desistements where vente_id = ${vente}`.execute(db)
  return [
    ...papers.map(({ annee, serie, numero }) => numeroPapier(annee, serie, numero)),
    ...recus.map(({ recu_annee, recu_numero }) => numeroRecu(recu_annee, recu_numero)),
    ...rows.map(({ made }) => made),
  ]
}

/** Eight at work on one sale while the server is killed, on another sale each time. */
export const killOffice = (cycles: number): Promise<Interrupted> =>
  killWorker(cycles, {
    prepare: (db) => prepareVentes(db, cycles),
    start: startOffice,
    compare: compareOffice,
    acts: ACTS,
  })

const record = (json: unknown): Record<string, unknown> =>
  typeof json === 'object' && json !== null ? { ...json } : {}
