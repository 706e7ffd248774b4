import type { Api } from './diyar.ts'

/** A small portfolio made through the calls: a residence with a bloc, an étage and a parking. Amounts in dinars. */
export interface Lieu {
  residence: number
  bloc: number
  etage: number
  parking: number
}

let serial = 0

export async function createLieu(api: Api, nom = `Résidence ${++serial}`): Promise<Lieu> {
  const residence = await api.create('/api/residences', { nom, adresse: 'Oran' })
  const bloc = await api.create('/api/blocs', {
    residence_id: residence,
    nomloc: 'Bloc B',
    description: 'Six étages',
  })
  const etage = await api.create('/api/etages', {
    residence_id: residence,
    bloc_id: bloc,
    designation: '2e étage',
    niveau: 2,
    logement_par_palier: 40,
  })
  const parking = await api.create('/api/parkings', {
    residence_id: residence,
    parking_nom: 'Parking Nord',
    nb_places: 90,
  })
  return { residence, bloc, etage, parking }
}

export function createClient(api: Api, nomComplet: string): Promise<number> {
  return api.create('/api/clients', { nomComplet, tel: '0555 12 34 56', email: 'client@exemple.dz' })
}

/** An appartement of 80,5 m² + 12,2 m² sold to a client. */
export function sellAppartement(
  api: Api,
  { residence, bloc, etage }: Lieu,
  client_id: number,
  numLot: string,
  montant: number,
): Promise<number> {
  return api.create('/api/appartements', {
    residence_id: residence,
    bloc_id: bloc,
    etage_id: etage,
    numLot,
    typeLogement: 'F3',
    surfaceHabitable: 80.5,
    surfaceUtile: 12.2,
    montant,
    client_id,
  })
}

export function sellLocal(
  api: Api,
  { residence, bloc }: Lieu,
  client_id: number,
  num: string,
  montant: number,
): Promise<number> {
  return api.create('/api/locaux', {
    residence_id: residence,
    bloc_id: bloc,
    num,
    surface: 45,
    montant,
    client_id,
  })
}

export async function sellPlace(
  api: Api,
  { parking }: Lieu,
  client_id: number,
  numero_place: number,
  montant: number,
): Promise<number> {
  const id = await api.create('/api/places-parking', {
    parking_id: parking,
    numero_place,
    type_place: 'Box',
    montant,
  })
  await api.post(`/api/places-parking/${id}/attribuer`, { client_id })
  return id
}

/** Pays for an appartement, a place or a local; the newest has the latest day. */
export function pay(
  api: Api,
  client_id: number,
  bien: { appartement_id?: number; place_parking_id?: number; local_id?: number },
  versement: number,
  date_paiement = '2026-03-01',
): Promise<number> {
  return api.create('/api/paiements', { client_id, ...bien, versement, date_paiement })
}
