/** By what the demo's buyers pay, and what becomes of their cheques. */
import type { MoyenSaisi } from '#features/paiements/paiements.rules.ts'
import { clearCheques } from '#features/cheques/server/cheques.service.ts'
import { rejectCheque, representCheque } from '#features/cheques/server/cheques.etapes.ts'
import { createRemise } from '#features/cheques/server/remises.service.ts'
import { addJours, daysBetween, type Jour } from '#shared/dates.ts'
import type { Monde } from '#db/demo-annee.ts'
import { ouvrable } from '#db/demo-plan.ts'
import type { Versement } from '#db/demo-versements.ts'
import { between, pick, repeat, seeded } from '#db/random.ts'

export interface VersementPaye extends Versement {
  moyen: MoyenSaisi
  /** Rank of our account that it comes to; null for cash, a cheque, and what nobody has told. */
  compte: 0 | 1 | null
}

const BANQUES = [
  'BNA',
  'CPA',
  'BEA',
  'BADR',
  'CNEP-Banque',
  'BDL',
  'Algérie Poste (CCP)',
  'Société Générale Algérie',
]
const DES_LOTS = ['cheque', 'cheque', 'cheque', 'virement', 'virement', 'versement_bancaire'] as const
const DES_PLACES = ['especes', 'especes', 'virement', 'versement_bancaire', 'cheque'] as const
const MOTIFS = ['Provision insuffisante', 'Signature non conforme', 'Opposition']

/** Cheques at the counter, the newest, and at the bank in two remises; the others have been cleared, but for some rejected. */
const A_REMETTRE = 18
const PAR_REMISE = 6
const REMIS = 2 * PAR_REMISE
/** Days in which nearly all that is paid for a lot is paid by cheque. */
const RECENTS = 45
export const REPRESENTES = 5
/** Days between the cheque runs to the bank. */
const TOURNEE = 14

/** Adds the means of payment. One payment in twenty has no mode. */
export function addMoyens(versements: readonly Versement[], today: Jour): VersementPaye[] {
  const random = seeded(20_260_102)
  let rang = 0
  const sansMode = new Set(repeat(45, (n) => n * 18 + 7))
  const paid = versements.map((versement, n): VersementPaye => {
    const lot = versement.vente.lot.type !== 'place_parking'
    const recent = lot && daysBetween(versement.date_paiement, today) < RECENTS
    const especes = lot && versement.details === 'Acompte' && random() < 0.25
    const tire = especes
      ? 'especes'
      : recent && random() < 0.85
        ? 'cheque'
        : pick(random, lot ? DES_LOTS : DES_PLACES)
    const dit = versement.impaye ? 'cheque' : sansMode.has(rang++) && !recent ? null : tire
    const parBanque = dit !== null && dit !== 'especes'
    const compte = dit === 'virement' || dit === 'versement_bancaire' ? (n % 3 === 0 ? 1 : 0) : null
    const payeur = lot && n % 10 === 3 ? pick(random, ['banque', 'cnl'] as const) : null
    return {
      ...versement,
      compte,
      moyen: {
        mode: dit,
        banque: parBanque ? pick(random, BANQUES) : null,
        reference: parBanque ? String(between(random, 100_000, 9_999_999)).padStart(7, '0') : null,
        date_cheque: dit === 'cheque' ? versement.date_paiement : null,
        payeur_type: payeur,
        payeur: payeur === 'banque' ? 'CNEP-Banque' : payeur === 'cnl' ? 'CNL' : null,
      },
    }
  })
  // Three cheques bear a future day.
  for (const [n, { moyen }] of chequesOf(paid).slice(-3).entries())
    moyen.date_cheque = addJours(today, 10 + 15 * n)
  return paid
}

const chequesOf = (paid: readonly VersementPaye[]) =>
  paid.filter(({ moyen, impaye }) => moyen.mode === 'cheque' && !impaye)

