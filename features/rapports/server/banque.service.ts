import { sql } from 'kysely'
import { holdCompte } from '#features/comptes/server/comptes.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import {
  banqueEndpoints,
  type BanqueFiltres,
  type ObjetDeBanque,
  OBJETS_DE_BANQUE,
  type PointageInput,
  SANS_COMPTE,
  type LigneDeBanque,
  type SommesDuCompte,
} from '#features/rapports/banque.contract.ts'
import { banqueErreurs } from '#features/rapports/banque.erreurs.ts'
import {
  type Bornees,
  lignesDeBanque,
  type LigneLue,
  MOTS_DES_LIGNES,
  toLigne,
} from '#features/rapports/server/banque.lignes.ts'
import { addMois, aujourdhui } from '#shared/dates.ts'
import { pathOf, readTranche, toPage, type PageQuery } from '#shared/pagination.ts'
import { formatCompte } from '#shared/texte.ts'
import type { Db } from '#server/database/db.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import { refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

export const LIGNES_PAR_PAGE = 100

/** The months that are asked for: with `vu=0` all of them unless one is told. */
export const moisDemande = ({ mois, vu }: Pick<BanqueFiltres, 'mois' | 'vu'>): string | null =>
  mois ?? (vu === '0' ? null : aujourdhui().slice(0, 7))

function bornesDe(filtres: BanqueFiltres): Bornees {
  const mois = moisDemande(filtres)
  const nonVues = filtres.vu === '0'
  return mois === null
    ? { du: null, jusque: null, nonVues }
    : { du: `${mois}-01`, jusque: addMois(`${mois}-01`, 1), nonVues }
}

/** The filter of an account; an unreadable one reads as absent. */
function duCompte({ compte }: BanqueFiltres) {
  const id = /^[1-9]\d{0,14}$/.test(compte) ? Number(compte) : null
  if (compte === SANS_COMPTE) return sql`compte_id is null`
  return id === null ? sql`true` : sql`compte_id is not distinct from ${id}::bigint`
}

/** The report « Banque » with one page of its lines, not seen first. Amounts in centimes. */
export function listBanque(db: Db, query: BanqueFiltres & PageQuery) {
  const slice = readTranche(query, LIGNES_PAR_PAGE)
  return inSnapshot(db, async (instant) => {
    const { lignes, totals, total, comptes, sans } = await readBanque(instant, query, slice)
    const { compte, mois, vu } = query
    return {
      ...toPage(lignes, total, slice, pathOf(banqueEndpoints.read, { compte, mois, vu })),
      totals,
      comptes,
      sans,
    }
  })
}

/** Not seen first. */
const ORDRE = sql`l.vu_le is not null, l.jour, l.id, l.objet`

interface SommesLues extends SommesDuCompte {
  lignes: number
  gardees: number
  entrees_vues: number
  sorties_vues: number
}

/** The lines of one page with the sums of the whole result by account, out of one reading of the lines. Amounts in centimes. */
async function readBanque(db: Db, filtres: BanqueFiltres, part: { limit: number; offset: number }) {
  const { rows } = await sql<{ sommes: SommesLues[]; lignes: LigneLue[] }>`
    with toutes as materialized (select *, ${duCompte(filtres)} as gardee from (${lignesDeBanque(bornesDe(filtres))}) x),
    l as (select l.* from toutes l where gardee order by ${ORDRE} limit ${part.limit} offset ${part.offset})
    select
      (select coalesce(json_agg(s order by s.compte_id nulls last), '[]') from (
        select compte_id, count(*) as lignes, count(*) filter (where gardee) as gardees,
          coalesce(sum(entree) filter (where gardee), 0)::bigint as entrees, coalesce(sum(sortie) filter (where gardee), 0)::bigint as sorties,
          coalesce(sum(entree) filter (where gardee and vu_le is not null), 0)::bigint as entrees_vues,
          coalesce(sum(sortie) filter (where gardee and vu_le is not null), 0)::bigint as sorties_vues
        from toutes group by compte_id) s) as sommes,
      (select coalesce(json_agg(l order by ${ORDRE}), '[]') from (select ${MOTS_DES_LIGNES}) l) as lignes`.execute(
    db,
  )
  const { sommes = [], lignes = [] } = rows[0] ?? {}
  const add = (of: (sommes: SommesLues) => number) => sommes.reduce((sum, une) => sum + of(une), 0)
  return {
    lignes: lignes.map(toLigne),
    total: add(({ gardees }) => gardees),
    totals: {
      entrees: add(({ entrees }) => entrees),
      sorties: add(({ sorties }) => sorties),
      entrees_vues: add(({ entrees_vues }) => entrees_vues),
      sorties_vues: add(({ sorties_vues }) => sorties_vues),
    },
    comptes: sommes
      .filter(({ gardees }) => gardees > 0)
      .map(({ compte_id, entrees, sorties }) => ({ compte_id, entrees, sorties })),
    sans: sommes.find(({ compte_id }) => compte_id === null)?.lignes ?? 0,
  }
}

