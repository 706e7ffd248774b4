import { readBlocs } from '#features/blocs/server/blocs.service.ts'
import { readClients } from '#features/clients/server/clients.service.ts'
import { readEtages } from '#features/etages/server/etages.service.ts'
import type {
  Bloc,
  Client,
  Etage,
  Parking,
  Registres,
  Residence,
} from '#features/imports/server/controle/registres.ts'
import {
  ecrireFiches,
  idDe,
  nouvelles,
  type Ecriture,
  type Redaction,
} from '#features/imports/server/ecriture/fiches.ts'
import { readParkings } from '#features/parkings/server/parkings.service.ts'
import { lockNomsDeResidences, readResidences } from '#features/residences/server/residences.service.ts'

const residence: Ecriture<Residence> = {
  table: 'residences',
  versionnee: true,
  colonnes: {
    nom: { type: 'text', de: ({ nom }) => nom },
    adresse: { type: 'text', de: ({ adresse }) => adresse },
  },
}

const bloc: Ecriture<Bloc> = {
  table: 'blocs',
  versionnee: true,
  colonnes: {
    residence_id: { type: 'bigint', de: (un) => idDe(un.residence) },
    nomloc: { type: 'text', de: ({ nomloc }) => nomloc },
    description: { type: 'text', de: ({ description }) => description },
  },
}

const etage: Ecriture<Etage> = {
  table: 'etages',
  versionnee: true,
  colonnes: {
    bloc_id: { type: 'bigint', de: (un) => idDe(un.bloc) },
    designation: { type: 'text', de: ({ designation }) => designation },
    niveau: { type: 'integer', de: ({ niveau }) => niveau },
    logement_par_palier: { type: 'integer', de: ({ logement_par_palier }) => logement_par_palier },
  },
}

const parking: Ecriture<Parking> = {
  table: 'parkings',
  versionnee: true,
  colonnes: {
    residence_id: { type: 'bigint', de: (un) => idDe(un.residence) },
    parking_nom: { type: 'text', de: ({ parking_nom }) => parking_nom },
    nb_places: { type: 'integer', de: ({ nb_places }) => nb_places },
  },
}

const client: Ecriture<Client> = {
  table: 'clients',
  versionnee: true,
  colonnes: {
    nom_complet: { type: 'text', de: ({ nomComplet }) => nomComplet },
    tel: { type: 'text', de: ({ tel }) => tel },
    email: { type: 'text', de: ({ email }) => email },
    adresse: { type: 'text', de: ({ adresse }) => adresse },
  },
}

/** Clients, and residences with what stands in them, in the order in which one points to the other. */
export async function ecrireStructure(
  redaction: Redaction,
  { clients, residences, blocs, etages, parkings }: Registres,
): Promise<void> {
  await ecrireFiches(redaction, clients.fiches, {
    objet: 'client',
    ecritures: [client],
    lire: readClients,
  })
  if (nouvelles(residences.fiches).length > 0) await lockNomsDeResidences(redaction.db)
  await ecrireFiches(redaction, residences.fiches, {
    objet: 'residence',
    ecritures: [residence],
    lire: readResidences,
  })
  await ecrireFiches(redaction, blocs.fiches, { objet: 'bloc', ecritures: [bloc], lire: readBlocs })
  await ecrireFiches(redaction, etages.fiches, { objet: 'etage', ecritures: [etage], lire: readEtages })
  await ecrireFiches(redaction, parkings.fiches, {
    objet: 'parking',
    ecritures: [parking],
    lire: readParkings,
  })
}
