import type { Bordereau } from '#features/cheques/server/remises.service.ts'
import { colonne, table } from '#features/papiers/server/blocks/tables.ts'
import { feuilleSimple, pdfDe } from '#features/papiers/server/press/pdf.ts'
import { formatJourCourt, formatJourLong } from '#shared/dates.ts'
import { formatCompte } from '#shared/texte.ts'
import { montantEnLettres } from '#server/documents/lettres.ts'
import { printCentimes, printTexte, sumCentimes } from '#server/documents/papier.ts'
import type { PdfOptions } from '#server/documents/pdf.ts'

/** Widths, in millimetres, that hold the widest letters of each column; the first texts break after so many letters (`printTexte`). */
const COLONNES = [
  { ...colonne('N°'), mm: 8 },
  { ...colonne('Tireur'), mm: 38 },
  { ...colonne('Banque'), mm: 24 },
  { ...colonne('N° de chèque'), mm: 24 },
  { ...colonne('Reçu'), mm: 22 },
  { ...colonne('Date du chèque'), mm: 20 },
  { ...colonne('Montant (DA)', 'montant'), mm: 34 },
]

const vueBordereau = ({ promoteur, etabliLe, numero, jour, compte, lignes }: Bordereau) => {
  const total = sumCentimes(lignes.map(({ versement }) => versement))
  const titulaire: [string, string][] = [
    ['Titulaire du compte\u00A0:', printTexte(promoteur?.nom)],
    ['Banque', printTexte(compte.banque)],
    ['Agence', printTexte(compte.agence)],
    ['Compte', printTexte(compte.numero, 40)],
  ]
  return feuilleSimple(
    { promoteur, titre: 'Bordereau de remise de chèques', reference: `N°\u00A0${numero}`, etabliLe },
    [
      {
        genre: 'cadre',
        lignes: titulaire.filter(([, valeur]) => valeur !== ''),
        cote: ['Date de remise', formatJourLong(jour)],
      },
      {
        ...table(
          COLONNES,
          lignes.map(({ tireur, banque, reference, date_cheque, recu, versement }, rang) => [
            String(rang + 1),
            printTexte(tireur, 12),
            printTexte(banque, 7),
            printTexte(reference, 7),
            recu,
            date_cheque === null ? '' : formatJourCourt(date_cheque),
            printCentimes(versement),
          ]),
          [`Total : ${formatCompte(lignes.length, 'chèque')}`, '', '', '', '', '', printCentimes(total)],
        ),
        corps: 9,
        double: true,
      },
      {
        genre: 'arrete',
        texte: 'Arrêté le présent bordereau à la somme de\u00A0:',
        lettres: `${montantEnLettres(total)}.`,
        tenu: true,
      },
    ],
    ['Le déposant', 'La banque, cachet et date'],
  )
}

/** Makes the PDF of the bordereau of a remise, a list that goes to the bank with the cheques. @throws the errors of renderPdf */
export const bordereauPdf = (modele: Bordereau, options?: PdfOptions): Promise<Buffer> =>
  pdfDe(vueBordereau(modele), { logo: modele.promoteur?.logo, ...options })
