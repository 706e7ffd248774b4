import { sql } from 'kysely'
import { communesErreurs } from '#shared/erreurs.ts'
import * as z from 'zod/mini'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import {
  sections,
  type Complete,
  type SectionName,
  type Section,
  type Portee,
} from '#features/parametres/parametres.sections.ts'
import type { Db } from '#server/database/db.ts'
import { statement } from '#server/database/prepared.ts'
import type { CompleteReglages, PrepareSection } from '#server/feature.ts'
import { validationError, refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

type Valeur = Record<string, unknown>
/** Section on the wire. Version 0: never saved. */
export interface Parametres {
  valeur: Valeur
  version: number
}

const known: Record<string, Section> = sections

/** Values of a section, amounts in centimes. */
export type Valeurs<N extends SectionName> = Complete<z.output<(typeof sections)[N]['schema']>>

/** Reads the values of a section, amounts in centimes. Fields never saved have their defaults. */
export async function readParametres<N extends SectionName>(db: Db, nom: N): Promise<Valeurs<N>> {
  const { valeur } = await readSection(db, nom)
  return valeur as Valeurs<N>
}

const selectSections = statement<[string[]], Parametres & { section: string }>(
  (noms) => sql`select section, valeur, version from parametres where section = any(${noms}::text[])`,
)

/** {@link readParametres} of several sections, in one statement. */
export async function readParametresDe<N extends SectionName>(
  db: Db,
  noms: readonly N[],
): Promise<{ [K in N]: Valeurs<K> }> {
  const rows = await selectSections(db, [...noms])
  const lues = noms.map((nom) => [
    nom,
    keptIn(
      nom,
      rows.find(({ section }) => section === nom),
    ).valeur,
  ])
  return Object.fromEntries(lues) as { [K in N]: Valeurs<K> }
}

/** Locks a section (shared) until the transaction ends. A save waits and then sees a write that refers to the section's values. */
export async function holdParametres(db: Db, nom: SectionName): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext(${`parametres.${nom}`}))`.execute(db)
}

/** Lists all sections as the wire carries them, with the number of their saves. */
export async function listParametres(db: Db): Promise<Record<string, Parametres>> {
  const rows = await db.selectFrom('parametres').selectAll().execute()
  return Object.fromEntries(
    Object.keys(known).map((nom) => {
      const { valeur, version } = keptIn(
        nom,
        rows.find(({ section }) => section === nom),
      )
      return [nom, { valeur: encode(nom, valeur), version }]
    }),
  )
}

/** Reads the sections that all members' forms need, completed by the features. */
export async function listReglages(db: Db, complete: CompleteReglages): Promise<Record<string, unknown>> {
  const all = await listParametres(db)
  const reglages = Object.fromEntries(
    Object.entries(all).flatMap(([nom, { valeur }]) => (known[nom]?.reglage ? [[nom, valeur]] : [])),
  )
  return complete(db, reglages)
}

/**
 * Saves a section as a whole; a field that its schema lets a caller leave out stays as it is. Saves of one section run one after the
 * other; other sections do not wait. `prepare` has the features' checks.
 * @throws invalide (422 on `valeur.champ`), versionPerimee (409)
 */
export async function saveParametres(
  db: Db,
  actor: Actor,
  nom: string,
  { valeur, version }: { valeur: Valeur; version?: number | null | undefined },
  prepare: PrepareSection,
): Promise<Parametres> {
  const { schema } = sectionOf(nom)
  const parsed = z.safeParse(z.object({ valeur: schema }), { valeur })
  if (!parsed.success) throw validationError(parsed.error)
  await sql`select pg_advisory_xact_lock(hashtext(${`parametres.${nom}`}))`.execute(db)
  // The row is locked before the locks of `prepare`, so that a reader of what the section names waits.
  const avant = await readSection(db, nom, true)
  if (version != null && version !== avant.version) throw refuse(communesErreurs.versionPerimee)
  const prepared = await prepare(db, nom, complete(avant.valeur, parsed.data.valeur), avant)
  const apres = { valeur: prepared, version: avant.version + 1 }
  const row = { valeur: JSON.stringify(apres.valeur), version: apres.version }
  await db
    .insertInto('parametres')
    .values({ section: nom, ...row })
    .onConflict((conflict) => conflict.column('section').doUpdateSet(row))
    .execute()
  await writeJournal(db, actor, {
    action: 'enregistrer',
    objet: 'parametres',
    id: null,
    avant: { section: nom, ...avant },
    apres: { section: nom, ...apres },
  })
  return { valeur: encode(nom, apres.valeur), version: apres.version }
}

async function readSection(db: Db, nom: string, held = false): Promise<Parametres> {
  const [row] = await (held ? lockSection : selectSection)(db, nom)
  return keptIn(nom, row)
}

const selectSection = statement<[string], Parametres>(
  (nom) => sql`select valeur, version from parametres where section = ${nom}`,
)
const lockSection = statement<[string], Parametres>(
  (nom) => sql`select valeur, version from parametres where section = ${nom} for update`,
)

/** A field added to the product since the last save gets its default. */
const keptIn = (nom: string, row: { valeur: unknown; version: number } | undefined): Parametres => ({
  valeur: complete(sectionOf(nom).defaut, Object(row?.valeur)),
  version: row?.version ?? 0,
})

const isFields = (valeur: unknown): valeur is Valeur =>
  typeof valeur === 'object' && valeur !== null && !Array.isArray(valeur)

/** The fields of `avant`, inner ones too, with the values that `valeur` has for them. What is no field any more is left out. */
const complete = (avant: Valeur, valeur: Valeur): Valeur =>
  Object.fromEntries(
    Object.entries(avant).map(([nom, ancien]) => {
      const { [nom]: sent = ancien } = valeur
      return [nom, isFields(ancien) && isFields(sent) ? complete(ancien, sent) : sent]
    }),
  )

const encode = (nom: string, valeur: Valeur): Valeur => z.encode(sectionOf(nom).schema, valeur)

function sectionOf(nom: string): Section {
  const found = known[nom]
  if (!found) throw new Error(`no section of the settings: ${nom}`)
  return found
}

/** Stored type of piece, with the code given by the server. */
export interface TypeDePiece {
  code: string
  libelle: string
  portee: Portee
  obligatoire: boolean
}

/** Reads the types of pieces in the order of the settings. */
export async function readTypesDePiece(db: Db): Promise<TypeDePiece[]> {
  const { types } = await readParametres(db, 'pieces')
  return types.map(({ code, ...type }) => ({ ...type, code: code ?? '' }))
}

/** Present label of a type of piece; its code when the type is unknown. */
export const libelleDePiece = (types: readonly TypeDePiece[], code: string): string =>
  types.find((type) => type.code === code)?.libelle ?? code
