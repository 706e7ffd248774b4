import { formatMode } from '#features/paiements/modes.ts'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import type {
  CaisseFiltres,
  RecuDuRegistre,
  RegistreFiltres,
  TotauxDeCaisse,
  TotauxDuRegistre,
} from '#features/rapports/registres.contract.ts'
import {
  COMPTES_EN_CAISSE,
  etatDeLaLigne,
  ETATS,
  formatEtait,
  modeDuRecu,
  motDeLAnnee,
  nomDeLAnnee,
  observationDuRecu,
} from '#features/rapports/registres.words.ts'
import { CAISSE, REGISTRE } from '#features/rapports/rapports.onglets.ts'
import { VIDE } from '#features/rapports/rapports.words.ts'
import { eachTrancheDeCaisse, readCaisse, readMembres } from '#features/rapports/server/caisse.service.ts'
import { hasTimbre, readRegistre } from '#features/rapports/server/registre.service.ts'
import { aujourdhui, formatJourComplet } from '#shared/dates.ts'
import type { Format } from '#shared/exports.ts'
import { REPRISE } from '#shared/numero.ts'
import { formatCompte } from '#shared/texte.ts'
import type { Db } from '#server/database/db.ts'
import type { Chiffre, ColonneDeListe, Liste, Rangee } from '#server/documents/liste.ts'
import { printTexte } from '#server/documents/papier.ts'

type CheckTotal = (total: number) => void

/** Columns of the means of a payment; the reference stands alone, so that a workbook can be searched by it. */
const MOYEN: readonly ColonneDeListe[] = [
  { title: 'Mode', kind: 'texte', width: 18, mm: 20 },
  { title: 'Référence', kind: 'texte', width: 20, mm: 23 },
  { title: 'Banque', kind: 'texte', width: 18, mm: 17 },
]
const MONTANT: ColonneDeListe = { title: 'Montant', kind: 'montant', width: 20, mm: 27, total: 'somme' }

/** The droit de timbre, which stands after the amounts of a file where any of its receipts carries one. */
const TIMBRE: ColonneDeListe = {
  title: 'Droit de timbre',
  kind: 'montant',
  width: 16,
  mm: 19,
  total: 'somme',
}

/** The columns with that of the droit de timbre, for which wide ones give way on paper. */
const avecTimbre = (colonnes: readonly ColonneDeListe[], place: Readonly<Record<string, number>>) =>
  colonnes.flatMap((colonne) => {
    const { title, mm } = colonne
    const narrowed = { ...colonne, mm: mm - (place[title] ?? 0) }
    return title === MONTANT.title ? [narrowed, TIMBRE] : [narrowed]
  })

const COLONNES_DU_REGISTRE: readonly ColonneDeListe[] = [
  { title: 'N°', kind: 'texte', width: 14, mm: 21 },
  { title: 'État', kind: 'texte', width: 13, mm: 20 },
  { title: 'Date', kind: 'jour', width: 12, mm: 16 },
  { title: 'Client', kind: 'texte', width: 34, mm: 52 },
  { title: 'Bien', kind: 'texte', width: 24, mm: 26 },
  { title: 'Résidence', kind: 'texte', width: 26, mm: 40 },
  { title: 'Mode', kind: 'texte', width: 18, mm: 25 },
  { title: 'Référence', kind: 'texte', width: 20, mm: 22 },
  { title: 'Banque', kind: 'texte', width: 18, mm: 14 },
  { ...MONTANT, mm: 25 },
  { title: 'Observation', kind: 'texte', width: 44, mm: 30 },
]
const REGISTRE_AVEC_TIMBRE = avecTimbre(COLONNES_DU_REGISTRE, { Client: 7, Résidence: 6, Observation: 6 })
const ETAT_DU_RECU = COLONNES_DU_REGISTRE.findIndex(({ title }) => title === 'État')
const sansEtat = <T>(colonnes: readonly T[]): T[] => colonnes.filter((_, at) => at !== ETAT_DU_RECU)

/** The filtered register of a year as a list to export. Amounts in centimes. @param checkTotal may refuse the number of rows */
export async function readRegistreListe(
  db: Db,
  pool: Db,
  { format, ...query }: RegistreFiltres & { format: Format },
  checkTotal: CheckTotal,
): Promise<Liste> {
  // On paper what is not valid says so where it says why, and a valid receipt is one line.
  const papier = format === 'pdf'
  const { annee, total, totals, eachTranche } = await readRegistre(db, pool, query)
  checkTotal(total)
  const timbre = await hasTimbre(db, annee)
  const colonnes = timbre ? REGISTRE_AVEC_TIMBRE : COLONNES_DU_REGISTRE
  return {
    fichier: `registre_recus_${motDeLAnnee(annee)}`,
    titre: REGISTRE,
    criteres: filtresDuRegistre(annee, query),
    promoteur: await promoteurPourDocuments(db),
    etabliLe: aujourdhui(),
    dense: true,
    colonnes: papier ? sansEtat(colonnes) : colonnes,
    lignes: (take) =>
      eachTranche((lignes) => take(lignes.map((ligne) => toRangee(ligne, { papier, timbre })))),
    totaux: 'Total des reçus valides',
    comptees: papier
      ? { column: colonnes.length - 2, words: [''] }
      : { column: ETAT_DU_RECU, words: [ETATS.valide.un] },
    chiffres: chiffresDuRegistre(annee, totals),
    groupes: ['Mode', 'État'],
    vide: VIDE,
  }
}

