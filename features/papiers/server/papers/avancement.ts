import type { EcheanceImprimee, Faits } from '#features/papiers/server/facts/faits.ts'
import { acquereurs, attention, encadres, leBien, titre } from '#features/papiers/server/blocks/elements.ts'
import { boiteDuPromoteur, composeNumerote, proseOf } from '#features/papiers/server/press/modele.ts'
import type { ModelePapier } from '#features/papiers/server/press/pdf.ts'
import type { FaitsDuBloc, StadeDuBloc, Sujet } from '#features/papiers/server/facts/sujet.ts'
import { colonne, libelleDe, nomDuStade, table } from '#features/papiers/server/blocks/tables.ts'
import { valeursDuBloc } from '#features/papiers/server/words/valeurs.ts'
import { Redaction, type Element } from '#features/papiers/server/words/redaction.ts'
import type { Jour } from '#shared/dates.ts'
import { printCentimes } from '#server/documents/papier.ts'

/** The blocks of an attestation of the progress of works. @throws texteTropLong (422) */
function composeAvancement(redaction: Redaction, faits: FaitsDuBloc, sujet: Sujet): Element[] {
  const { mots } = redaction
  const { vente, stades } = faits
  const stade = stadeAtteint(stades)
  return [
    ...attention(redaction, sujet.input),
    ...(vente ? [encadres([...acquereurs(redaction, vente), leBien(redaction, vente)])] : []),
    ...proseOf(redaction, faits, sujet.type, valeursDuBloc(redaction, faits, sujet, stade)),
    table(
      [colonne(mots.stade, 'large'), colonne(mots.atteintLe)],
      stades.map((un) => [
        nomDuStade(redaction, un),
        un.atteintLe === null ? nonAtteint(redaction, un.prevuLe) : redaction.jour(un.atteintLe),
      ]),
    ),
    ...(vente && stade ? echeancesDuStade(redaction, vente, stade) : []),
  ]
}

/** « Non atteint, prévu le 15/06/2027 » (comptes F). */
function nonAtteint(redaction: Redaction, prevuLe: Jour | null): string {
  const { nonAtteint: dit, virgule, prevu } = redaction.mots
  return prevuLe === null ? dit : `${dit}${virgule} ${prevu} ${redaction.jour(prevuLe)}`
}

/** The last stade, in the order of the works, that the bloc has reached; null without one. */
export const stadeAtteint = (stades: readonly StadeDuBloc[]): StadeDuBloc | null =>
  stades.findLast(({ atteintLe }) => atteintLe !== null) ?? null

/** The lines of a sale that wait for this stade. */
export const echeancesDe = ({ dossier }: Faits, stade: StadeDuBloc): EcheanceImprimee[] =>
  dossier.echeances.filter((echeance) => echeance.declencheur === 'stade' && echeance.stade?.id === stade.id)

/** The échéances that a stade makes due: share, amount, received. */
function echeancesDuStade(redaction: Redaction, vente: Faits, stade: StadeDuBloc): Element[] {
  const { mots } = redaction
  const siennes = echeancesDe(vente, stade)
  if (siennes.length === 0) return []
  return [
    titre(mots.echeance),
    table(
      [
        colonne(mots.echeance, 'large'),
        colonne(mots.part, 'montant'),
        colonne(redaction.enDinars(mots.montant), 'montant'),
        colonne(redaction.enDinars(mots.recuMontant), 'montant'),
      ],
      siennes.map((echeance) => [
        libelleDe(redaction, echeance),
        redaction.pourcent(echeance.quote_part),
        printCentimes(echeance.montant),
        printCentimes(echeance.couvert),
      ]),
    ),
  ]
}

/** Composes all strings of a paper of a bloc. @throws texteTropLong, signesInconnus (422) */
export function composeModeleDuBloc(faits: FaitsDuBloc, sujet: Sujet): ModelePapier {
  const redaction = new Redaction(sujet.input.langue ?? 'fr')
  const { signature_etudes, signature_etudes_ar } = faits.textes
  return composeNumerote(redaction, faits, sujet, {
    blocs: composeAvancement(redaction, faits, sujet),
    signatures: [
      boiteDuPromoteur(redaction, faits),
      { titre: redaction.texte(redaction.langue === 'fr' ? signature_etudes : signature_etudes_ar), nom: '' },
    ],
  })
}
