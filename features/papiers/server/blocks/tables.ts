import { PAYEURS, type TypePayeur } from '#features/paiements/modes.ts'
import type {
  EcheanceImprimee,
  Fin,
  Emetteur,
  Faits,
  PaiementDesFaits,
} from '#features/papiers/server/facts/faits.ts'
import { alinea, enLettres, titre } from '#features/papiers/server/blocks/elements.ts'
import { nomDe } from '#features/papiers/server/words/noms.ts'
import type { Element, Colonne, Redaction, Table } from '#features/papiers/server/words/redaction.ts'
import type { Centimes } from '#shared/argent.ts'
import type { Jour } from '#shared/dates.ts'
import { normaliser } from '#shared/texte.ts'
import { printCentimes } from '#server/documents/papier.ts'

export const colonne = (nom: string, role: 'large' | 'montant' | '' = ''): Colonne => ({
  titre: nom,
  montant: role === 'montant',
  large: role === 'large',
})
export const sumReste = (echeances: readonly EcheanceImprimee[]) =>
  echeances.reduce((somme, { reste }) => somme + reste, 0)

/** Table with its total, if any. @param vide what is said where it has no line */
export const table = (
  colonnes: Colonne[],
  lignes: Table['lignes'],
  total: Table['total'] = [],
  vide = '',
): Table => ({
  genre: 'table',
  colonnes,
  lignes,
  total,
  vide,
})

/** Name of an échéance; an Arabic paper takes its Arabic name, else that of its stade. @param mot letters after which it may break */
export const libelleDe = (
  redaction: Redaction,
  { libelle, libelle_ar, stade }: Pick<EcheanceImprimee, 'libelle' | 'libelle_ar' | 'stade'>,
  mot?: number,
): string => redaction.texte(redaction.pick(libelle, libelle_ar ?? stade?.nom_ar), mot)

export const nomDuStade = (
  redaction: Redaction,
  stade: { nom: string; nom_ar: string | null } | null,
  mot?: number,
): string => (stade ? redaction.texte(redaction.pick(stade.nom, stade.nom_ar), mot) : '')

/** Table of échéances to pay. @param jours adds the due day of each line and a total */
export function echeancesAPayer(
  redaction: Redaction,
  echeances: readonly EcheanceImprimee[],
  jours: boolean,
): Element {
  const { mots } = redaction
  const total = printCentimes(sumReste(echeances))
  return table(
    [
      colonne(mots.echeance, 'large'),
      ...(jours ? [colonne(mots.exigible)] : []),
      colonne(redaction.enDinars(mots.montant), 'montant'),
      colonne(redaction.enDinars(mots.dejaVerse), 'montant'),
      colonne(redaction.enDinars(mots.aPayer), 'montant'),
    ],
    echeances.map((echeance) => [
      libelleDe(redaction, echeance),
      ...(jours ? [exigible(redaction, echeance)] : []),
      printCentimes(echeance.montant),
      printCentimes(echeance.couvert),
      printCentimes(echeance.reste),
    ]),
    jours ? [mots.total, '', '', '', total] : [],
  )
}

/** Due day of an échéance, with the day of its stade if that differs. */
export function jourExigible(redaction: Redaction, exigibleLe: Jour, stadeAtteintLe: Jour | null): string {
  const { atteint, virgule } = redaction.mots
  return stadeAtteintLe === null || stadeAtteintLe === exigibleLe
    ? redaction.jour(exigibleLe)
    : `${redaction.jour(exigibleLe)}${virgule} ${atteint} ${redaction.jour(stadeAtteintLe)}`
}

/** Due day of an échéance, or the event that it waits for. */
function exigible(redaction: Redaction, echeance: EcheanceImprimee): string {
  const { declencheur, stade, exigible_le, stade_atteint_le, date_prevue } = echeance
  const { attentes, prevu, virgule } = redaction.mots
  if (exigible_le !== null) return jourExigible(redaction, exigible_le, stade_atteint_le)
  if (declencheur === 'date') return date_prevue === null ? '' : redaction.jour(date_prevue)
  const attente =
    declencheur === 'stade'
      ? `${attentes.stade} «\u00A0${nomDuStade(redaction, stade, 16)}\u00A0»`
      : attentes[declencheur]
  return date_prevue === null ? attente : `${attente}${virgule} ${prevu} ${redaction.jour(date_prevue)}`
}

