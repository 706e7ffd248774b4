import type { Contexte, Writing } from '#features/imports/server/check/context.ts'
import { idDe } from '#features/imports/server/check/indexes.ts'
import { completeClients } from '#features/clients/server/complements.service.ts'
import { completeDossiers } from '#features/ventes/server/complements.service.ts'
import { cut } from '#server/tranches.ts'

/** Writes what Reprise adds to clients and to sales that lack it. */
export async function writeComplements(
  { db, actor, signal }: Writing,
  { indexes: { reprise } }: Contexte,
): Promise<void> {
  const clients = [...reprise.complements].map(([client, complement]) => ({
    id: idDe(client),
    ...complement,
  }))
  for await (const tranche of cut(clients, signal)) await completeClients(db, actor, tranche)
  const ventes = [...reprise.ventes].map(([id, complement]) => ({ id, ...complement }))
  for await (const tranche of cut(ventes, signal)) await completeDossiers(db, actor, tranche)
}
