/** Parts of a paper that account for a sale: payments and payers, the remainder, the end. */
import type { Fin, Faits } from '#features/papiers/server/facts/faits.ts'
import {
  alinea,
  enLettres,
  fait,
  listeDeFaits,
  fort,
  tenu,
} from '#features/papiers/server/blocks/elements.ts'
import { nomDe } from '#features/papiers/server/words/noms.ts'
import { paiements, remboursements } from '#features/papiers/server/blocks/tables.ts'
import type { Element, Redaction } from '#features/papiers/server/words/redaction.ts'
import { remplacer } from '#shared/papiers.ts'

type Ligne = ReturnType<typeof fait>

/** Lines that split the payments into cashed and not yet cleared; empty when all are cashed. @param toujours says also then what is cashed */
const dontEncaisse = (
  redaction: Redaction,
  { sommes: { sousReserve, encaisse } }: Faits,
  toujours = false,
): Ligne[] => [
  ...(sousReserve > 0 || toujours ? [fait(redaction.mots.dontEncaisse, redaction.montant(encaisse))] : []),
  ...(sousReserve > 0 ? [fait(redaction.mots.dontSousReserve, redaction.montant(sousReserve))] : []),
]

/** Sentences about the uncleared cheques and about the sums paid by former holders of the dossier, on the page of what follows. */
function dOuVient(redaction: Redaction, { sommes: { sousReserve, encaisse }, anciens }: Faits): Element[] {
  const { phrases } = redaction
  const reserve = remplacer(phrases.reserve, {
    encaisse: redaction.montant(encaisse),
    sous_reserve: redaction.montant(sousReserve),
  })
  return [
    ...(sousReserve === 0 ? [] : [tenu(alinea(reserve))]),
    ...anciens.map((ancien) =>
      tenu(
        alinea(
          remplacer(phrases.ancien, {
            montant: redaction.montant(ancien.montant),
            ancien: nomDe(redaction, ancien),
            jour: redaction.jour(ancien.jusquAu),
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
  redaction: Redaction,
  faits: Faits,
  { encaisse = 'lignes' }: { encaisse?: 'lignes' | 'une fois' } = {},
): Element[] {
  const { verse, sousReserve } = faits.sommes
  const enLignes = encaisse === 'lignes' || sousReserve === 0
  const lignes = [
    lePrix(redaction, faits),
    fait(
      `${redaction.mots.totalPaye} (${redaction.pourcent(faits.dossier.pourcentagePaiement)})`,
      redaction.montant(verse),
      redaction.langue === 'ar' ? enLettres(redaction, verse) : '',
    ),
    ...(enLignes ? dontEncaisse(redaction, faits, encaisse === 'une fois') : []),
  ]
  const dits = dOuVient(redaction, faits)
  const reste = leReste(redaction, faits, '')
  return dits.length === 0
    ? [listeDeFaits([...lignes, reste])]
    : [tenu(listeDeFaits(lignes)), ...dits, listeDeFaits([reste])]
}

const lePrix = (redaction: Redaction, { dossier }: Faits): Ligne =>
  fait(redaction.mots.prix, redaction.montant(dossier.montant))

const leReste = (redaction: Redaction, { dossier }: Faits, enMots: string): Ligne =>
  fait(redaction.mots.reste, redaction.montant(dossier.resteAPayer), enMots, true)

/** Balance of a décompte: the rest to pay of an open sale, or the rest to refund of an ended one. */
export function releveDeVente(redaction: Redaction, faits: Faits): Element[] {
  const { phrases } = redaction
  const { dossier, sommes, fin } = faits
  if (fin)
    return [paiements(redaction, faits), ...dOuVient(redaction, faits), ...releveFinal(redaction, faits, fin)]
  const entier =
    sommes.sousReserve === 0
      ? phrases.solde
      : remplacer(phrases.sousReserve, { sous_reserve: redaction.montant(sommes.sousReserve) })
  return [
    paiements(redaction, faits),
    ...dOuVient(redaction, faits),
    listeDeFaits([
      lePrix(redaction, faits),
      fait(redaction.mots.totalPaye, redaction.montant(sommes.verse)),
      ...dontEncaisse(redaction, faits),
      leReste(redaction, faits, enLettres(redaction, dossier.resteAPayer)),
    ]),
    ...(dossier.resteAPayer === 0 ? [tenu(fort(entier))] : []),
  ]
}

/** How a sale ended, and that no price is due. Taking a local back deletes its payments, so that it does not say that they stay. */
export function phraseDeFin(redaction: Redaction, { sommes }: Faits, { le, origine }: Fin): Element {
  const { retrait, retraitSansVersement, desistement } = redaction.phrases
  const duRetrait = sommes.verse === 0 ? retraitSansVersement : retrait
  return fort(remplacer(origine === null ? duRetrait : desistement[origine], { jour: redaction.jour(le) }))
}

function releveFinal(redaction: Redaction, faits: Faits, fin: Fin): Element[] {
  const { mots } = redaction
  const { retenue, rembourse, resteARembourser } = fin
  return [
    ...(fin.remboursements.length === 0 ? [] : [remboursements(redaction, fin)]),
    listeDeFaits([
      fait(mots.totalPaye, redaction.montant(faits.sommes.verse), '', resteARembourser === null),
      ...dontEncaisse(redaction, faits),
      ...(retenue === null ? [] : [fait(mots.retenue, redaction.montant(retenue))]),
      ...(rembourse === null ? [] : [fait(mots.rembourse, redaction.montant(rembourse))]),
      ...(resteARembourser === null
        ? []
        : [
            fait(
              mots.resteARembourser,
              redaction.montant(resteARembourser),
              enLettres(redaction, resteARembourser),
              true,
            ),
          ]),
    ]),
    tenu(phraseDeFin(redaction, faits, fin)),
  ]
}
