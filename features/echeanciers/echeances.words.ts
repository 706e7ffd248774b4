import { type Declencheur, pourcentDe, type Part } from '#features/echeanciers/echeancier.rules.ts'
import { formatJourCourt, type Jour } from '#shared/dates.ts'
import type { Anciennete, Attendent, Horizon, Onglet } from '#features/echeanciers/echeances.contract.ts'
import {
  formatMontant,
  formatNombre,
  formatNombreDe,
  formatPourcent,
  fromDecimal,
  type Centimes,
} from '#shared/argent.ts'
import type { Echeance } from '#features/ventes/dossiers.contract.ts'

interface Ligne {
  declencheur: Declencheur
  stade: { nom: string } | null
  exigible_le: Jour | null
  date_prevue: Jour | null
}

/** Due day of a line, or the event it waits for: « 12/03/2026 », « au contrat », « au stade Gros œuvre achevé ». */
export function exigibleOf({ declencheur, stade, exigible_le, date_prevue }: Ligne): string {
  if (exigible_le !== null) return formatJourCourt(exigible_le)
  if (declencheur === 'stade') return `au stade ${stade?.nom ?? ''}`
  if (declencheur === 'date') return date_prevue === null ? '' : formatJourCourt(date_prevue)
  return EVENEMENTS[declencheur]
}
const EVENEMENTS = {
  reservation: 'à la réservation',
  contrat: 'au contrat',
  livraison: 'à la livraison',
} as const

interface NomDeLigne {
  libelle: string
  libelle_ar: string
}

/** Choice of a stade for a line: it gives the line its names, French and Arabic, where these are empty or the former stade's (ecrans §9). */
export function chooseStade(
  ligne: NomDeLigne & { stade_id: number | null },
  stades: readonly { id: number; nom: string; nom_ar: string | null }[],
  stade_id: number | null,
): NomDeLigne & { stade_id: number | null } {
  const [former, next] = [ligne.stade_id, stade_id].map((one) => stades.find(({ id }) => id === one))
  const follow = (typed: string, was: string | null | undefined, is: string | null | undefined) =>
    next && (typed.trim() === '' || typed === was) ? (is ?? '') : typed
  return {
    stade_id,
    libelle: follow(ligne.libelle, former?.nom, next?.nom),
    libelle_ar: follow(ligne.libelle_ar, former?.nom_ar, next?.nom_ar),
  }
}

/** The fields that tell, besides its event, why a line has no due day. */
type Attendue = Pick<Echeance, 'declencheur' | 'exigible_le' | 'prevue_le' | 'attend'>

/** « attend la date du contrat » of a line that waits for nothing else, « prévu le 12/03/2026 » of one with a forecast, else ''. */
export function previsionOf({ declencheur, exigible_le, prevue_le, attend }: Attendue): string {
  // A line on the contract says by its event that it waits for it.
  if (attend !== null && declencheur !== 'contrat') return ATTEND_LE_CONTRAT
  return exigible_le === null && declencheur !== 'date' && prevue_le !== null
    ? `prévu le ${formatJourCourt(prevue_le)}`
    : ''
}
export const ATTEND_LE_CONTRAT = 'attend la date du contrat'

/** The link-button that opens the dialog of the day of a contract or of a delivery. */
export const NOTER_LA_DATE = 'Noter la date'

/** Amounts in decimal dinars. */
type Attente = Pick<Echeance, 'declencheur' | 'exigible_le' | 'attend' | 'etat' | 'reste'>

/** « 3 échéances deviendront exigibles, 4 500 000,00 DA. »: what the day of a step makes due of unpaid lines; '' without any (comptes E.1). */
export function describeDeviendront(lignes: readonly Attente[], etape: 'contrat' | 'livraison'): string {
  const dues = lignes.filter(({ declencheur, exigible_le, attend, etat }) =>
    etape === 'contrat'
      ? attend === 'contrat'
      : declencheur === 'livraison' && exigible_le === null && etat === 'a_venir',
  )
  if (dues.length === 0) return ''
  const reste = formatMontant(dues.reduce((somme, ligne) => somme + fromDecimal(ligne.reste), 0))
  return dues.length === 1
    ? `1 échéance deviendra exigible, ${reste}.`
    : `${dues.length} échéances deviendront exigibles, ${reste}.`
}

/** « 12 échéances attendent une date de contrat ou un stade. », '' without any (comptes E.1). */
export function describeAttendent({ contrat, stade }: Attendent): string {
  const nombre = contrat + stade
  if (nombre === 0) return ''
  return nombre === 1
    ? '1 échéance attend une date de contrat ou un stade.'
    : `${formatNombre(nombre)} échéances attendent une date de contrat ou un stade.`
}

/** « stade atteint le 09/09/2026 » for a line that falls due on another day than its stade was reached, else ''. */
export const stadeAtteintOf = ({
  exigible_le,
  stade_atteint_le,
}: {
  exigible_le: Jour | null
  stade_atteint_le: Jour | null
}): string =>
  stade_atteint_le !== null && exigible_le !== null && exigible_le !== stade_atteint_le
    ? `stade atteint le ${formatJourCourt(stade_atteint_le)}`
    : ''

