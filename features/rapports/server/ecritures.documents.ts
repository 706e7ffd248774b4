import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import type { EcrituresQuery, LigneDEcriture } from '#features/rapports/ecritures.contract.ts'
import { FAITES_DES_PIECES, phraseAAffecter } from '#features/rapports/ecritures.words.ts'
import { ECRITURES, VIDE } from '#features/rapports/rapports.words.ts'
import { readEcritures } from '#features/rapports/server/ecritures.service.ts'
import { phraseDesReprises } from '#features/rapports/tva.words.ts'
import { A_CONFIRMER } from '#features/parametres/parametres.words.ts'
import type { Centimes } from '#shared/argent.ts'
import { aujourdhui, formatJourCourt, formatMoisCourt } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import { contentDisposition } from '#server/documents/download.ts'
import type { ColonneDeListe, Liste } from '#server/documents/liste.ts'
import type { FileAnswer, FileContext } from '#server/http/route.ts'

const COLONNES: readonly ColonneDeListe[] = [
  { title: 'Journal', kind: 'texte', width: 9, mm: 14 },
  { title: 'Date', kind: 'jour', width: 12, mm: 18 },
  { title: 'Pièce', kind: 'texte', width: 18, mm: 30 },
  { title: 'Compte', kind: 'texte', width: 14, mm: 22 },
  { title: 'Tiers', kind: 'texte', width: 34, mm: 50 },
  { title: 'Libellé', kind: 'texte', width: 44, mm: 70 },
  { title: 'Débit', kind: 'montant', width: 20, mm: 30, total: 'somme' },
  { title: 'Crédit', kind: 'montant', width: 20, mm: 30, total: 'somme' },
]

const nomDuFichier = (mois: string) => `ecritures_${mois}`

/** The écritures of a month as a workbook. Amounts in centimes. */
export async function readEcrituresListe(db: Db, query: EcrituresQuery): Promise<Liste> {
  const { mois, lignes, a_affecter, reprises } = await readEcritures(db, query)
  return {
    fichier: nomDuFichier(mois),
    titre: ECRITURES,
    criteres: [
      formatMoisCourt(mois),
      FAITES_DES_PIECES,
      A_CONFIRMER,
      ...(a_affecter > 0 ? [phraseAAffecter(a_affecter)] : []),
      ...(reprises === 0 ? [] : [phraseDesReprises(reprises)]),
    ],
    promoteur: await promoteurPourDocuments(db),
    etabliLe: aujourdhui(),
    colonnes: COLONNES,
    lignes: lignes.map(({ journal, date, piece, compte, tiers, libelle, debit, credit }) => [
      journal,
      date,
      piece,
      compte,
      tiers,
      libelle,
      debit,
      credit,
    ]),
    totaux: 'Total',
    vide: VIDE,
  }
}

/** The écritures of a month for an accountant's software: UTF-8 with a mark, « ; », decimal commas, CRLF (comptes-2 F). */
export async function sendEcrituresCsv(
  query: EcrituresQuery,
  { read, inTurn }: FileContext,
): Promise<FileAnswer> {
  return inTurn(async () => {
    const { mois, lignes } = await read((db) => readEcritures(db, query))
    return {
      content: Buffer.from(ecrituresCsv(lignes)),
      type: 'text/csv; charset=utf-8',
      disposition: contentDisposition(`${nomDuFichier(mois)}.csv`),
    }
  })
}

const MARQUE = '\uFEFF'

/** The lines of a CSV under their titles. Amounts in centimes. */
export const ecrituresCsv = (lignes: readonly LigneDEcriture[]): string =>
  MARQUE +
  [
    COLONNES.map(({ title }) => title),
    ...lignes.map(({ journal, date, piece, compte, tiers, libelle, debit, credit }) => [
      journal,
      formatJourCourt(date),
      ...[piece, compte, tiers, libelle].map(enTexte),
      enMontant(debit),
      enMontant(credit),
    ]),
  ]
    .map((cases) => `${cases.map(entreGuillemets).join(';')}\r\n`)
    .join('')

/** A text that a spreadsheet would take for a formula has a space before it. */
const enTexte = (texte: string): string => (/^[=+\-@\t\r]/.test(texte) ? ` ${texte}` : texte)
const enMontant = (centimes: Centimes | null): string =>
  centimes === null ? '' : `${Math.floor(centimes / 100)},${String(centimes % 100).padStart(2, '0')}`
const entreGuillemets = (texte: string): string =>
  /[;"\r\n]/.test(texte) ? `"${texte.replaceAll('"', '""')}"` : texte