/** All lines of the report, in its order. Amounts in centimes. */
export async function readLignesDeBanque(db: Db, filtres: BanqueFiltres): Promise<LigneDeBanque[]> {
  const { rows } = await sql<LigneLue>`
    with toutes as (${lignesDeBanque(bornesDe(filtres))}), l as (select * from toutes where ${duCompte(filtres)})
    select ${MOTS_DES_LIGNES} order by ${ORDRE}`.execute(db)
  return rows.map(toLigne)
}

const TABLES = {
  paiement: 'paiements',
  rejet: 'paiements',
  remise: 'remises',
  remboursement: 'remboursements',
  reglement: 'reglements',
} as const satisfies Record<ObjetDeBanque, string>

/**
 * Ticks lines as seen on the bank's relevé, takes their tick away, or tells the account of lines that had none or another; all or none. A
 * group's payments are one line.
 * @throws ligneInvalide (422 on lignes) for a line that does not exist, for neither or both of `vu` and `compte_id`, and for the account of a
 * remise or a rejet, which have that of their remise or cheque; compteBancaireInconnu, compteBancaireInactif (422 on compte_id);
 * ligneSansCompte (409)
 */
export async function pointer(
  db: Db,
  actor: Actor,
  { lignes, vu, compte_id }: PointageInput,
): Promise<{ lignes: { objet: ObjetDeBanque; id: number }[]; message: string }> {
  const affecte = compte_id != null
  if (affecte === (vu !== undefined)) throw refuse(banqueErreurs.ligneInvalide).on('lignes')
  if (affecte && lignes.some(({ objet }) => objet === 'remise' || objet === 'rejet'))
    throw refuse(banqueErreurs.ligneInvalide).on('lignes')
  if (affecte) await holdCompte(db, compte_id)
  const ids = Object.fromEntries(
    OBJETS_DE_BANQUE.map((objet) => [objet, lignes.filter((une) => une.objet === objet).map(({ id }) => id)]),
  ) as Record<ObjetDeBanque, number[]>
  await lockLignes(db, ids)
  const avant = await readNommees(db, ids)
  const found = new Set(avant.map(({ objet, id }) => `${objet} ${id}`))
  const named = await readPremiers(db, lignes)
  if (named.some(({ objet, id }) => !found.has(`${objet} ${id}`)))
    throw refuse(banqueErreurs.ligneInvalide).on('lignes')
  if (vu === true && avant.some((une) => une.compte_id === null)) throw refuse(banqueErreurs.ligneSansCompte)
  for (const objet of OBJETS_DE_BANQUE)
    if (ids[objet].length > 0)
      await (affecte ? affecter(db, objet, ids[objet], compte_id) : tick(db, objet, ids[objet], vu === true))
  await noter(db, actor, avant.map(toLigne), affecte ? compte_id : null, vu === true)
  const nombre = avant.length
  const message = affecte
    ? `Compte enregistré pour ${formatCompte(nombre, 'ligne')}.`
    : vu === true
      ? `${formatCompte(nombre, 'ligne pointée', 'lignes pointées')}.`
      : 'Pointage retiré.'
  return { lignes: avant.map(({ objet, id }) => ({ objet, id })), message }
}

/** The payments that are named or stand in the group of one that is. */
const desGroupes = (ids: readonly number[]) =>
  sql`coalesce(-groupe_id, id) in (select coalesce(-z.groupe_id, z.id) from paiements z where z.id = any(${[...ids]}::bigint[]))`

