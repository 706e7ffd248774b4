import { queryOptions } from '@tanstack/react-query'
import {
  dossierLegalEndpoints,
  type dossierLegal,
  type dossierLegalInput,
} from '#features/structure/dossier-legal.contract.ts'
import type { Wire } from '#shared/endpoint.ts'
import { callApi } from '#web/kit/call/api.ts'
import { useChange } from '#web/kit/call/useChange.ts'

/** Legal file of a residence. */
export type DossierLegalLu = Wire<typeof dossierLegal>

export const dossierLegalQuery = (id: number) =>
  queryOptions({
    queryKey: ['residences', id, 'dossier-legal'],
    queryFn: ({ signal }) => callApi(dossierLegalEndpoints.read, { params: { id }, signal }),
  })

export function useSaveDossierLegal() {
  return useChange(({ id, ...body }: Wire<typeof dossierLegalInput> & { id: number }) =>
    callApi(dossierLegalEndpoints.update, { params: { id }, body }),
  )
}

const toBloc = (bloc: DossierLegalLu['blocs'][number]) => ({
  id: bloc.id,
  nom_ar: bloc.nom_ar ?? '',
  garantie_numero: bloc.garantie_numero ?? '',
  garantie_police: bloc.garantie_police ?? '',
  garantie_le: bloc.garantie_le ?? '',
  garantie_au: bloc.garantie_au ?? '',
  livraison_prevue_le: bloc.livraison_prevue_le ?? '',
  etages: bloc.etages.map(({ id, designation_ar }) => ({ id, designation_ar: designation_ar ?? '' })),
})

/** The legal file as it is typed; blocs, étages and parkings in the order of the answer. */
export const toSaisie = (dossier: DossierLegalLu) => ({
  nom_ar: dossier.nom_ar ?? '',
  adresse_ar: dossier.adresse_ar ?? '',
  permis_numero: dossier.permis_numero ?? '',
  permis_le: dossier.permis_le ?? '',
  permis_autorite: dossier.permis_autorite ?? '',
  terrain_acte: dossier.terrain_acte ?? '',
  terrain_le: dossier.terrain_le ?? '',
  blocs: dossier.blocs.map(toBloc),
  parkings: dossier.parkings.map(({ id, nom_ar }) => ({ id, nom_ar: nom_ar ?? '' })),
})

export type DossierLegalSaisi = ReturnType<typeof toSaisie>

interface Nomme {
  id: number
}

/**
 * The records as freshly read, with what was typed into those that are still there.
 * @param before the records as they were read when the typing began
 */
export function mergeSaisies<T extends Nomme>(
  typed: readonly T[],
  before: readonly T[],
  fresh: readonly T[],
): T[] {
  return fresh.map((record) => {
    const [mine, was] = [typed, before].map((all) => all.find(({ id }) => id === record.id))
    if (!mine || !was) return record
    const changed = Object.entries(mine).flatMap(([champ, value]) => {
      const ancien = Object.entries(was).find(([one]) => one === champ)?.[1]
      const neuf = Object.entries(record).find(([one]) => one === champ)?.[1]
      if (isList(value) && isList(ancien) && isList(neuf)) return [[champ, mergeSaisies(value, ancien, neuf)]]
      return value === ancien ? [] : [[champ, value]]
    })
    return { ...record, ...Object.fromEntries(changed) }
  })
}

const isList = (value: unknown): value is Nomme[] => Array.isArray(value)
