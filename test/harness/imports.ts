import { vi } from 'vitest'
import type { Import } from '#features/imports/imports.contract.ts'
import type { Verdict } from '#features/imports/server/workbook.ts'
import type { Visitor } from '#test/harness/app.ts'
import { idOf } from '#test/harness/builders.ts'
import { envoi, residences } from '#test/harness/classeur-envoye.ts'

/** The verdict on a workbook of so many residences that are new. */
export const verdict = (crees: number, autres: Partial<Verdict> = {}): Verdict => ({
  feuilles: [
    {
      feuille: 'Résidences',
      lignes: crees,
      crees,
      existants: 0,
      modifies: 0,
      laisses: 0,
      erreurs: 0,
      montant: null,
    },
  ],
  messages: [],
  erreurs: 0,
  avertissements: 0,
  modifications: 0,
  recusANumeroter: 0,
  motif: null,
  listes: null,
  demandee: false,
  ...autres,
})

export const readIt = async (visitor: Visitor, id: number) =>
  (await visitor.get(`/api/imports/${id}`)).json as Import

/** Once an import no longer is at one of these steps. */
export function afterwards(visitor: Visitor, id: number, ...steps: Import['statut'][]): Promise<Import> {
  return vi.waitUntil(
    async () => {
      const lu = await readIt(visitor, id)
      return steps.includes(lu.statut) ? null : lu
    },
    { timeout: 150_000, interval: 20 },
  )
}

/** One sentence of an import about a cell. */
interface Dit {
  gravite: string
  feuille: string
  cellule: string | null
  texte: string
}

/** Returns the messages of an import, the first five hundred. */
export const saidOf = async (visitor: Visitor, id: number): Promise<Dit[]> =>
  ((await visitor.get(`/api/imports/${id}/messages?per_page=500`)).json as { data: Dit[] }).data

let serial = 0

/** Sends a workbook of its own. */
export async function send(visitor: Visitor, content?: Buffer, fields: Record<string, string> = {}) {
  const bytes = content ?? (await residences(`El Yasmine ${++serial}`))
  return visitor.form('/api/imports', fields, envoi(bytes))
}

/** Sends one and waits for its check. */
export async function checked(
  visitor: Visitor,
  content?: Buffer,
  fields?: Record<string, string>,
): Promise<Import> {
  return afterwards(visitor, idOf(await send(visitor, content, fields)), 'lecture')
}

/** Confirms an import and waits for its end. */
export async function written(visitor: Visitor, id: number): Promise<Import> {
  const { statusCode, body } = await visitor.post(`/api/imports/${id}/confirmer`)
  if (statusCode !== 200) throw new Error(`${statusCode} ${body}`)
  return afterwards(visitor, id, 'ecriture')
}
