import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { NOMS_DES_FEUILLES } from '#features/imports/colonnes.ts'
import { FEUILLES } from '#features/imports/server/sheets.ts'
import type { Import } from '#features/imports/imports.contract.ts'
import type { Db } from '#server/database/db.ts'
import { openDatabase } from '#server/database/pool.ts'
import { signIn, type Browser } from '#test/harness/browser.ts'
import { idOf } from '#test/harness/builders.ts'
import { classeur } from '#test/harness/classeur-envoye.ts'
import type { Feuilles } from '#test/harness/feuilles.ts'
import { failedInvariants } from '#test/harness/invariants.ts'
import { launch } from '#test/harness/processes.ts'
import { allOfPostgres, dataFolder, drop, killAfter } from '#test/faults/kills.ts'

const VENTES = 300
const ACCOUNT = { name: 'Samira', email: 'samira@diyar.dz', password: 'Motdepasse1!' }

export interface ImportsKilled {
  /** Imports that were written whole in spite of the kill, and those of which nothing is there. */
  whole: number
  none: number
  /** Imports that are written in part, or otherwise than the import says. */
  wrong: string[]
  /** The longest time from a kill until another import was taken, in ms. */
  again: number
  /** Sends that a server which had begun again refused before it took one. */
  refused: number
  invariants: unknown[]
}

/** A residence of its own: lots, so many sales of half of them, three payments a sale that get their receipts. */
function portefeuille(nom: string, ventes: number): Promise<Buffer> {
  const lieu = { Résidence: nom, Bloc: 'Bloc A', Étage: '1er étage' }
  const bien = (n: number) => ({
    Type: 'Appartement',
    Résidence: nom,
    'Bloc ou parking': 'Bloc A',
    Étage: '1er étage',
    Numéro: `A${n}`,
    Client: `Client ${nom} ${n}`,
  })
  return ecrire({
    residences: [{ Nom: nom, Adresse: 'Alger' }],
    blocs: [{ Résidence: nom, Nom: 'Bloc A', Description: 'R+9' }],
    etages: [
      { Résidence: nom, Bloc: 'Bloc A', Désignation: '1er étage', Niveau: 1, 'Logements par palier': 8 },
    ],
    appartements: each(ventes * 2, (n) => ({
      ...lieu,
      Lot: `A${n}`,
      Type: 'F3',
      'Surface habitable': 80,
      'Surface utile': 10,
      Prix: 10_000_000,
    })),
    clients: each(ventes, (n) => ({
      'Nom complet': `Client ${nom} ${n}`,
      Téléphone: '0550 12 34 56',
      Email: `client${n}@exemple.dz`,
    })),
    ventes: each(ventes, (n) => ({ ...bien(n), Date: '2026-01-10' })),
    paiements: each(ventes * 3, (n) => ({
      ...bien((n % ventes) + 1),
      Date: '2026-02-03',
      Montant: 1000 + n,
    })),
  })
}
const each = <T>(count: number, make: (n: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at + 1))

/** These sheets as the model has them. */
function ecrire(feuilles: Feuilles): Promise<Buffer> {
  const sheets = NOMS_DES_FEUILLES.flatMap((nom) => {
    const titres = FEUILLES[nom].colonnes.map(({ titre }) => titre)
    const lignes = feuilles[nom]?.map((ligne) => titres.map((titre) => ligne[titre] ?? null))
    return lignes ? [[FEUILLES[nom].titre, [titres, ...lignes]] as const] : []
  })
  return classeur(Object.fromEntries(sheets))
}

/** Returns the numbers of lots, sales and payments of a residence. */
async function countOf(db: Db, nom: string): Promise<string> {
  const { rows } = await sql<{ lots: number; ventes: number; paiements: number }>`
    select count(distinct a.id)::integer as lots, count(distinct v.id)::integer as ventes, count(distinct p.id)::integer as paiements
    from residences r left join blocs b on b.residence_id = r.id left join etages e on e.bloc_id = b.id
      left join appartements a on a.etage_id = e.id left join ventes v on v.bien_id = a.id
      left join paiements p on p.vente_id = v.id
    where r.nom = ${nom}`.execute(db)
  const [{ lots, ventes, paiements } = { lots: 0, ventes: 0, paiements: 0 }] = rows
  return `${lots} ${ventes} ${paiements}`
}
const WHOLE = `${VENTES * 2} ${VENTES} ${VENTES * 3}`
const NONE = '0 0 0'

