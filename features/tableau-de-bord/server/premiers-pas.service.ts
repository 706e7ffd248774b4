import { sql, type RawBuilder } from 'kysely'
import { readParametres } from '#features/parametres/server/parametres.service.ts'
import { PAS, type Pas } from '#features/tableau-de-bord/premiers-pas.contract.ts'
import type { Db } from '#server/database/db.ts'
import { statement } from '#server/database/prepared.ts'

const exists = (rows: RawBuilder<unknown>) => sql<boolean>`exists(select from ${rows})`

/** Each looks for one row, or for the second or third, so that what an installation holds does not slow it. */
const FAITS: Readonly<Record<Pas, RawBuilder<boolean>>> = {
  societe: exists(sql`promoteurs`),
  identite: exists(sql`promoteurs where nif <> '' and rc <> ''`),
  compte: exists(sql`comptes_bancaires`),
  lots: exists(sql`biens`),
  clients: sql`(exists(select from imports where statut = 'termine') or exists(select from clients offset 2))`,
  vente: exists(sql`ventes`),
  dates: sql`(exists(select from stades_atteints) or exists(select from ventes where contrat_le is not null))`,
  versement: exists(sql`paiements`),
  membre: exists(sql`membres where actif offset 1`),
  // No copy to another machine is made by the product itself: a download is what it knows of.
  copie: exists(sql`journal where objet = 'sauvegarde' and action = 'télécharger'`),
}

const selectFaits = statement<[], Record<Pas, boolean>>(
  () => sql`select ${sql.join(PAS.map((cle) => sql`${FAITS[cle]} as ${sql.ref(cle)}`))}`,
)

/** The ten first steps in their order, each true while its fact is there, and whether the direction has hidden them (entree-2 G). */
export async function readPremiersPas(
  db: Db,
): Promise<{ ferme: boolean; data: { cle: Pas; fait: boolean }[] }> {
  const [faits] = await selectFaits(db)
  const { premiers_pas_ferme: ferme } = await readParametres(db, 'accueil')
  return { ferme, data: PAS.map((cle) => ({ cle, fait: faits?.[cle] === true })) }
}
