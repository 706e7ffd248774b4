import { sql, type RawBuilder } from 'kysely'
import { BIENS, idsOf, type Fiche } from '#features/actes/server/actes.fiches.ts'

/** Use of a fiche: a line of the journal about itself, or a record that stands on it. */
export const SORTES = [
  'ligne',
  'prix',
  'reglement',
  'versement',
  'remboursement',
  'relance',
  'papier',
  'option',
  'vente',
  'transfert',
  'acquereur',
  'contenu',
] as const
export type Sorte = (typeof SORTES)[number]

/** The first use of a fiche since the act, and how many of the same sort there are. */
export interface Usage {
  quoi: Fiche
  quoi_id: number
  sorte: Sorte
  action: string
  objet: string
  /** The record that the line is about. */
  objet_id: number | null
  quand: Date
  membre_nom: string
  avant: Record<string, unknown> | null
  /** The client that the line names, whose sale may be gone. */
  client: string | null
  nombre: number
}

const biens = sql`(${sql.join(BIENS.map((un) => sql.lit(un)))})`
/** The kind of a fiche by which ids name it: those of biens are of one kind. */
export const GENRE = sql`case when objet in ${biens} then 'bien' else objet end`

/** Joins the fiches among these ids, each of its kind: one condition by equality, which does not compare every pair. */
const oneOf = (ids: Readonly<Record<string, RawBuilder<unknown>>>) => sql`
  cross join lateral (values ${sql.join(Object.entries(ids).map(([genre, id]) => sql`(${sql.lit(genre)}, ${id})`))}) w (genre, id)
  join f on f.genre = w.genre and f.objet_id = w.id`
const champ = (nom: string) => sql`coalesce(j.apres ->> ${sql.lit(nom)}, j.avant ->> ${sql.lit(nom)})::bigint`