/** Sends portfolios of so many sales to a server that may be another each time. */
export function importer(browser: Browser, urlNow: () => string, ventes: number) {
  const call = (method: string, path: string, body?: object) => browser.call(urlNow(), method, path, body)
  const read = async (id: number) => (await call('GET', `/api/imports/${id}`)).json as Import
  /** Once it no longer is at this step. */
  const after = async (id: number, statut: Import['statut']): Promise<Import> => {
    for (;;) {
      const lu = await read(id).catch(() => null)
      if (lu?.statut && lu.statut !== statut) return lu
      await delay(20)
    }
  }
  const send = async (nom: string) => {
    const form = new FormData()
    form.set('classeur', new File([await portefeuille(nom, ventes)], `${nom}.xlsx`))
    return call('POST', '/api/imports', form)
  }
  return {
    after,
    /** Sends one until it is taken, and gives it up. @returns how long that took since then, in ms, and how many were refused */
    async untilTaken(nom: string, since: number): Promise<{ took: number; refused: number }> {
      for (let refused = 0; ;) {
        const sent = await send(nom).catch(() => null)
        const took = performance.now() - since
        if (sent?.statusCode !== 201) {
          if (sent) refused += 1
          await delay(250)
          continue
        }
        await call('POST', `/api/imports/${idOf(sent)}/annuler`)
        await after(idOf(sent), 'lecture')
        return { took, refused }
      }
    },
    /** Sends and confirms one. @returns once its backup is made and its writing begins */
    async begin(nom: string): Promise<number> {
      const sent = await send(nom)
      const id = idOf(sent)
      const pret = await after(id, 'lecture')
      const { statusCode, bytes } = await call('POST', `/api/imports/${id}/confirmer`)
      if (statusCode !== 200)
        throw new Error(`not confirmed: ${pret.statut} ${pret.motif} ${statusCode} ${bytes.toString()}`)
      while ((await read(id)).sauvegarde === null) await delay(5)
      return id
    },
  }
}

/**
 * Imports while the server, or the whole of PostgreSQL, is killed at so many moments of the writing, from its beginning to its end.
 * After each kill another one is sent until it is taken, as people would.
 */
export async function killImports(victim: 'app' | 'postgres', moments: number): Promise<ImportsKilled> {
  const folder = await dataFolder()
  const settings = { DATA_DIR: folder, LOG_LEVEL: 'silent' }
  let server = await launch(settings)
  const inside = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const { db, close } = await openDatabase({ dataDir: folder, databaseUrl: undefined }, { adopt: true })
    try {
      return await work(db)
    } finally {
      await close()
    }
  }
  const seen: ImportsKilled = { whole: 0, none: 0, wrong: [], again: 0, refused: 0, invariants: [] }
  try {
    const browser = await signIn(server.url, ACCOUNT)
    const { begin, after, untilTaken } = importer(browser, () => server.url, VENTES)
    const first = await begin('Tour 0')
    const started = performance.now()
    if ((await after(first, 'ecriture')).statut !== 'termine')
      seen.wrong.push('the one without a kill failed')
    const lasts = performance.now() - started
    for (let n = 1; n <= moments; n++) {
      const nom = `Tour ${n}`
      const id = await begin(nom)
      const target = victim === 'app' ? String(server.pid) : await allOfPostgres(folder)
      await killAfter((lasts * (n - 1)) / moments, target)
      const killed = performance.now()
      if (victim === 'app') {
        await server.ended
        server = await launch(settings)
      }
      const { took, refused } = await untilTaken(`Suite ${n}`, killed)
      seen.again = Math.max(seen.again, took)
      seen.refused += refused
      const { statut } = await after(id, 'ecriture')
      const there = await inside((db) => countOf(db, nom))
      if (statut === 'termine' && there === WHOLE) seen.whole += 1
      else if (statut === 'echec' && there === NONE) seen.none += 1
      else seen.wrong.push(`${nom}: ${statut}, ${there}`)
    }
    seen.invariants = await inside(failedInvariants)
    return seen
  } finally {
    await server.stop()
    await drop(folder)
  }
}
