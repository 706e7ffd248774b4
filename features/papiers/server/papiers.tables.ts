import type { Matiere } from '#features/papiers/server/matiere.read.ts'
import { titre } from '#features/papiers/server/papiers.blocs.ts'
import type { Bloc, Colonne, Presse } from '#features/papiers/server/presse.ts'
import type { Echeance } from '#features/ventes/dossiers.contract.ts'
import { formatPourcent, type Centimes } from '#shared/argent.ts'
import type { Jour } from '#shared/dates.ts'
import { printCentimes } from '#server/documents/papier.ts'

export const colonne = (nom: string, role: 'large' | 'montant' | '' = ''): Colonne => ({
  titre: nom,
  montant: role === 'montant',
  large: role === 'large',
})
export const sumReste = (echeances: readonly Echeance[]) =>
  echeances.reduce((somme, { reste }) => somme + reste, 0)

/** Table with its total, if any. @param vide what is said where it has no line */
export const table = (colonnes: Colonne[], lignes: string[][], total: string[] = [], vide = ''): Bloc => ({
  genre: 'table',
  colonnes,
  lignes,
  total,
  vide,
})

/** Table of échéances to pay. @param jours adds the due day of each line and a total */
export function echeancesAPayer(presse: Presse, echeances: readonly Echeance[], jours: boolean): Bloc {
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
    echeances.map((une) => [
      presse.texte(une.libelle),
      ...(jours ? [exigible(presse, une)] : []),
      printCentimes(une.montant),
      printCentimes(une.couvert),
      printCentimes(une.reste),
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
function exigible(presse: Presse, une: Echeance): string {
  const { declencheur, stade, exigible_le, stade_atteint_le, date_prevue } = une
  const { attentes, prevu, virgule } = presse.mots
  if (exigible_le !== null) return jourExigible(presse, exigible_le, stade_atteint_le)
  if (declencheur === 'date') return date_prevue === null ? '' : presse.jour(date_prevue)
  const attente =
    declencheur === 'stade' ? `${attentes.stade} ${presse.texte(stade?.nom, 16)}` : attentes[declencheur]
  return date_prevue === null ? attente : `${attente}${virgule} ${prevu} ${presse.jour(date_prevue)}`
}

/** Table of all échéances. @param quand width of the column of the due days */
export function echeancier(
  presse: Presse,
  echeances: readonly Echeance[],
  prix: Centimes,
  quand: 'large' | '' = '',
): Bloc {
  const { mots } = presse
  return table(
    [
      colonne(mots.numero),
      colonne(mots.echeance, 'large'),
      colonne(mots.exigible, quand),
      colonne(presse.enDinars(mots.montant), 'montant'),
      colonne(mots.part, 'montant'),
    ],
    echeances.map((une, rang) => [
      String(rang + 1),
      presse.texte(une.libelle),
      exigible(presse, une),
      printCentimes(une.montant),
      presse.valeur(formatPourcent(une.quote_part, 'toujours')),
    ]),
    ['', mots.total, '', printCentimes(prix), presse.valeur(formatPourcent(100, 'toujours'))],
  )
}

/** Table of the payments that count, the oldest first. */
export function paiements(presse: Presse, { dossier, sommes }: Matiere): Bloc {
  const { mots } = presse
  const comptes = dossier.paiements.filter(({ etat }) => etat !== 'rejete')
  return table(
    [
      colonne(mots.date),
      colonne(mots.recu),
      colonne(mots.mode, 'large'),
      colonne(presse.enDinars(mots.montant), 'montant'),
    ],
    comptes.map((un) => [
      presse.jour(un.date_paiement),
      presse.valeur(un.recu),
      presse.mode(un.mode),
      printCentimes(un.versement),
    ]),
    comptes.length > 0 ? [mots.totalPaye, '', '', printCentimes(sommes.verse)] : [],
    mots.aucunPaiement,
  )
}

export function lesComptes(presse: Presse, { comptes }: Matiere): Bloc[] {
  const { mots } = presse
  if (comptes.length === 0) return []
  return [
    titre(mots.comptes),
    table(
      [colonne(mots.banque, 'large'), colonne(mots.agence), colonne(mots.compte)],
      comptes.map(({ banque, agence, numero }) => [
        presse.texte(banque),
        presse.texte(agence, 16),
        presse.texte(numero),
      ]),
    ),
  ]
}
