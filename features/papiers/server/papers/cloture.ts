import { colonne, table } from '#features/papiers/server/blocks/tables.ts'
import { fait, listeDeFaits, tenu } from '#features/papiers/server/blocks/elements.ts'
import { feuilleSimple, pdfDe } from '#features/papiers/server/press/pdf.ts'
import type { ClotureImprimee } from '#features/rapports/server/clotures.read.ts'
import { formatEcart, formatNombre } from '#shared/argent.ts'
import { formatInstant, formatJourComplet } from '#shared/dates.ts'
import { enToutesLettres } from '#server/documents/lettres.ts'
import { printCentimes, printTexte } from '#server/documents/papier.ts'
import type { PdfOptions } from '#server/documents/pdf.ts'

const vueCloture = ({ promoteur, etabliLe, cloture }: ClotureImprimee) => {
  const { numero, jour, membre, nombre, especes, timbre, sorties, attendu, trouve, ecart } = cloture
  const { note, remplace, etablie_par, etablie_le } = cloture
  return feuilleSimple(
    { promoteur, titre: 'Clôture de caisse', reference: `N°\u00A0${numero}`, etabliLe },
    [
      {
        genre: 'cadre',
        lignes: [
          ['Caissier', printTexte(membre.nom)],
          ['Versements', formatNombre(nombre)],
          ['Établie', `le ${formatInstant(new Date(etablie_le))} par ${printTexte(etablie_par)}`],
          ...(remplace === null ? [] : [['Remplace', `N°\u00A0${remplace}`] satisfies [string, string]]),
        ],
        cote: ['Jour', formatJourComplet(jour)],
      },
      table(
        [colonne('Caisse du jour', 'large'), colonne('Montant (DA)', 'montant')],
        [
          ['Espèces encaissées', printCentimes(especes)],
          ['Droit de timbre', printCentimes(timbre)],
          ['Sorties en espèces', printCentimes(-sorties)],
        ],
        ['Attendu', printCentimes(attendu)],
      ),
      {
        genre: 'somme',
        libelle: 'Compté',
        montant: printCentimes(trouve),
        unite: 'DA',
        lettres: `${enToutesLettres(trouve)}.`,
      },
      tenu(
        listeDeFaits([
          fait('Écart', formatEcart(ecart), '', true),
          ...(note === null ? [] : [fait('Note', printTexte(note))]),
        ]),
      ),
    ],
    ['Le caissier', 'Le responsable'],
  )
}

/** Makes the PDF of the closing of a till, to be signed. @throws the errors of renderPdf */
export const cloturePdf = (modele: ClotureImprimee, options?: PdfOptions): Promise<Buffer> =>
  pdfDe(vueCloture(modele), { logo: modele.promoteur?.logo, ...options })
