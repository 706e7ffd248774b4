import { sql } from 'kysely'
import { matchesRecu } from '#features/rapports/server/versements.read.ts'
import type { TotauxDuRegistre, EtatRecu } from '#features/rapports/registres.contract.ts'
import { matchesVente } from '#features/ventes/server/ventes.recherche.ts'
import type { Centimes } from '#shared/argent.ts'
import { readNumeroCherche } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'
import { containsNoms, shown } from '#server/database/lists.ts'

export interface Plage {
  de: number
  a: number
}

/** The numbers of a year: the last one, those never given, and the count of each état. */
export interface Serie {
  annee: number
  dernier: number
  absents: readonly Plage[]
  totals: Comptes
}
type Comptes = Omit<TotauxDuRegistre, 'montant'>

/**
 * The number up to which each year is known to have no gap: a given number stays given, but an import may fill a gap. An undone import
 * makes gaps, so what was known before it is forgotten.
 */
const whole = new WeakMap<Db, { defaits: number; annees: Map<number, number> }>()

/** Reads the numbers of a year. @param pool the key of {@link whole}, the same for every transaction */
export async function readSerie(db: Db, pool: Db, annee: number): Promise<Serie> {
  const row = await db.selectFrom('recus').select('dernier').where('annee', '=', annee).executeTakeFirst()
  const dernier = row?.dernier ?? 0
  const absents = await readAbsents(db, pool, annee, dernier)
  const { rows } = await sql<{ etat: EtatRecu; nombre: number }>`
    select etat, count(*) as nombre from (${selectEcarts({ annee, absents })}) e group by etat`.execute(db)
  const count = (etat: EtatRecu) => rows.find((counted) => counted.etat === etat)?.nombre ?? 0
  const [rejetes, annules, nuls] = [count('rejete'), count('annule'), count('absent')]
  return {
    annee,
    dernier,
    absents,
    totals: {
      numeros: dernier,
      valides: dernier - rejetes - annules - nuls,
      rejetes,
      annules,
      absents: nuls,
    },
  }
}

async function readAbsents(db: Db, pool: Db, annee: number, dernier: number): Promise<Plage[]> {
  const known = await knownSince(db, pool)
  const from = known.get(annee) ?? 0
  if (dernier <= from) return []
  const given = sql`
    select recu_numero as numero from paiements where recu_annee = ${annee} and recu_numero > ${from}
    union all
    select (avant->>'recu_numero')::int from journal
    where objet = 'paiement' and action = 'supprimer' and (avant->>'recu_annee')::int = ${annee} and (avant->>'recu_numero')::int > ${from}`
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n from (${given}) g`.execute(db)
  const { rows: gaps } =
    counted[0]?.n === dernier - from
      ? { rows: [] }
      : await sql<Plage>`
          select numero + 1 as de, suivant - 1 as a from (
            select numero, lead(numero, 1, ${dernier} + 1) over (order by numero) as suivant
            from (select ${from}::int as numero union all ${given}) g) voisins
          where suivant > numero + 1 order by numero`.execute(db)
  known.set(annee, gaps[0] ? gaps[0].de - 1 : dernier)
  return gaps
}

async function knownSince(db: Db, pool: Db): Promise<Map<number, number>> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from actes where import_id is not null and defait_le is not null`.execute(db)
  const defaits = rows[0]?.n ?? 0
  const kept = whole.get(pool)
  if (kept?.defaits === defaits) return kept.annees
  const annees = new Map<number, number>()
  whole.set(pool, { defaits, annees })
  return annees
}

/** The numbers without a valid receipt, with their état. They are few, and each kind has its index. */
const selectEcarts = ({ annee, absents }: Pick<Serie, 'annee' | 'absents'>) => sql<{
  numero: number
  etat: EtatRecu
}>`
  select recu_numero as numero, 'rejete' as etat from paiements where recu_annee = ${annee} and rejete_le is not null
  union all
  select (avant->>'recu_numero')::int, 'annule' from journal
  where objet = 'paiement' and action = 'supprimer' and (avant->>'recu_annee')::int = ${annee}
  union all
  select generate_series(p.de, p.a), 'absent'
  from unnest(${absents.map(({ de }) => de)}::int[], ${absents.map(({ a }) => a)}::int[]) as p(de, a)`

export interface Selection {
  etat: EtatRecu | undefined
  plage: Plage
}
interface Part {
  limit: number | null
  offset: number
}

/** Sum of the valid receipts of a selection, in centimes. Their order makes the planner add them up out of their index. */
export async function readSommeDesValides(
  db: Db,
  { annee }: Serie,
  { etat, plage }: Selection,
): Promise<Centimes> {
  if (etat !== undefined && etat !== 'valide') return 0
  const { rows } = await sql<{ montant: Centimes }>`
    select coalesce(sum(x.versement), 0)::bigint as montant from (
      select p.versement from paiements p
      where p.recu_annee = ${annee} and p.rejete_le is null and p.recu_numero between ${plage.de} and ${plage.a}
      order by p.recu_numero) x`.execute(db)
  return rows[0]?.montant ?? 0
}

