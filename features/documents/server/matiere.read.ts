import { sql } from 'kysely'
import { describeBiens, type BienDecrit } from '#features/biens/server/biens.read.ts'
import type { Dossier } from '#features/dossiers/dossier.contract.ts'
import { readDossier } from '#features/dossiers/server/dossiers.read.ts'
import { readParametres } from '#features/parametres/server/parametres.service.ts'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import { aujourdhui, type Jour } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import type { PromoteurImprime } from '#server/documents/papier.ts'
import { AppError } from '#server/http/errors.ts'

/** A buyer as papers identify him. */
export interface Acquereur {
  nom: string
  nomAr: string | null
  tel: string
  adresse: string | null
  naissanceLe: Jour | null
  naissanceLieu: string | null
  pieceNumero: string | null
  /** His share in hundredths of a percent; null when he buys alone. */
  part: number | null
}

/** What the papers of a vente are made of, at one instant. Amounts in centimes. */
export interface Matiere {
  aujourdhui: Jour
  promoteur: PromoteurImprime | null
  dossier: Dossier
  /** The one whom the dossier is named after first. */
  acquereurs: readonly Acquereur[]
  bien: BienDecrit
  /** The promoter's accounts in use. */
  comptes: readonly { banque: string; agence: string | null; numero: string }[]
  textes: Awaited<ReturnType<typeof readParametres<'documents'>>>
  adressePublique: string | null
}

/** Read it inside one snapshot, or under the lock of its vente. @throws introuvable */
export async function readMatiere(db: Db, venteId: number): Promise<Matiere> {
  const dossier = await readDossier(db, venteId)
  const bien = (await describeBiens(db, [dossier.bien.id])).get(dossier.bien.id)
  if (!bien) throw new AppError('introuvable')
  const promoteur = await promoteurPourDocuments(db)
  const comptes = await db
    .selectFrom('comptes_bancaires')
    .select(['banque', 'agence', 'numero'])
    .where('actif', '=', true)
    .orderBy(sql`normaliser(banque)`)
    .orderBy('id')
    .execute()
  return {
    aujourdhui: aujourdhui(),
    promoteur,
    dossier,
    acquereurs: await readAcquereurs(db, venteId),
    bien,
    comptes,
    textes: await readParametres(db, 'documents'),
    adressePublique: (await readParametres(db, 'acces')).adresse_publique,
  }
}

/** Whoever the dossier is named after has what the others leave. */
async function readAcquereurs(db: Db, venteId: number): Promise<Acquereur[]> {
  const { rows } = await sql<Acquereur>`
    select c.nom_complet as nom, c.nom_ar as "nomAr", c.tel, c.adresse, c.naissance_le as "naissanceLe",
      c.naissance_lieu as "naissanceLieu", c.piece_numero as "pieceNumero", a.part
    from (
      select v.client_id, 0 as rang, (select 10000 - sum(x.part) from co_acquereurs x where x.vente_id = v.id)::integer as part
        from ventes v where v.id = ${venteId}
      union all
      select client_id, 1, part from co_acquereurs where vente_id = ${venteId}) a
    join clients c on c.id = a.client_id
    order by a.rang, a.part desc, c.id`.execute(db)
  return rows
}
