import { fort } from '#features/papiers/server/blocks/elements.ts'
import { colonne, table } from '#features/papiers/server/blocks/tables.ts'
import { feuilleSimple, pdfDe } from '#features/papiers/server/press/pdf.ts'
import type { Element, Paire, Table } from '#features/papiers/server/words/redaction.ts'
import type { EtatBancaire } from '#features/rapports/server/etat-bancaire.read.ts'
import { formatNombre, formatPourcent } from '#shared/argent.ts'
import { formatJourCourt, formatMoisCourt, type Jour } from '#shared/dates.ts'
import { printCentimes, printResidence, printTexte } from '#server/documents/papier.ts'
import type { PdfOptions } from '#server/documents/pdf.ts'

const AUCUN = '—'
/** Size of the text, in points: twelve blocs and their sums fit on one page. */
const CORPS = 8
/** More stades than these stand on two lines, so that the page holds their columns. */
const STADES_EN_UNE_LIGNE = 3

const jourOuRien = (jour: Jour | null) => (jour === null ? '' : formatJourCourt(jour))
const pourcent = (centiemes: number) => formatPourcent(centiemes / 100)

/** « 12/03/2026 » of a stade that is reached, « prévu 15/06/2027 » of another. */
function leStade({ atteint_le, prevu_le }: EtatBancaire['blocs'][number]['stades'][number], deux: boolean) {
  if (atteint_le !== null) return formatJourCourt(atteint_le)
  return prevu_le === null ? AUCUN : prevuLe(prevu_le, deux)
}
const prevuLe = (jour: Jour, deux: boolean) =>
  deux ? { texte: formatJourCourt(jour), sous: ['prévu'] } : `prévu ${formatJourCourt(jour)}`

function laGarantie({ garantie_numero, garantie_le, garantie_au }: EtatBancaire['blocs'][number]): string {
  if (garantie_numero === null) return AUCUN
  const parts = [
    printTexte(garantie_numero, 12),
    garantie_le && `du ${formatJourCourt(garantie_le)}`,
    garantie_au && `au ${formatJourCourt(garantie_au)}`,
  ]
  return parts.filter(Boolean).join(' ')
}

/** The blocs with the day of each stade, of their delivery, and their guarantee. */
function lesTravaux({ blocs }: EtatBancaire): Table {
  const stades = blocs[0]?.stades ?? []
  const deux = stades.length > STADES_EN_UNE_LIGNE
  return {
    ...table(
      [
        colonne('Bloc'),
        ...stades.map(({ nom }) => colonne(printTexte(nom, 10))),
        colonne('Livraison'),
        colonne('Garantie', 'large'),
      ],
      blocs.map((bloc) => [
        printTexte(bloc.nomloc, 12),
        ...bloc.stades.map((stade) => leStade(stade, deux)),
        bloc.livraison_prevue_le === null ? AUCUN : prevuLe(bloc.livraison_prevue_le, deux),
        laGarantie(bloc),
      ]),
      [],
      'Aucun bloc.',
    ),
    corps: CORPS,
  }
}

/** Two sums a line: what is sold beside what is cashed, then what it costs. */
function lesSommes({ chiffres, exigible }: EtatBancaire): Table {
  const { biens, vendus, prix_vendu, paye, pourcentage, reste, en_retard, valeur_libre } = chiffres
  const { budget, depense, avancement } = chiffres
  const gauche: Paire[] = [
    [`Lots vendus : ${formatNombre(vendus)} sur ${formatNombre(biens)}`, printCentimes(prix_vendu)],
    [`Lots libres : ${formatNombre(biens - vendus)}`, printCentimes(valeur_libre)],
    ['Budget', budget === null ? AUCUN : printCentimes(budget)],
    ['Dépensé', printCentimes(depense)],
    ['Avancement des dépenses', avancement === null ? AUCUN : formatPourcent(avancement)],
  ]
  const droite: Paire[] = [
    ['Encaissé', printCentimes(paye)],
    ['Part encaissée', pourcentage === null ? AUCUN : formatPourcent(pourcentage)],
    ['Reste à encaisser', printCentimes(reste)],
    ['Dont exigible à ce jour', printCentimes(exigible)],
    ['Dont en retard', printCentimes(en_retard ?? 0)],
  ]
  return {
    ...table(
      [
        { ...colonne('Lots et budget'), mm: 46 },
        { ...colonne('Montant (DA)', 'montant'), mm: 36 },
        { ...colonne(''), mm: 6 },
        { ...colonne('Encaissements'), mm: 46 },
        { ...colonne('Montant (DA)', 'montant'), mm: 36 },
      ],
      gauche.map((paire, rang) => [...paire, '', ...(droite[rang] ?? ['', ''])]),
    ),
    corps: CORPS,
  }
}

const formatTrimestre = ({ du, au }: { du: Jour; au: Jour }) =>
  `${formatMoisCourt(du.slice(0, 7))}\nà ${formatMoisCourt(au.slice(0, 7))}`

/** Amounts that will come in during the four quarters from this month on. */
function lesTrimestres({ trimestres }: EtatBancaire): Table {
  const ligne = (libelle: string, of: (un: EtatBancaire['trimestres'][number]) => number) => [
    libelle,
    ...trimestres.map((un) => printCentimes(of(un))),
  ]
  return {
    ...table(
      [
        colonne('À encaisser (DA)', 'large'),
        ...trimestres.map((un) => ({ ...colonne(formatTrimestre(un), 'montant'), mm: 33 })),
      ],
      [ligne('Ferme', ({ ferme }) => ferme), ligne('Prévision', ({ prevu }) => prevu)],
      ligne('Total', ({ ferme, prevu }) => ferme + prevu),
    ),
    corps: CORPS,
  }
}

/** « 12 acquéreurs sur 40 ont payé 20 % et plus », what a bank asks before it lends. */
export function phraseDesAcquereurs({ part, nombre, sur }: EtatBancaire['acquereurs']): string {
  const un = nombre < 2
  return `${formatNombre(nombre)} acquéreur${un ? '' : 's'} sur ${formatNombre(sur)} ${un ? 'a' : 'ont'} payé ${pourcent(part)} et plus`
}

function lePermis({ permis_numero, permis_le, permis_autorite }: EtatBancaire['residence']): Element[] {
  if (permis_numero === null) return []
  const permis = [
    `Permis de construire ${printTexte(permis_numero)}`,
    permis_le && `du ${jourOuRien(permis_le)}`,
    permis_autorite && printTexte(permis_autorite),
  ]
  return [{ genre: 'texte', lignes: [permis.filter(Boolean).join(', ')] }]
}

const vueDeLEtat = (etat: EtatBancaire) => ({
  ...feuilleSimple(
    {
      promoteur: etat.promoteur,
      titre: 'État de la résidence',
      reference: [printResidence(etat.residence.nom), printTexte(etat.residence.adresse)]
        .filter(Boolean)
        .join(', '),
      etabliLe: etat.etabliLe,
    },
    [
      ...lePermis(etat.residence),
      lesTravaux(etat),
      lesSommes(etat),
      fort(`${phraseDesAcquereurs(etat.acquereurs)}.`),
      lesTrimestres(etat),
    ],
    ['Le promoteur'],
  ),
  serre: true,
})

/** Makes the PDF of what a bank is told of a residence, on one page for twelve blocs. @throws the errors of renderPdf */
export const etatDeLaResidencePdf = (etat: EtatBancaire, options?: PdfOptions): Promise<Buffer> =>
  pdfDe(vueDeLEtat(etat), { logo: etat.promoteur?.logo, ...options })
