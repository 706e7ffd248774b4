import type { Appartement } from '#features/biens/appartements.contract.ts'
import type { Local } from '#features/biens/locaux.contract.ts'
import type { Parking, Place } from '#features/biens/parkings.contract.ts'
import type { ClientResume } from '#features/clients/clients.contract.ts'
import { anEtage } from '#features/structure/structure.objects.ts'
import type { Centimes } from '#shared/argent.ts'

/** An appartement that is free. */
export const anAppartement = (given: Partial<Appartement> = {}): Appartement => {
  const etage = anEtage()
  return {
    id: 1,
    numLot: '101',
    typeLogement: 'F3',
    surfaceHabitable: 72_50,
    surfaceUtile: 80_00,
    etage_id: etage.id,
    etage,
    bloc: etage.bloc,
    montant: 9_000_000_00,
    montant1: null,
    montant2: null,
    plan_pdf: null,
    client_id: null,
    client: null,
    estDispo: true,
    resteAPayer: 9_000_000_00,
    pourcentagePaiement: 0,
    vente_id: null,
    dossier: null,
    etat_bien: 'libre',
    option: null,
    bloque_motif: null,
    paiements: [],
    version: 1,
    ...given,
  }
}

/** A local that is free. */
export const aLocal = (given: Partial<Local> = {}): Local => {
  const { bloc } = anEtage()
  return {
    id: 1,
    num: 'L-1',
    surface: 45_50,
    description: null,
    bloc_id: bloc.id,
    bloc,
    montant: 1_000_000_00,
    client_id: null,
    client: null,
    estDispo: true,
    resteAPayer: 1_000_000_00,
    pourcentagePaiement: 0,
    vente_id: null,
    dossier: null,
    etat_bien: 'libre',
    option: null,
    bloque_motif: null,
    paiements: [],
    version: 1,
    ...given,
  }
}

export const aParking = (given: Partial<Parking> = {}): Parking => ({
  id: 1,
  parking_nom: 'Parking Nord',
  residence_id: 1,
  residence: { id: 1, nom: 'Les Pins' },
  nb_places: 20,
  places_count: 0,
  occupied_places: 0,
  version: 1,
  ...given,
})

/** A place that is free. */
export const aPlace = (given: Partial<Place> = {}): Place => ({
  id: 1,
  parking_id: 1,
  parking: { id: 1, parking_nom: 'Parking Nord', residence_id: 1, residence: { id: 1, nom: 'Les Pins' } },
  numero_place: 1,
  type_place: 'Box',
  position: null,
  superficie: null,
  montant: 1000_00,
  client_id: null,
  client: null,
  estDispo: true,
  resteAPayer: 1000_00,
  pourcentagePaiement: 0,
  vente_id: null,
  dossier: null,
  etat_bien: 'libre',
  option: null,
  bloque_motif: null,
  version: 1,
  ...given,
})

/** Returns the fields that make a bien a sold one: its client and the state of its sale. */
export const soldTo = (client: ClientResume, montant: Centimes, paye: Centimes = 0) => {
  const [nom = '', ...prenoms] = client.nomComplet.split(' ')
  return {
    montant,
    client_id: client.id,
    client: { ...client, nom, prenom: prenoms.join(' ') },
    estDispo: false,
    resteAPayer: montant - paye,
    pourcentagePaiement: Math.round((paye * 100) / montant),
    vente_id: 5,
    dossier: '2026-0005',
    etat_bien: 'vendu' as const,
  }
}

/** The same, which this client has bought at its price. */
export const aSoldAppartement = (
  client: ClientResume,
  { montant = 9_000_000_00, ...given }: Partial<Appartement> = {},
): Appartement => anAppartement({ ...soldTo(client, montant), ...given })

export const aSoldLocal = (
  client: ClientResume,
  { montant = 1_000_000_00, ...given }: Partial<Local> = {},
): Local => aLocal({ ...soldTo(client, montant), ...given })

export const aSoldPlace = (
  client: ClientResume,
  { montant = 1000_00, ...given }: Partial<Place> = {},
): Place => aPlace({ ...soldTo(client, montant), ...given })
