/** Payments of the demo's sales: all that falls due is paid, but for a few dossiers that are late. Amounts in centimes. */
import type { Centimes } from '#shared/argent.ts'
import { addJours, addMois, daysBetween, type Jour } from '#shared/dates.ts'
import { jourDuStade, ouvrable, type VentePrevue } from '#db/demo-plan.ts'
import { between, pick, type Random } from '#db/random.ts'

export interface Versement {
  vente: VentePrevue
  versement: Centimes
  date_paiement: Jour
  details: string | null
  /** A cheque that comes back unpaid and is not presented again. */
  impaye?: true
}

/** Sum that a sale has to pay in all by a day. */
interface Terme {
  jour: Jour
  du: Centimes
  libelle: string
}

const CINQUANTE_MILLE = 5_000_000
const DIX_MILLE = 1_000_000
const MENSUALITES = 12
/** Percent of the price that are due at the contract. */
export const PART_DU_CONTRAT = 20
/** Shares of the price that a buyer gives on the day he reserves, in percent. */
const ACOMPTES = [10, 15, 20, 20, 20, 20, 25, 30]
/** Days ago on which a sale was moved from another bien, or from another buyer. */
export const JOURS_DES_CHANGEMENTS = { transfere: 40, cede: 47 } as const
/** Days ago on which the sales of a bloc ended at their buyers' wish, and the one that the office ended. */
const FINS_DES_BLOCS: Readonly<Record<number, number>> = { 3: 75, 5: 56, 4: 42 }
const FIN_DU_LOCAL = 28
/** Days ago on which a sale that ends does. */
export const finDe = ({ lot }: VentePrevue): number =>
  lot.type === 'local' ? FIN_DU_LOCAL : (FINS_DES_BLOCS[lot.bloc ?? 0] ?? FIN_DU_LOCAL)

const earlier = (a: Jour, b: Jour): Jour => (a < b ? a : b)
const later = (a: Jour, b: Jour): Jour => (a < b ? b : a)
const floor = (montant: number, pas: Centimes): Centimes => Math.floor(montant / pas) * pas

/** Makes exactly `nombre` payments of the sales, each sale's first one an « Acompte ». The same day gives the same payments. */
export function planVersements(
  ventes: readonly VentePrevue[],
  nombre: number,
  today: Jour,
  random: Random,
): Versement[] {
  const paid = ventes.map((vente) => {
    if (vente.lot.type === 'place_parking') return payPlace(vente, today)
    if (vente.suite !== 'desiste') return payLot(vente, { today, fin: today }, random)
    // Nothing is paid after the end; the office ends a sale that has left unpaid what fell due before.
    const fin = addJours(today, -finDe(vente))
    const payes = payLot(vente, { today, fin }, random).filter(({ date_paiement }) => date_paiement < fin)
    return vente.lot.type === 'local' ? payes.slice(0, -1) : payes
  })
  return splitInto(nombre, paid, today, random).toSorted(
    (a, b) => a.date_paiement.localeCompare(b.date_paiement) || a.vente.cle.localeCompare(b.vente.cle),
  )
}

const pay = (vente: VentePrevue, versement: Centimes, jour: Jour, details: string | null): Versement => ({
  vente,
  versement,
  date_paiement: jour,
  details,
})

/** Three parts at the reservation, three at a time until the ninth, then each on its day. */
function payPlace(vente: VentePrevue, today: Jour): Versement[] {
  const { prix, reservation_le, contrat_le, suite } = vente
  const acompte = pay(vente, (prix / MENSUALITES) * 3, reservation_le, 'Acompte')
  if (suite === 'comptant')
    return [acompte, pay(vente, (prix / MENSUALITES) * 9, contrat_le ?? reservation_le, 'Solde')]
  const parts = [3, 3, 1, 1, 1]
  let rang = 3
  const others = parts.flatMap((combien) => {
    const jour = addMois(reservation_le, rang + 1)
    const libelle = combien > 1 ? 'Mensualités' : `Mensualité ${rang + 1}`
    rang += combien
    if (jour > today || (suite === 'retard' && rang > 10)) return []
    return [pay(vente, (prix / MENSUALITES) * combien, later(ouvrable(jour), reservation_le), libelle)]
  })
  return [acompte, ...others]
}