/** The uses, as (quoi, quoi_id, sorte, ligne): the fiche that has served, how, and by which line of the journal. */
export function selectUsages(acte: number): RawBuilder<unknown>[] {
  const servedBy = (
    quoi: RawBuilder<unknown>,
    id: RawBuilder<unknown>,
    sorte: Sorte,
    suite: RawBuilder<unknown>,
  ) =>
    sql`select ${quoi} as quoi, ${id} as quoi_id, ${sql.lit(sorte)} as sorte, j.id as ligne from j ${suite}`
  const servedItself = (sorte: Sorte, suite: RawBuilder<unknown>) =>
    servedBy(sql`f.objet`, sql`f.objet_id`, sorte, suite)
  const vente = sql`'vente'`
  const notMade = sql`not exists (select from f m where m.objet = j.objet and m.objet_id = j.objet_id and m.faite)`
  const foreign = sql`not exists (select from f m where m.objet = j.objet and m.objet_id = j.objet_id)`
  /** The sale of the act on a bien speaks for it. */
  const saleOf = sql`left join lateral (
    select v.id from ventes v join f s on s.objet = 'vente' and s.objet_id = v.id and s.faite
    where f.objet in ${biens} and v.bien_id = f.objet_id and v.terminee_le is null limit 1) s on true`
  const newPrice = sql`j.avant ->> 'montant' is distinct from j.apres ->> 'montant' and j.action = 'modifier'`
  const onItself = sql`join f on f.objet = j.objet and f.objet_id = j.objet_id`
  return [
    servedBy(
      sql`case when s.id is null then f.objet else 'vente' end`,
      sql`coalesce(s.id, f.objet_id)`,
      'prix',
      sql`${onItself} ${saleOf} where f.objet in ${biens} and ${newPrice}`,
    ),
    servedItself(
      'ligne',
      sql`${onItself} where f.objet not in ('paiement', 'remboursement') and not (f.objet in ${biens} and ${newPrice})
        and not (f.objet = 'vente' and f.faite and j.action = 'echeancier')`,
    ),
    servedBy(
      vente,
      sql`coalesce(p.vente_id, ${champ('vente_id')})`,
      'reglement',
      sql`${onItself} left join paiements p on p.id = j.objet_id where f.objet = 'paiement'`,
    ),
    // A cheque of the act that was brought to the bank has no line of its own.
    servedBy(
      vente,
      sql`p.vente_id`,
      'reglement',
      sql`join paiements p on p.remise_id = j.objet_id where j.objet = 'remise' and p.id in (${idsOf(acte, ['paiement'], 'faites')})`,
    ),
    servedBy(
      vente,
      sql`coalesce(r.vente_id, ${champ('vente_id')})`,
      'remboursement',
      sql`left join remboursements r on r.id = j.objet_id where j.objet = 'remboursement'
        and coalesce(r.vente_id, ${champ('vente_id')}) in (${idsOf(acte, ['vente'])})`,
    ),
    servedBy(
      vente,
      sql`coalesce(p.vente_id, ${champ('vente_id')})`,
      'versement',
      sql`left join paiements p on p.id = j.objet_id where j.objet = 'paiement' and ${notMade}
        and coalesce(p.vente_id, ${champ('vente_id')}) in (${idsOf(acte, ['vente'])})`,
    ),
    servedBy(
      vente,
      champ('vente_id'),
      'relance',
      sql`where j.objet = 'relance' and ${champ('vente_id')} in (${idsOf(acte, ['vente'])})`,
    ),
    servedItself(
      'papier',
      sql`join documents d on d.id = j.objet_id ${oneOf({ vente: sql`d.vente_id`, bloc: sql`d.bloc_id` })} where j.objet = 'document'`,
    ),
    ...TENURES.map(({ objet, table }) =>
      servedItself(
        objet,
        sql`left join ${sql.table(table)} t on t.id = j.objet_id ${oneOf({
          bien: sql`coalesce(t.bien_id, ${champ('bien_id')})`,
          client: sql`coalesce(t.client_id, ${champ('client_id')})`,
        })} where j.objet = ${sql.lit(objet)} and ${objet === 'vente' ? foreign : notMade}`,
      ),
    ),
    servedItself(
      'transfert',
      sql`join transferts t on t.vente_id = j.objet_id ${oneOf({ bien: sql`t.ancien_bien_id`, client: sql`t.ancien_client_id` })} where j.objet = 'vente' and j.action in ('transferer', 'ceder')`,
    ),
    servedItself(
      'acquereur',
      sql`join co_acquereurs c on c.vente_id = j.objet_id join f on f.objet = 'client' and f.objet_id = c.client_id and f.faite
        where j.objet = 'vente' and j.action = 'acquereurs' and ${foreign}`,
    ),
    ...CONTENUS.map(({ objet, table, dans, parent }) =>
      servedBy(
        sql.lit(dans),
        sql`c.${sql.ref(parent)}`,
        'contenu',
        sql`join ${sql.table(table)} c on c.id = j.objet_id where j.objet = ${sql.lit(objet)} and ${notMade}
          and c.${sql.ref(parent)} in (${idsOf(acte, [dans], 'faites')})`,
      ),
    ),
  ]
}

/** Records that give a bien to a client. */
const TENURES = [
  { objet: 'option', table: 'options' },
  { objet: 'vente', table: 'ventes' },
] as const satisfies readonly { objet: Fiche & Sorte; table: string }[]

/** Kinds of record that stand in one that an act made. */
const CONTENUS = [
  { objet: 'bloc', table: 'blocs', dans: 'residence', parent: 'residence_id' },
  { objet: 'parking', table: 'parkings', dans: 'residence', parent: 'residence_id' },
  { objet: 'etage', table: 'etages', dans: 'bloc', parent: 'bloc_id' },
  { objet: 'local', table: 'locaux', dans: 'bloc', parent: 'bloc_id' },
  { objet: 'appartement', table: 'appartements', dans: 'etage', parent: 'etage_id' },
  { objet: 'place', table: 'places_parking', dans: 'parking', parent: 'parking_id' },
] as const satisfies readonly { objet: Fiche; table: string; dans: Fiche; parent: string }[]