/** Puts what becomes of the cheques into the agenda. */
export function scheduleCheques(monde: Monde, paid: readonly VersementPaye[]): void {
  const { agenda, bureau, db } = monde
  const cheques = chequesOf(paid)
  const settled = cheques.slice(0, -(A_REMETTRE + REMIS))
  const impayes = paid.filter(({ impaye }) => impaye)
  const doubtful = settled.filter(
    ({ vente, date_paiement }) =>
      vente.suite === null && date_paiement > agenda.ago(330) && date_paiement < agenda.ago(45),
  )
  const pas = Math.floor(doubtful.length / REPRESENTES)
  const again = repeat(REPRESENTES, (n) => doubtful[n * pas]).flatMap((one) => one ?? [])
  const remis = cheques.slice(-(A_REMETTRE + REMIS), -A_REMETTRE)
  for (const compte of [0, 1] as const) {
    const siens = remis.slice(compte * PAR_REMISE, (compte + 1) * PAR_REMISE)
    scheduleRemise(monde, siens, { compte, jour: siens.at(-1)?.date_paiement ?? agenda.today })
  }
  for (const [n, tournee] of tourneesOf([...settled, ...impayes], agenda.today).entries()) {
    const jour = ouvrable(addJours(tournee.jour, 0))
    scheduleRemise(monde, tournee.cheques, {
      compte: n % 3 === 2 ? 1 : 0,
      jour: tournee.dernier > jour ? tournee.dernier : jour,
    })
    const credit = addJours(tournee.dernier > jour ? tournee.dernier : jour, 3)
    const cleared = tournee.cheques.filter((one) => !again.includes(one) && !impayes.includes(one))
    if (cleared.length > 0)
      agenda.add(credit, 5, async () => {
        await clearCheques(db, bureau.comptable, { ids: idsOf(monde, cleared), encaisse_le: credit })
      })
    for (const cheque of tournee.cheques.filter((one) => !cleared.includes(one)))
      scheduleRejet(monde, cheque, credit, again.includes(cheque))
  }
}

const idsOf = ({ paiements }: Monde, cheques: readonly VersementPaye[]): number[] =>
  cheques.flatMap((cheque) => paiements.get(cheque) ?? [])

function scheduleRemise(
  monde: Monde,
  cheques: readonly VersementPaye[],
  { compte, jour }: { compte: 0 | 1; jour: Jour },
): void {
  const { agenda, bureau, db } = monde
  agenda.add(jour, 7, async () => {
    await createRemise(db, bureau.caisse, {
      compte_id: bureau.comptes[compte],
      jour,
      ids: idsOf(monde, cheques),
    })
  })
}

function scheduleRejet(monde: Monde, cheque: VersementPaye, rejete_le: Jour, represente: boolean): void {
  const { agenda, bureau, db } = monde
  const id = () => monde.paiements.get(cheque) ?? 0
  const motif = pick(seeded(daysBetween(rejete_le, agenda.today)), MOTIFS)
  agenda.add(rejete_le, 6, async () => {
    await rejectCheque(db, bureau.comptable, id(), { rejete_le, motif, frais_rejet: 250_000 })
  })
  if (!represente) return
  const jour = ouvrable(addJours(rejete_le, 9))
  const credit = addJours(jour, 4)
  agenda.add(jour, 4, async () => {
    const { id: encore } = await representCheque(db, bureau.caisse, id(), jour)
    agenda.add(credit, 5, async () => {
      await clearCheques(db, bureau.comptable, { ids: [encore], encaisse_le: credit })
    })
  })
}

/** The cheques of each run: those that came in the two weeks before it. */
function tourneesOf(
  cheques: readonly VersementPaye[],
  today: Jour,
): { jour: Jour; dernier: Jour; cheques: VersementPaye[] }[] {
  const runs = new Map<number, VersementPaye[]>()
  for (const cheque of cheques) {
    const rang = Math.floor(daysBetween(cheque.date_paiement, today) / TOURNEE)
    const run = runs.get(rang) ?? []
    runs.set(rang, [...run, cheque])
  }
  return [...runs]
    .toSorted(([a], [b]) => b - a)
    .map(([rang, run]) => ({
      jour: addJours(today, -rang * TOURNEE),
      dernier: run.reduce((last, { date_paiement }) => (date_paiement > last ? date_paiement : last), ''),
      cheques: run,
    }))
}
