// @ts-check
/**
 * Process that reads one workbook, forked by lecteur.ts: a sent file may cost any memory and time, and a process can be bounded and killed.
 * It sends lots of lines, at most two ahead of the acknowledged ones. Product, tests and development server fork this file unbuilt.
 */
import { Budget, LecteurDeFeuille } from './feuille.mjs'
import { openClasseur } from './parties.mjs'
import { readXml } from './xml.mjs'
import { readDirectory, openPartie, Refus, TAILLE_MAX } from './zip.mjs'

/** @typedef {import('./feuille.mjs').Ligne} Ligne */
/** @typedef {{ octets: Uint8Array } | { lire: boolean[] } | { suite: true }} Demande message to the process */
/**
 * Message from the process.
 * @typedef {{ feuilles: string[] } | { feuille: number, lignes: Ligne[], fusions: string[], groupes: string[] } | { fini: true } | { refus: 'abime' |
 * 'tropGrand' } | { defaut: string }} Reponse
 */

const LIGNES_PAR_LOT = 1000
const CELLULES_PAR_LOT = 50_000

let enRoute = 0
/** @type {(() => void) | undefined} */
let reveiller
/** @type {(lire: boolean[]) => void} */
let choose = () => {}
/** @type {Promise<boolean[]>} */
const choix = new Promise((resolve) => (choose = resolve))

/** @param {Reponse} reponse */
const tell = (reponse) => process.send?.(reponse)

/** @param {number} feuille @param {Ligne[]} lignes @param {string[]} [fusions] @param {string[]} [groupes] */
async function send(feuille, lignes, fusions = [], groupes = []) {
  if (enRoute > 1) await new Promise((resolve) => (reveiller = () => resolve(undefined)))
  enRoute++
  tell({ feuille, lignes, fusions, groupes })
}

/** @param {Uint8Array} octets */
async function read(octets) {
  const classeur = await openClasseur(await readDirectory(octets))
  tell({ feuilles: classeur.feuilles.map(({ nom }) => nom) })
  const voulues = await choix
  const budget = new Budget()
  for (const [rang, { partie }] of classeur.feuilles.entries()) {
    const lecteur = new LecteurDeFeuille(classeur, budget)
    let rien = true
    /** @param {boolean} tout sends also an incomplete lot */
    const vider = async (tout) => {
      for (let prises = 0; prises < lecteur.lignes.length;) {
        const nombre = mesurer(lecteur.lignes, prises)
        if (!tout && prises + nombre === lecteur.lignes.length && nombre < LIGNES_PAR_LOT) {
          lecteur.lignes.splice(0, prises)
          return
        }
        rien = false
        await send(rang, lecteur.lignes.slice(prises, prises + nombre))
        prises += nombre
      }
      lecteur.lignes.length = 0
    }
    if (voulues[rang]) {
      await readXml(openPartie(partie, TAILLE_MAX), lecteur, () => vider(false))
      await vider(true)
    }
    if (rien || lecteur.fusions.length > 0 || lecteur.groupes.length > 0)
      await send(rang, [], lecteur.fusions, lecteur.groupes)
  }
  tell({ fini: true })
}

/** @param {Ligne[]} lignes @param {number} de */
function mesurer(lignes, de) {
  let cellules = 0
  let nombre = 0
  for (; nombre < LIGNES_PAR_LOT && de + nombre < lignes.length; nombre++) {
    cellules += lignes[de + nombre]?.cellules.length ?? 0
    if (cellules > CELLULES_PAR_LOT && nombre > 0) break
  }
  return nombre
}

process.on('message', (/** @type {Demande} */ demande) => {
  if ('lire' in demande) choose(demande.lire)
  else if ('suite' in demande) {
    enRoute--
    reveiller?.()
  } else
    read(demande.octets).catch((error) => {
      if (error instanceof Refus) tell({ refus: error.code })
      // A string or an array reached its greatest length.
      else if (error instanceof RangeError) tell({ refus: 'tropGrand' })
      else tell({ defaut: String(error?.stack ?? error) })
    })
})
// The process ends with its parent.
process.on('disconnect', () => process.exit(0))
// Ctrl-C and the end of a terminal reach all processes of the group, but the server decides when this reading ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
