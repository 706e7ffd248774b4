import { useQuery } from '@tanstack/react-query'
import { reglagesQuery } from '#features/parametres/web/parametres.queries.ts'

/** What the firm has set of the end of a sale and of cessions, in decimal percent and dinars; null where nothing is set. */
export interface ReglagesFins {
  desistement_retenue: number | null
  cession_avant_contrat: boolean
  cession_paye: number | null
  cession_frais: number | null
}

/** Nothing is proposed nor demanded where the answer does not say. */
export function readReglagesFins(section: Record<string, unknown> | undefined): ReglagesFins {
  const number = (name: string) => {
    const value = section?.[name]
    return typeof value === 'number' ? value : null
  }
  return {
    desistement_retenue: number('desistement_retenue'),
    cession_avant_contrat: section?.['cession_avant_contrat'] === true,
    cession_paye: number('cession_paye'),
    cession_frais: number('cession_frais'),
  }
}

/** The code of the country of a phone that names none, « 213 »; '' until it is known. */
export function useIndicatif(): string {
  const { indicatif } = useQuery(reglagesQuery).data?.['ventes'] ?? {}
  return typeof indicatif === 'string' ? indicatif : ''
}

/** The same as it is now; undefined until it is known. */
export function useReglagesFins(): ReglagesFins | undefined {
  const { data, isError } = useQuery(reglagesQuery)
  return data || isError ? readReglagesFins(data?.['ventes']) : undefined
}