/** Sum of a lot that falls due until today, by the modèle « Vente sur plans 20/15/35/25/5 ». */
function termesOf({ prix, lot, contrat_le, livraison_le }: VentePrevue, today: Jour): Terme[] {
  if (contrat_le === null) return []
  const stade = (rang: number) => {
    const jour = jourDuStade(lot.bloc ?? 0, rang, today)
    return jour === null ? null : later(jour, contrat_le)
  }
  const lignes: [Jour | null, number, string][] = [
    [contrat_le, 20, 'Signature du contrat'],
    [stade(0), 35, 'Fondations achevées'],
    [stade(1), 70, 'Gros œuvre achevé'],
    [stade(2), 95, "Tous corps d'état achevés"],
    [livraison_le, 100, 'Remise des clés'],
  ]
  const termes: Terme[] = []
  for (const [jour, part, libelle] of lignes) {
    if (jour === null) continue
    const du = (prix * part) / 100
    if (termes.at(-1)?.jour === jour) termes.pop()
    termes.push({ jour, du, libelle })
  }
  return termes
}

/** So many percent of a price: just the contract's part, else in steps of fifty thousand dinars from ten to thirty percent of it. */
export function acompteDe(prix: Centimes, part: number): Centimes {
  const exact = (prix * part) / 100
  if (part === PART_DU_CONTRAT) return exact
  return (part === 10 ? Math.ceil : Math.floor)(exact / CINQUANTE_MILLE) * CINQUANTE_MILLE
}

/** @param fin what falls due afterwards is not paid */
function payLot(vente: VentePrevue, { today, fin }: { today: Jour; fin: Jour }, random: Random): Versement[] {
  const { prix, reservation_le, suite } = vente
  const part = pick(random, ACOMPTES)
  const acompte = pay(vente, acompteDe(prix, part), reservation_le, 'Acompte')
  const termes = termesOf(vente, today).filter(({ jour }) => jour <= fin)
  const versements = [acompte]
  let paid = acompte.versement
  for (const [rang, { jour, du, libelle }] of termes.entries()) {
    const reste = du - paid
    if (reste <= 0) continue
    const last = rang === termes.length - 1
    const dernier = last && libelle !== 'Remise des clés'
    const delai = libelle === 'Remise des clés' ? 0 : between(random, 1, 13)
    const voulu = addJours(jour, Math.min(delai, Math.max(0, daysBetween(jour, today) - 1)))
    const quand = later(earlier(ouvrable(voulu), today), versements.at(-1)?.date_paiement ?? reservation_le)
    if (dernier && suite === 'retard') break
    if (dernier && suite === 'impaye') {
      versements.push({ ...pay(vente, reste, quand, libelle), impaye: true })
      break
    }
    const montant = dernier && suite === 'moitie' ? floor(reste / 2, DIX_MILLE) : reste
    versements.push(pay(vente, montant, quand, libelle))
    paid += montant
  }
  return versements
}

/** Pays in two what a sale paid at once, its largest payment first, until there are `nombre` payments in all. */
function splitInto(nombre: number, plans: readonly Versement[][], today: Jour, random: Random): Versement[] {
  let missing = nombre - plans.flat().length
  if (missing < 0) throw new RangeError(`${-missing} payments too many`)
  while (missing > 0) {
    const before = missing
    for (const versements of plans) {
      const [largest] = versements
        .slice(1)
        .filter(
          ({ versement, impaye, vente }) => !impaye && versement >= 200 * DIX_MILLE && vente.suite === null,
        )
        .toSorted((a, b) => b.versement - a.versement)
      if (!largest || missing === 0) continue
      const reste = floor((largest.versement * between(random, 40, 60)) / 100, CINQUANTE_MILLE)
      const left = Math.max(0, Math.ceil(daysBetween(largest.date_paiement, today) / 4))
      const plusTard = addJours(largest.date_paiement, Math.min(between(random, 1, 9), left))
      versements.push({
        ...largest,
        versement: reste,
        date_paiement: later(ouvrable(plusTard), largest.date_paiement),
      })
      largest.versement -= reste
      missing--
    }
    if (missing === before) throw new RangeError(`${missing} payments too few`)
  }
  return plans.flat()
}

/** The days of the twelve parts of a place fall due on; the first is a month after its reservation. */
export const premierJour = ({ reservation_le }: VentePrevue): Jour => addMois(reservation_le, 1)
