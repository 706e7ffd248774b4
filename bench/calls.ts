import { BASE } from '#shared/endpoint.ts'

/** The ten busiest calls: what the screens ask for most. */
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
].map(({ name, path }) => ({ name, path: BASE + path }))
