import { sql } from 'kysely'
import type { BlocPrevu } from '#features/echeanciers/previsions.contract.ts'
import { findEcheances } from '#features/echeanciers/server/echeances.read.ts'
import { readPrevisions } from '#features/echeanciers/server/previsions.service.ts'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import { readPrevisions as readPrevisionsDuRapport } from '#features/rapports/server/previsions.service.ts'
import { readDossierLegal } from '#features/structure/server/dossier-legal.service.ts'
import type { DossierLegal } from '#features/structure/dossier-legal.contract.ts'
import { CENT_POUR_CENT, part as shareOf, type Centimes } from '#shared/argent.ts'
import { addJours, addMois, aujourdhui, type Jour } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import type { PromoteurImprime } from '#server/documents/papier.ts'

/** What a bank is told of a residence, as its screens have it today. Amounts in centimes, shares in hundredths of a percent. */
export interface EtatBancaire {
  promoteur: PromoteurImprime | null
  etabliLe: Jour
  residence: Pick<DossierLegal, 'nom' | 'permis_numero' | 'permis_le' | 'permis_autorite'> & {
    adresse: string
  }
  blocs: (BlocPrevu &
    Pick<DossierLegal['blocs'][number], 'garantie_numero' | 'garantie_le' | 'garantie_au'>)[]
  sommes: Sommes
  exigible: Centimes
  enRetard: Centimes
  acquereurs: { part: number; nombre: number; sur: number }
  trimestres: Trimestre[]
  budget: Centimes | null
  depense: Centimes
  /** Null without a budget. */
  avancement: number | null
}

interface Sommes {
  biens: number
  vendus: number
  prix: Centimes
  paye: Centimes
  valeur_libre: Centimes
}

/** Three months from `du` on; what is due on a day by then, and what is foreseen. */
interface Trimestre {
  du: Jour
  au: Jour
  ferme: Centimes
  prevu: Centimes
}

/**
 * Reads what a bank is told of a residence. The caller holds a snapshot. @param part share of the price that an acquéreur has to have paid to
 * be counted, in hundredths of a percent @throws introuvable (404)
 */
export async function readEtatBancaire(db: Db, id: number, part: number): Promise<EtatBancaire> {
  const { data: prevus } = await readPrevisions(db, id)
  const legal = await readDossierLegal(db, id)
  const garanties = new Map(legal.blocs.map((bloc) => [bloc.id, bloc]))
  const { adresse, budget } = await db
    .selectFrom('residences')
    .select(['adresse', 'budget'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const [sommes, acquereurs, trimestres, depense] = [
    await readSommes(db, id),
    await countAcquereurs(db, id, part),
    await readTrimestres(db, id),
    await readDepense(db, id),
  ]
  return {
    promoteur: await promoteurPourDocuments(db),
    etabliLe: aujourdhui(),
    residence: {
      nom: legal.nom,
      adresse,
      permis_numero: legal.permis_numero,
      permis_le: legal.permis_le,
      permis_autorite: legal.permis_autorite,
    },
    blocs: prevus.map((bloc) => {
      const { garantie_numero = null, garantie_le = null, garantie_au = null } = garanties.get(bloc.id) ?? {}
      return { ...bloc, garantie_numero, garantie_le, garantie_au }
    }),
    sommes,
    exigible: await readReste(db, 'exigibles', id),
    enRetard: await readReste(db, 'retard', id),
    acquereurs: { part, ...acquereurs },
    trimestres,
    budget,
    depense,
    avancement: budget === null ? null : shareOf(CENT_POUR_CENT, depense, budget),
  }
}

const SANS_FILTRE = {
  horizon: undefined,
  reglees: undefined,
  search: '',
  bloc_id: undefined,
  tri: undefined,
}

/** What remains of the lines of a tab of Échéances. */
const readReste = async (db: Db, onglet: 'exigibles' | 'retard', residence_id: number): Promise<Centimes> =>
  (await findEcheances(db, { ...SANS_FILTRE, onglet, residence_id }, { limit: 0, offset: 0 })).totals.reste

async function readSommes(db: Db, id: number): Promise<Sommes> {
  const { rows } = await sql<Sommes>`
    select count(*) as biens, count(v.id) as vendus, coalesce(sum(v.prix), 0)::bigint as prix,
      coalesce(sum(v.total_paye), 0)::bigint as paye, coalesce(sum(b.prix) filter (where v.id is null), 0)::bigint as valeur_libre
    from biens b left join ventes v on v.bien_id = b.id and v.terminee_le is null
    where b.residence_id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a sum has one row')
  return row
}

/** The acquéreurs of the open sales, and how many of them have paid that share of all that they bought there. */
async function countAcquereurs(db: Db, id: number, part: number): Promise<{ nombre: number; sur: number }> {
  const { rows } = await sql<{ nombre: number; sur: number }>`
    select count(*) as sur, count(*) filter (where c.prix > 0 and c.paye::numeric * ${CENT_POUR_CENT} >= c.prix::numeric * ${part}) as nombre
    from (
      select sum(v.prix) as prix, sum(v.total_paye) as paye
      from ventes v join biens b on b.id = v.bien_id
      where b.residence_id = ${id} and v.terminee_le is null group by v.client_id) c`.execute(db)
  return rows[0] ?? { nombre: 0, sur: 0 }
}

/** What is spent on a residence: the lines of its bons. */
async function readDepense(db: Db, id: number): Promise<Centimes> {
  const { rows } = await sql<{ depense: number }>`
    select coalesce(sum(l.prix_unitaire * l.quantite), 0)::bigint as depense
    from bons b join lignes l on l.bon_id = b.id where b.residence_id = ${id}`.execute(db)
  return rows[0]?.depense ?? 0
}

/** The four quarters from this month on, three months each of « Prévisions ». */
async function readTrimestres(db: Db, residence: number): Promise<Trimestre[]> {
  const { mois } = (await readPrevisionsDuRapport(db, { residence })).sommes
  const premier = `${aujourdhui().slice(0, 7)}-01`
  return [0, 3, 6, 9].map((rang) => {
    const siens = mois.slice(rang, rang + 3)
    return {
      du: addMois(premier, rang),
      au: addJours(addMois(premier, rang + 3), -1),
      ferme: siens.reduce((sum, { ferme }) => sum + ferme, 0),
      prevu: siens.reduce((sum, { prevu }) => sum + prevu, 0),
    }
  })
}
