import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState, type FocusEvent } from 'react'
import { apercuQuery } from '#features/generation/web/generation.queries.ts'
import type { Erreurs } from '#features/generation/web/champs.tsx'
import { estVide, type Demande } from '#features/generation/web/saisie.ts'
import { ApiError } from '#web/kit/api.ts'
import { useDebounced } from '#web/kit/useDebounced.ts'

/** How long the typing has to rest. */
const REPOS_MS = 400

/**
 * The preview of what is typed, asked for when the typing rests; what is wrong with it is told under its fields, of an empty field
 * only once it has been left. `pret` is true while what is shown is what would be created.
 */
export function useApercu(residence: number, demande: Demande) {
  const texte = JSON.stringify(demande)
  const reposee = useDebounced(texte, REPOS_MS)
  const asked = useMemo(() => JSON.parse(reposee) as Demande, [reposee])
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(apercuQuery(residence, asked))
  const [quittes, setQuittes] = useState<ReadonlySet<string>>(new Set())
  const quitter = useCallback(
    (chemin: string) => setQuittes((avant) => (avant.has(chemin) ? avant : new Set(avant).add(chemin))),
    [],
  )
  const refus = error instanceof ApiError && error.status === 422 ? error.errors : null
  const erreurs = useMemo<Erreurs>(
    () => (chemin) => {
      const [phrase] = refus?.[chemin] ?? []
      return phrase !== undefined && (quittes.has(chemin) || !estVide(asked, chemin)) ? phrase : undefined
    },
    [refus, quittes, asked],
  )
  const pret = data !== undefined && error === null && !isFetching && !isPlaceholderData && texte === reposee
  return {
    apercu: data,
    error,
    refus,
    erreurs,
    pret,
    enCours: isFetching || texte !== reposee,
    refetch,
    quitter,
    /** Of the whole form: which of its fields have been left. */
    ecoute: {
      onBlur: ({ target }: FocusEvent) => {
        if (target instanceof HTMLElement && 'name' in target) quitter(String(target.name))
      },
    },
  }
}
