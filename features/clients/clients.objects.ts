import type { Civilite } from '#features/clients/civilite.contract.ts'
import type { Client, ClientResume } from '#features/clients/clients.contract.ts'
import type { Fiche } from '#features/clients/fiches.contract.ts'

export const aClientResume = (given: Partial<ClientResume> = {}): ClientResume => ({
  id: 1,
  nomComplet: 'Lina Saïdi',
  tel: '0555 12 34 56',
  email: 'lina.saidi@exemple.dz',
  ...given,
})

export const aClient = (given: Partial<Client> = {}): Client => ({
  ...aClientResume(),
  adresse: null,
  version: 1,
  ...given,
})

/** The biens of a client who has none. */
export const NO_ASSETS = { appartements: [], places: [], locaux: [], paiements: 0, dossiersClos: [] }

/** The file of a client of whom nothing but how to reach him is known. */
export const aFiche = (given: Partial<Fiche> = {}): Fiche => ({
  ...aClient(),
  nom_ar: null,
  tel2: null,
  naissance_le: null,
  naissance_lieu: null,
  profession: null,
  situation: null,
  nin: null,
  piece_type: null,
  piece_numero: null,
  piece_delivree_le: null,
  piece_lieu: null,
  ventes: [],
  lien: null,
  ...given,
})

export const aCivilite = (given: Partial<Civilite> = {}): Civilite => {
  const { id, nomComplet, version } = aClient()
  return {
    id,
    nomComplet,
    nom_ar: null,
    genre: null,
    adresse_ar: null,
    naissance_lieu_ar: null,
    rc: null,
    nif: null,
    representant: null,
    representant_ar: null,
    representant_qualite: null,
    representant_qualite_ar: null,
    version,
    ...given,
  }
}
