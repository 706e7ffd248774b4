import { readFaitsDeLaVente } from '#features/papiers/server/facts/faits.read.ts'
import type { Fin, Faits } from '#features/papiers/server/facts/faits.ts'
import {
  fait,
  listeDeFaits,
  encadreDuBien,
  encadres,
  fort,
  leDossier,
  tenu,
  lesAcquereurs,
  nomsDesAcquereurs,
  titulaire,
} from '#features/papiers/server/blocks/elements.ts'
import { boiteDuPromoteur, boitesDesAcquereurs, toFichier } from '#features/papiers/server/press/modele.ts'
import { formesDesAcquereurs } from '#features/papiers/server/words/noms.ts'
import type { PapiersSansNumero } from '#features/papiers/server/press/pdf.ts'
import { Redaction, type Element } from '#features/papiers/server/words/redaction.ts'
import { ventesErreurs } from '#features/ventes/ventes.erreurs.ts'
import type { Langue } from '#shared/papiers.ts'
import type { Db } from '#server/database/db.ts'
import { printCentimes } from '#server/documents/papier.ts'
import { refuse } from '#server/http/errors.ts'

/**
 * Composes the request to end a sale, to be signed before or after it is recorded.
 * @throws introuvable (404), venteClose (409) for a withdrawn sale
 */
export const composeDemande = async (
  db: Db,
  venteId: number,
  langue: Langue = 'fr',
): Promise<PapiersSansNumero> => demandeDe(await readFaitsDeLaVente(db, venteId), langue)

/** {@link composeDemande} of what was read. */
export function demandeDe(faits: Faits, langue: Langue): PapiersSansNumero {
  const { fin, jours, acquereurs } = faits
  const { dossier, etat, terminee_le, montant, totalPaye } = faits.dossier
  if (etat === 'retrait' && terminee_le !== null)
    throw refuse(ventesErreurs.venteClose, { dossier, jour: terminee_le })
  const redaction = new Redaction(langue)
  const { mots } = redaction
  const propres = redaction.mots.sansNumero
  const parLePromoteur = fin?.origine === 'promoteur'
  const noms =
    langue === 'fr' ? nomsDesAcquereurs(redaction, faits) : formesDesAcquereurs(redaction, faits).le_client
  return toFichier(redaction, faits, `desistement_${dossier}`, {
    titre: parLePromoteur ? propres.finParLePromoteur : propres.demande,
    reference: leDossier(redaction, dossier),
    blocs: [
      encadres([lesAcquereurs(redaction, faits), encadreDuBien(redaction, mots.bien, faits)]),
      listeDeFaits([
        fait(propres.reservation, redaction.jour(jours.reservationLe)),
        ...(jours.contratLe === null ? [] : [fait(propres.contrat, redaction.jour(jours.contratLe))]),
        fait(redaction.enDinars(mots.prix), printCentimes(montant)),
        fait(redaction.enDinars(mots.totalPaye), printCentimes(totalPaye)),
      ]),
      fort(
        parLePromoteur
          ? propres.metFin
          : propres.soussigne(titulaire(faits).genre, acquereurs.length === 1, noms),
      ),
      { genre: 'champ', libelle: propres.motif, valeur: redaction.texte(fin?.motif) },
      ...(fin ? [tenu(termes(redaction, fin))] : []),
    ],
    fait: propres.faitA,
    signatures: [...boitesDesAcquereurs(redaction, faits), boiteDuPromoteur(redaction, faits)],
  })
}

/** The terms of a désistement, and the refunds made since. */
function termes(redaction: Redaction, fin: Fin): Element {
  const { demandeLe, retenue, retenuePourcent, rembourse, aRembourser, resteARembourser } = fin
  const { mots } = redaction
  const propres = redaction.mots.sansNumero
  const part =
    retenuePourcent === null
      ? ''
      : `${mots.virgule} ${redaction.pourcent(retenuePourcent / 100)} ${propres.duPaye}`
  return listeDeFaits([
    fait(propres.demandeLe, demandeLe === null ? '' : redaction.jour(demandeLe)),
    fait(`${redaction.enDinars(mots.retenue)}${part}`, printCentimes(retenue ?? 0)),
    fait(redaction.enDinars(mots.aRembourser), printCentimes(aRembourser ?? 0)),
    ...(rembourse === null || rembourse === 0
      ? []
      : [
          fait(redaction.enDinars(propres.dejaRembourse), printCentimes(rembourse)),
          fait(redaction.enDinars(mots.resteARembourser), printCentimes(resteARembourser ?? 0)),
        ]),
  ])
}
