import { echeanciersErreurs } from '#features/echeanciers/echeanciers.erreurs.ts'
import { readFaitsDeLaVente } from '#features/papiers/server/facts/faits.read.ts'
import type { Faits } from '#features/papiers/server/facts/faits.ts'
import {
  fait,
  listeDeFaits,
  encadreDuBien,
  encadres,
  leDossier,
  tenu,
  lesAcquereurs,
} from '#features/papiers/server/blocks/elements.ts'
import { phraseDeFin } from '#features/papiers/server/blocks/sommes.ts'
import { boiteDuPromoteur, boitesDesAcquereurs, toFichier } from '#features/papiers/server/press/modele.ts'
import type { PapiersSansNumero } from '#features/papiers/server/press/pdf.ts'
import { echeancier } from '#features/papiers/server/blocks/tables.ts'
import { Redaction, type Element } from '#features/papiers/server/words/redaction.ts'
import type { Langue } from '#shared/papiers.ts'
import type { Db } from '#server/database/db.ts'
import { printCentimes } from '#server/documents/papier.ts'
import { refuse } from '#server/http/errors.ts'

/** Composes the échéancier of a dossier for signature; that of an ended sale only says what was agreed and paid. @throws introuvable (404), sansEcheancier (422) */
export const composeEcheancier = async (
  db: Db,
  venteId: number,
  langue: Langue = 'fr',
): Promise<PapiersSansNumero> => echeancierDe(await readFaitsDeLaVente(db, venteId), langue)

/** {@link composeEcheancier} of what was read. */
export function echeancierDe(faits: Faits, langue: Langue): PapiersSansNumero {
  const { fin } = faits
  const { dossier, montant, totalPaye, resteAPayer, echeances } = faits.dossier
  if (echeances.length === 0) throw refuse(echeanciersErreurs.sansEcheancier)
  const redaction = new Redaction(langue)
  const { mots } = redaction
  const { echeancier: nom, verseAu } = redaction.mots.sansNumero
  const verse = fait(
    redaction.enDinars(`${verseAu} ${redaction.jour(faits.aujourdhui)}`),
    printCentimes(totalPaye),
  )
  const prix: Element = {
    genre: 'somme',
    libelle: mots.prix,
    montant: printCentimes(montant),
    unite: mots.dinars,
    lettres: '',
  }
  return toFichier(redaction, faits, `echeancier_${dossier}`, {
    titre: nom,
    reference: leDossier(redaction, dossier),
    blocs: [
      encadres([lesAcquereurs(redaction, faits), encadreDuBien(redaction, mots.bien, faits)]),
      ...(fin
        ? [
            phraseDeFin(redaction, faits, fin),
            echeancier(redaction, echeances, null),
            tenu(listeDeFaits([verse])),
          ]
        : [
            prix,
            echeancier(redaction, echeances, montant, 'large'),
            tenu(
              listeDeFaits([
                verse,
                fait(redaction.enDinars(mots.reste), printCentimes(resteAPayer), '', true),
              ]),
            ),
          ]),
    ],
    signatures: [...(fin ? [] : boitesDesAcquereurs(redaction, faits)), boiteDuPromoteur(redaction, faits)],
  })
}
