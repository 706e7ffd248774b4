import { PAYEURS, type TypePayeur } from '#features/paiements/modes.ts'
import type {
  EcheanceImprimee,
  Fin,
  Maison,
  Matiere,
  PaiementDeMatiere,
} from '#features/papiers/server/matiere.ts'
import { titre } from '#features/papiers/server/papiers.blocs.ts'
import { nomDe } from '#features/papiers/server/papiers.noms.ts'
import type { Bloc, Colonne, Presse } from '#features/papiers/server/presse.ts'
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
export const table = (colonnes: Colonne[], lignes: string[][], total: string[] = [], vide = ''): Bloc => ({
  genre: 'table',
  colonnes,
  lignes,
  total,
  vide,
})

/** Name of an échéance; an Arabic paper takes its Arabic name, else that of its stade. @param mot letters after which it may break */
export const libelleDe = (
  presse: Presse,
  { libelle, libelle_ar, stade }: Pick<EcheanceImprimee, 'libelle' | 'libelle_ar' | 'stade'>,
  mot?: number,
): string => presse.texte(presse.pick(libelle, libelle_ar ?? stade?.nom_ar), mot)

export const nomDuStade = (
  presse: Presse,
  stade: { nom: string; nom_ar: string | null } | null,
  mot?: number,
): string => (stade ? presse.texte(presse.pick(stade.nom, stade.nom_ar), mot) : '')

/** Table of échéances to pay. @param jours adds the due day of each line and a total */
export function echeancesAPayer(
  presse: Presse,
  echeances: readonly EcheanceImprimee[],
  jours: boolean,
): Bloc {
  const { mots } = presse
  const total = printCentimes(sumReste(echeances))
  return table(
    [
      colonne(mots.echeance, 'large'),
      ...(jours ? [colonne(mots.exigible)] : []),
      colonne(presse.enDinars(mots.montant), 'montant'),
      colonne(presse.enDinars(mots.dejaVerse), 'montant'),
      colonne(presse.enDinars(mots.aPayer), 'montant'),
    ],
    echeances.map((echeance) => [
      libelleDe(presse, echeance),
      ...(jours ? [exigible(presse, echeance)] : []),
      printCentimes(echeance.montant),
      printCentimes(echeance.couvert),
      printCentimes(echeance.reste),
    ]),
    jours ? [mots.total, '', '', '', total] : [],
  )
}

/** Due day of an échéance, with the day of its stade if that differs. */
export function jourExigible(presse: Presse, exigibleLe: Jour, stadeAtteintLe: Jour | null): string {
  const { atteint, virgule } = presse.mots
  return stadeAtteintLe === null || stadeAtteintLe === exigibleLe
    ? presse.jour(exigibleLe)
    : `${presse.jour(exigibleLe)}${virgule} ${atteint} ${presse.jour(stadeAtteintLe)}`
}

/** Due day of an échéance, or the event that it waits for. */
function exigible(presse: Presse, echeance: EcheanceImprimee): string {
  const { declencheur, stade, exigible_le, stade_atteint_le, date_prevue } = echeance
  const { attentes, prevu, virgule } = presse.mots
  if (exigible_le !== null) return jourExigible(presse, exigible_le, stade_atteint_le)
  if (declencheur === 'date') return date_prevue === null ? '' : presse.jour(date_prevue)
  const attente =
    declencheur === 'stade'
      ? `${attentes.stade} «\u00A0${nomDuStade(presse, stade, 16)}\u00A0»`
      : attentes[declencheur]
  return date_prevue === null ? attente : `${attente}${virgule} ${prevu} ${presse.jour(date_prevue)}`
}

/** Table of all échéances. @param prix their total; null once the sale has ended, when nothing falls due @param quand width of the column of the due days */
export function echeancier(
  presse: Presse,
  echeances: readonly EcheanceImprimee[],
  prix: Centimes | null,
  quand: 'large' | '' = '',
): Bloc {
  const jours = prix !== null
  const { mots } = presse
  return table(
    [
      colonne(mots.numero),
      colonne(mots.echeance, 'large'),
      ...(jours ? [colonne(mots.exigible, quand)] : []),
      colonne(presse.enDinars(mots.montant), 'montant'),
      colonne(mots.part, 'montant'),
    ],
    echeances.map((echeance, rang) => [
      String(rang + 1),
      libelleDe(presse, echeance),
      ...(jours ? [exigible(presse, echeance)] : []),
      printCentimes(echeance.montant),
      presse.pourcent(echeance.quote_part),
    ]),
    prix === null ? [] : ['', mots.total, '', printCentimes(prix), presse.pourcent(100)],
  )
}

