import { estDue, NOM_ARABE_MANQUANT, NOM_LATIN_MANQUANT } from '#features/papiers/papiers.rules.ts'
import type { Acquereur, EcheanceImprimee, Faits, Personne } from '#features/papiers/server/facts/faits.ts'
import { echeancesDe, stadeAtteint } from '#features/papiers/server/papers/avancement.ts'
import type { FaitsDuBloc } from '#features/papiers/server/facts/sujet.ts'
import { formatMontant } from '#shared/argent.ts'
import { designationDuBloc } from '#shared/nommer.ts'
import type { PapierDeVente } from '#shared/papiers.ts'
import { isNomArabe } from '#shared/texte.ts'

/** A French name and its Arabic one, null when it is missing. */
type Nomme = Pick<Personne, 'nom' | 'nomAr'>

/** Papers that mean something else while the price is not paid. */
const DEMANDENT_LE_PRIX: readonly PapierDeVente[] = ['pv_remise', 'decompte']

/** Papers that name échéances. */
const NOMMENT_DES_ECHEANCES: readonly PapierDeVente[] = [
  'contrat_reservation',
  'appel_fonds',
  'mise_en_demeure',
  'attestation_reservation',
]

/** Papers that say what former holders of the dossier paid. */
const NOMMENT_LES_ANCIENS: readonly PapierDeVente[] = [
  'attestation_paiement',
  'decompte',
  'attestation_reservation',
]

/** Remarks to read before a paper of a sale is issued; they refuse nothing. */
export const remarquesDe = (faits: Faits, type: PapierDeVente): string[] => [
  ...(DEMANDENT_LE_PRIX.includes(type) ? resteAPayer(faits) : []),
  ...nomLatinManquant([...desAcquereurs(faits), ...desAnciens(faits, type)]),
  ...nomsArabesManquants([
    ...desAcquereurs(faits),
    ...desAnciens(faits, type),
    ...deLEmetteur(faits),
    ...duLieu(faits.lieu),
    ...(NOMMENT_DES_ECHEANCES.includes(type) ? desEcheances(faits, type) : []),
  ]),
]

/** Remarks to read before a paper of a bloc is issued, those on the sale that it names included. */
export function remarquesDuBloc(faits: FaitsDuBloc): string[] {
  const { vente, stades } = faits
  const stade = stadeAtteint(stades)
  const acquereurs = vente ? desAcquereurs(vente) : []
  return [
    ...nomLatinManquant(acquereurs),
    ...nomsArabesManquants([
      ...acquereurs,
      ...deLEmetteur(faits),
      ...duLieu(faits.lieu),
      ...stades.map(duStade),
      ...(vente && stade ? echeancesDe(vente, stade).map(deLEcheance) : []),
    ]),
  ]
}

/** A French paper names people as they are called in the file: a bank or a notary cannot match an Arabic name with an identity card. */
const nomLatinManquant = (noms: readonly Nomme[]): string[] =>
  noms.some(({ nom }) => isNomArabe(nom)) ? [NOM_LATIN_MANQUANT] : []

const resteAPayer = ({ sommes: { reste } }: Faits): string[] =>
  reste === null || reste === 0 ? [] : [`Il reste ${formatMontant(reste)} à payer.`]

/** An Arabic paper prints the French name in its own direction; a name that was typed in Arabic is missing nowhere. */
const nomsArabesManquants = (noms: readonly Nomme[]): string[] => [
  ...new Set(
    noms.flatMap(({ nom, nomAr }) =>
      nomAr === null && !isNomArabe(nom) ? [`${NOM_ARABE_MANQUANT} : ${nom}.`] : [],
    ),
  ),
]

const desAnciens = ({ anciens }: Faits, type: PapierDeVente): readonly Nomme[] =>
  NOMMENT_LES_ANCIENS.includes(type) ? anciens : []

const desAcquereurs = ({ acquereurs }: Faits): Nomme[] =>
  acquereurs.flatMap((acquereur) => [
    acquereur,
    ...(acquereur.genre === 'societe' ? duRepresentant(acquereur) : []),
  ])

/** Names of the representative of a company or of the promoter, and of his quality. */
function duRepresentant(qui: Partial<Acquereur>): Nomme[] {
  const { representant, representantAr = null, representantQualite, representantQualiteAr = null } = qui
  return [
    ...(representant ? [{ nom: representant, nomAr: representantAr }] : []),
    ...(representant && representantQualite
      ? [{ nom: representantQualite, nomAr: representantQualiteAr }]
      : []),
  ]
}

const deLEmetteur = ({ promoteur }: Pick<Faits, 'promoteur'>): Nomme[] =>
  promoteur ? [{ nom: promoteur.nom, nomAr: promoteur.nomAr ?? null }, ...duRepresentant(promoteur)] : []

function duLieu({ residence, bloc, parking }: Partial<Faits['lieu']>): Nomme[] {
  const sansMot = residence?.nom.replace(/^r[ée]sidence\s+/i, '')
  return [
    ...(residence ? [{ ...residence, nom: `Résidence ${sansMot}` }] : []),
    ...(bloc ? [{ ...bloc, nom: designationDuBloc(bloc.nom) }] : []),
    ...(parking ? [parking] : []),
  ]
}

function desEcheances({ dossier, aujourdhui }: Faits, type: PapierDeVente): Nomme[] {
  const nommees = dossier.echeances.filter((echeance) => {
    if (type === 'mise_en_demeure') return echeance.etat === 'en_retard'
    return type !== 'appel_fonds' || estDue(echeance, aujourdhui)
  })
  return [
    ...nommees.map(deLEcheance),
    ...nommees.flatMap((echeance) =>
      echeance.stade && ditLeStade(echeance, type) ? [duStade(echeance.stade)] : [],
    ),
  ]
}

/** An appel de fonds says which stade makes its line due, a whole échéancier which one a line still waits for. */
const ditLeStade = (
  { declencheur, exigible_le, stade_atteint_le }: EcheanceImprimee,
  type: PapierDeVente,
): boolean =>
  type === 'appel_fonds' ? stade_atteint_le !== null : declencheur === 'stade' && exigible_le === null

/** A line without an Arabic name takes that of its stade. */
const deLEcheance = ({ libelle, libelle_ar, stade }: EcheanceImprimee): Nomme => ({
  nom: libelle,
  nomAr: libelle_ar ?? stade?.nom_ar ?? null,
})

const duStade = ({ nom, nom_ar }: { nom: string; nom_ar: string | null }): Nomme => ({ nom, nomAr: nom_ar })