/** Finds the numbers of a year by client, bien or receipt: their totals, and one part of a selection of them in their order. */
export async function findNumeros(
  db: Db,
  serie: Serie,
  search: string,
  { etat, plage }: Selection,
  { limit, offset }: Part,
): Promise<{ numeros: number[]; total: number; totals: TotauxDuRegistre }> {
  const kept = sql`numero between ${plage.de} and ${plage.a} ${etat === undefined ? sql`` : sql`and etat = ${etat}`}`
  const count = (one: EtatRecu) => sql`count(*) filter (where etat = ${one})`
  const { rows } = await sql<TotauxDuRegistre & { page: number[]; total: number }>`
    with trouves as materialized (${selectTrouves(serie, search)})
    select array(select numero from trouves where ${kept} order by numero limit ${limit} offset ${offset}) as page, t.* from (
      select count(*) filter (where ${kept}) as total, count(*) as numeros, ${count('valide')} as valides, ${count('rejete')} as rejetes,
        ${count('annule')} as annules, ${count('absent')} as absents,
        coalesce(sum(versement) filter (where etat = 'valide' and ${kept}), 0)::bigint as montant
      from trouves) t`.execute(db)
  const [found] = rows
  if (!found) throw new Error('sums without group by have one row')
  const { page, total, ...totals } = found
  return { numeros: page.map(Number), total, totals }
}

/** A deleted payment is found by the name it bore, or as its sale is; a number never given only by itself. */
function selectTrouves({ annee, absents }: Serie, search: string) {
  const cherche = readNumeroCherche(search)
  const numero = cherche && (cherche.annee === null || cherche.annee === annee) ? cherche.numero : null
  const isAbsent = absents.some(({ de, a }) => numero !== null && numero >= de && numero <= a)
  return sql`
    select p.recu_numero as numero, case when p.rejete_le is null then 'valide' else 'rejete' end as etat, p.versement
    from paiements p where p.recu_annee = ${annee} and ${matchesRecu(search)}
    union all
    select (j.avant->>'recu_numero')::int, 'annule', 0 from journal j
    where j.objet = 'paiement' and j.action = 'supprimer' and (j.avant->>'recu_annee')::int = ${annee} and (
      (j.avant->>'recu_numero')::int = ${numero}
      or (j.avant->>'vente_id')::bigint = any(array(select v.id from ventes v where ${matchesVente(search, shown)}))
      or ${containsNoms(sql<string>`normaliser(coalesce(j.avant->>'client', ''))`, search)})
    ${isAbsent ? sql`union all select ${numero}::int, 'absent', 0` : sql``}`
}

/** The count of a selection, and the numbers of one part of it, in their order. */
export async function readNumeros(
  db: Db,
  serie: Serie,
  { etat, plage }: Selection,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ numeros: number[]; total: number }> {
  const all = Math.max(plage.a - plage.de + 1, 0)
  if (etat === undefined) {
    const asked = Math.max(Math.min(limit, all - offset), 0)
    return { numeros: Array.from({ length: asked }, (_, rang) => plage.de + offset + rang), total: all }
  }
  const kept = sql`(select numero, etat from (${selectEcarts(serie)}) e where numero between ${plage.de} and ${plage.a})`
  if (etat !== 'valide') {
    const { rows } = await sql<{ numero: number | null; total: number }>`
      with e as materialized ${kept}
      select p.numero, t.total from (select count(*) as total from e where etat = ${etat}) t
      left join (select numero from e where etat = ${etat} order by numero limit ${limit} offset ${offset}) p on true
      order by p.numero`.execute(db)
    return { numeros: rows.flatMap(({ numero }) => numero ?? []), total: rows[0]?.total ?? 0 }
  }
  // The valid number at rank n is n plus the other numbers before it, so the valid ones need not be walked.
  const { rows } = await sql<{ numero: number | null; total: number }>`
    with e as materialized ${kept},
      avant as (select numero - ${plage.de}::int - (row_number() over (order by numero) - 1) as valides from e),
      bornes as (select
        ${plage.de} + ${offset}::bigint + (select count(*) from avant where valides <= ${offset}) as premier,
        ${plage.de} + ${offset + limit - 1}::bigint + (select count(*) from avant where valides <= ${offset + limit - 1}) as dernier)
    select p.numero, t.total from (select ${all} - count(*) as total from e) t
    left join (
      select n as numero from bornes, generate_series(premier, least(dernier, ${plage.a})) n
      where not exists (select from e where e.numero = n)) p on true
    order by p.numero`.execute(db)
  return { numeros: rows.flatMap(({ numero }) => numero ?? []), total: rows[0]?.total ?? 0 }
}
