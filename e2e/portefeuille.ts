import type { Api } from './diyar.ts'

/** Where biens are: what the builders below take. Everything here is made through the product's own calls; amounts in dinars. */
export interface Lieu {
  residence: number
  bloc: number
  etage: number
  parking: number
}

/** A residence with one bloc of one étage, both named after it unless told. */
export async function createEtage(
  api: Api,
  nom: string,
  { bloc: nomloc = `Bloc de ${nom}`, etage: designation = `Étage de ${nom}`, niveau = 1, logements = 4 } = {},
): Promise<Omit<Lieu, 'parking'>> {
  const residence = await api.create('/api/residences', { nom, adresse: 'Alger' })
  const bloc = await api.create('/api/blocs', { residence_id: residence, nomloc, description: 'R+5' })
  const etage = await api.create('/api/etages', {
    residence_id: residence,
    bloc_id: bloc,
    designation,
    niveau,
    logement_par_palier: logements,
  })
  return { residence, bloc, etage }
}

let serial = 0

/** The same with a parking, and room for many biens. */
export async function createLieu(api: Api, nom = `Résidence ${++serial}`): Promise<Lieu> {
  const lieu = await createEtage(api, nom, { bloc: 'Bloc B', etage: '2e étage', niveau: 2, logements: 40 })
  const parking = await api.create('/api/parkings', {
    residence_id: lieu.residence,
    parking_nom: 'Parking Nord',
    nb_places: 90,
  })
  return { ...lieu, parking }
}

export function createClient(api: Api, nomComplet: string): Promise<number> {
  return api.create('/api/clients', { nomComplet, tel: '0555 12 34 56', email: 'client@exemple.dz' })
}

/** An appartement of 80,5 m² + 12 m² at 1 000 000 DA, sold when a client is given. */
export function createLot(
  api: Api,
  etage_id: number,
  numLot: string,
  typeLogement: string,
  client_id?: number,
  differing: { surfaceUtile?: number; montant?: number } = {},
): Promise<number> {
  return api.create('/api/appartements', {
    numLot,
    typeLogement,
    surfaceHabitable: 80.5,
    surfaceUtile: 12,
    montant: 1_000_000,
    etage_id,
    ...differing,
    ...(client_id !== undefined && { client_id }),
  })
}

/** An F3 of 80,5 m² + 12,2 m² sold to a client. */
export function sellAppartement(
  api: Api,
  { etage }: Lieu,
  client_id: number,
  numLot: string,
  montant: number,
): Promise<number> {
  return createLot(api, etage, numLot, 'F3', client_id, { surfaceUtile: 12.2, montant })
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
