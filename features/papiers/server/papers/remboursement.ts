import { readFaitsDeLaVente } from '#features/papiers/server/facts/faits.read.ts'
import type { Faits } from '#features/papiers/server/facts/faits.ts'
import {
  alinea,
  coordonnees,
  enLettres,
  fait,
  listeDeFaits,
  encadreDuBien,
  encadres,
  leDossier,
  tenu,
  titre,
  nomsDesAcquereurs,
  titulaire,
} from '#features/papiers/server/blocks/elements.ts'
import { boiteDuPromoteur, boitesDesAcquereurs, toFichier } from '#features/papiers/server/press/modele.ts'
import { nomDe } from '#features/papiers/server/words/noms.ts'
import type { PapiersSansNumero } from '#features/papiers/server/press/pdf.ts'
import { colonne, table } from '#features/papiers/server/blocks/tables.ts'
import { Redaction } from '#features/papiers/server/words/redaction.ts'
import { venteDuRemboursement } from '#features/ventes/server/remboursements.service.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import type { Langue } from '#shared/papiers.ts'
import type { Db } from '#server/database/db.ts'
import { printCentimes, sumCentimes } from '#server/documents/papier.ts'
import { refuse } from '#server/http/errors.ts'

/** Composes the receipt of one refund. @throws introuvable (404) */
export const composeRemboursement = async (
  db: Db,
  id: number,
  langue: Langue = 'fr',
): Promise<PapiersSansNumero> =>
  remboursementDe(await readFaitsDeLaVente(db, await venteDuRemboursement(db, id)), id, langue)

/** {@link composeRemboursement} of what was read. */
export function remboursementDe(faits: Faits, id: number, langue: Langue): PapiersSansNumero {
  const { dossier, totalPaye } = faits.dossier
  const remboursements = faits.fin?.remboursements ?? []
  const rang = remboursements.findIndex((remboursement) => remboursement.id === id)
  const lu = remboursements[rang]
  if (!lu) throw refuse(communesErreurs.introuvable)
  const { numero, jour, montant, mode, banque, reference } = lu
  const avant = sumCentimes(remboursements.slice(0, rang).map((un) => un.montant))
  const { retenue, aRembourser } = faits.fin ?? { retenue: 0, aRembourser: 0 }
  const redaction = new Redaction(langue)
  const { mots } = redaction
  const propres = redaction.mots.sansNumero
  const recoit = titulaire(faits)
  const moyen = [
    fait(propres.rembourseLe, redaction.jourLong(jour)),
    fait(mots.mode, redaction.mode(mode)),
    fait(mots.banque, redaction.texte(banque)),
    fait(mots.reference, redaction.numero(reference)),
  ]
  return toFichier(redaction, faits, `remboursement_${numero}`, {
    titre: propres.remboursement,
    reference: `${mots.numero}\u00A0${redaction.valeur(numero)}`,
    blocs: [
      encadres([
        {
          titre: propres.remisA,
          nom: nomDe(redaction, recoit),
          lignes: [
            ...(faits.acquereurs.length > 1
              ? [`${propres.pourLeCompte} ${nomsDesAcquereurs(redaction, faits)}`]
              : []),
            ...coordonnees(redaction, recoit),
          ],
        },
        encadreDuBien(redaction, propres.pourLeDesistement, faits, leDossier(redaction, dossier)),
      ]),
      {
        genre: 'somme',
        libelle: propres.laSomme,
        montant: printCentimes(montant),
        unite: mots.dinars,
        lettres: `${enLettres(redaction, montant)}.`,
      },
      listeDeFaits(moyen.filter(({ valeur }) => valeur !== '')),
      titre(propres.situation),
      table(
        [colonne(propres.libelle, 'large'), colonne(redaction.enDinars(mots.montant), 'montant')],
        [
          [mots.totalPaye, printCentimes(totalPaye)],
          [mots.retenue, printCentimes(retenue ?? 0)],
          [propres.rembourseAvant, printCentimes(avant)],
          [propres.ceRemboursement, printCentimes(montant)],
        ],
        [mots.resteARembourser, printCentimes(Math.max(0, (aRembourser ?? 0) - avant - montant))],
      ),
      tenu(alinea(propres.recu)),
      tenu(alinea(propres.quittance)),
    ],
    signatures: [...boitesDesAcquereurs(redaction, faits, [recoit]), boiteDuPromoteur(redaction, faits)],
  })
}
