/** Parts of a paper that account for a sale: payments and payers, the remainder, the end. */
import type { Fin, Matiere } from '#features/papiers/server/matiere.ts'
import { alinea, enLettres, fait, faits, fort, tenu } from '#features/papiers/server/papiers.blocs.ts'
import { nomDe } from '#features/papiers/server/papiers.noms.ts'
import { paiements, remboursements } from '#features/papiers/server/papiers.tables.ts'
import type { Bloc, Presse } from '#features/papiers/server/presse.ts'
import { remplacer } from '#shared/papiers.ts'

type Ligne = ReturnType<typeof fait>

/** Lines that split the payments into cashed and not yet cleared; empty when all are cashed. @param toujours says also then what is cashed */
const dontEncaisse = (
  presse: Presse,
  { sommes: { sousReserve, encaisse } }: Matiere,
  toujours = false,
): Ligne[] => [
  ...(sousReserve > 0 || toujours ? [fait(presse.mots.dontEncaisse, presse.montant(encaisse))] : []),
  ...(sousReserve > 0 ? [fait(presse.mots.dontSousReserve, presse.montant(sousReserve))] : []),
]

/** Sentences about the uncleared cheques and about the sums paid by former holders of the dossier, on the page of what follows. */
function dOuVient(presse: Presse, { sommes: { sousReserve, encaisse }, anciens }: Matiere): Bloc[] {
  const { phrases } = presse
  const reserve = remplacer(phrases.reserve, {
    encaisse: presse.montant(encaisse),
    sous_reserve: presse.montant(sousReserve),
  })
  return [
    ...(sousReserve === 0 ? [] : [tenu(alinea(reserve))]),
    ...anciens.map((ancien) =>
      tenu(
        alinea(
          remplacer(phrases.ancien, {
            montant: presse.montant(ancien.montant),
            ancien: nomDe(presse, ancien),
            jour: presse.jour(ancien.jusquAu),
          }),
        ),
      ),
    ),
  ]
}

/**
 * Price, sum paid and rest of an open sale, each a line, in an attestation. The sentences that split the sum paid stand right under it,
 * before the rest. @param encaisse where it is said what is cashed: in lines where a cheque is not cleared, or once, on any paper
 */
export function situation(
  presse: Presse,
  matiere: Matiere,
  { encaisse = 'lignes' }: { encaisse?: 'lignes' | 'une fois' } = {},
): Bloc[] {
  const { verse, sousReserve } = matiere.sommes
  const enLignes = encaisse === 'lignes' || sousReserve === 0
  const lignes = [
    lePrix(presse, matiere),
    fait(
      `${presse.mots.totalPaye} (${presse.pourcent(matiere.dossier.pourcentagePaiement)})`,
      presse.montant(verse),
      presse.langue === 'ar' ? enLettres(presse, verse) : '',
    ),
    ...(enLignes ? dontEncaisse(presse, matiere, encaisse === 'une fois') : []),
  ]
  const dits = dOuVient(presse, matiere)
  const reste = leReste(presse, matiere, '')
  return dits.length === 0 ? [faits([...lignes, reste])] : [tenu(faits(lignes)), ...dits, faits([reste])]
}

const lePrix = (presse: Presse, { dossier }: Matiere): Ligne =>
  fait(presse.mots.prix, presse.montant(dossier.montant))

const leReste = (presse: Presse, { dossier }: Matiere, enMots: string): Ligne =>
  fait(presse.mots.reste, presse.montant(dossier.resteAPayer), enMots, true)

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
    faits([
      lePrix(presse, matiere),
      fait(presse.mots.totalPaye, presse.montant(sommes.verse)),
      ...dontEncaisse(presse, matiere),
      leReste(presse, matiere, enLettres(presse, dossier.resteAPayer)),
    ]),
    ...(dossier.resteAPayer === 0 ? [tenu(fort(entier))] : []),
  ]
}

/** How a sale ended, and that no price is due. Taking a local back deletes its payments, so that it does not say that they stay. */
export function phraseDeFin(presse: Presse, { sommes }: Matiere, { le, origine }: Fin): Bloc {
  const { retrait, retraitSansVersement, desistement } = presse.phrases
  const duRetrait = sommes.verse === 0 ? retraitSansVersement : retrait
  return fort(remplacer(origine === null ? duRetrait : desistement[origine], { jour: presse.jour(le) }))
}

function compteFinal(presse: Presse, matiere: Matiere, fin: Fin): Bloc[] {
  const { mots } = presse
  const { retenue, rembourse, resteARembourser } = fin
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
    tenu(phraseDeFin(presse, matiere, fin)),
  ]
}
