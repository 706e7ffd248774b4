/** Payments of the demo portfolio and their days: all that falls due is paid, but for a few dossiers that are late. */
import type { Centimes } from '#shared/argent.ts'
import { addJours, daysBetween, type Jour } from '#shared/dates.ts'
import { between, pick, repeat, type Random } from '#db/random.ts'

/** A sale with its échéancier; `exigible_le` of a line is null until its step or its stade is reached. */
export interface VenteAPayer {
  id: number
  prix: Centimes
  type: string
  bloc: number | null
  reservation_le: Jour
  contrat_le: Jour | null
  lignes: readonly { montant: Centimes; exigible_le: Jour | null; libelle: string }[]
}

export interface Versement {
  vente_id: number
  versement: Centimes
  date_paiement: Jour
  details: string | null
  /** A cheque that comes back unpaid and is not presented again. */
  impaye?: true
}

/** Amount that a sale has to pay on one day. */
interface Tranche {
  jour: Jour
  montant: Centimes
  libelle: string
}

const MILLE = 100_000
const DIX_MILLE = 1_000_000
/** Instalments of a place that are paid at once. */
const TRIMESTRE = 3
/** One buyer of a lot in so many pays the whole price. */
const COMPTANT = 11
/** Numbers of late dossiers: in the first blocs, whose last stades were reached within ninety days, and of the places. */
const RETARDS_DES_BLOCS = [1, 2, 2, 1]
const RETARDS_DES_PLACES = 2
/** Late dossiers whose cheque came back unpaid; the next ones have paid a half. */
const IMPAYES = 3

export const earlier = (a: Jour, b: Jour): Jour => (a < b ? a : b)
export const later = (a: Jour, b: Jour): Jour => (a < b ? b : a)

/** Makes `nombre` payments of the sales, each sale's first one an « Acompte ». The same day gives the same payments. */
export function planVersements(
  ventes: readonly VenteAPayer[],
  nombre: number,
  today: Jour,
  random: Random,
): Versement[] {
  const plans = ventes.map((vente) => ({ vente, tranches: tranchesOf(vente, today) }))
  const retards = retardsOf(plans, today)
  const lots = [...retards.keys()].filter((id) => ventes.some((vente) => vente.id === id && vente.bloc))
  const paid = plans.map(({ vente, tranches }, n) => {
    const left = retards.get(vente.id) ?? 0
    const kept = tranches.slice(0, tranches.length - left)
    const comptant = left === 0 && n % COMPTANT === 4
    const versements = payAll(vente, kept, { comptant, patient: n % 2 === 1 }, today, random)
    const [due] = tranches.slice(kept.length)
    const rang = lots.indexOf(vente.id)
    if (!due || rang < 0) return versements
    const cheque = { vente_id: vente.id, date_paiement: addJours(due.jour, 3), details: due.libelle }
    if (rang < IMPAYES) return [...versements, { ...cheque, versement: due.montant, impaye: true as const }]
    return [...versements, { ...cheque, versement: floor(due.montant / 2, DIX_MILLE) }]
  })
  return splitInto(nombre, paid, today, random)
}

/** Reads what has fallen due. Payments cover lines in their order: a line is paid no later than one after it. */
function tranchesOf({ lignes }: VenteAPayer, today: Jour): Tranche[] {
  const tranches: Tranche[] = []
  let next: Jour | null = null
  for (const { montant, exigible_le, libelle } of lignes.toReversed()) {
    if (exigible_le !== null && exigible_le <= today) next = next ? earlier(next, exigible_le) : exigible_le
    if (next === null) continue
    const [first] = tranches
    if (first?.jour === next) first.montant += montant
    else tranches.unshift({ jour: next, montant, libelle })
  }
  return tranches
}

/** Chooses the late dossiers. @returns for each the number of its last tranches that stay unpaid */
function retardsOf(plans: { vente: VenteAPayer; tranches: Tranche[] }[], today: Jour): Map<number, number> {
  const ages = (tranches: Tranche[], rang = 1) => daysBetween(tranches.at(-rang)?.jour ?? '1970-01-01', today)
  const recent = plans.filter(
    ({ vente, tranches }) =>
      vente.contrat_le !== null &&
      tranches.length > 1 &&
      (vente.bloc === null || vente.lignes.at(-1)?.exigible_le === null) &&
      ages(tranches) >= 8 &&
      ages(tranches) < 85,
  )
  const lots = recent.filter(({ vente }) => vente.type === 'appartement')
  const blocs = [...new Set(lots.map(({ vente }) => vente.bloc))].toSorted((a, b) => (a ?? 0) - (b ?? 0))
  const places = recent.filter(({ vente, tranches }) => vente.bloc === null && tranches.length > 10)
  // A sale that the promoter will end was late for longer: its shop pays no more after the mise en demeure.
  const ended = plans.find(
    ({ vente, tranches }) => vente.type === 'local' && tranches.length > 1 && ages(tranches) > 70,
  )
  return new Map(
    [
      ...blocs.flatMap((bloc, n) =>
        lots.filter(({ vente }) => vente.bloc === bloc).slice(0, RETARDS_DES_BLOCS[n] ?? 0),
      ),
      ...places.slice(0, RETARDS_DES_PLACES),
      ...(ended ? [ended] : []),
    ].map(({ vente, tranches }) => [
      vente.id,
      vente.bloc === null && tranches.length > 11 && ages(tranches, 2) < 85 ? 2 : 1,
    ]),
  )
}

