import { addJours, aujourdhui } from '../shared/dates.ts'
import { openScreen, type Api, type Page } from './diyar.ts'
import { createClient, createLot } from './portefeuille.ts'

const DEMAIN = addJours(aujourdhui(), 1)

/** Two blocs of two étages, locaux and a parking of twelve places, a lot of each state. */
export async function createTour(api: Api): Promise<{ residence: number; blocs: number[] }> {
  const blocs: number[] = []
  const residence = await api.create('/api/residences', { nom: 'Les Cèdres', adresse: 'Alger' })
  const meziane = await createClient(api, 'Lila Meziane')
  for (const nomloc of ['Bloc A', 'Bloc B']) {
    const bloc = await api.create('/api/blocs', { residence_id: residence, nomloc, description: 'R+1' })
    blocs.push(bloc)
    const [rez, haut] = await Promise.all(
      [0, 1].map((niveau) =>
        api.create('/api/etages', {
          residence_id: residence,
          bloc_id: bloc,
          designation: niveau === 0 ? 'Rez-de-chaussée' : '1er étage',
          niveau,
          logement_par_palier: 3,
        }),
      ),
    )
    const lettre = nomloc.slice(-1)
    for (const n of [1, 2, 10]) await createLot(api, rez ?? 0, `${lettre}${n}`, 'F3')
    await createLot(api, haut ?? 0, `${lettre}101`, 'F4', undefined, {
      montant: 11_730_000,
      surfaceUtile: 17.25,
    })
    const option = await createLot(api, haut ?? 0, `${lettre}102`, 'F4')
    await api.post('/api/options', {
      bien_id: option,
      nom: 'Zoubir Kaci',
      tel: '0555 00 00 00',
      expire_le: DEMAIN,
    })
    const bloque = await createLot(api, haut ?? 0, `${lettre}103`, 'F4')
    await api.put(`/api/biens/${bloque}/blocage`, { motif: 'Litige du voisin' })
    await createLot(api, haut ?? 0, `${lettre}104`, 'F4', meziane)
    const livre = await createLot(api, haut ?? 0, `${lettre}105`, 'F4', meziane)
    const { vente_id } = (await api.get(`/api/appartements/${livre}`)) as { vente_id: number }
    await api.put(`/api/ventes/${vente_id}`, {
      reservation_le: aujourdhui(),
      contrat_le: aujourdhui(),
      livraison_le: aujourdhui(),
    })
    await api.create('/api/locaux', {
      residence_id: residence,
      bloc_id: bloc,
      num: `L-${lettre}`,
      surface: 45,
      montant: 1_000_000.5,
    })
  }
  const parking_id = await api.create('/api/parkings', {
    residence_id: residence,
    parking_nom: 'Sous-sol',
    nb_places: 12,
  })
  for (let numero_place = 1; numero_place <= 12; numero_place++)
    await api.create('/api/places-parking', { parking_id, numero_place, type_place: 'Box', montant: 500_000 })
  return { residence, blocs }
}

export const grid = (page: Page, name: string) => page.getByRole('grid', { name, exact: true })
export const cell = (page: Page, numero: string) =>
  page.getByRole('gridcell', { name: new RegExp(`^(Appartement|Local|Place) ${numero},`) })
export const openPlan = (page: Page, search = '') =>
  openScreen(page, `/plan-de-vente${search}`, 'Plan de vente')
