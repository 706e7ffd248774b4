import { colonne, table } from '#features/papiers/server/blocks/tables.ts'
import { feuilleSimple, pdfDe, type Vue } from '#features/papiers/server/press/pdf.ts'
import type { Colonne, Progression, Table } from '#features/papiers/server/words/redaction.ts'
import {
  criteresDuRecap,
  INCONNU,
  SANS_RESIDENCE,
  type LigneRecap,
  type ModeleRecap,
} from '#features/rapports/server/recap.ts'
import { SOURCE_DE_LA_SITUATION } from '#features/rapports/recap.words.ts'
import { avancement } from '#features/etats/etats.rules.ts'
import { LIGNES_EN_TABLE } from '#server/documents/liste.ts'
import { checkLongueur, printCentimes, printTexte, sumCentimes } from '#server/documents/papier.ts'
import type { PdfOptions } from '#server/documents/pdf.ts'
import { formatNombre, formatPourcent, type Centimes } from '#shared/argent.ts'

export const LIGNES_RECAP_MAX = 10_000

/** Titles, and their millimetres: without the sums of the payments that are retained, and with them in a last column. */
const TEXTES = [
  ['N° Lot', 17, 15],
  ['Acquéreur', 45, 35],
  ['Résidence', 40, 31],
  ['Code', 31, 24],
] as const
const MONTANTS = [
  ['Surface (m²)', 18, 18],
  ['Montant (DA)', 30, 29],
  ['Règlement (DA)', 30, 29],
  ['Reste à payer (DA)', 30, 29],
  ['Progression', 30, 31],
] as const

const colonnesDe = (retenus: boolean): Colonne[] => [
  ...TEXTES.map(([titre, seul, serre]) => ({ ...colonne(titre), mm: retenus ? serre : seul })),
  ...MONTANTS.map(([titre, seul, serre]) => ({ ...colonne(titre, 'montant'), mm: retenus ? serre : seul })),
  ...(retenus ? [{ ...colonne('Versements\nretenus (DA)', 'montant'), mm: 30 }] : []),
]

/** The recap, laid out: its columns, then the totals of the screen (Q181). */
export function vueRecap(modele: ModeleRecap): Vue {
  const { promoteur, etabliLe, lignes } = modele
  const retenus = modele.versements != null
  const colonnes = colonnesDe(retenus)
  const longue = lignes.length > LIGNES_EN_TABLE
  return {
    ...feuilleSimple(
      { promoteur, titre: 'Récapitulatif des paiements', reference: criteresDuRecap(modele), etabliLe },
      [
        {
          ...table(
            colonnes,
            lignes.map((ligne) => ligneDe(ligne, retenus)),
            totalDe(lignes, retenus),
            'Aucune donnée disponible',
          ),
          double: true,
          ...(longue && { longue }),
        },
        ...(modele.situation
          ? [{ genre: 'texte' as const, lignes: [SOURCE_DE_LA_SITUATION], discret: true as const }]
          : []),
      ],
    ),
    registre: { corps: 8.5, air: 1.4, paysage: true },
    ...(longue && { titres: colonnes }),
  }
}

/** Makes the PDF of the recap. @throws documentTropLong (422) above 10,000 rows, which Excel can hold, and the errors of renderPdf */
export async function recapPdf(modele: ModeleRecap, options?: PdfOptions): Promise<Buffer> {
  checkLongueur(
    modele.lignes.length,
    LIGNES_RECAP_MAX,
    'Exportez-le plutôt en Excel, ou choisissez une résidence.',
  )
  return pdfDe(vueRecap(modele), { logo: modele.promoteur?.logo, ...options })
}

const ligneDe = (
  { numero, acquereur, residence, code, surface, montant, reglement, retenu = 0 }: LigneRecap,
  retenus: boolean,
): Table['lignes'][number] => [
  printTexte(numero, 9),
  printTexte(acquereur, 22),
  printTexte(residence ?? SANS_RESIDENCE, 16),
  printTexte(code ?? INCONNU, 10),
  surface === null ? INCONNU : printCentimes(surface),
  printCentimes(montant),
  printCentimes(reglement),
  printCentimes(resteDe({ montant, reglement })),
  progression(montant, reglement),
  ...(retenus ? [printCentimes(retenu)] : []),
]

function totalDe(lignes: readonly LigneRecap[], retenus: boolean): Table['total'] {
  const somme = (de: (ligne: LigneRecap) => Centimes) => sumCentimes(lignes.map(de))
  const montant = somme((ligne) => ligne.montant)
  const reglement = somme((ligne) => ligne.reglement)
  const retenu = somme((ligne) => ligne.retenu ?? 0)
  return [
    { nom: 'Nombre de biens', texte: formatNombre(lignes.length) },
    '',
    '',
    '',
    '',
    { nom: 'Montant global', texte: printCentimes(montant) },
    { nom: 'Total payé', texte: printCentimes(reglement) },
    { nom: 'Total restant', texte: printCentimes(somme(resteDe)) },
    progression(montant, reglement),
    ...(retenus ? [{ nom: 'Versements retenus', texte: printCentimes(retenu) }] : []),
  ]
}

const resteDe = ({ montant, reglement }: Pick<LigneRecap, 'montant' | 'reglement'>): Centimes =>
  avancement(montant, reglement).resteAPayer

/** The part that is paid; always two decimals, so that the column aligns on its comma. */
function progression(montant: Centimes, reglement: Centimes): Progression {
  const part = avancement(montant, reglement).pourcentagePaiement
  return { part, texte: formatPourcent(part, 'toujours') }
}