/** Locks the rows of the lines, payments first, each table by id. */
async function lockLignes(db: Db, ids: Readonly<Record<ObjetDeBanque, number[]>>): Promise<void> {
  const paiements = [...ids.paiement, ...ids.rejet]
  await sql`select id from paiements where ${desGroupes(paiements)} order by id for update`.execute(db)
  for (const objet of ['remise', 'remboursement', 'reglement'] as const)
    await sql`select id from ${sql.table(TABLES[objet])} where id = any(${ids[objet]}::bigint[]) order by id for update`.execute(
      db,
    )
}

async function readNommees(db: Db, ids: Readonly<Record<ObjetDeBanque, number[]>>): Promise<LigneLue[]> {
  const { rows } = await sql<LigneLue>`
    with l as (${lignesDeBanque({ ids })}) select ${MOTS_DES_LIGNES} order by l.jour, l.id, l.objet`.execute(
    db,
  )
  return rows
}

/** The lines as the report names them: a payment of a group by the first of it. */
async function readPremiers(db: Db, lignes: PointageInput['lignes']): Promise<PointageInput['lignes']> {
  const { rows } = await sql<{ id: number; premier: number }>`
    select p.id, coalesce((select min(z.id) from paiements z where z.groupe_id = p.groupe_id), p.id) as premier
    from paiements p where p.id = any(${lignes.map(({ id }) => id)}::bigint[])`.execute(db)
  const premiers = new Map(rows.map(({ id, premier }) => [id, premier]))
  return lignes.map((ligne) =>
    TABLES[ligne.objet] === 'paiements' ? { ...ligne, id: premiers.get(ligne.id) ?? ligne.id } : ligne,
  )
}

async function tick(db: Db, objet: ObjetDeBanque, ids: readonly number[], vu: boolean): Promise<void> {
  const column = sql.ref(objet === 'rejet' ? 'rejet_vu_le' : 'vu_le')
  const value = vu ? sql`coalesce(${column}, ${aujourdhui()}::date)` : sql`null`
  const which = TABLES[objet] === 'paiements' ? desGroupes(ids) : sql`id = any(${[...ids]}::bigint[])`
  await sql`update ${sql.table(TABLES[objet])} set ${column} = ${value} where ${which}`.execute(db)
}

/** Tells the account of lines; what was ticked on another account loses its tick (the triggers of payments; said here of the others). */
async function affecter(db: Db, objet: ObjetDeBanque, ids: readonly number[], compte: number): Promise<void> {
  if (objet === 'paiement')
    await sql`update paiements set compte_id = ${compte}, version = version + 1
      where ${desGroupes(ids)} and compte_id is distinct from ${compte}`.execute(db)
  else
    await sql`update ${sql.table(TABLES[objet])} set compte_id = ${compte}, vu_le = null
      where id = any(${[...ids]}::bigint[]) and compte_id is distinct from ${compte}`.execute(db)
}

/** Writes the one line of the journal of a call, of the first account that it touches. */
async function noter(
  db: Db,
  actor: Actor,
  lignes: readonly LigneDeBanque[],
  compte: number | null,
  vu: boolean,
): Promise<void> {
  const id = compte ?? lignes.find(({ compte_id }) => compte_id !== null)?.compte_id ?? null
  const nomme =
    id === null
      ? {}
      : await db
          .selectFrom('comptes_bancaires')
          .select(['banque', 'numero'])
          .where('id', '=', id)
          .executeTakeFirst()
  const say = (some: readonly LigneDeBanque[]) => some.map(({ libelle, piece }) => `${libelle} (${piece})`)
  const vues = say(lignes.filter(({ vu_le }) => vu_le !== null))
  await writeJournal(db, actor, {
    action: 'pointer',
    objet: 'compte bancaire',
    id,
    avant:
      compte === null
        ? { ...nomme, pointees: vues }
        : { ...nomme, affectees: say(lignes.filter((une) => une.compte_id === compte)) },
    apres:
      compte === null ? { ...nomme, pointees: vu ? say(lignes) : [] } : { ...nomme, affectees: say(lignes) },
  })
}
