import { sql } from 'kysely'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { readPaiements } from '#features/paiements/server/paiements.read.ts'
import type { NouveauPaiement } from '#features/paiements/server/paiements.service.ts'
import { toPaiement } from '#features/paiements/server/paiements.wire.ts'
import { insertMany, raiseVersions } from '#server/database/bulk.ts'
import type { Db } from '#server/database/db.ts'
import type { Numero } from '#server/database/numeros.ts'
import type { Actor } from '#server/http/session.ts'
import type { Centimes } from '#shared/argent.ts'
import type { Jour } from '#shared/dates.ts'

/** A payment that was made before it is recorded, with the steps of its cheque. */
interface AncienPaiement extends NouveauPaiement {
  id: number
  recu: Numero
  recu_origine: string | null
  encaisse_le: Jour | null
  rejete_le: Jour | null
  motif_rejet: string | null
  frais_rejet: Centimes | null
}

/** Inserts payments of locked ventes, which count them already, in centimes. */
export const insertPaiements = (db: Db, anciens: readonly AncienPaiement[]): Promise<void> =>
  insertMany(
    db,
    'paiements',
    anciens.map(({ recu, ...ancien }) => ({ ...ancien, recu_annee: recu.annee, recu_numero: recu.numero })),
  )

/** Ties payments to the rejected cheques that they replace; a cheque that was there before gets a new version. */
export async function tieRepresentes(
  db: Db,
  liens: readonly { id: number; cheque: number; connu: boolean }[],
): Promise<void> {
  if (liens.length === 0) return
  await sql`
    update paiements p set represente_id = l.cheque
    from unnest(${liens.map(({ id }) => id)}::bigint[], ${liens.map(({ cheque }) => cheque)}::bigint[]) as l (id, cheque)
    where p.id = l.id`.execute(db)
  await raiseVersions(
    db,
    'paiements',
    liens.flatMap(({ cheque, connu }) => (connu ? cheque : [])),
  )
}

/** Notes in the journal payments that an import has written; `importId` tells them from money taken today. */
export async function noteImportes(
  db: Db,
  actor: Actor,
  ids: readonly number[],
  importId: number,
): Promise<void> {
  const paiements = await readPaiements(db, ids)
  await writeJournal(
    db,
    actor,
    paiements.map((paiement) => {
      const { code: _code, ...apres } = toPaiement(paiement)
      return {
        action: paiement.represente ? 'representer' : 'ajouter',
        objet: 'paiement',
        id: paiement.id,
        apres: { ...apres, import: importId },
      }
    }),
  )
}
