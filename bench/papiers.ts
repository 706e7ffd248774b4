import { sql } from 'kysely'
import { modeleDeClauses } from '#features/papiers/papiers.clauses.ts'
import { readFaitsDesVentes } from '#features/papiers/server/facts/faits.read.ts'
import type { Document } from '#features/papiers/papiers.contract.ts'
import { RELANCES_MAX } from '#features/ventes/dossier.codes.ts'
import { readConfig } from '#server/config.ts'
import type { Db } from '#server/database/db.ts'
import { connect, openDatabase, WITHOUT_TIMEOUTS } from '#server/database/pool.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import { montantEnLettres } from '#server/documents/lettres.ts'
import { aujourdhui } from '#shared/dates.ts'
import { montantEnLettresArabes } from '#shared/lettres-arabes.ts'
import { LANGUES } from '#shared/papiers.ts'
import { signIn, type Browser } from '#test/harness/browser.ts'
import { unPng } from '#test/harness/images.ts'
import { startServer } from '#test/harness/product.ts'
import { ACCOUNT, onDataset } from '../bench/dataset.ts'
import { weighPrints, type Print } from '../bench/papiers.load.ts'
import { ms, rounded } from '../bench/print.ts'

/** Bars: CPU in ms of a paper and of one with many payments, ms of long files, ms of the database for one matter and for many. */
const BARRES = { papier: 20, long: 40, releve: 3000, relances: 4000, faits: 8, ventes: 60, fois: 1.3 }
const LETTRES_PAR_SECONDE = 100_000

/** Payments of a sale that has many of them. */
const VERSEMENTS = 60
/** Appartements whose statement of everyone is the longest that is still laid out in tables: 1,496 lines. */
const RELEVE = 122
/** Number of times that a file of many pages is made. */
const GRANDS = 5
const LANGUE = { fr: 'français', ar: 'arabe' }

/** Makes the papers of one sale, and files of many, on portfolios of these sizes, and prints what they cost. */
// spec: PA-38
export async function printPapiers(sizes: readonly number[]): Promise<void> {
  printLettres()
  const lues: Lue[] = []
  let premier: Print | undefined
  for (const [rang, size] of sizes.entries())
    await onDataset(size, async (folder) => {
      const { lue, enRetard } = await weighMatieres(folder)
      lues.push(lue)
      if (rang === 0) premier = await printDocuments(folder, enRetard)
    })
  await onDataset(RELEVE, (folder) => printReleve(folder, premier))
  printMatieres(sizes, lues)
}

function printLettres(): void {
  const [francais, arabe] = [montantEnLettres, montantEnLettresArabes].map(lettresParSeconde)
  console.log(
    `\nmontants en lettres par seconde : français ${rounded(francais ?? 0, 0)}, arabe ${rounded(arabe ?? 0, 0)} (barre ${LETTRES_PAR_SECONDE}), × ${rounded((arabe ?? 0) / (francais ?? 1), 2)}`,
  )
}

function lettresParSeconde(ecrire: (centimes: number) => string): number {
  const nombre = 200_000
  // Amounts of all lengths: a step that is prime to them, and a power of ten that changes with each.
  const montant = (n: number) => (n * 7_919_377) % 10 ** (2 + (n % 12))
  for (let n = 0; n < nombre / 10; n++) ecrire(montant(n))
  const start = performance.now()
  for (let n = 0; n < nombre; n++) ecrire(montant(n))
  return (nombre / (performance.now() - start)) * 1000
}

/** Ms of the database for one reading of one matter, and of {@link RELANCES_MAX}. */
interface Lue {
  une: number
  toutes: number
}

const LECTURES = { une: 400, toutes: 20 }

/** Reads the matters of sales spread over the portfolio. @returns also the ids of sales that are late, at most {@link RELANCES_MAX} */
async function weighMatieres(folder: string): Promise<{ lue: Lue; enRetard: number[] }> {
  const database = await openDatabase(readConfig({ DATA_DIR: folder }))
  const patient = connect(database.connection, WITHOUT_TIMEOUTS)
  try {
    return await patient.db.connection().execute(async (db) => {
      const ids = await spreadVentes(db, RELANCES_MAX)
      const une = await databaseTime(db, LECTURES.une, (n) => ids.slice(n % ids.length, (n % ids.length) + 1))
      const toutes = await databaseTime(db, LECTURES.toutes, () => ids)
      const candidats = await inSnapshot(db, async (un) =>
        readFaitsDesVentes(un, await spreadVentes(un, 1500)),
      )
      const late = candidats.filter(({ dossier }) =>
        dossier.echeances.some(({ etat }) => etat === 'en_retard'),
      )
      return {
        lue: { une, toutes },
        enRetard: late.slice(0, RELANCES_MAX).map(({ dossier }) => dossier.id),
      }
    })
  } finally {
    await patient.db.destroy()
    await database.close()
  }
}

