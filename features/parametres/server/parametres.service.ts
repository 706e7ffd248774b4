import { sql } from 'kysely'
import * as z from 'zod/mini'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { sections, type SectionName } from '#features/parametres/parametres.sections.ts'
import type { Section } from '#features/parametres/section.ts'
import type { Db } from '#server/database/db.ts'
import { AppError, validationError } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

type Valeur = Record<string, unknown>
/** A section as the wire carries it. Version 0: never saved. */
export interface Parametres {
  valeur: Valeur
  version: number
}

const known: Record<string, Section> = sections

/** What the firm has set in a section, amounts in centimes; its defaults as long as nobody has saved it. */
export async function readParametres<N extends SectionName>(
  db: Db,
  nom: N,
): Promise<z.output<(typeof sections)[N]['schema']>> {
  const { valeur } = await readSection(db, nom)
  return valeur as z.output<(typeof sections)[N]['schema']>
}

/**
 * A section stays as it is until the transaction ends, for whoever writes what names a part of it: who saves it meanwhile waits, and
 * sees what was written. Others hold it at the same time.
 */
export async function holdParametres(db: Db, nom: SectionName): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext(${`parametres.${nom}`}))`.execute(db)
}

/** Every section, with how often it was saved. */
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

/** What a feature adds to what the settings say, by section. */
export type CompleteReglages = (db: Db, reglages: Record<string, unknown>) => Promise<Record<string, unknown>>

/**
 * What the database is needed to judge of a section that is being saved, and what the server adds to it.
 * @param nom of the section; @param valeur as it was decoded; @param avant as it is kept, with its version
 */
export type PrepareSection = (db: Db, nom: string, valeur: Valeur, avant: Parametres) => Promise<Valeur>

/** What every member's forms need of the settings, with what features add to it. */
export async function listReglages(
  db: Db,
  complete: CompleteReglages = async (_db, reglages) => reglages,
): Promise<Record<string, unknown>> {
  const all = await listParametres(db)
  const reglages = Object.fromEntries(
    Object.entries(all).flatMap(([nom, { valeur }]) => (known[nom]?.reglage ? [[nom, valeur]] : [])),
  )
  return complete(db, reglages)
}

/**
 * Saves a section whole. Those who save it at once come one after the other; another section waits for nobody.
 * @param nom a section that there is; @param prepare what features that stand on the settings have to say to it
 * @throws invalide (422 at `valeur.champ`), versionPerimee (409)
 */
export async function saveParametres(
  db: Db,
  actor: Actor,
  nom: string,
  { valeur, version }: { valeur: Valeur; version?: number | null | undefined },
  prepare: PrepareSection = async (_db, _nom, decoded) => decoded,
): Promise<Parametres> {
  const { schema } = sectionOf(nom)
  const parsed = z.safeParse(z.object({ valeur: schema }), { valeur })
  if (!parsed.success) throw validationError(parsed.error)
  await sql`select pg_advisory_xact_lock(hashtext(${`parametres.${nom}`}))`.execute(db)
  // Its row is held before whatever `prepare` holds: whoever looks at what it names waits.
  const avant = await readSection(db, nom, true)
  if (version != null && version !== avant.version) throw new AppError('versionPerimee')
  const prepared = await prepare(db, nom, parsed.data.valeur, avant)
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
  const row = await db
    .selectFrom('parametres')
    .selectAll()
    .where('section', '=', nom)
    .$if(held, (found) => found.forUpdate())
    .executeTakeFirst()
  return keptIn(nom, row)
}

/** A field that came after the last save has its default. */
const keptIn = (nom: string, row: { valeur: unknown; version: number } | undefined): Parametres => ({
  valeur: { ...sectionOf(nom).defaut, ...Object(row?.valeur) },
  version: row?.version ?? 0,
})

const encode = (nom: string, valeur: Valeur): Valeur => z.encode(sectionOf(nom).schema, valeur)

function sectionOf(nom: string): Section {
  const found = known[nom]
  if (!found) throw new Error(`no section of the settings: ${nom}`)
  return found
}
