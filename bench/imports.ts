import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { NomDeFeuille } from '#features/imports/colonnes.ts'
import { FEUILLES } from '#features/imports/server/sheets.ts'
import { BASE } from '#shared/endpoint.ts'
import { classeurOf, feuilleXml } from '#test/harness/classeurs.ts'
import { processesOf } from '../bench/load.ts'
import { quantile } from '../bench/print.ts'
import { recordings } from '../bench/writes.ts'

type Rangee = Record<string, string | number>

interface ImportCost {
  id: number
  bytes: number
  statut: string
  motif: string | null
  verification: number
  ecriture: number
  /** Peak resident memory of all processes but PostgreSQL's, above its value before the import. */
  memory: number
  meanwhile: Meanwhile
}
/** Answer times in ms of the payments recorded meanwhile, and how many were refused. */
export type Meanwhile = Awaited<ReturnType<typeof recordUntil>>

const PAUSE_MS = 50

/** Sends a workbook, confirms it, and records payments on the existing portfolio until the import ends. */
export async function weighImport(
  { url, pid }: { url: string; pid: number },
  headers: Record<string, string>,
  classeur: Buffer,
): Promise<ImportCost> {
  const before = residentOf(pid)
  const over = new AbortController()
  let peak = before
  const watch = setInterval(() => (peak = Math.max(peak, residentOf(pid))), 100)
  const asked = recordUntil(await recordings(url, headers), over.signal)
  const form = new FormData()
  form.set('classeur', new File([new Uint8Array(classeur)], 'banc.xlsx'))
  const start = performance.now()
  try {
    const sent = await fetch(`${url}${BASE}/api/imports`, { method: 'POST', headers, body: form })
    const { id } = (await sent.json()) as { id: number }
    const checked = await ended(url, headers, id, 'lecture')
    const pret = performance.now()
    if (checked.statut === 'pret')
      await fetch(`${url}${BASE}/api/imports/${id}/confirmer`, { method: 'POST', headers })
    const written = await ended(url, headers, id, 'ecriture')
    const done = performance.now()
    over.abort()
    return {
      id,
      bytes: classeur.length,
      ...written,
      verification: pret - start,
      ecriture: done - pret,
      memory: peak - before,
      meanwhile: await asked,
    }
  } finally {
    over.abort()
    clearInterval(watch)
  }
}

interface Etat {
  statut: string
  motif: string | null
}

async function ended(
  url: string,
  headers: Record<string, string>,
  id: number,
  statut: string,
): Promise<Etat> {
  for (;;) {
    const { statut: now, motif } = (await (
      await fetch(`${url}${BASE}/api/imports/${id}`, { headers })
    ).json()) as Etat
    if (now !== statut) return { statut: now, motif }
    await setTimeout(200)
  }
}

export async function recordUntil(record: () => Promise<Response>, over: AbortSignal) {
  const times: number[] = []
  let refused = 0
  while (!over.aborted) {
    const start = performance.now()
    const answer = await record()
    await answer.arrayBuffer()
    times.push(performance.now() - start)
    if (!answer.ok) refused += 1
    await setTimeout(PAUSE_MS, undefined, { signal: over }).catch(() => {})
  }
  return { median: quantile(times, 0.5), p95: quantile(times, 0.95), longest: Math.max(...times), refused }
}

export function residentOf(pid: number): number {
  return processesOf(pid)
    .filter(({ name }) => !name.startsWith('postgres'))
    .reduce((sum, process) => sum + residentKb(process.pid) * 1024, 0)
}

function residentKb(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0 // the process has ended
  }
}

