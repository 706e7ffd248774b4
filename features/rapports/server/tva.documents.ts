import { A_CONFIRMER } from '#features/parametres/parametres.words.ts'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import { VIDE } from '#features/rapports/rapports.words.ts'
import { fichierDe, type FichiersDeRapport } from '#features/rapports/server/rapport.export.ts'
import { readTva } from '#features/rapports/server/tva.service.ts'
import { tvaFiltres, type TvaFiltres } from '#features/rapports/tva.contract.ts'
import { phraseDesReprises, TAUX_MANQUE, TITRE_DE_LA_TVA, TVA } from '#features/rapports/tva.words.ts'
import { formatPourcent, toDecimal } from '#shared/argent.ts'
import { GENRES } from '#shared/biens.ts'
import { aujourdhui, formatMoisCourt } from '#shared/dates.ts'
import type { Format } from '#shared/exports.ts'
import type { Db } from '#server/database/db.ts'
import { sendExport, type ColonneDeListe, type Liste } from '#server/documents/liste.ts'

const montant = (title: string): ColonneDeListe => ({
  title,
  kind: 'montant',
  width: 20,
  mm: 34,
  total: 'somme',
})

const COLONNES: readonly ColonneDeListe[] = [
  { title: 'Résidence', kind: 'texte', width: 34, mm: 56 },
  { title: 'Nature', kind: 'texte', width: 20, mm: 35 },
  montant('Encaissé'),
  montant('Rejeté'),
  { title: 'Taux', kind: 'texte', width: 22, mm: 34 },
  montant('Base HT'),
  { ...montant('TVA'), mm: 44 },
]

/** The report of a month as a list: a workbook, or the paper « État mensuel de la TVA sur encaissements ». Amounts in centimes. */
async function readTvaListe(db: Db, filtres: TvaFiltres, format: Format): Promise<Liste> {
  const { mois, data, cheques_en_attente, timbre, reprises } = await readTva(db, filtres)
  return {
    fichier: format === 'pdf' ? `etat_tva_${mois}` : `tva_${mois}`,
    titre: format === 'pdf' ? TITRE_DE_LA_TVA : TVA,
    onglet: TVA,
    criteres: [formatMoisCourt(mois), ...(reprises === 0 ? [] : [phraseDesReprises(reprises)]), A_CONFIRMER],
    promoteur: await promoteurPourDocuments(db),
    etabliLe: aujourdhui(),
    colonnes: COLONNES,
    lignes: data.map(({ residence, type, encaisse, rejete, taux, base, tva }) => [
      residence.nom,
      GENRES[type].nom,
      encaisse,
      rejete,
      taux === null ? TAUX_MANQUE : formatPourcent(toDecimal(taux)),
      base,
      tva,
    ]),
    totaux: 'Total',
    chiffres: [
      {
        libelle: 'Chèques non encore encaissés',
        nombre: cheques_en_attente.nombre,
        unite: 'chèque',
        montant: cheques_en_attente.montant,
      },
      { libelle: 'Droit de timbre du mois', montant: timbre },
      { libelle: 'Reprises, hors déclaration', montant: reprises },
    ],
    vide: VIDE,
  }
}

const fichier = (format: Format) =>
  fichierDe(tvaFiltres, (asked, context) =>
    sendExport({ format }, context, (db) => readTvaListe(db, asked, format)),
  )

export const fichiersDeLaTva: FichiersDeRapport = { xlsx: fichier('xlsx'), pdf: fichier('pdf') }
