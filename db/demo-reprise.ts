/** The list with which the third résidence comes in: what was sold of it before the office had it in Diyar. */
import { generateEcheancier } from '#features/echeanciers/server/echeancier.service.ts'
import { updateCivilite } from '#features/clients/server/civilite.service.ts'
import { updateIdentite } from '#features/clients/server/fiches.service.ts'
import { addJours, formatJourCourt, type Jour } from '#shared/dates.ts'
import type { Cellule } from '#shared/cellule.ts'
import type { Monde } from '#db/demo-annee.ts'
import { clientOf } from '#db/demo-clients.ts'
import { importClasseur } from '#db/demo-import.ts'
import { LOTS, type Lot } from '#db/demo-lots.ts'
import { RESIDENCES } from '#db/demo-names.ts'
import { acompteDe, PART_DU_CONTRAT } from '#db/demo-versements.ts'
import { CLIENTS_REPRIS, ouvrable, type VentePrevue } from '#db/demo-plan.ts'

const DINARS = 100
/** Days ago on which the list was imported, and from which its sales were made, one each few days. */
export const REPRISE = 38
const DEPUIS = 158
const PAS = 4
/** Shares of the price given at the reservation, in percent; who gave less than twenty gave the rest at the contract. */
const ACOMPTES = [20, 10, 25, 20, 15, 30, 10, 20, 20, 15, 25, 10, 20, 30, 20]
/** Buyers of the list whose address nobody had asked for. */
const SANS_EMAIL = [3, 7, 11]
/** The latest sales of the list have got their échéancier since. */
const AVEC_ECHEANCIER = 3
const MODES = ['Chèque', 'Virement', 'Chèque', 'Espèces', 'Versement bancaire']
export const VERSEMENTS_REPRIS = ACOMPTES.length + ACOMPTES.filter((part) => part < PART_DU_CONTRAT).length

const TITRES = [
  'Résidence',
  'Type',
  'Bloc ou parking',
  'Numéro',
  'Acquéreur',
  'Téléphone',
  'E-mail',
  'Adresse',
  'Prix convenu',
  'Réservé le',
  'Contrat le',
  'Observation',
  ...[1, 2].flatMap((n) => [`Versé le ${n}`, `Montant ${n}`, `Mode ${n}`, `Référence ${n}`, `Reçu ${n}`]),
]

/** Lots that the list sells: of each floor some, a shop, a place. */
export function lotsRepris(ventes: readonly VentePrevue[]): Lot[] {
  const vendus = new Set(ventes.map(({ cle }) => cle))
  const libres = (type: Lot['type'], pas: number) =>
    LOTS.filter(
      ({ cle, residence, type: sien }) => residence === 2 && sien === type && !vendus.has(cle),
    ).filter((_, n) => n % pas === 2)
  return [
    ...libres('local', 3).slice(0, 1),
    ...libres('place_parking', 9).slice(0, 1),
    ...libres('appartement', 4).slice(0, ACOMPTES.length - 2),
  ]
}

/** Imports the list, names its buyers on papers, and gives the latest sales their échéancier. */
export async function importReprise(monde: Monde, lots: readonly Lot[]): Promise<void> {
  const { db, bureau, agenda } = monde
  const rangees = lots.map((lot, n) => rangeeOf(lot, n, agenda.ago(DEPUIS - PAS * n)))
  await importClasseur(db, bureau.direction, {
    nom: 'Acquéreurs Ibn Khaldoun.xlsx',
    feuilles: { Reprise: [TITRES, ...rangees] },
  })
  for (const n of CLIENTS_REPRIS) await nameClient(monde, n)
  const modele_id = await monde.modele('Vente sur plans')
  const rows = await db
    .selectFrom('ventes as v')
    .innerJoin('appartements as a', 'a.id', 'v.bien_id')
    .innerJoin('biens as b', 'b.id', 'v.bien_id')
    .innerJoin('residences as r', 'r.id', 'b.residence_id')
    .where('r.nom', '=', RESIDENCES[2]?.nom ?? '')
    .select('v.id')
    .orderBy('v.reservation_le', 'desc')
    .limit(AVEC_ECHEANCIER)
    .execute()
  for (const { id } of rows) await generateEcheancier(db, bureau.direction, id, { modele_id })
}

function rangeeOf(lot: Lot, n: number, reserve: Jour): Cellule[] {
  const { civil, tel, email, adresse } = clientOf(CLIENTS_REPRIS[n] ?? 0)
  const titre = civil.genre === 'femme' ? 'Mme ' : 'M. '
  const reservation = ouvrable(reserve)
  const contrat = ouvrable(addJours(reservation, 15))
  const part = ACOMPTES[n] ?? PART_DU_CONTRAT
  const acompte = acompteDe(lot.prix, part)
  const reste = part < PART_DU_CONTRAT ? (lot.prix * PART_DU_CONTRAT) / 100 - acompte : 0
  const versement = (jour: Jour, montant: number, rang: number): Cellule[] => {
    if (montant <= 0) return [null, null, null, null, null]
    const mode = MODES[rang % MODES.length] ?? ''
    const reference = mode === 'Espèces' ? null : String(310_457 + 7_919 * rang)
    return [formatJourCourt(jour), montant / DINARS, mode, reference, String(101 + rang)]
  }
  return [
    RESIDENCES[2]?.nom ?? '',
    { appartement: 'Appartement', local: 'Local', place_parking: 'Place de parking' }[lot.type],
    lot.lieu,
    lot.numero,
    /^\p{Script=Arabic}/u.test(civil.nom_complet) ? civil.nom_complet : `${titre}${civil.nom_complet}`,
    tel,
    SANS_EMAIL.includes(n) ? null : email,
    adresse,
    lot.prix / DINARS,
    formatJourCourt(reservation),
    formatJourCourt(contrat),
    n === 5 ? 'Paie par mandat de la CNL' : null,
    ...versement(reservation, acompte, 2 * n),
    ...versement(contrat, reste, 2 * n + 1),
  ]
}

/** How papers name a buyer of the list, which an office fills in afterwards. */
async function nameClient({ db, bureau, clients }: Monde, n: number): Promise<void> {
  const { civil } = clientOf(n)
  const found = await db
    .selectFrom('clients')
    .select('id')
    .where('nom_complet', '=', civil.nom_complet)
    .executeTakeFirst()
  if (!found) return
  clients.set(n, found.id)
  const { nom_complet: _nom, nom_ar, ...civilite } = civil
  await updateIdentite(db, bureau.direction, found.id, { nom_ar })
  await updateCivilite(db, bureau.direction, found.id, civilite)
}