function toRangee(ligne: RecuDuRegistre, { papier, timbre }: { papier: boolean; timbre: boolean }): Rangee {
  const etat = ETATS[ligne.etat].un
  const observation = observationDuRecu(ligne)
  const why = ligne.etat === 'valide' ? '' : [etat, observation].filter(Boolean).join(' : ')
  const rangee = [
    ligne.recu,
    etat,
    ligne.date_paiement,
    ligne.client,
    ligne.bien,
    ligne.residence,
    modeDuRecu(ligne),
    ligne.reference,
    ligne.banque,
    ligne.versement,
    ...(timbre ? [ligne.timbre] : []),
    papier ? why : observation,
  ]
  return papier ? sansEtat(rangee) : rangee
}

function filtresDuRegistre(annee: number, { etat, de, a, search }: RegistreFiltres): string[] {
  const [premier, dernier] = de !== undefined && a !== undefined && de > a ? [a, de] : [de, a]
  return [
    annee === REPRISE ? nomDeLAnnee(annee) : `Année ${annee}`,
    etat && ETATS[etat].des,
    premier !== undefined && dernier !== undefined && `Du N° ${premier} au N° ${dernier}`,
    premier !== undefined && dernier === undefined && `À partir du N° ${premier}`,
    premier === undefined && dernier !== undefined && `Jusqu'au N° ${dernier}`,
    search !== '' && `Recherche « ${printTexte(search)} »`,
  ].filter((critere) => typeof critere === 'string')
}

const chiffresDuRegistre = (annee: number, totals: TotauxDuRegistre): Chiffre[] => [
  { libelle: `Numéros de ${motDeLAnnee(annee)}`, nombre: totals.numeros },
  { libelle: ETATS.valide.des, nombre: totals.valides },
  { libelle: ETATS.rejete.des, nombre: totals.rejetes },
  { libelle: ETATS.annule.des, nombre: totals.annules },
  { libelle: ETATS.absent.des, nombre: totals.absents },
]

const COLONNES_DE_LA_CAISSE: readonly ColonneDeListe[] = [
  { title: 'Heure', kind: 'texte', width: 8, mm: 14 },
  { title: 'Reçu', kind: 'texte', width: 14, mm: 24 },
  { title: 'Client', kind: 'texte', width: 34, mm: 42 },
  { title: 'Bien', kind: 'texte', width: 24, mm: 28 },
  ...MOYEN,
  MONTANT,
  { title: 'Membre', kind: 'texte', width: 24, mm: 27 },
  { title: 'État', kind: 'texte', width: 18, mm: 22 },
  { title: 'Observation', kind: 'texte', width: 34, mm: 27 },
]
const CAISSE_AVEC_TIMBRE = avecTimbre(COLONNES_DE_LA_CAISSE, {
  Client: 6,
  Bien: 3,
  Membre: 4,
  Observation: 6,
})

/** The till of a day as a list to export and sign. Amounts in centimes. @param checkTotal may refuse the number of rows */
export async function readCaisseListe(db: Db, query: CaisseFiltres, checkTotal: CheckTotal): Promise<Liste> {
  const { jour = aujourdhui(), membre } = query
  const { totals, total } = await readCaisse(db, { jour, membre }, { limit: 0, offset: 0 })
  checkTotal(total)
  const timbre = totals.timbre > 0
  const colonnes = timbre ? CAISSE_AVEC_TIMBRE : COLONNES_DE_LA_CAISSE
  const nom = (await readMembres(db, jour)).find(({ id }) => id === membre)?.nom
  const qui = membre === undefined ? 'Tous les membres' : printTexte(nom ?? `Membre ${membre}`)
  const complet = formatJourComplet(jour)
  return {
    fichier: `journal_caisse_${jour}`,
    titre: CAISSE,
    criteres: [`${complet.charAt(0).toUpperCase()}${complet.slice(1)}`, qui],
    promoteur: await promoteurPourDocuments(db),
    etabliLe: aujourdhui(),
    colonnes,
    lignes: (take) =>
      eachTrancheDeCaisse(db, { jour, membre }, (lignes) =>
        take(
          lignes.map((ligne) => [
            ligne.heure,
            ligne.recu,
            ligne.client,
            ligne.bien,
            formatMode(ligne.mode),
            ligne.reference,
            ligne.banque,
            ligne.versement,
            ...(timbre ? [ligne.timbre] : []),
            ligne.membre,
            etatDeLaLigne(ligne),
            formatEtait(ligne.etait),
          ]),
        ),
      ),
    totaux: `Total : ${formatCompte(totals.nombre, 'versement')}`,
    comptees: { column: colonnes.findIndex(({ title }) => title === 'État'), words: COMPTES_EN_CAISSE },
    chiffres: chiffresDeCaisse(totals),
    groupes: ['État'],
    signatures: ['Le caissier', 'Le comptable'],
    vide: VIDE,
  }
}

const chiffresDeCaisse = ({ modes, especes, timbre, sorties, annules }: TotauxDeCaisse): Chiffre[] => [
  ...modes.map(({ mode, nombre, montant }) => ({
    libelle: formatMode(mode),
    nombre,
    unite: 'versement',
    montant,
  })),
  { libelle: 'Espèces en caisse', montant: especes },
  ...(timbre > 0
    ? [
        { libelle: 'Droit de timbre', montant: timbre },
        { libelle: 'Espèces et timbre en caisse', montant: especes + timbre },
      ]
    : []),
  ...(sorties > 0 ? [{ libelle: 'Sorties en espèces', montant: sorties }] : []),
  { libelle: 'Annulés', nombre: annules },
]
