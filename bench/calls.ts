import { aujourdhui } from '#shared/dates.ts'
import { BASE } from '#shared/endpoint.ts'

const AUJOURDHUI = aujourdhui()
const MOIS = AUJOURDHUI.slice(0, 7)
/** The last day of the year before. */
const FIN_PASSEE = `${Number(AUJOURDHUI.slice(0, 4)) - 1}-12-31`
const DEBUT_DU_MOIS = `${MOIS}-01`

const named = (calls: { name: string; path: string }[]) =>
  calls.map(({ name, path }) => ({ name, path: BASE + path }))

/** A page of the appartements of one étage: not among the ten busiest calls, but the dearest list. */
export const FILTERED = named([
  {
    name: "appartements d'un étage",
    path: '/api/appartements?page=1&per_page=6&with=etage.bloc.residence,client,paiements&residence_id=10&bloc_id=20&etage_id=191',
  },
])

export const BUSIEST = named([
  {
    name: 'appartements, une page',
    path: '/api/appartements?page=1&per_page=6&with=etage.bloc.residence,client,paiements',
  },
  { name: 'appartements, page profonde', path: '/api/appartements?page=300&per_page=6' },
  { name: 'recap, une page et ses totaux', path: '/api/recap-paiements?page=1&per_page=6' },
  { name: 'recap, recherche', path: '/api/recap-paiements?page=1&per_page=6&search=benali%20k' },
  { name: "paiements d'un bien", path: '/api/paiements/appartement/1?page=1&per_page=6' },
  { name: 'clients, une page', path: '/api/clients?page=1&per_page=10' },
  { name: 'residences, une page', path: '/api/residences?page=1&per_page=3' },
  { name: 'tableau de bord', path: '/api/dashboard' },
  { name: 'recherche partout', path: '/api/recherche?q=meziane' },
  { name: 'utilisateur connecté', path: '/api/user' },
])

