import type { Membre } from '#features/membres/membres.contract.ts'
import { ApiError } from '#web/api.ts'

export interface MembresPage {
  membres: Membre[]
  lastPage: number
}

/**
 * The answer of GET /api/members. A list in `data`, `data.data` or bare (Q26); rows without an id and a textual name,
 * e-mail and statut are left out (D1 §2). Anything else is told as the specification words it.
 */
export function readMembresPage(answer: unknown): MembresPage {
  const envelope = field(answer, 'data')
  const rows = [answer, envelope, field(envelope, 'data')].find((candidate) => Array.isArray(candidate))
  if (!Array.isArray(rows))
    throw new ApiError(200, { message: "La réponse de l'API ne contient pas un tableau de membres valide." })
  const lastPage = field(answer, 'last_page') ?? field(envelope, 'last_page')
  return { membres: rows.filter(isMembre), lastPage: typeof lastPage === 'number' ? lastPage : 1 }
}

function isMembre(row: unknown): row is Membre {
  return (
    field(row, 'id') != null &&
    ['name', 'email', 'statut'].every((name) => typeof field(row, name) === 'string')
  )
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined
}
