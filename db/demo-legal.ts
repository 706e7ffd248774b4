import { sql } from 'kysely'
import { readDossierLegal, updateDossierLegal } from '#features/structure/server/dossier-legal.service.ts'
import { updateBudget } from '#features/structure/server/budget.service.ts'
import type { Db } from '#server/database/db.ts'
import type { Actor } from '#server/http/session.ts'
import { addJours, addMois, type Jour } from '#shared/dates.ts'
import { LIEUX_EN_ARABE } from '#db/demo-arabe.ts'
import { BLOCS } from '#db/demo-lots.ts'
import { RESIDENCES } from '#db/demo-names.ts'

const PERMIS = [
  { ordre: '0458', autorite: 'APC de Draria', acte: 'Acte n° 1 182, volume 214', mois: 44 },
  { ordre: '0117', autorite: 'APC de Bordj El Kiffan', acte: 'Acte n° 906, volume 231', mois: 21 },
  { ordre: '0033', autorite: 'APC de Béjaïa', acte: 'Acte n° 77, volume 19', mois: 8 },
]
/** Months that the guarantees of the first blocs still have; that of the first, delivered, has expired, the last blocs have none. */
const GARANTIES = [-2, 4, 7, 18, 22, 26]
const BUDGETS = [68_000_000_000, 74_000_000_000, 52_000_000_000]

/** The id of a résidence of the demo by its rank. */
export async function residenceId(db: Db, rang: number): Promise<number> {
  const { id } = await db
    .selectFrom('residences')
    .select('id')
    .where('nom', '=', RESIDENCES[rang]?.nom ?? '')
    .executeTakeFirstOrThrow()
  return id
}

/** The id of a bloc of the demo by its rank among all blocs. */
export async function blocId(db: Db, rang: number): Promise<number> {
  const { id } = await db
    .selectFrom('blocs')
    .select('id')
    .where('nomloc', '=', BLOCS[rang]?.nom ?? '')
    .executeTakeFirstOrThrow()
  return id
}

/** Gives a résidence its permit, its budget in centimes, its names in Arabic, and its blocs their guarantees. */
export async function enterDossierLegal(db: Db, actor: Actor, rang: number, today: Jour): Promise<void> {
  const id = await residenceId(db, rang)
  const { ordre = '', autorite = '', acte = '', mois = 0 } = PERMIS[rang] ?? {}
  const permis = addMois(today, -mois)
  const { blocs, parkings } = await readDossierLegal(db, id)
  const { rows: residences } = await sql<{ nom: string; adresse: string }>`
    select nom, adresse from residences where id = ${id}`.execute(db)
  const enArabe = (nom: string | undefined) => LIEUX_EN_ARABE[nom ?? ''] ?? null
  await updateDossierLegal(db, actor, id, {
    nom_ar: enArabe(residences[0]?.nom),
    adresse_ar: enArabe(residences[0]?.adresse),
    permis_numero: `PC ${permis.slice(0, 4)}/${ordre}`,
    permis_autorite: autorite,
    permis_le: permis,
    terrain_acte: acte,
    terrain_le: addMois(today, -mois - 14),
    blocs: blocs.map((bloc) => ({
      id: bloc.id,
      nom_ar: enArabe(bloc.nomloc),
      ...garantieOf(
        BLOCS.findIndex(({ nom }) => nom === bloc.nomloc),
        today,
      ),
      etages: bloc.etages.map((etage) => ({ id: etage.id, designation_ar: enArabe(etage.designation) })),
    })),
    parkings: parkings.map((parking) => ({ id: parking.id, nom_ar: enArabe(parking.parking_nom) })),
  })
  await updateBudget(db, actor, id, { budget: BUDGETS[rang] ?? null })
}

function garantieOf(n: number, today: Jour) {
  const left = GARANTIES[n]
  if (left === undefined) return {}
  return {
    garantie_numero: `FGCMPI-${2_480 + 37 * n}`,
    garantie_police: n % 2 === 0 ? `P-${5_100 + 11 * n}` : null,
    garantie_le: addMois(today, left - 36),
    garantie_au: addJours(addMois(today, left), -1),
  }
}
