import { NOM_ARABE_MANQUANT } from '#features/papiers/papiers.rules.ts'
import type { Matiere, Personne } from '#features/papiers/server/matiere.ts'
import type { MatiereDuBloc } from '#features/papiers/server/papiers.sujet.ts'
import { formatMontant } from '#shared/argent.ts'
import { nomDuBloc } from '#shared/nommer.ts'
import type { PapierDeVente } from '#shared/papiers.ts'

/** What a name in French lacks its Arabic one for. */
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

/** What to know before a paper of a sale is issued; it refuses nothing. */
export const remarquesDe = (matiere: Matiere, type: PapierDeVente): string[] => [
  ...(DEMANDENT_LE_PRIX.includes(type) ? resteAPayer(matiere) : []),
  ...nomsArabesManquants([
    ...matiere.acquereurs,
    ...deLaMaison(matiere),
    ...duLieu(matiere.lieu),
    ...(NOMMENT_DES_ECHEANCES.includes(type) ? desEcheances(matiere, type) : []),
  ]),
]

/** What to know before a paper of a bloc is issued. */
export const remarquesDuBloc = (matiere: MatiereDuBloc): string[] =>
  nomsArabesManquants([
    ...deLaMaison(matiere),
    ...duLieu(matiere.lieu),
    ...matiere.stades.map(({ nom, nom_ar: nomAr }) => ({ nom, nomAr })),
  ])

const resteAPayer = ({ sommes: { reste } }: Matiere): string[] =>
  reste === null || reste === 0 ? [] : [`Il reste ${formatMontant(reste)} à payer.`]

/** An Arabic paper prints the French name in its own direction. */
const nomsArabesManquants = (noms: readonly Nomme[]): string[] => [
  ...new Set(noms.filter(({ nomAr }) => nomAr === null).map(({ nom }) => `${NOM_ARABE_MANQUANT} : ${nom}.`)),
]

const deLaMaison = ({ promoteur }: Pick<Matiere, 'promoteur'>): Nomme[] =>
  promoteur ? [{ nom: promoteur.nom, nomAr: promoteur.nomAr ?? null }] : []

function duLieu({ residence, bloc, parking }: Partial<Matiere['lieu']>): Nomme[] {
  const sansMot = residence?.nom.replace(/^r[ée]sidence\s+/i, '')
  return [
    ...(residence ? [{ ...residence, nom: `Résidence ${sansMot}` }] : []),
    ...(bloc ? [{ ...bloc, nom: `Bloc ${nomDuBloc(bloc.nom)}` }] : []),
    ...(parking ? [parking] : []),
  ]
}

/** A line without an Arabic name takes that of its stade. */
function desEcheances({ dossier, aujourdhui }: Matiere, type: PapierDeVente): Nomme[] {
  const dues = type === 'appel_fonds' || type === 'mise_en_demeure'
  return dossier.echeances
    .filter(
      ({ exigible_le, reste }) => !dues || (exigible_le !== null && exigible_le <= aujourdhui && reste > 0),
    )
    .map(({ libelle, libelle_ar, stade }) => ({ nom: libelle, nomAr: libelle_ar ?? stade?.nom_ar ?? null }))
}
