import { sql } from 'kysely'
import {
  idDe,
  insertAll,
  type Colonnes,
  type Redaction,
} from '#features/imports/server/ecriture/fiches.ecriture.ts'
import type { CoAcquereur, Vente } from '#features/imports/server/controle/registres.ventes.ts'
import { cut } from '#features/imports/server/tranches.ts'
import { writeJournal, type Entry } from '#features/journal/server/journal.service.ts'
import type { Db } from '#server/database/db.ts'

const CO_ACQUEREUR: Colonnes<CoAcquereur & { vente: Vente }> = {
  vente_id: ['bigint', ({ vente }) => idDe(vente)],
  client_id: ['bigint', ({ client }) => idDe(client)],
  part: ['integer', ({ part }) => part],
}

/** Writes the co-buyers of sales, and their lines of the journal. */
export async function writeAcquereurs(redaction: Redaction, ventes: readonly Vente[]): Promise<void> {
  const { db, actor, signal, advance } = redaction
  const partagees = ventes.filter(({ coAcquereurs }) => coAcquereurs.length > 0)
  for await (const tranche of cut(partagees, signal)) {
    const tous = tranche.flatMap((vente) => vente.coAcquereurs.map((un) => ({ ...un, vente })))
    await insertAll(db, 'co_acquereurs', CO_ACQUEREUR, tous)
    await moveVersions(db, tranche)
    await writeJournal(
      db,
      actor,
      tranche.map((vente): Entry => {
        const acquereurs = vente.coAcquereurs.map(({ client, part }) => ({
          client_id: idDe(client),
          nomComplet: client.apres.nomComplet,
          part,
        }))
        return {
          action: 'acquereurs',
          objet: 'vente',
          id: idDe(vente),
          avant: { acquereurs: [] },
          apres: { acquereurs },
        }
      }),
    )
    advance(tous.length)
  }
}

/** Moves the versions of the sales that were there before. */
export const moveVersions = (db: Db, ventes: readonly Vente[]) =>
  sql`update ventes set version = version + 1
    where id = any (${ventes.filter(({ connue }) => connue).map(idDe)}::bigint[])`.execute(db)
