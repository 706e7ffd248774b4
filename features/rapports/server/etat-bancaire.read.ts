import { sql } from 'kysely'
import type { BlocPrevu } from '#features/echeanciers/previsions.contract.ts'
import { findEcheances } from '#features/echeanciers/server/echeances.read.ts'
import { readPrevisions } from '#features/echeanciers/server/previsions.service.ts'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import { readPrevisions as readPrevisionsDuRapport } from '#features/rapports/server/previsions.service.ts'
import type { ResidenceDuRapport } from '#features/rapports/residences.contract.ts'
import { readResidences } from '#features/rapports/server/residences.service.ts'
import { readDossierLegal } from '#features/structure/server/dossier-legal.service.ts'
import type { DossierLegal } from '#features/structure/dossier-legal.contract.ts'
import { CENT_POUR_CENT, type Centimes } from '#shared/argent.ts'
import { addJours, addMois, aujourdhui, type Jour } from '#shared/dates.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import type { Db } from '#server/database/db.ts'
import type { PromoteurImprime } from '#server/documents/papier.ts'
import { refuse } from '#server/http/errors.ts'

/** Figures of a residence for a bank, as its screens have them today. Amounts in centimes, shares in hundredths of a percent. */
export interface EtatBancaire {
  promoteur: PromoteurImprime | null
  etabliLe: Jour
  residence: Pick<DossierLegal, 'nom' | 'permis_numero' | 'permis_le' | 'permis_autorite'> & {
    adresse: string
  }
  blocs: (BlocPrevu &
    Pick<DossierLegal['blocs'][number], 'garantie_numero' | 'garantie_le' | 'garantie_au'>)[]
  /** Its row of the report « Résidences ». */
  chiffres: ResidenceDuRapport
  exigible: Centimes
  acquereurs: { part: number; nombre: number; sur: number }
  trimestres: Trimestre[]
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
  const { adresse } = await db
    .selectFrom('residences')
    .select('adresse')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const chiffres = (await readResidences(db, undefined)).residences.find((une) => une.id === id)
  if (!chiffres) throw refuse(communesErreurs.introuvable)
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
    chiffres,
    exigible: await readExigible(db, id),
    acquereurs: { part, ...(await countAcquereurs(db, id, part)) },
    trimestres: await readTrimestres(db, id),
  }
}

/** Reads the remainder of the lines of « Exigibles » of Échéances. */
async function readExigible(db: Db, residence_id: number): Promise<Centimes> {
  const filtres = { horizon: undefined, reglees: undefined, search: '', bloc_id: undefined, tri: undefined }
  const exigibles = { ...filtres, onglet: 'exigibles' as const, residence_id }
  return (await findEcheances(db, exigibles, { limit: 0, offset: 0 })).totals.reste
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