/** Table of all échéances. @param prix their total; null once the sale has ended, when nothing falls due @param quand width of the column of the due days */
export function echeancier(
  redaction: Redaction,
  echeances: readonly EcheanceImprimee[],
  prix: Centimes | null,
  quand: 'large' | '' = '',
): Element {
  const jours = prix !== null
  const { mots } = redaction
  return table(
    [
      colonne(mots.numero),
      colonne(mots.echeance, 'large'),
      ...(jours ? [colonne(mots.exigible, quand)] : []),
      colonne(redaction.enDinars(mots.montant), 'montant'),
      colonne(mots.part, 'montant'),
    ],
    echeances.map((echeance, rang) => [
      String(rang + 1),
      libelleDe(redaction, echeance),
      ...(jours ? [exigible(redaction, echeance)] : []),
      printCentimes(echeance.montant),
      redaction.pourcent(echeance.quote_part),
    ]),
    prix === null ? [] : ['', mots.total, '', printCentimes(prix), redaction.pourcent(100)],
  )
}

/** Bank and reference of a payment or a refund: « CPA n° 4471 ». */
export const banqueEtReference = (
  redaction: Redaction,
  { banque, reference }: { banque: string | null; reference: string | null },
) =>
  [
    redaction.texte(banque, 16),
    reference === null ? '' : `${redaction.mots.no} ${redaction.numero(reference)}`,
  ]
    .filter(Boolean)
    .join(' ')

/** Names the payer, or his kind when he has no name; a payment without a payer is by the client who held the dossier. */
function versePar(
  redaction: Redaction,
  { payeur_type, payeur, detenteur }: PaiementDesFaits,
  titulaire: string,
): string {
  if (payeur_type !== null) return payeurDe(redaction, payeur_type, payeur)
  return detenteur ? nomDe(redaction, detenteur) : titulaire
}

/** The kind of a payer and his name: « Une banque (crédit), CNEP-Banque ». « La CNL (aide) » is not said again by a payer called « CNL ». */
export function payeurDe(redaction: Redaction, type: TypePayeur, nom: string | null): string {
  const genre = redaction.mots.payeurs[type]
  const kinds = [genre, PAYEURS[type]].map((kind) => ` ${normaliser(kind)} `)
  const dit = kinds.some((kind) => kind.includes(` ${normaliser(nom ?? '')} `))
  return nom === null || dit ? genre : `${genre}${redaction.mots.virgule} ${redaction.texte(nom, 16)}`
}

/** Table of the payments that count, the oldest first. Who paid is said where it was not always the holder of the dossier. */
export function paiements(redaction: Redaction, { dossier, sommes, acquereurs }: Faits): Element {
  const { mots } = redaction
  const comptes = dossier.paiements.filter(({ etat }) => etat !== 'rejete')
  const parQui = comptes.some(({ detenteur, payeur_type }) => detenteur !== null || payeur_type !== null)
  const [premier] = acquereurs
  const titulaire = premier ? nomDe(redaction, premier) : ''
  return table(
    [
      colonne(mots.date),
      colonne(mots.recu),
      colonne(mots.mode),
      colonne(mots.banqueEtReference, 'large'),
      ...(parQui ? [colonne(mots.versePar, 'large')] : []),
      colonne(redaction.enDinars(mots.montant), 'montant'),
    ],
    comptes.map((paiement) => [
      redaction.jour(paiement.date_paiement),
      redaction.valeur(paiement.recu),
      redaction.mode(paiement.mode),
      banqueEtReference(redaction, paiement),
      ...(parQui ? [versePar(redaction, paiement, titulaire)] : []),
      printCentimes(paiement.versement),
    ]),
    comptes.length > 0
      ? [mots.totalPaye, '', '', '', ...(parQui ? [''] : []), printCentimes(sommes.verse)]
      : [],
    mots.aucunPaiement,
  )
}

/** Table of what was given back, the oldest first. */
export function remboursements(redaction: Redaction, { remboursements: tous, rembourse }: Fin): Element {
  const { mots } = redaction
  return table(
    [
      colonne(mots.date),
      colonne(mots.numero),
      colonne(mots.mode),
      colonne(mots.banqueEtReference, 'large'),
      colonne(redaction.enDinars(mots.montant), 'montant'),
    ],
    tous.map((remboursement) => [
      redaction.jour(remboursement.jour),
      redaction.valeur(remboursement.numero),
      redaction.mode(remboursement.mode),
      banqueEtReference(redaction, remboursement),
      printCentimes(remboursement.montant),
    ]),
    [mots.rembourse, '', '', '', printCentimes(rembourse ?? 0)],
  )
}

export function lesComptes(redaction: Redaction, { comptes }: Pick<Emetteur, 'comptes'>): Element[] {
  if (comptes.length === 0) return []
  return [
    titre(redaction.mots.comptes),
    {
      genre: 'comptes',
      comptes: comptes.map(({ banque, agence, numero }) => [
        redaction.texte(banque, 16),
        redaction.texte(agence, 16),
        redaction.numero(numero),
      ]),
    },
  ]
}

/** Amount in words under a table of an Arabic paper, whose text may not have it. Empty in French. */
export const lettresEnDessous = (redaction: Redaction, centimes: number): Element[] =>
  redaction.langue === 'fr' ? [] : [alinea(enLettres(redaction, centimes))]
