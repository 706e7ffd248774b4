import { formatMode } from '#features/paiements/modes.ts'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import type {
  CaisseFiltres,
  RegistreFiltres,
  TotauxDeCaisse,
  TotauxDuRegistre,
} from '#features/registres/registres.contract.ts'
import { CAISSE, REGISTRE } from '#features/registres/registres.rapports.ts'
import {
  COMPTES_EN_CAISSE,
  etatDeLaLigne,
  ETATS,
  formatReference,
  modeDuRecu,
  observationDuRecu,
} from '#features/registres/registres.words.ts'
import { readCaisse, readMembres } from '#features/registres/server/caisse.service.ts'
import { readRegistre } from '#features/registres/server/registre.service.ts'
import { formatMontant, formatNombre } from '#shared/argent.ts'
import { aujourdhui, formatJourComplet } from '#shared/dates.ts'
import { formatCompte } from '#shared/texte.ts'
import type { Db } from '#server/database/db.ts'
import type { ColonneDeListe, Liste } from '#server/documents/liste.ts'
import { checkLongueur, printTexte } from '#server/documents/papier.ts'

/** Rows of a workbook: what the server can hold while it is made. */
const LIGNES_MAX = 200_000

type CheckTotal = (total: number) => void

const REFERENCE: ColonneDeListe = { title: 'Référence', kind: 'texte', width: 24, mm: 27 }
const MODE: ColonneDeListe = { title: 'Mode', kind: 'texte', width: 18, mm: 21 }
const MONTANT: ColonneDeListe = { title: 'Montant', kind: 'montant', width: 20, mm: 31, total: 'somme' }

const COLONNES_DU_REGISTRE: readonly ColonneDeListe[] = [
  { title: 'N°', kind: 'texte', width: 14, mm: 24 },
  { title: 'État', kind: 'texte', width: 13, mm: 20 },
  { title: 'Date', kind: 'jour', width: 12, mm: 20 },
  { title: 'Client', kind: 'texte', width: 34, mm: 36 },
  { title: 'Bien', kind: 'texte', width: 24, mm: 26 },
  { title: 'Résidence', kind: 'texte', width: 26, mm: 28 },
  MODE,
  REFERENCE,
  MONTANT,
  { title: 'Observation', kind: 'texte', width: 44, mm: 36 },
]

/** The register of a year as it is exported: what the filters leave, all of it. Amounts in centimes. */
export async function readRegistreListe(
  db: Db,
  pool: Db,
  query: RegistreFiltres,
  checkTotal: CheckTotal,
): Promise<Liste> {
  const { annee, lignes, totals } = await readRegistre(db, pool, query, (total) => {
    checkTotal(total)
    checkLongueur(total, LIGNES_MAX, 'Choisissez une partie des numéros.')
  })
  return {
    fichier: `registre_recus_${annee}`,
    titre: REGISTRE,
    reference: filtresDuRegistre(annee, query),
    promoteur: await promoteurPourDocuments(db),
    etabliLe: aujourdhui(),
    colonnes: COLONNES_DU_REGISTRE,
    lignes: lignes.map((ligne) => [
      ligne.recu,
      ETATS[ligne.etat].un,
      ligne.date_paiement,
      ligne.client,
      ligne.bien,
      ligne.residence,
      modeDuRecu(ligne),
      formatReference(ligne),
      ligne.versement,
      observationDuRecu(ligne),
    ]),
    totaux: 'Total des reçus valides',
    comptees: { column: 1, words: [ETATS.valide.un] },
    chiffres: chiffresDuRegistre(annee, totals),
    vide: VIDE,
  }
}

const VIDE = 'Rien à montrer pour cette période.'

/** « Année 2026 · Annulés · Du N° 1 au N° 50 ». */
function filtresDuRegistre(annee: number, { etat, de, a }: RegistreFiltres): string {
  const [premier, dernier] = de !== undefined && a !== undefined && de > a ? [a, de] : [de, a]
  return [
    `Année ${annee}`,
    etat && ETATS[etat].des,
    premier !== undefined && dernier !== undefined && `Du N° ${premier} au N° ${dernier}`,
    premier !== undefined && dernier === undefined && `À partir du N° ${premier}`,
    premier === undefined && dernier !== undefined && `Jusqu'au N° ${dernier}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

const chiffresDuRegistre = (annee: number, totals: TotauxDuRegistre) =>
  [
    [`Numéros de ${annee}`, formatNombre(totals.numeros)],
    [ETATS.valide.des, formatNombre(totals.valides)],
    [ETATS.rejete.des, formatNombre(totals.rejetes)],
    [ETATS.annule.des, formatNombre(totals.annules)],
    [ETATS.absent.des, formatNombre(totals.absents)],
  ] as const

const COLONNES_DE_LA_CAISSE: readonly ColonneDeListe[] = [
  { title: 'Heure', kind: 'texte', width: 8, mm: 14 },
  { title: 'Reçu', kind: 'texte', width: 14, mm: 24 },
  { title: 'Client', kind: 'texte', width: 34, mm: 46 },
  { title: 'Bien', kind: 'texte', width: 24, mm: 34 },
  MODE,
  REFERENCE,
  MONTANT,
  { title: 'Membre', kind: 'texte', width: 24, mm: 36 },
  { title: 'État', kind: 'texte', width: 18, mm: 22 },
]

/** The till of a day as it is exported and signed. Amounts in centimes. */
export async function readCaisseListe(db: Db, query: CaisseFiltres, checkTotal: CheckTotal): Promise<Liste> {
  const { jour = aujourdhui(), membre } = query
  const counted = await readCaisse(db, { jour, membre }, { limit: 0, offset: 0 })
  checkTotal(counted.total)
  const { lignes, totals } = await readCaisse(db, { jour, membre }, { limit: null, offset: 0 })
  const nom = (await readMembres(db, jour)).find(({ id }) => id === membre)?.nom
  const qui = membre === undefined ? 'Tous les membres' : printTexte(nom ?? `Membre ${membre}`)
  const complet = formatJourComplet(jour)
  return {
    fichier: `journal_caisse_${jour}`,
    titre: CAISSE,
    reference: `${complet.charAt(0).toUpperCase()}${complet.slice(1)} · ${qui}`,
    promoteur: await promoteurPourDocuments(db),
    etabliLe: aujourdhui(),
    colonnes: COLONNES_DE_LA_CAISSE,
    lignes: lignes.map((ligne) => [
      ligne.heure,
      ligne.recu,
      ligne.client,
      ligne.bien,
      formatMode(ligne.mode),
      formatReference(ligne),
      ligne.versement,
      ligne.membre,
      etatDeLaLigne(ligne),
    ]),
    totaux: `Total : ${formatCompte(totals.nombre, 'versement')}`,
    comptees: { column: 8, words: COMPTES_EN_CAISSE },
    chiffres: chiffresDeCaisse(totals),
    signatures: ['Le caissier', 'Le comptable'],
    vide: VIDE,
  }
}

const chiffresDeCaisse = ({ modes, especes, annules }: TotauxDeCaisse) => [
  ...modes.map(
    ({ mode, nombre, montant }) =>
      [formatMode(mode), `${formatCompte(nombre, 'versement')}, ${formatMontant(montant)}`] as const,
  ),
  ['Espèces en caisse', formatMontant(especes)] as const,
  ['Annulés', formatNombre(annules)] as const,
]
