// @ts-check
/**
 * The process that reads one workbook, forked by lecteur.ts: what people send may cost any memory and time, a process can be bounded
 * and killed. It tells the sheets, is told which of them to read, and sends their lines, never more than one lot ahead of what was
 * taken. Plain JavaScript, so that the product, the tests and the development server all fork this very file.
 */
import { Budget, LecteurDeFeuille } from './feuille.mjs'
import { ouvrirClasseur } from './parties.mjs'
import { lireXml } from './xml.mjs'
import { enMemoire, lireRepertoire, ouvrirPartie, Refus, TAILLE_MAX } from './zip.mjs'

/** @typedef {import('./feuille.mjs').Ligne} Ligne */
/** @typedef {{ octets: Uint8Array } | { lire: boolean[] } | { suite: true }} Demande what the process is told */
/**
 * What it says.
 * @typedef {{ feuilles: string[] } | { feuille: number, lignes: Ligne[], fusions: string[] } | { fini: true }
 *   | { refus: 'abime' | 'tropGrand' } | { defaut: string }} Reponse
 */

const LIGNES_PAR_LOT = 1000
const CELLULES_PAR_LOT = 50_000

/** Lots that were sent and not yet taken. */
let enRoute = 0
/** @type {(() => void) | undefined} */
let reveiller
/** @type {(lire: boolean[]) => void} */
let choisir = () => {}
/** @type {Promise<boolean[]>} */
const choix = new Promise((resolve) => (choisir = resolve))

/** @param {Reponse} reponse */
const dire = (reponse) => process.send?.(reponse)

/** @param {number} feuille @param {Ligne[]} lignes @param {string[]} [fusions] */
async function envoyer(feuille, lignes, fusions = []) {
  if (enRoute > 1) await new Promise((resolve) => (reveiller = () => resolve(undefined)))
  enRoute++
  dire({ feuille, lignes, fusions })
}

/** @param {Uint8Array} octets */
async function lire(octets) {
  const source = enMemoire(octets)
  const classeur = await ouvrirClasseur(source, await lireRepertoire(source))
  dire({ feuilles: classeur.feuilles.map(({ nom }) => nom) })
  const voulues = await choix
  const budget = new Budget()
  for (const [rang, { partie }] of classeur.feuilles.entries()) {
    const lecteur = new LecteurDeFeuille(classeur, budget)
    let rien = true
    /** @param {boolean} tout also what makes no whole lot yet */
    const vider = async (tout) => {
      for (let prises = 0; prises < lecteur.lignes.length;) {
        const nombre = mesurer(lecteur.lignes, prises)
        if (!tout && prises + nombre === lecteur.lignes.length && nombre < LIGNES_PAR_LOT) {
          lecteur.lignes.splice(0, prises)
          return
        }
        rien = false
        await envoyer(rang, lecteur.lignes.slice(prises, prises + nombre))
        prises += nombre
      }
      lecteur.lignes.length = 0
    }
    if (voulues[rang]) {
      await lireXml(ouvrirPartie(source, partie, TAILLE_MAX), lecteur, () => vider(false))
      await vider(true)
    }
    if (rien || lecteur.fusions.length > 0) await envoyer(rang, [], lecteur.fusions)
  }
  dire({ fini: true })
}

/** How many of the lines make one lot. @param {Ligne[]} lignes @param {number} de */
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
  if ('lire' in demande) choisir(demande.lire)
  else if ('suite' in demande) {
    enRoute--
    reveiller?.()
  } else
    lire(demande.octets).catch((error) => {
      if (error instanceof Refus) dire({ refus: error.code })
      // What is longer than a string or an array can be.
      else if (error instanceof RangeError) dire({ refus: 'tropGrand' })
      else dire({ defaut: String(error?.stack ?? error) })
    })
})
// No parent, no work: whatever ended the server ends this process too.
process.on('disconnect', () => process.exit(0))
// Ctrl-C, or the end of a terminal, reaches the whole group of processes; the server decides when its reading is done.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
