/** What a paper says of the sums of a sale: what came in, from whom, what is left, how it ended. */
import type { Fin, Matiere } from '#features/papiers/server/matiere.ts'
import { alinea, enLettres, fait, faits, fort } from '#features/papiers/server/papiers.blocs.ts'
import { nomDe } from '#features/papiers/server/papiers.noms.ts'
import { paiements, remboursements } from '#features/papiers/server/papiers.tables.ts'
import type { Bloc, Presse } from '#features/papiers/server/presse.ts'
import { remplacer } from '#shared/papiers.ts'

/** Lines that split the payments into cashed and not yet cleared; empty when all are cashed. */
export const dontEncaisse = (presse: Presse, { sommes: { sousReserve, encaisse } }: Matiere) =>
  sousReserve === 0
    ? []
    : [
        fait(presse.mots.dontEncaisse, presse.montant(encaisse)),
        fait(presse.mots.dontSousReserve, presse.montant(sousReserve)),
      ]

/** Sentences about the uncleared cheques and about the sums paid by former holders of the dossier. */
export function dOuVient(presse: Presse, { sommes: { sousReserve, encaisse }, anciens }: Matiere): Bloc[] {
  const { phrases } = presse
  const reserve = remplacer(phrases.reserve, {
    encaisse: presse.montant(encaisse),
    sous_reserve: presse.montant(sousReserve),
  })
  return [
    ...(sousReserve === 0 ? [] : [alinea(reserve)]),
    ...anciens.map((ancien) =>
      alinea(
        remplacer(phrases.ancien, {
          montant: presse.montant(ancien.montant),
          ancien: nomDe(presse, ancien),
          jour: presse.jour(ancien.jusquAu),
        }),
      ),
    ),
  ]
}

/** Price, sum paid and rest of an open sale, each a line. @param enMots which of the two is said in words; the sum paid also in percent */
export function situation(presse: Presse, matiere: Matiere, enMots: 'reste' | 'verse'): Bloc {
  const { mots } = presse
  const { montant, resteAPayer, pourcentagePaiement } = matiere.dossier
  const { verse } = matiere.sommes
  return faits([
    fait(mots.prix, presse.montant(montant)),
    enMots === 'reste'
      ? fait(mots.totalPaye, presse.montant(verse))
      : fait(
          `${mots.totalPaye} (${presse.pourcent(pourcentagePaiement)})`,
          presse.montant(verse),
          presse.langue === 'ar' ? enLettres(presse, verse) : '',
        ),
    ...dontEncaisse(presse, matiere),
    fait(
      mots.reste,
      presse.montant(resteAPayer),
      enMots === 'reste' ? enLettres(presse, resteAPayer) : '',
      true,
    ),
  ])
}

/** Balance of a décompte: the rest to pay of an open sale, or the rest to refund of an ended one. */
export function compte(presse: Presse, matiere: Matiere): Bloc[] {
  const { phrases } = presse
  const { dossier, sommes, fin } = matiere
  if (fin)
    return [paiements(presse, matiere), ...dOuVient(presse, matiere), ...compteFinal(presse, matiere, fin)]
  const entier =
    sommes.sousReserve === 0
      ? phrases.solde
      : remplacer(phrases.sousReserve, { sous_reserve: presse.montant(sommes.sousReserve) })
  return [
    paiements(presse, matiere),
    ...dOuVient(presse, matiere),
    situation(presse, matiere, 'reste'),
    ...(dossier.resteAPayer === 0 ? [fort(entier)] : []),
  ]
}

/** Taking a local back deletes its payments, so the sentence must not say that they stay. */
const phraseDuRetrait = ({ phrases }: Presse, { sommes }: Matiere): string =>
  sommes.verse === 0 ? phrases.retraitSansVersement : phrases.retrait

function compteFinal(presse: Presse, matiere: Matiere, fin: Fin): Bloc[] {
  const { mots, phrases } = presse
  const { le, origine, retenue, rembourse, resteARembourser } = fin
  const phrase = origine === null ? phraseDuRetrait(presse, matiere) : phrases.desistement[origine]
  return [
    ...(fin.remboursements.length === 0 ? [] : [remboursements(presse, fin)]),
    faits([
      fait(mots.totalPaye, presse.montant(matiere.sommes.verse), '', resteARembourser === null),
      ...dontEncaisse(presse, matiere),
      ...(retenue === null ? [] : [fait(mots.retenue, presse.montant(retenue))]),
      ...(rembourse === null ? [] : [fait(mots.rembourse, presse.montant(rembourse))]),
      ...(resteARembourser === null
        ? []
        : [
            fait(
              mots.resteARembourser,
              presse.montant(resteARembourser),
              enLettres(presse, resteARembourser),
              true,
            ),
          ]),
    ]),
    fort(remplacer(phrase, { jour: presse.jour(le) })),
  ]
}
