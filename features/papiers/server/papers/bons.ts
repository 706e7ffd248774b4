import {
  checkLignesDeBons,
  countLignes,
  type BonImprime,
  type ModeleBons,
} from '#features/charges/server/charges.documents.ts'
import { alinea, titre } from '#features/papiers/server/blocks/elements.ts'
import { feuilleSimple, pdfDe, type Vue } from '#features/papiers/server/press/pdf.ts'
import { colonne, table } from '#features/papiers/server/blocks/tables.ts'
import type { Colonne, Element, Paire } from '#features/papiers/server/words/redaction.ts'
import { formatMontant, type Centimes } from '#shared/argent.ts'
import { formatJourCourt, formatJourLong } from '#shared/dates.ts'
import { montantEnLettres } from '#server/documents/lettres.ts'
import { printCentimes, printTexte, sumCentimes } from '#server/documents/papier.ts'
import type { PdfOptions } from '#server/documents/pdf.ts'

/** Most rows in tables; above, rows are paragraphs, which cost a third. */
const LIGNES_EN_TABLES = 1_500

const COLONNES: Colonne[] = [
  { ...colonne('Désignation'), mm: 79 },
  { ...colonne('Prix unitaire (DA)', 'montant'), mm: 33 },
  { ...colonne('Quantité', 'montant'), mm: 22 },
  { ...colonne('Montant (DA)', 'montant'), mm: 36 },
]

function vueBons({ promoteur, etabliLe, portee, categories }: ModeleBons): Vue {
  const [premiere] = categories
  const bon = portee === 'bon' ? premiere?.bons[0] : undefined
  if (bon)
    return feuilleSimple(
      { promoteur, titre: "Bon d'achat", reference: `N°\u00A0${printTexte(bon.reference)}`, etabliLe },
      [
        {
          genre: 'details',
          lignes: [
            ['Date', formatJourLong(bon.date)],
            ['Catégorie', printTexte(premiere?.nom)],
            ...siNomme('Fournisseur', bon.fournisseur),
            ...siNomme('Résidence', bon.residence),
          ],
        },
        lignesDe(bon),
        {
          genre: 'details',
          lignes: [
            ['Réglé', formatMontant(bon.regle)],
            ['Reste à régler', formatMontant(totalBon(bon) - bon.regle)],
          ],
        },
        {
          genre: 'arrete',
          texte: 'Arrêté le présent bon à la somme de\u00A0:',
          lettres: `${montantEnLettres(totalBon(bon))}.`,
          tenu: true,
        },
      ],
    )
  const reference = portee === 'categorie' ? printTexte(premiere?.nom) : 'Toutes les catégories'
  const longue = countLignes(categories) > LIGNES_EN_TABLES
  return {
    ...feuilleSimple({ promoteur, titre: "Bons d'achat", reference, etabliLe }, [
      ...categories.flatMap((categorie) => laCategorie(categorie, longue)),
      ...(categories.length > 0 ? recapitulatif(categories) : [alinea('Aucune catégorie enregistrée')]),
    ]),
    ...(longue && { titres: COLONNES }),
  }
}

const siNomme = (libelle: string, nom: string | null): Paire[] =>
  nom === null ? [] : [[libelle, printTexte(nom)]]

/** The vouchers of a category, each a table under its number and its day. */
function laCategorie(categorie: ModeleBons['categories'][number], longue: boolean): Element[] {
  const bons = categorie.bons.map((bon): Element => ({
    ...lignesDe(bon),
    nom: [`Bon ${printTexte(bon.reference, 24)}`, formatJourCourt(bon.date)],
    ...(longue && { longue }),
  }))
  return [
    {
      genre: 'titre',
      texte: printTexte(categorie.nom),
      valeur: `${printCentimes(totalCategorie(categorie))} DA`,
    },
    ...(bons.length > 0
      ? bons
      : [{ ...alinea("Aucun bon d'achat pour cette catégorie."), discret: true } as Element]),
  ]
}

const recapitulatif = (categories: ModeleBons['categories']): Element[] => [
  titre('Récapitulatif'),
  {
    ...table(
      [
        colonne('Catégorie', 'large'),
        { ...colonne('Nombre de bons', 'montant'), mm: 30 },
        { ...colonne('Montant (DA)', 'montant'), mm: 44 },
      ],
      categories.map((categorie) => [
        printTexte(categorie.nom),
        String(categorie.bons.length),
        printCentimes(totalCategorie(categorie)),
      ]),
      ['Total général', '', printCentimes(sumCentimes(categories.map(totalCategorie)))],
    ),
    corps: 9.5,
    double: true,
  },
]

const lignesDe = (bon: BonImprime) => ({
  ...table(
    COLONNES,
    bon.lignes.map(({ designation, prixUnitaire, quantite }) => [
      printTexte(designation, 30),
      printCentimes(prixUnitaire),
      printCentimes(quantite * 100).replace(/,00$/, ''),
      printCentimes(prixUnitaire * quantite),
    ]),
    ['Total du bon', '', '', printCentimes(totalBon(bon))],
    'Aucune ligne pour ce bon.',
  ),
  corps: 9.5,
  double: true as const,
})

const totalBon = ({ lignes }: BonImprime): Centimes =>
  sumCentimes(lignes.map((ligne) => ligne.prixUnitaire * ligne.quantite))
const totalCategorie = ({ bons }: { bons: readonly BonImprime[] }): Centimes =>
  sumCentimes(bons.map(totalBon))

/** Makes the PDF of the vouchers. @throws documentTropLong (422) above LIGNES_BONS_MAX rows, and the errors of renderPdf */
export async function bonsPdf(modele: ModeleBons, options?: PdfOptions): Promise<Buffer> {
  checkLignesDeBons(countLignes(modele.categories))
  return pdfDe(vueBons(modele), { logo: modele.promoteur?.logo, ...options })
}
