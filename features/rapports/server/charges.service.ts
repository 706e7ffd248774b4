import { sql } from 'kysely'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import {
  type ChargesParPeriode,
  type ChargesQuery,
  SANS_RESIDENCE,
} from '#features/rapports/charges.contract.ts'
import { type Bornes, motDeLEtendue, readEtendue } from '#features/rapports/periode.rules.ts'
import { compareNames } from '#features/structure/server/occupation.service.ts'
import type { Centimes } from '#shared/argent.ts'
import { addMois, aujourdhui } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import type { Liste } from '#server/documents/liste.ts'

interface Case {
  categorie_id: number
  categorie: string
  residence_id: number | null
  residence: string | null
  montant: Centimes
}

/** Reads the sums of the bons dated in a period, by category and residence, and the sum paid in it of any bon. Amounts in centimes. */
export const readCharges = (db: Db, asked: ChargesQuery): Promise<ChargesParPeriode> =>
  inSnapshot(db, async (instant) => {
    const bornes = await readBornes(instant)
    const etendue = readEtendue(asked, bornes)
    if (etendue === null) return { du: null, au: null, bornes, ...toTable([]), regle: 0 }
    const premier = `${etendue.du}-01`
    const apres = addMois(`${etendue.au}-01`, 1)
    // Added up by bon and by place first, out of the index of the days, and named after.
    const { rows } = await sql<Case>`
      select c.id as categorie_id, c.nom as categorie, t.residence_id, r.nom as residence, t.montant
      from (select b.categorie_bon_id, b.residence_id, sum(l.prix_unitaire * l.quantite)::bigint as montant
        from bons b join lignes l on l.bon_id = b.id where b.date_bon >= ${premier} and b.date_bon < ${apres}
        group by b.categorie_bon_id, b.residence_id) t
      join categories_bons c on c.id = t.categorie_bon_id left join residences r on r.id = t.residence_id`.execute(
      instant,
    )
    const { regle } = await instant
      .selectFrom('reglements')
      .where('date_reglement', '>=', premier)
      .where('date_reglement', '<', apres)
      .select(sql<Centimes>`coalesce(sum(montant), 0)::bigint`.as('regle'))
      .executeTakeFirstOrThrow()
    return { ...etendue, bornes, ...toTable(rows), regle }
  })

async function readBornes(db: Db): Promise<Bornes | null> {
  const { rows } = await sql<{ premier: string | null; dernier: string | null }>`
    select to_char(least((select min(date_bon) from bons), (select min(date_reglement) from reglements)), 'YYYY-MM') as premier,
      to_char(greatest((select max(date_bon) from bons), (select max(date_reglement) from reglements)), 'YYYY-MM') as dernier`.execute(
    db,
  )
  const { premier = null, dernier = null } = rows[0] ?? {}
  return premier !== null && dernier !== null ? { premier, dernier } : null
}

/** Lays the sums out: a line a category, a figure a residence, those without one last. */
function toTable(cases: readonly Case[]): Pick<ChargesParPeriode, 'residences' | 'categories' | 'totals'> {
  const residences = [...new Map(cases.map((une) => [une.residence_id, une.residence]))]
    .map(([id, nom]) => ({ id, nom: nom ?? SANS_RESIDENCE }))
    .toSorted(
      (a, b) =>
        Number(a.id === null) - Number(b.id === null) ||
        compareNames(a.nom, b.nom) ||
        Number(a.id) - Number(b.id),
    )
  const sum = (of: readonly Case[]) => {
    const montants = residences.map(({ id }) =>
      of.reduce((total, une) => (une.residence_id === id ? total + une.montant : total), 0),
    )
    return { montants, total: montants.reduce((total, montant) => total + montant, 0) }
  }
  const categories = [...new Map(cases.map((une) => [une.categorie_id, une.categorie]))]
    .map(([id, nom]) => ({ id, nom, ...sum(cases.filter(({ categorie_id }) => categorie_id === id)) }))
    .toSorted((a, b) => compareNames(a.nom, b.nom) || a.id - b.id)
  return { residences, categories, totals: sum(cases) }
}

/** The charges of a period as a workbook. Amounts in centimes. */
export async function readChargesListe(db: Db, asked: ChargesQuery): Promise<Liste> {
  const { residences, categories, regle, ...lu } = await readCharges(db, asked)
  const periode = motDeLEtendue(lu.du !== null && lu.au !== null ? { du: lu.du, au: lu.au } : null)
  const montant = { kind: 'montant', width: 20, mm: 30, total: 'somme' } as const
  return {
    fichier: ['charges', periode].filter(Boolean).join('_'),
    titre: 'Charges par période',
    criteres: periode === '' ? [] : [`Période : ${periode}`],
    promoteur: await promoteurPourDocuments(db),
    etabliLe: aujourdhui(),
    colonnes: [
      { title: 'Catégorie', kind: 'texte', width: 34, mm: 50 },
      ...residences.map(({ nom }) => ({ title: nom, ...montant })),
      { title: 'Total', ...montant },
    ],
    lignes: categories.map(({ nom, montants, total }) => [nom, ...montants, total]),
    totaux: 'Total',
    chiffres: [{ libelle: 'Réglé dans la période', montant: regle }],
    vide: 'Rien à montrer pour cette période.',
  }
}
