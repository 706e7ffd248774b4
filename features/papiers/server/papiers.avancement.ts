import type { EcheanceImprimee, Matiere } from '#features/papiers/server/matiere.ts'
import { acquereurs, fiches, leBien, titre } from '#features/papiers/server/papiers.blocs.ts'
import { attention, proseOf } from '#features/papiers/server/papiers.corps.ts'
import type { MatiereDuBloc, StadeDuBloc, Sujet } from '#features/papiers/server/papiers.sujet.ts'
import { colonne, libelleDe, nomDuStade, table } from '#features/papiers/server/papiers.tables.ts'
import { valeursDuBloc } from '#features/papiers/server/papiers.valeurs.ts'
import type { Bloc, Presse } from '#features/papiers/server/presse.ts'
import { printCentimes } from '#server/documents/papier.ts'

/** The blocks of an attestation of the progress of works. @throws texteTropLong (422) */
export function composeAvancement(presse: Presse, matiere: MatiereDuBloc, sujet: Sujet): Bloc[] {
  const { mots } = presse
  const { vente, stades } = matiere
  const stade = stadeAtteint(stades)
  return [
    ...attention(presse, sujet),
    ...(vente ? [fiches([...acquereurs(presse, vente), leBien(presse, vente)])] : []),
    ...proseOf(presse, matiere, sujet.type, valeursDuBloc(presse, matiere, sujet, stade)),
    table(
      [colonne(mots.stade, 'large'), colonne(mots.atteintLe)],
      stades.map((un) => [
        nomDuStade(presse, un),
        un.atteintLe === null ? mots.nonAtteint : presse.jour(un.atteintLe),
      ]),
    ),
    ...(vente && stade ? echeancesDuStade(presse, vente, stade) : []),
  ]
}

/** The last stade, in the order of the works, that the bloc has reached; null without one. */
export const stadeAtteint = (stades: readonly StadeDuBloc[]): StadeDuBloc | null =>
  stades.findLast(({ atteintLe }) => atteintLe !== null) ?? null

/** The lines of a sale that wait for this stade. */
export const echeancesDe = ({ dossier }: Matiere, stade: StadeDuBloc): EcheanceImprimee[] =>
  dossier.echeances.filter((une) => une.declencheur === 'stade' && une.stade?.id === stade.id)

/** The échéances that a stade makes due: share, amount, received. */
function echeancesDuStade(presse: Presse, vente: Matiere, stade: StadeDuBloc): Bloc[] {
  const { mots } = presse
  const siennes = echeancesDe(vente, stade)
  if (siennes.length === 0) return []
  return [
    titre(mots.echeance),
    table(
      [
        colonne(mots.echeance, 'large'),
        colonne(mots.part, 'montant'),
        colonne(presse.enDinars(mots.montant), 'montant'),
        colonne(presse.enDinars(mots.recuMontant), 'montant'),
      ],
      siennes.map((une) => [
        libelleDe(presse, une),
        presse.pourcent(une.quote_part),
        printCentimes(une.montant),
        printCentimes(une.couvert),
      ]),
    ),
  ]
}
