import {
  ATTENDUS,
  AUTRES_PERSONNES,
  DATES_SEULES,
  type ChampDesMots,
  type Condition,
} from '#features/imports/server/reprise/mots.ts'
import { findSens, type Lue, type Sens, type SorteDExemple } from '#features/imports/server/reprise/sens.ts'
import { foldTitreDeListe } from '#features/imports/server/reprise/titres.ts'
import { numberVersements } from '#features/imports/server/reprise/versements.ts'

/** A column as it was sent. */
export interface ColonneEnvoyee {
  titre: string
  /** The text of a cell merged over two titles or more in the line above, or null. */
  groupe: string | null
  sorte: SorteDExemple
}

/** Meaning that was recognised for a column: `champ` null is « Ne pas lire », `sur` false is shown in amber. */
export interface Reconnue {
  champ: string | null
  sur: boolean
}

/**
 * Recognises the columns of a sheet by their titles, what stands beside them and what stands under them (`entree.md` D.2).
 * @returns for each column its field, or null, and whether it is sure
 */
export function recognizeColumns(colonnes: readonly ColonneEnvoyee[]): Reconnue[] {
  const lues = colonnes.map(readColumn)
  const laqab = lues.some(({ mots }) => mots === 'لقب')
  for (const lue of lues) chooseAlone(lue, laqab)
  chooseTotals(lues)
  choosePercents(lues)
  chooseMontants(lues)
  chooseDates(lues)
  chooseReferences(lues)
  return settleDoubles(lues, numberVersements(lues))
}

function readColumn({ titre, groupe, sorte }: ColonneEnvoyee): Lue {
  const plie = foldTitreDeListe(titre)
  const seul = findSens(plie)
  const base = { titre: plie, sorte, choix: null }
  if (groupe === null) return { ...base, ...seul, numero: plie.numero }
  const dessus = foldTitreDeListe(groupe)
  const numero = plie.numero ?? dessus.numero
  const lectures = dessus.lectures.flatMap((haut) =>
    plie.lectures.flatMap((bas) => [`${haut} ${bas}`, `${bas} ${haut}`]),
  )
  const ensemble = findSens({ lectures })
  // Under « SOUSCRIPTEUR », « Nom » stands beside « Prénom »: alone it names the whole buyer anyway.
  if (ensemble.sens.length > 0 && !seul.sens.some(({ champ }) => champ === 'nom'))
    return { ...base, ...ensemble, numero }
  if (ensemble.sens.some(({ champ }) => champ === 'coacquereur')) return { ...base, ...ensemble, numero }
  const autrui = dessus.lectures.some((mots) => mots.split(' ').some((mot) => AUTRES_PERSONNES.has(mot)))
  return { ...base, ...(autrui ? { mots: seul.mots, sens: [] } : seul), numero }
}

const take = (lue: Lue, sens: Sens | undefined): void => {
  lue.choix = sens ?? null
}
const withIf = ({ sens }: Lue, si: Condition): Sens | undefined => sens.find((un) => un.si === si)

/** Chooses what the words say by themselves, with their number. */
function chooseAlone(lue: Lue, laqab: boolean): void {
  const { titre, sens, numero } = lue
  if (titre.autre && !sens.some(({ champ }) => champ === 'c_surface')) return
  const avecNumero = numero === null ? undefined : withIf(lue, 'numero')
  const arabe = laqab ? withIf(lue, 'laqab') : undefined
  take(lue, avecNumero ?? arabe ?? sens.find(({ si }) => si === null))
  if (lue.choix?.champ === 'tel' && numero !== null && numero > 1)
    take(lue, numero === 2 ? { ...lue.choix, champ: 'tel2' } : undefined)
  // A title that says a unit is confirmed by the member.
  if (titre.unite && lue.choix) lue.choix = { ...lue.choix, sur: false }
}

const isOf = (lue: Lue | undefined, ...champs: string[]): boolean =>
  lue?.choix != null && champs.includes(lue.choix.champ)