async function spreadVentes(db: Db, nombre: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (select id, row_number() over (order by id) as rang, count(*) over () as tous from ventes) v
    where rang % greatest(tous / ${nombre}::int, 1) = 0 order by id limit ${nombre}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Mean time in ms in which the database was at work, by its own clock, for one reading in a snapshot. */
async function databaseTime(
  db: Db,
  lectures: number,
  ids: (n: number) => readonly number[],
): Promise<number> {
  const read = async (n: number) => void (await inSnapshot(db, (un) => readFaitsDesVentes(un, ids(n))))
  for (let n = 0; n < lectures; n++) await read(n)
  const before = await activeTime(db)
  for (let n = 0; n < lectures; n++) await read(n)
  return ((await activeTime(db)) - before) / lectures
}

/** Total time in ms in which sessions were at work in this database. */
async function activeTime(db: Db): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ temps: number }>`
    select active_time as temps from pg_stat_database where datname = current_database()`.execute(db)
  return rows[0]?.temps ?? 0
}

function printMatieres(sizes: readonly number[], lues: readonly Lue[]): void {
  const titre = `matières lues, ms de base (barres ${BARRES.faits} et ${BARRES.ventes})`.padEnd(43)
  const toutes = `de ${RELANCES_MAX} ventes`.padStart(16)
  console.log(
    `\n${titre}d'une vente  × 1er${toutes}  × 1er   (barre ${rounded(BARRES.fois, 1)} × de 20000 à 200000)`,
  )
  const [premiere] = lues
  const fois = (value: number, first: number | undefined) => rounded(value / (first ?? 1), 2).padStart(6)
  for (const [rang, lue] of lues.entries())
    console.log(
      `  ${`${sizes[rang]} biens`.padEnd(44)}${ms(lue.une)} ${fois(lue.une, premiere?.une)}        ${ms(lue.toutes)} ${fois(lue.toutes, premiere?.toutes)}`,
    )
}

const TITRES = `\n${'papiers, à chaud, logo et QR'.padEnd(45)}CPU serv.  CPU doc.    CPU ms    p50 ms  × 1er  barre`

function printRow(quoi: string, cost: Print, premier: Print | undefined, barre: string): void {
  const fois = rounded(cost.cpu / (premier?.cpu ?? cost.cpu), 2).padStart(6)
  console.log(
    `  ${quoi.padEnd(44)}${ms(cost.server)}  ${ms(cost.document)}  ${ms(cost.cpu)}  ${ms(cost.p50)} ${fois}  ${barre}`,
  )
}

/** Prints what papers and receipts cost, and letters for these sales. @returns the cost of a receipt in French, to which others are compared */
async function printDocuments(folder: string, enRetard: readonly number[]): Promise<Print> {
  const server = await startServer('main', folder)
  try {
    const browser = await signIn(server.url, ACCOUNT)
    await adorn(server.url, browser)
    const { vente, paiement } = await firstSale(server.url, browser)
    const weighed = (path: string, tours?: number) => weighPrints(server, browser.headers, path, tours)
    console.log(TITRES)
    const recu = (langue: string) => `/api/paiement/print-single/${paiement}?langue=${langue}`
    const premier = await weighed(recu('fr'))
    const each = async (
      quoi: string,
      barre: string,
      path: (langue: string) => Promise<string> | string,
      tours?: number,
    ) => {
      for (const langue of LANGUES) {
        const cost = quoi === 'reçu' && langue === 'fr' ? premier : await weighed(await path(langue), tours)
        printRow(`${quoi}, ${LANGUE[langue]}`, cost, premier, barre)
      }
    }
    const issued = (type: string) => async (langue: string) => {
      const { id } = await post<Document>(server.url, browser, `/api/ventes/${vente}/documents`, {
        type,
        langue,
      })
      return `/api/documents/${id}/pdf`
    }
    await each('reçu', `${BARRES.papier} ms CPU`, recu)
    await each('attestation de paiement', `${BARRES.papier} ms CPU`, issued('attestation_paiement'))
    await each('décompte', `${BARRES.papier} ms CPU`, issued('decompte'))
    await each('contrat de réservation', '', issued('contrat_reservation'))
    await payUpTo(server.url, browser, vente, VERSEMENTS)
    await each(
      `attestation de ${VERSEMENTS} versements`,
      `${BARRES.long} ms CPU`,
      issued('attestation_paiement'),
    )
    await each(
      `${enRetard.length} lettres de relance`,
      `${BARRES.relances} ms`,
      (langue) => `/api/relances/lettres?ventes=${enRetard.join(',')}&langue=${langue}`,
      GRANDS,
    )
    return premier
  } finally {
    await server.stop()
  }
}

