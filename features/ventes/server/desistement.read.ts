import { sql } from 'kysely'
import type { Centimes } from '#shared/argent.ts'
import { numeroDossier } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'
import { AppError } from '#server/http/errors.ts'

/**
 * Sees to it that a locked vente can do without so much of what is paid: of a désisted one, what is kept and what was given back must
 * remain. In centimes. @throws dejaRembourse (409)
 */
export async function assertNotRefunded(
  db: Db,
  vente: { id: number; total_paye: Centimes },
  versement: Centimes,
): Promise<void> {
  const { rows } = await sql<{ annee: number; numero: number; engage: Centimes }>`
    select v.dossier_annee as annee, v.dossier_numero as numero,
      d.retenue + (select coalesce(sum(r.montant), 0)::bigint from remboursements r where r.vente_id = v.id) as engage
    from desistements d join ventes v on v.id = d.vente_id where v.id = ${vente.id}`.execute(db)
  const [desiste] = rows
  if (!desiste || vente.total_paye - versement >= desiste.engage) return
  throw new AppError('dejaRembourse', { dossier: numeroDossier(desiste.annee, desiste.numero) })
}
