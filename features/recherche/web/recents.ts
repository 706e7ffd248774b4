import { IconBuildingCommunity, IconBuildingStore, IconDoor, IconFolder, IconUser } from '@tabler/icons-react'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { locauxEndpoints } from '#features/biens/locaux.contract.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import type { Destination } from '#features/recherche/web/destinations.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { dossiersEndpoints } from '#features/ventes/dossiers.contract.ts'
import { libelleDuBien } from '#shared/biens.ts'
import { appartementAt, blocsOf, clientAt, dossierAt, localAt } from '#shared/paths.ts'
import { callApi } from '#web/kit/call/api.ts'
import type { Recent } from '#web/kit/frame/storage.ts'

/** Reads a record that the member opened lately, under its name of today; null for an unknown kind. */
export async function readRecent({ genre, id }: Recent, signal: AbortSignal): Promise<Destination | null> {
  const key = `recent-${genre}-${id}`
  const from = { params: { id }, signal }
  if (genre === 'client') {
    const { nomComplet, tel } = await callApi(clientsEndpoints.read, from)
    return { key, icon: IconUser, title: nomComplet, under: tel, to: clientAt(id) }
  }
  if (genre === 'vente') {
    const { dossier, bien, client } = await callApi(dossiersEndpoints.read, from)
    const under = `${libelleDuBien(bien.type, bien.numero)}, ${bien.residence}`
    return {
      key,
      icon: IconFolder,
      title: `Dossier ${dossier}`,
      under,
      client: client.nomComplet,
      to: dossierAt(id),
    }
  }
  if (genre === 'appartement') {
    const { numLot, bloc, etat_bien, vente_id } = await callApi(appartementsEndpoints.read, from)
    const under = `${bloc.residence.nom}, ${bloc.nomloc}`
    return {
      key,
      icon: IconDoor,
      title: `Appartement ${numLot}`,
      under,
      etat: etat_bien,
      ...(vente_id === null ? appartementAt(id) : { to: dossierAt(vente_id) }),
    }
  }
  if (genre === 'local') {
    const { num, bloc, etat_bien, vente_id } = await callApi(locauxEndpoints.read, from)
    const under = `${bloc.residence.nom}, ${bloc.nomloc}`
    return {
      key,
      icon: IconBuildingStore,
      title: `Local ${num}`,
      under,
      etat: etat_bien,
      ...(vente_id === null ? localAt(id) : { to: dossierAt(vente_id) }),
    }
  }
  if (genre !== 'residence') return null
  const { nom, adresse } = await callApi(residencesEndpoints.read, from)
  return { key, icon: IconBuildingCommunity, title: nom, under: adresse, ...blocsOf(id) }
}
