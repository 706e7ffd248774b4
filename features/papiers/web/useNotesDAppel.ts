import { useRef, useState } from 'react'
import { NOMS_DES_CANAUX, type Canal } from '#features/ventes/relances.rules.ts'
import { useNoterRelances, useRetirerRelances } from '#features/ventes/web/dossiers.queries.ts'
import { formatCompte } from '#shared/texte.ts'
import { messageOf } from '#web/kit/call/api.ts'
import type { BannersState } from '#web/kit/feedback/Banner.tsx'
import { newKey } from '#web/kit/form/adding.tsx'

/** Notes that one act took, which one act takes back (RF-41). */
interface Prises {
  dit: string
  ids: readonly number[]
  /** The act: what was noted of which papers. */
  acte: string
}

export interface NotesDAppel {
  /** The last ones; null once they are taken back or forgotten. */
  prises: Prises | null
  /** True while they are taken back. */
  retire: boolean
  /** Notes that these appels were sent, once for each means. */
  noter: (canal: Canal, documents: readonly number[], a?: string) => Promise<void>
  annuler: () => Promise<void>
  oublier: () => void
}

/** Notes that appels de fonds were printed or sent; a failure shows in the banners. */
export function useNotesDAppel(banners: Pick<BannersState, 'success' | 'error'>): NotesDAppel {
  const noter = useNoterRelances()
  const retirer = useRetirerRelances()
  const [prises, setPrises] = useState<Prises | null>(null)
  const done = useRef(new Set<string>())
  return {
    prises,
    retire: retirer.isPending,
    oublier: () => setPrises(null),
    async noter(canal, documents, a) {
      const acte = `${canal} ${documents.join()}`
      if (done.current.has(acte)) return
      done.current.add(acte)
      setPrises(null)
      try {
        const body = { document_ids: [...documents], canal, idempotencyKey: newKey() }
        const { ids } = await noter.mutateAsync(body)
        const combien = formatCompte(ids.length, 'appel noté', 'appels notés')
        const dit = `${a === undefined ? combien : `Appel noté pour ${a}`} : ${NOMS_DES_CANAUX[canal]}`
        setPrises({ dit, ids, acte })
      } catch (error) {
        done.current.delete(acte)
        banners.error(messageOf(error, "Erreur lors de l'enregistrement de la note."), null)
      }
    },
    async annuler() {
      if (!prises) return
      try {
        await retirer.mutateAsync(prises.ids)
        done.current.delete(prises.acte)
        setPrises(null)
        banners.success(prises.ids.length > 1 ? 'Notes retirées.' : 'Note retirée.')
      } catch (error) {
        banners.error(messageOf(error, 'Erreur lors du retrait de la note.'), null)
      }
    },
  }
}