/** Words of « Total versé » that come again are payments, and one with a day or a receipt at its right is proposed as one. */
function chooseTotals(lues: readonly Lue[]): void {
  const totaux = lues.flatMap((lue, at) => (isOf(lue, 'total') ? [{ lue, at }] : []))
  const suivi = ({ at }: { at: number }) => isOf(lues[at + 1], 'v_date', 'v_recu')
  const tousSuivis = totaux.length > 1 && totaux.every(suivi)
  for (const total of totaux) {
    const { lue } = total
    const encore = totaux.some((autre) => autre !== total && autre.lue.mots === lue.mots)
    if (encore || tousSuivis) take(lue, { champ: 'v_montant', sur: lue.choix?.sur ?? false, si: null })
    else if (suivi(total)) take(lue, { champ: 'v_montant', sur: false, si: null })
  }
}

/** « Gros œuvre (35 %) » over amounts with days at its right is a stage of the works that was paid. */
function choosePercents(lues: readonly Lue[]): void {
  for (const [at, lue] of lues.entries())
    if (
      lue.titre.pourcent &&
      lue.sorte === 'nombre' &&
      lues[at + 1]?.sorte === 'jour' &&
      !isOf(lue, 'c_surface')
    )
      take(lue, { champ: 'v_montant', sur: false, si: null })
}

const saysAttendu = (lue: Lue | undefined): boolean =>
  lue !== undefined && lue.titre.lectures.some((mots) => mots.split(' ').some((mot) => ATTENDUS.has(mot)))

function chooseMontants(lues: readonly Lue[]): void {
  const jours = lues.some((lue) => isOf(lue, 'v_date'))
  const prix = lues.some((lue) => isOf(lue, 'prix'))
  const attendus = lues.some(saysAttendu)
  for (const [at, lue] of lues.entries()) {
    const verse = withIf(lue, 'montantVerse')
    if (!verse || lue.titre.autre) continue
    if (saysAttendu(lues[at - 1]) || saysAttendu(lues[at + 1])) continue
    if (jours) take(lue, verse)
    else if (!attendus && !prix) take(lue, withIf(lue, 'montantPrix'))
  }
}

function chooseDates(lues: readonly Lue[]): void {
  for (const [at, lue] of lues.entries()) {
    if (!lue.choix || !DATES_SEULES.has(lue.mots) || !isOf(lue, 'v_date')) continue
    const pres = [lues[at - 1], lues[at + 1]].some((voisine) => isOf(voisine, 'v_montant'))
    if (pres) lue.choix = { ...lue.choix, sur: true }
  }
}

function chooseReferences(lues: readonly Lue[]): void {
  for (const [at, lue] of lues.entries()) {
    const piece = withIf(lue, 'apresVersement')
    if (piece && isOf(lues[at - 1], 'v_montant', 'v_date', 'v_mode')) take(lue, piece)
    const reference = withIf(lue, 'presDuVersement')
    const pres = [lues[at - 1], lues[at + 1]].some((voisine) => isOf(voisine, 'v_montant', 'v_date'))
    if (reference && pres) take(lue, reference)
  }
}

/** A second one of these is of a conjoint or an agence. */
const UNE_FOIS: ReadonlySet<string> = new Set<ChampDesMots>(['nom', 'prenom', 'piece', 'adresse'])

/** Settles what two columns claim: both are amber, but a proposal yields to a sure one, and a second name to the first. */
function settleDoubles(lues: readonly Lue[], codes: readonly (string | null)[]): Reconnue[] {
  const premiers = new Set<string>()
  return lues.map(({ choix }, at): Reconnue => {
    const champ = codes[at] ?? null
    if (!choix || champ === null) return { champ: null, sur: false }
    const rivales = lues.flatMap((lue, autre) =>
      autre !== at && codes[autre] === champ && lue.choix ? [lue.choix] : [],
    )
    if (rivales.length === 0) return { champ, sur: choix.sur }
    if (!choix.sur && rivales.some(({ sur }) => sur)) return { champ: null, sur: false }
    if (!UNE_FOIS.has(champ)) return { champ, sur: choix.sur && !rivales.some(({ sur }) => sur) }
    const premiere = !premiers.has(champ)
    premiers.add(champ)
    return premiere ? { champ, sur: choix.sur } : { champ: null, sur: false }
  })
}
