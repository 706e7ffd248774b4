import { sql } from 'kysely'
import { refusal } from '#shared/erreurs.ts'
import { echeanciersErreurs } from '#features/echeanciers/echeanciers.erreurs.ts'
import * as z from 'zod/mini'
import {
  modeleLu,
  type Modele,
  type modeles as modelesSaisis,
} from '#features/echeanciers/stades.contract.ts'
import { readParametres } from '#features/parametres/server/parametres.service.ts'
import { listStades } from '#features/echeanciers/server/stades.service.ts'
import type { Jour } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import type { CompleteReglages, PrepareSection } from '#server/feature.ts'
import { fieldErrors, refuse } from '#server/http/errors.ts'

type Saisi = z.output<typeof modelesSaisis>[number]
const SECTION = 'modeles'

/** Reads the modèles of the firm by name, percents in hundredths. */
export async function readModeles(db: Db): Promise<Modele[]> {
  const { modeles } = await readParametres(db, SECTION)
  return modeles
    .flatMap(({ id, ...modele }) => (id == null ? [] : [toModele(modele, id)]))
    .toSorted((a, b) => a.nom.localeCompare(b.nom, 'fr') || a.id - b.id)
}

/** Reads a modèle and locks the stades it names. @throws modeleInconnu (422 on modele_id), premierJourManquant (422 on premier_jour) */
export async function holdModele(
  db: Db,
  { modele_id, premier_jour }: { modele_id: number; premier_jour?: Jour | null | undefined },
): Promise<Modele> {
  const modele = (await readModeles(db)).find(({ id }) => id === modele_id)
  const stades = new Set((modele?.lignes ?? []).flatMap(({ stade_id }) => stade_id ?? []))
  const held = await holdStades(db, [...stades])
  // A stade can only be deleted once no modèle names it, so this modèle has changed since it was read.
  if (!modele || held.size < stades.size) throw refuse(echeanciersErreurs.modeleInconnu).on('modele_id')
  if (premier_jour == null && modele.lignes.some(({ declencheur }) => declencheur === 'date'))
    throw refuse(echeanciersErreurs.premierJourManquant).on('premier_jour')
  return modele
}

/** Locks these stades until the transaction ends; answers the ids of those that exist. */
export async function holdStades(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select id from stades where id = any (${[...ids]}::bigint[]) order by id for key share`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

const toModele = ({ nom, par_defaut, lignes }: Omit<Saisi, 'id'>, id: number): Modele => ({
  id,
  nom,
  par_defaut,
  lignes: lignes.map((ligne) => ({
    ...ligne,
    libelle_ar: ligne.libelle_ar || null,
    stade_id: ligne.stade_id ?? null,
    nombre: ligne.nombre ?? 1,
    pas_mois: ligne.pas_mois ?? 1,
  })),
})

/** Adds to the settings the stades of the works in order and the modèles by name, which the forms need. */
export const completeModeles: CompleteReglages = async (db, reglages) => ({
  ...reglages,
  stades: await listStades(db),
  modeles: z.encode(z.array(modeleLu), await readModeles(db)),
})

/** A save gives fewer ids than this, so the ids of two versions never meet. */
const IDS_PAR_VERSION = 100

/**
 * Prepares the modèles of a save: a new one gets an id that no modèle ever had, and the stades they name are locked.
 * @throws stadeInconnu (422 at its line)
 */
export const prepareModeles: PrepareSection = async (db, nom, valeur, avant) => {
  if (nom !== SECTION) return valeur
  const { modeles } = valeur as { modeles: Saisi[] }
  await assertStades(db, modeles)
  const kept = (avant.valeur as { modeles: Saisi[] }).modeles
  const known = new Set(kept.map(({ id }) => id))
  return {
    modeles: modeles.map(({ id, ...modele }, rang) => {
      const ancien = kept.find((one) => id != null && one.id === id)
      return toModele(
        { ...modele, lignes: modele.lignes.map((ligne) => withNomArabe(ligne, ancien)) },
        id != null && known.delete(id) ? id : (avant.version + 1) * IDS_PAR_VERSION + rang,
      )
    }),
  }
}

/** Gives a line that was sent without its name in Arabic the one of the former line of the same `libelle`; lines have no id. */
function withNomArabe(ligne: Saisi['lignes'][number], ancien: Saisi | undefined): Saisi['lignes'][number] {
  if (ligne.libelle_ar !== undefined) return ligne
  const meme = ancien?.lignes.find(({ libelle }) => libelle === ligne.libelle)
  return { ...ligne, libelle_ar: meme?.libelle_ar ?? null }
}

async function assertStades(db: Db, modeles: readonly Saisi[]): Promise<void> {
  const named = modeles.flatMap(({ lignes }) => lignes.flatMap(({ stade_id }) => stade_id ?? []))
  const there = await holdStades(db, named)
  const refused = modeles.flatMap(({ lignes }, rang) =>
    lignes.flatMap(({ stade_id }, ligne) =>
      stade_id == null || there.has(stade_id)
        ? []
        : [
            [
              `valeur.modeles.${rang}.lignes.${ligne}.stade_id`,
              refusal(echeanciersErreurs.stadeInconnu).message,
            ] as const,
          ],
    ),
  )
  if (refused.length > 0) throw fieldErrors(Object.fromEntries(refused))
}
