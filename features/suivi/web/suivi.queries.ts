import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { suiviEndpoints, type VenteSuivie } from '#features/suivi/suivi.contract.ts'
import { BASE } from '#shared/endpoint.ts'
import { MOTS_PUBLICS } from '#shared/mots-publics.ts'
import type { Langue } from '#shared/papiers.ts'
import { callApi, callFile, prepareSession } from '#web/kit/call/api.ts'
import { phraseDuRefus } from '#web/kit/frame/PublicLayout.tsx'
import { useChange } from '#web/kit/call/useChange.ts'
import { readStorage, writeStorage } from '#web/kit/frame/storage.ts'

/** Query of the buyer's page. @param lien id of the link, so that another link open in this browser does not answer */
export const suiviQuery = (jeton: string, lien: number | null, langue: Langue) =>
  queryOptions({
    queryKey: ['suivi', jeton, lien, langue],
    queryFn: ({ signal }) => callApi(suiviEndpoints.lire, { query: { lien: lien ?? 0, langue }, signal }),
    gcTime: 0,
  })

const OUVERT = 'diyar-suivi'
/** Id of the link opened in this tab, if it has this token. The server may have closed it since. */
export function openedLien(jeton: string): number | null {
  const [ouvert, lien] = (readStorage(OUVERT, 'sessionStorage') ?? '').split(' ')
  return ouvert === jeton && lien !== undefined ? Number(lien) : null
}

export async function openSuivi(jeton: string, chiffres: string): Promise<number> {
  await prepareSession()
  const { lien } = await callApi(suiviEndpoints.ouvrir, { body: { jeton, chiffres } })
  writeStorage(OUVERT, `${jeton} ${lien}`, 'sessionStorage')
  return lien
}

export function useCloseSuivi(): (lien: number) => Promise<void> {
  const client = useQueryClient()
  return async (lien) => {
    writeStorage(OUVERT, null, 'sessionStorage')
    await callApi(suiviEndpoints.fermer, { query: { lien } }).catch(() => undefined)
    client.removeQueries({ queryKey: ['suivi'] })
  }
}

/** Address of the promoter's logo; the cookie of the opened link goes with it. */
export const logoDuSuivi = (lien: number): string => `${BASE}${suiviEndpoints.logo.path}?lien=${lien}`

/** The sentence of a refusal of this page in its language. */
export function describeErreur(error: unknown, langue: Langue, fallback: string): string {
  const { accesExpire, lienPerime, chiffresFaux } = MOTS_PUBLICS[langue]
  return phraseDuRefus(error, langue, { 403: accesExpire, 404: lienPerime, 422: chiffresFaux }, fallback)
}

/** Name of a line and when it falls due, in the language of the page. */
export const describeEcheance = (
  {
    libelle,
    libelle_ar,
    quand,
    quand_ar,
  }: Omit<NonNullable<VenteSuivie['prochaine']>, 'montant' | 'en_retard'>,
  langue: Langue,
) => (langue === 'ar' ? { libelle: libelle_ar ?? libelle, quand: quand_ar } : { libelle, quand })

export const fetchRecu = (recu: string, lien: number) =>
  callFile(suiviEndpoints.recu, { params: { recu }, query: { lien } })

export const useCreateLien = () =>
  useChange((id: number) => callApi(suiviEndpoints.creerLien, { params: { id } }))
export const useRevokeLien = () =>
  useChange((id: number) => callApi(suiviEndpoints.revoquerLien, { params: { id } }))