/** Bank and reference of a payment or a refund: « CPA n° 4471 ». */
export const banqueEtReference = (
  presse: Presse,
  { banque, reference }: { banque: string | null; reference: string | null },
) =>
  [presse.texte(banque, 16), reference === null ? '' : `${presse.mots.no} ${presse.numero(reference)}`]
    .filter(Boolean)
    .join(' ')

/** Names the payer, or his kind when he has no name; a payment without a payer is by the client who held the dossier. */
function versePar(
  presse: Presse,
  { payeur_type, payeur, detenteur }: PaiementDeMatiere,
  titulaire: string,
): string {
  if (payeur_type !== null) return payeurDe(presse, payeur_type, payeur)
  return detenteur ? nomDe(presse, detenteur) : titulaire
}

/** The kind of a payer and his name: « Une banque (crédit), CNEP-Banque ». « La CNL (aide) » is not said again by a payer called « CNL ». */
export function payeurDe(presse: Presse, type: TypePayeur, nom: string | null): string {
  const genre = presse.mots.payeurs[type]
  const kinds = [genre, PAYEURS[type]].map((kind) => ` ${normaliser(kind)} `)
  const dit = kinds.some((kind) => kind.includes(` ${normaliser(nom ?? '')} `))
  return nom === null || dit ? genre : `${genre}${presse.mots.virgule} ${presse.texte(nom, 16)}`
}

/** Table of the payments that count, the oldest first. Who paid is said where it was not always the holder of the dossier. */
export function paiements(presse: Presse, { dossier, sommes, acquereurs }: Matiere): Bloc {
  const { mots } = presse
  const comptes = dossier.paiements.filter(({ etat }) => etat !== 'rejete')
  const parQui = comptes.some(({ detenteur, payeur_type }) => detenteur !== null || payeur_type !== null)
  const [premier] = acquereurs
  const titulaire = premier ? nomDe(presse, premier) : ''
  return table(
    [
      colonne(mots.date),
      colonne(mots.recu),
      colonne(mots.mode),
      colonne(mots.banqueEtReference, 'large'),
      ...(parQui ? [colonne(mots.versePar, 'large')] : []),
      colonne(presse.enDinars(mots.montant), 'montant'),
    ],
    comptes.map((paiement) => [
      presse.jour(paiement.date_paiement),
      presse.valeur(paiement.recu),
      presse.mode(paiement.mode),
      banqueEtReference(presse, paiement),
      ...(parQui ? [versePar(presse, paiement, titulaire)] : []),
      printCentimes(paiement.versement),
    ]),
    comptes.length > 0
      ? [mots.totalPaye, '', '', '', ...(parQui ? [''] : []), printCentimes(sommes.verse)]
      : [],
    mots.aucunPaiement,
  )
}

/** Table of what was given back, the oldest first. */
export function remboursements(presse: Presse, { remboursements: tous, rembourse }: Fin): Bloc {
  const { mots } = presse
  return table(
    [
      colonne(mots.date),
      colonne(mots.numero),
      colonne(mots.mode),
      colonne(mots.banqueEtReference, 'large'),
      colonne(presse.enDinars(mots.montant), 'montant'),
    ],
    tous.map((remboursement) => [
      presse.jour(remboursement.jour),
      presse.valeur(remboursement.numero),
      presse.mode(remboursement.mode),
      banqueEtReference(presse, remboursement),
      printCentimes(remboursement.montant),
    ]),
    [mots.rembourse, '', '', '', printCentimes(rembourse ?? 0)],
  )
}

export function lesComptes(presse: Presse, { comptes }: Pick<Maison, 'comptes'>): Bloc[] {
  if (comptes.length === 0) return []
  return [
    titre(presse.mots.comptes),
    {
      genre: 'comptes',
      comptes: comptes.map(({ banque, agence, numero }) => [
        presse.texte(banque, 16),
        presse.texte(agence, 16),
        presse.numero(numero),
      ]),
    },
  ]
}