/** Payments of one sale. `comptant`: it pays the whole price; `patient`: it pays nothing before something falls due. */
function payAll(
  { id: vente_id, prix, bloc, reservation_le, lignes }: VenteAPayer,
  tranches: readonly Tranche[],
  { comptant, patient }: { comptant: boolean; patient: boolean },
  today: Jour,
  random: Random,
): Versement[] {
  const [first, ...others] = bloc === null ? byTrimestre(tranches) : tranches
  if (!first && lignes.length > 0 && patient) return []
  const pay = (versement: Centimes, jour: Jour, details: string | null): Versement => ({
    vente_id,
    versement,
    date_paiement: earlier(later(jour, reservation_le), today),
    details,
  })
  if (bloc === null && first)
    return [
      pay(first.montant, reservation_le, 'Acompte'),
      ...others.map(({ montant, jour, libelle }) => pay(montant, jour, libelle)),
    ]
  const acompte = floor((prix * (first ? 5 : pick(random, [5, 10, 15]))) / 100, DIX_MILLE)
  const paid = [pay(acompte, reservation_le, 'Acompte')]
  if (first)
    for (const { montant, jour, libelle } of [{ ...first, montant: first.montant - acompte }, ...others])
      paid.push(
        pay(montant, addJours(later(jour, addJours(reservation_le, 10)), between(random, 0, 6)), libelle),
      )
  else if (lignes.length === 0)
    paid.push(
      pay(floor((prix * pick(random, [15, 25, 45])) / 100, DIX_MILLE), addJours(reservation_le, 20), null),
    )
  const rest = prix - paid.reduce((sum, { versement }) => sum + versement, 0)
  if (rest > 0 && comptant && first)
    paid.push(pay(rest, addJours(paid.at(-1)?.date_paiement ?? today, 30), 'Solde'))
  return paid
}

/** A place is paid three instalments at a time, on the day of the first of them. */
const byTrimestre = (tranches: readonly Tranche[]): Tranche[] =>
  repeat(Math.ceil(tranches.length / TRIMESTRE), (n) =>
    tranches.slice(n * TRIMESTRE, (n + 1) * TRIMESTRE),
  ).map((trimestre) => ({
    jour: trimestre[0]?.jour ?? '1970-01-01',
    montant: trimestre.reduce((sum, { montant }) => sum + montant, 0),
    libelle: trimestre.length > 1 ? 'Mensualités' : (trimestre[0]?.libelle ?? ''),
  }))

/** Pays in two what a sale paid at once, its largest payment first, until there are `nombre` payments in all. */
function splitInto(nombre: number, plans: readonly Versement[][], today: Jour, random: Random): Versement[] {
  let missing = nombre - plans.flat().length
  if (missing < 0) throw new RangeError(`${-missing} payments too many`)
  while (missing > 0) {
    const before = missing
    for (const versements of plans) {
      const [largest] = versements
        .filter(({ versement, impaye }) => !impaye && versement >= 2 * DIX_MILLE)
        .toSorted((a, b) => b.versement - a.versement)
      if (!largest || missing === 0) continue
      const part = floor((largest.versement * between(random, 40, 60)) / 100, MILLE)
      const left = Math.ceil(daysBetween(largest.date_paiement, today) / 2)
      const date_paiement = addJours(largest.date_paiement, Math.min(between(random, 6, 25), left))
      const { details } = largest
      versements.push({
        ...largest,
        versement: largest.versement - part,
        date_paiement,
        details: details === 'Acompte' ? null : details,
      })
      largest.versement = part
      if (details === 'Solde') largest.details = null
      missing--
    }
    if (missing === before) throw new RangeError(`${missing} payments too few`)
  }
  return plans.flat()
}

const floor = (montant: number, pas: Centimes): Centimes => Math.floor(montant / pas) * pas
