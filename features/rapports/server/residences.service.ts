import { sql } from 'kysely'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import { SANS_RESIDENCE } from '#features/rapports/charges.contract.ts'
import {
  type ResidenceDuRapport,
  type ResidencesQuery,
  residencesRapportEndpoints,
} from '#features/rapports/residences.contract.ts'
import { type FaitsDeResidence, RIEN, sommesDe, totalDe } from '#features/rapports/residences.rules.ts'
import { ventesAu } from '#features/rapports/server/situation.ts'
import { compareNames } from '#features/structure/server/occupation.service.ts'
import { aujourdhui, formatJourCourt, type Jour } from '#shared/dates.ts'
import { pathOf, readTranche, toPage } from '#shared/pagination.ts'
import type { Db } from '#server/database/db.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import type { Liste } from '#server/documents/liste.ts'

const PAR_PAGE = 50

/** One page of the residences by name, then what was spent for none and the sums of all. Amounts in centimes. */
export async function listResidences(db: Db, { au: asked, ...query }: ResidencesQuery) {
  const slice = readTranche(query, PAR_PAGE)
  const { au, residences, sans_residence, totals } = await readResidences(db, asked)
  const page = residences.slice(slice.offset, slice.offset + slice.limit)
  const path = pathOf(residencesRapportEndpoints.residences, { au: asked })
  return { au, residences: toPage(page, residences.length, slice, path), sans_residence, totals }
}

/**
 * Reads the sums sold, paid and spent of each residence up to the end of a day, by name; those spent for none; the sums of all. Today's sales
 * are those of the récapitulatif, a past day's those of its situation. Amounts in centimes. @param asked today where absent or later
 */
export function readResidences(db: Db, asked: Jour | undefined) {
  const today = aujourdhui()
  const au = asked !== undefined && asked < today ? asked : today
  return inSnapshot(db, async (instant) => {
    const faits = await selectFaits(instant, au, au < today)
    const { depense, regle } = faits.find(({ id }) => id === 0) ?? RIEN
    const nommees = faits.filter(({ id }) => id !== 0)
    return {
      au,
      residences: nommees
        .map(({ id, nom, ...une }): ResidenceDuRapport => ({ id, nom, ...sommesDe(une) }))
        .toSorted((a, b) => compareNames(a.nom, b.nom) || a.id - b.id),
      sans_residence: { depense, regle, reste_a_regler: depense - regle },
      totals: totalDe(nommees, { depense, regle }, au < today),
    }
  })
}

/** The counts and sums of each residence; those of no residence under the id 0. Each is added up by place first, then joined. */
async function selectFaits(
  db: Db,
  au: Jour,
  passe: boolean,
): Promise<(FaitsDeResidence & { id: number; nom: string })[]> {
  const vendues = passe
    ? sql`select bien_id, prix, total_paye from ${ventesAu(au)} s`
    : sql`select bien_id, prix, total_paye from ventes where terminee_le is null`
  const retards = sql`
    select b.residence_id as id, sum(e.reste)::bigint as en_retard
    from (select vente_id, sum(montant - couvert) as reste from echeances
      where ouverte and couvert < montant and exigible_le < ${au}::date group by vente_id) e
    join ventes v on v.id = e.vente_id join biens b on b.id = v.bien_id group by 1`
  const { rows } = await sql<FaitsDeResidence & { id: number; nom: string }>`
    with vendues as materialized (${vendues}),
    lieux as (
      select b.residence_id as id, count(*) as biens, count(v.bien_id) as vendus, coalesce(sum(v.prix), 0)::bigint as prix_vendu,
        coalesce(sum(v.total_paye), 0)::bigint as paye, coalesce(sum(greatest(v.prix - v.total_paye, 0)), 0)::bigint as reste,
        coalesce(sum(b.prix) filter (where v.bien_id is null), 0)::bigint as valeur_libre
      from biens b left join vendues v on v.bien_id = b.id group by 1),
    retards as (${passe ? sql`select null::bigint as id, null::bigint as en_retard where false` : retards}),
    depenses as (
      select coalesce(b.residence_id, 0) as id, sum(l.prix_unitaire * l.quantite)::bigint as depense
      from bons b join lignes l on l.bon_id = b.id where b.date_bon <= ${au}::date group by 1),
    regles as (
      select coalesce(b.residence_id, 0) as id, sum(g.montant)::bigint as regle
      from bons b join reglements g on g.bon_id = b.id
      where b.date_bon <= ${au}::date and g.date_reglement <= ${au}::date group by 1)
    select r.id, r.nom, r.budget, coalesce(l.biens, 0) as biens, coalesce(l.vendus, 0) as vendus,
      coalesce(l.prix_vendu, 0)::bigint as prix_vendu, coalesce(l.paye, 0)::bigint as paye, coalesce(l.reste, 0)::bigint as reste,
      coalesce(l.valeur_libre, 0)::bigint as valeur_libre,
      ${passe ? sql`null::bigint` : sql`coalesce(t.en_retard, 0)::bigint`} as en_retard,
      coalesce(d.depense, 0)::bigint as depense, coalesce(g.regle, 0)::bigint as regle
    from (select id, nom, budget from residences union all select 0, '', null) r
    left join lieux l on l.id = r.id left join retards t on t.id = r.id left join depenses d on d.id = r.id
    left join regles g on g.id = r.id`.execute(db)
  return rows
}

const montant = (title: string) => ({ title, kind: 'montant', width: 20, mm: 20, total: 'somme' }) as const
const pourcent = (title: string) => ({ title, kind: 'pourcent', width: 12, mm: 14 }) as const

const COLONNES: Liste['colonnes'] = [
  { title: 'Résidence', kind: 'texte', width: 34, mm: 40 },
  { title: 'Biens', kind: 'entier', width: 9, mm: 12, total: 'somme' },
  { title: 'Vendus', kind: 'entier', width: 9, mm: 12, total: 'somme' },
  montant('Vendu'),
  montant('Libre'),
  montant('Payé'),
  pourcent('Part payée'),
  montant('Reste'),
  montant('En retard'),
  montant('Dépensé'),
  montant('Réglé'),
  montant('Reste à régler'),
  montant('Budget'),
  pourcent('Avancement'),
  montant('Marge prévue'),
  montant('Vendu − dépensé'),
]

/** All residences as a workbook, with what was spent for none. Amounts in centimes. */
export async function readResidencesListe(db: Db, { au: asked }: ResidencesQuery): Promise<Liste> {
  const { au, residences, sans_residence } = await readResidences(db, asked)
  const { depense, regle, reste_a_regler } = sans_residence
  const sans = [
    SANS_RESIDENCE,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    depense,
    regle,
    reste_a_regler,
  ]
  return {
    fichier: `residences_${au}`,
    titre: 'Résidences',
    criteres: [`Arrêté au ${formatJourCourt(au)}`],
    promoteur: await promoteurPourDocuments(db),
    etabliLe: aujourdhui(),
    colonnes: COLONNES,
    lignes: [
      ...residences.map((une) => [
        une.nom,
        une.biens,
        une.vendus,
        une.prix_vendu,
        une.valeur_libre,
        une.paye,
        une.pourcentage,
        une.reste,
        une.en_retard,
        une.depense,
        une.regle,
        une.reste_a_regler,
        une.budget,
        une.avancement,
        une.marge_prevue,
        une.vendu_moins_depense,
      ]),
      ...(depense > 0 || regle > 0 ? [[...sans, null, null, null, -depense]] : []),
    ],
    totaux: 'Total',
    vide: 'Rien à montrer pour cette période.',
  }
}