/** A workbook with residences of 400 lots, four blocs of ten étages of ten lots; three lots in four are sold, payments go round them. */
export function portefeuille(lots: number, paiements: number): Buffer {
  const vendus = Math.floor((lots * 3) / 4)
  const clients = Math.ceil(lots / 4)
  const lieu = (at: number) => ({
    Résidence: `Import ${Math.floor(at / 400)}`,
    Bloc: `Bloc ${'ABCD'[Math.floor(at / 100) % 4]}`,
    Étage: `Étage ${Math.floor(at / 10) % 10}`,
  })
  const vendu = (at: number) => {
    const { Bloc, ...autres } = lieu(at)
    const client = `Nadia Import ${at % clients}`
    return { ...autres, 'Bloc ou parking': Bloc, Type: 'Appartement', Numéro: `A${at % 100}`, Client: client }
  }
  const suite = (nombre: number, pas: number, de: (at: number) => Rangee) =>
    Array.from({ length: Math.ceil(nombre / pas) }, (_, rang) => de(rang * pas))
  return classeurOf({
    feuilles: [
      feuille(
        'residences',
        suite(lots, 400, (at) => ({ Nom: lieu(at).Résidence, Adresse: 'Alger' })),
      ),
      feuille(
        'blocs',
        suite(lots, 100, (at) => ({
          Résidence: lieu(at).Résidence,
          Nom: lieu(at).Bloc,
          Description: 'R+9',
        })),
      ),
      feuille(
        'etages',
        suite(lots, 10, (at) => {
          const { Étage, ...autres } = lieu(at)
          const niveau = Math.floor(at / 10) % 10
          return { ...autres, Désignation: Étage, Niveau: niveau, 'Logements par palier': 10 }
        }),
      ),
      feuille(
        'appartements',
        suite(lots, 1, (at) => ({
          ...lieu(at),
          Lot: `A${at % 100}`,
          Type: 'F3',
          'Surface habitable': 85.5,
          'Surface utile': 12.25,
          Prix: 9_500_000 + at,
        })),
      ),
      feuille(
        'clients',
        suite(clients, 1, (at) => ({
          'Nom complet': `Nadia Import ${at}`,
          Téléphone: `0770 ${at}`,
          Email: `import${at}@exemple.dz`,
        })),
      ),
      feuille(
        'ventes',
        suite(vendus, 1, (at) => ({ ...vendu(at), Date: '12/03/2024' })),
      ),
      feuille(
        'paiements',
        suite(paiements, 1, (at) => ({
          ...vendu(at % vendus),
          Date: '02/04/2025',
          Montant: 100_000 + at,
          'Mode de paiement': at % 2 ? 'Chèque' : 'Virement',
          Banque: 'BNA',
          Référence: `I${at}`,
        })),
      ),
    ],
  })
}

const VERSEMENTS = 12

/** A list of sales of one residence, a line each with twelve versements. */
export const reprise = (residence: string, lots: readonly { bloc: string; numero: string }[]): Buffer =>
  classeurOf({
    feuilles: [
      feuille(
        'reprise',
        lots.map(({ bloc, numero }, at) => ({
          Résidence: residence,
          'Bloc ou parking': bloc,
          Numéro: numero,
          Acquéreur: `Reprise Nadia ${at}`,
          Téléphone: `0771 ${at}`,
          'Réservé le': '12/01/2024',
          ...Object.fromEntries(
            Array.from({ length: VERSEMENTS }, (_, n) => [
              [`Versé le ${n + 1}`, `15/${String(n + 1).padStart(2, '0')}/2025`],
              [`Montant ${n + 1}`, 100_000 + at],
              [`Reçu ${n + 1}`, `${at}/${n + 1}`],
            ]).flat(),
          ),
        })),
      ),
    ],
  })

function feuille(nom: NomDeFeuille, rangees: readonly Rangee[]) {
  const { titre, colonnes } = FEUILLES[nom]
  const titres = colonnes.map((une) => une.titre)
  const lignes = [titres, ...rangees.map((rangee) => titres.map((une) => rangee[une]))]
  const cellule = (valeur: string | number | undefined) =>
    typeof valeur === 'number'
      ? `<c><v>${valeur}</v></c>`
      : valeur === undefined
        ? '<c/>'
        : `<c t="inlineStr"><is><t>${valeur}</t></is></c>`
  const donnees = lignes.map((ligne) => `<row>${ligne.map(cellule).join('')}</row>`).join('')
  return { nom: titre, xml: feuilleXml(donnees) }
}