async function printReleve(folder: string, premier: Print | undefined): Promise<void> {
  const server = await startServer('main', folder)
  try {
    const browser = await signIn(server.url, ACCOUNT)
    await adorn(server.url, browser)
    const cost = await weighPrints(server, browser.headers, '/api/paiement/print-all', GRANDS)
    const lignes = RELEVE * 10 + (RELEVE - Math.floor(RELEVE / 4)) * 3
    printRow(`relevé de tous, ${lignes} lignes en tables`, cost, premier, `${BARRES.releve} ms`)
  } finally {
    await server.stop()
  }
}

/** Gives the portfolio a promoter with a logo, and the address that a QR leads to. */
async function adorn(url: string, browser: Browser): Promise<void> {
  const { id } = await post<{ id: number }>(url, browser, '/api/promoteurs', {
    nom: 'SARL Bâtir',
    email: 'contact@batir.dz',
    telephone: '021 55 66 77',
    adresse: 'Alger',
  })
  const form = new FormData()
  form.set('logo', new File([new Uint8Array(unPng(600, 300))], 'logo.png', { type: 'image/png' }))
  await ask(url, browser, 'PUT', `/api/promoteurs/${id}/logo`, form)
  await ask(url, browser, 'PUT', '/api/parametres/acces', {
    valeur: { adresse_publique: 'https://diyar.exemple.dz' },
  })
  const { data } = await ask<Reglages>(url, browser, 'GET', '/api/parametres')
  const { valeur } = data.documents
  const contrat_reservation = { fr: modeleDeClauses('fr'), ar: modeleDeClauses('ar') }
  await ask(url, browser, 'PUT', '/api/parametres/documents', {
    valeur: { ...valeur, ville: 'Alger', textes: { ...valeur.textes, contrat_reservation } },
  })
}

interface Reglages {
  data: { documents: { valeur: { textes: object } } }
}

interface Versement {
  id: number
  vente_id: number
  client_id: number
  appartement_id: number
}

async function firstSale(url: string, browser: Browser): Promise<{ vente: number; paiement: number }> {
  const { data } = await ask<{ data: Versement[] }>(url, browser, 'GET', '/api/paiements?per_page=1')
  const [versement] = data
  if (!versement) throw new Error('the portfolio has no payment')
  return { vente: versement.vente_id, paiement: versement.id }
}

/** Records payments of one dinar on a sale until it has `nombre` of them. */
async function payUpTo(url: string, browser: Browser, vente: number, nombre: number): Promise<void> {
  const path = `/api/ventes/${vente}`
  const lu = await ask<{
    client: { id: number }
    bien: { id: number }
    paiements: unknown[]
  }>(url, browser, 'GET', path)
  for (let n = lu.paiements.length; n < nombre; n++)
    await post(url, browser, '/api/paiements', {
      client_id: lu.client.id,
      appartement_id: lu.bien.id,
      date_paiement: aujourdhui(),
      versement: 1,
      mode: 'virement',
      banque: 'BNA',
      reference: `banc ${n}`,
    })
}

const post = <T>(url: string, browser: Browser, path: string, body: object) =>
  ask<T>(url, browser, 'POST', path, body)

async function ask<T>(
  url: string,
  browser: Browser,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const { statusCode, bytes, json } = await browser.call(url, method, path, body)
  if (statusCode >= 300) throw new Error(`${method} ${path}: ${statusCode} ${bytes.toString()}`)
  return json as T
}
