import { BASE } from '#shared/endpoint.ts'

/** The ten busiest calls, what the screens ask for most; then the tables, fifty rows in an order of their own, and a search of several words. */
export const CALLS = [
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
  { name: 'appartements par numéro', path: '/api/appartements?page=1&per_page=50&tri=numLot' },
  { name: 'appartements par prix', path: '/api/appartements?page=1&per_page=50&tri=-prix' },
  { name: 'appartements par reste', path: '/api/appartements?page=1&per_page=50&tri=-reste' },
  { name: 'appartements par client', path: '/api/appartements?page=1&per_page=50&tri=client' },
  { name: 'clients par nom', path: '/api/clients?page=1&per_page=50&tri=-nomComplet' },
  { name: 'recap par reste', path: '/api/recap-paiements?page=1&per_page=50&ordre=-resteAPayer' },
  { name: 'recap, ce qui reste seul', path: '/api/recap-paiements?page=1&per_page=6&solde=reste&tri=reste' },
  { name: 'recherche, mots retournés', path: '/api/recherche?q=karim%20benali' },
  { name: "recherche d'un lot par son lieu", path: '/api/recherche?q=002%20bloc%20b%20r%C3%A9sidence%2012' },
  { name: "recherche d'un reçu", path: '/api/recherche?q=2026-001234' },
].map(({ name, path }) => ({ name, path: BASE + path }))
