import { sql } from 'kysely'
import { avancement } from '#features/etats/etats.rules.ts'
import { readPrix } from '#features/etats/server/biens.read.ts'
import { enRetard } from '#features/etats/server/etats.read.ts'
import type { SoldeDuBien } from '#features/paiements/paiement.schema.ts'
import { type PaiementLu, readPaiementsDuBien } from '#features/paiements/server/paiements.read.ts'
import type { TypeBien } from '#shared/biens.ts'
import { aujourdhui } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import { inSnapshot } from '#server/database/transaction.ts'

/** {@link SoldeDuBien} in the server's own shape. Amounts in centimes. */
export type SoldeLu = Omit<SoldeDuBien, 'lignes' | 'anciens' | 'rejetes'> &
  Record<'lignes' | 'anciens' | 'rejetes', PaiementLu[]>

/**
 * The remainder of a bien explained: price, payments of the current sale in order, payments of former clients apart (Q158, Q174). A free
 * bien has no client and no line; its whole price remains. Amounts in centimes.
 * @throws introuvable
 */
export const readSoldeDuBien = (db: Db, type: TypeBien, id: number): Promise<SoldeLu> =>
  inSnapshot(db, (instant) => readSolde(instant, type, id))

async function readSolde(db: Db, type: TypeBien, id: number): Promise<SoldeLu> {
  const prixActuel = await readPrix(db, type, id)
  const vente = await db
    .selectFrom('ventes as v')
    .innerJoin('clients as c', 'c.id', 'v.client_id')
    .where('v.bien_id', '=', id)
    .where('v.terminee_le', 'is', null)
    .select(['v.id', 'v.prix', 'c.id as client_id', 'c.nom_complet as nomComplet', 'c.tel', 'c.email'])
    .executeTakeFirst()
  const paiements = await readPaiementsDuBien(db, id)
  const comptes = paiements.filter(({ rejete_le }) => rejete_le === null)
  const lignes = comptes.filter(({ vente_id }) => vente_id === vente?.id)
  const total_paye = lignes.reduce((total, { versement }) => total + versement, 0)
  const prix = vente?.prix ?? prixActuel
  return {
    client: vente
      ? { id: vente.client_id, nomComplet: vente.nomComplet, tel: vente.tel, email: vente.email }
      : null,
    prix,
    total_paye,
    ...avancement(prix, total_paye),
    lignes,
    anciens: comptes.filter(({ vente_id }) => vente_id !== vente?.id),
    rejetes: paiements.filter(({ vente_id, rejete_le }) => vente_id === vente?.id && rejete_le !== null),
    ...(vente ? await readEcheance(db, vente.id) : { echeance: null, en_retard: 0 }),
  }
}

/** The first line of a vente's échéancier that is not covered, and the overdue sum. Amounts in centimes. */
async function readEcheance(db: Db, venteId: number): Promise<Pick<SoldeDuBien, 'echeance' | 'en_retard'>> {
  const { rows } = await sql<Pick<SoldeDuBien, 'echeance' | 'en_retard'>>`
    select (select json_build_object('libelle', e.libelle, 'reste', e.montant - e.couvert, 'exigible_le', e.exigible_le)
        from echeances e where e.vente_id = v.id and e.couvert < e.montant order by e.rang limit 1) as echeance,
      ${enRetard(aujourdhui())} as en_retard
    from ventes v where v.id = ${venteId}`.execute(db)
  return rows[0] ?? { echeance: null, en_retard: 0 }
}