/** All measured readings: the ten busiest calls, tables of fifty rows in a chosen order, searches of several words. */
export const CALLS = [
  ...BUSIEST,
  ...named([
    { name: 'tableau de bord, par résidence', path: '/api/dashboard/residences' },
    { name: 'premiers pas', path: '/api/premiers-pas' },
    { name: 'appartements par numéro', path: '/api/appartements?page=1&per_page=50&tri=numLot' },
    { name: 'appartements par prix', path: '/api/appartements?page=1&per_page=50&tri=-prix' },
    { name: 'appartements par reste', path: '/api/appartements?page=1&per_page=50&tri=-reste' },
    { name: 'appartements par client', path: '/api/appartements?page=1&per_page=50&tri=client' },
    { name: 'clients par nom', path: '/api/clients?page=1&per_page=50&tri=-nomComplet' },
    { name: 'recap par reste', path: '/api/recap-paiements?page=1&per_page=50&ordre=-resteAPayer' },
    {
      name: 'recap, ce qui reste seul',
      path: '/api/recap-paiements?page=1&per_page=6&solde=reste&tri=reste',
    },
    { name: 'recherche, mots retournés', path: '/api/recherche?q=karim%20benali' },
    {
      name: "recherche d'un lot par son lieu",
      path: '/api/recherche?q=002%20bloc%20b%20r%C3%A9sidence%2012',
    },
    { name: "recherche d'un reçu", path: '/api/recherche?q=2026-001234' },
    { name: 'dossiers ouverts', path: '/api/ventes' },
    { name: 'dossiers par reste', path: '/api/ventes?tri=reste' },
    { name: 'dossiers à signer', path: '/api/ventes?sans_contrat=1' },
    { name: "dossiers d'un notaire", path: '/api/ventes?search=kaci%20houria' },
    { name: 'dossiers réservés ce mois', path: `/api/ventes?du=${DEBUT_DU_MOIS}&au=${AUJOURDHUI}` },
    { name: 'un dossier', path: '/api/ventes/100' },
    { name: 'versements du mois', path: `/api/paiements?du=${DEBUT_DU_MOIS}&au=${AUJOURDHUI}` },
    { name: 'versements, chèques en attente', path: '/api/paiements?etat=attente' },
    { name: 'chèques à remettre', path: '/api/cheques' },
    { name: 'chèques encaissés du mois', path: '/api/cheques?etat=encaisse' },
    { name: 'chèques rejetés', path: '/api/cheques?etat=rejete' },
    { name: 'échéances en retard', path: '/api/echeances' },
    { name: 'échéances exigibles', path: '/api/echeances?onglet=exigibles&reglees=1' },
    { name: 'échéances à venir, toutes', path: '/api/echeances?onglet=a_venir&horizon=tout' },
    { name: "échéances en retard d'une résidence", path: '/api/echeances?residence_id=10' },
    { name: 'échéances, recherche', path: '/api/echeances?search=benali%20karim%2070' },
    { name: "échéances d'un dossier", path: '/api/echeances?search=2026-d-1234' },
    { name: "registre des reçus de l'année", path: '/api/recus?annee=2026' },
    { name: "plan de vente d'une résidence de 200 lots", path: '/api/plan-de-vente/10' },
    { name: 'journal de caisse du jour', path: `/api/journal-caisse?jour=${AUJOURDHUI}` },
    // spec: CO-39
    { name: 'rapport, encaissements', path: '/api/rapports/encaissements' },
    { name: 'rapport, encaissements du mois', path: `/api/rapports/encaissements?du=${MOIS}&au=${MOIS}` },
    { name: 'rapport, banque, ce mois', path: '/api/rapports/banque?compte=1' },
    { name: 'rapport, banque, non vus', path: '/api/rapports/banque?compte=1&vu=0' },
    { name: 'rapport, prévisions', path: '/api/rapports/previsions' },
    { name: 'rapport, ventes par résidence', path: '/api/rapports/ventes' },
    { name: 'rapport, ventes par commercial', path: '/api/rapports/ventes?par=vendeur' },
    { name: 'rapport, résidences', path: '/api/rapports/residences' },
    { name: 'rapport, résidences, au passé', path: `/api/rapports/residences?au=${FIN_PASSEE}` },
    { name: 'rapport, charges', path: '/api/rapports/charges' },
    { name: 'rapport, TVA', path: '/api/rapports/tva' },
    { name: 'rapport, écritures', path: '/api/rapports/ecritures' },
    { name: 'situation au passé', path: `/api/recap-paiements?situation=${FIN_PASSEE}` },
    { name: 'bons par fournisseur', path: '/api/bons/fournisseurs' },
  ]),
]

export const RECORDING = 'versement enregistré'

/** BENCH_CALLS: parts of the names of the calls to weigh, separated by `|`; empty weighs them all. */
const ONLY = process.env['BENCH_CALLS'] ?? ''
export const isMeant = ({ name }: { name: string }): boolean =>
  ONLY.split('|').some((part) => name.includes(part))

export const growing = (appartements: number) => [
  {
    name: 'résidence de 5 000 lots / de 500',
    paths: [RESIDENCES.small, RESIDENCES.large].map(
      (id) => `${BASE}/api/appartements?page=1&per_page=6&residence_id=${id}`,
    ),
  },
  ...[0.5, 0.9].map((share) => {
    const deep = Math.ceil((appartements * share) / 6)
    return {
      name: `appartements, page ${deep} / page 1`,
      paths: [1, deep].map((page) => `${BASE}/api/appartements?page=${page}&per_page=6`),
    }
  }),
]

/** A bloc of 100 lots in its residence, which has reached no stade and whose lines have no days of their own (bench/dataset.ts). */
export const WORKS = { residence: 2, bloc: 4 }

/** Ids of a residence of 500 lots and of one of 5,000; a portfolio of fewer than `least` lots has neither (bench/dataset.ts). */
export const RESIDENCES = { small: 36, large: 11, least: 20_000 }