export const ECHEANCES = 'Échéances'

export const ONGLETS_DITS: Record<Onglet, string> = {
  retard: 'En retard',
  exigibles: 'Exigibles',
  a_venir: 'À venir',
}

/** The choices of the tab « Exigibles »: the unpaid échéances alone, or all of them. */
export const REGLEES_DITES = { '': 'Non réglées', '1': 'Toutes' } as const

export const HORIZONS_DITS: Record<Horizon, string> = {
  '30': '30 jours',
  '60': '60 jours',
  '90': '90 jours',
  tout: 'Tout',
}

export const ANCIENNETES: readonly { key: keyof Anciennete; label: string }[] = [
  { key: 'j0_30', label: '0-30 j' },
  { key: 'j31_60', label: '31-60 j' },
  { key: 'j61_90', label: '61-90 j' },
  { key: 'j90_plus', label: '+ 90 j' },
]

/** Labels of the déclencheurs in forms, in the order in which a sale meets them. */
export const NOMS_DES_DECLENCHEURS = {
  reservation: 'À la réservation',
  contrat: 'Au contrat',
  stade: 'À un stade',
  livraison: 'À la livraison',
  date: 'À une date',
} as const satisfies Record<Declencheur, string>

/** Help under a déclencheur whose day somebody has to note; undefined for one that brings its day along (entree.md H.6). */
export const aideDuDeclencheur = (declencheur: Declencheur): string | undefined =>
  declencheur === 'contrat' || declencheur === 'stade'
    ? "Exigible ce jour-là. Sans cette date, personne n'est en retard."
    : undefined

export const LISTE_DES_DECLENCHEURS = Object.entries(NOMS_DES_DECLENCHEURS).map(([value, label]) => ({
  value,
  label,
}))

/** Names the parts that a generation for the rest leaves out: « Déjà passée, laissée de côté : … »; '' without any. */
export function describePassees({
  a_venir,
  passees,
}: {
  a_venir: readonly Part[]
  passees: readonly Part[]
}): string {
  if (passees.length === 0) return ''
  if (a_venir.length === 0)
    return "Toutes les lignes du modèle sont passées : le reste forme une échéance « Solde », exigible aujourd'hui."
  const noms = passees.map(({ libelle }) => libelle).join(', ')
  const part = formatPourcent(pourcentDe(passees))
  return passees.length === 1
    ? `Déjà passée, laissée de côté : ${noms}. Sa part (${part}) est répartie sur les autres.`
    : `Déjà passées, laissées de côté : ${noms}. Leur part (${part}) est répartie sur les autres.`
}

interface LigneNee {
  montant: Centimes
  exigible_le: Jour | null
}

/**
 * Amounts of new lines that are late, and that fall due, on the day they are made: what payments leave open when they cover the lines in
 * order. In centimes.
 */
export function duesALaNaissance(
  lignes: readonly LigneNee[],
  paye: Centimes,
  today: Jour,
): { retard: Centimes; exigible: Centimes } {
  let left = paye
  const dues = { retard: 0, exigible: 0 }
  for (const { montant, exigible_le } of lignes) {
    const couvert = Math.min(montant, left)
    left -= couvert
    if (exigible_le === null || exigible_le > today) continue
    dues[exigible_le === today ? 'exigible' : 'retard'] += montant - couvert
  }
  return dues
}

export const describeRetard = (retard: Centimes): string =>
  retard === 0 ? 'Rien ne sera en retard.' : `${formatMontant(retard)} seront en retard dès aujourd'hui.`

/** The sentence for an amount that falls due on the day the lines are made; '' for none. */
export const describeExigible = (exigible: Centimes): string =>
  exigible === 0 ? '' : `${formatMontant(exigible)} seront exigibles aujourd'hui.`

/** Colours of the states of an échéance. */
export const TONS_DES_ETATS = {
  reglee: 'green',
  en_retard: 'red',
  exigible: 'yellow',
  a_venir: 'gray',
  annulee: 'gray',
} as const satisfies Record<Echeance['etat'], string>

export const EXIGIBLE_AUJOURD_HUI = "Exigible aujourd'hui"

export function describeEtat({ etat, jours_retard }: Pick<Echeance, 'etat' | 'jours_retard'>): string {
  if (etat === 'reglee') return 'Réglée'
  if (etat === 'annulee') return 'Annulée'
  if (etat === 'a_venir') return 'À venir'
  if (etat === 'exigible') return EXIGIBLE_AUJOURD_HUI
  return `En retard de ${formatNombreDe(jours_retard, 'jour')}`
}

const ETATS_DITS = {
  reglee: 'réglée',
  en_retard: 'en retard',
  exigible: "exigible aujourd'hui",
  a_venir: 'à venir',
  annulee: 'annulée',
}

/** Amounts in decimal dinars. */
type Segment = Pick<Echeance, 'rang' | 'libelle' | 'couvert' | 'montant' | 'etat'>

export const describeSegment = ({ rang, libelle, couvert, montant, etat }: Segment): string =>
  `Échéance ${rang}, ${libelle}, ${formatMontant(fromDecimal(couvert))} reçus sur ${formatMontant(fromDecimal(montant))}, ${ETATS_DITS[etat]}`
