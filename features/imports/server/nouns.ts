import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import { appartementInput } from '#features/biens/appartements.contract.ts'
import { blocageInput } from '#features/biens/biens.contract.ts'
import { localInput } from '#features/biens/locaux.contract.ts'
import { parkingInput, placeInput } from '#features/biens/parkings.contract.ts'
import { readAppartements } from '#features/biens/server/appartements.ts'
import { readLocaux } from '#features/biens/server/locaux.ts'
import { readParkings } from '#features/biens/server/parkings.service.ts'
import { readPlaces } from '#features/biens/server/places.ts'
import { clientInput } from '#features/clients/clients.contract.ts'
import { readClients } from '#features/clients/server/clients.service.ts'
import type { Sorte } from '#features/imports/colonnes.ts'
import { colonnesDe, type ChampDe } from '#features/imports/feuilles.ts'
import type { Entry } from '#features/journal/server/journal.service.ts'
import { blocInput } from '#features/structure/blocs.contract.ts'
import { etageInput } from '#features/structure/etages.contract.ts'
import { residenceInput } from '#features/structure/residences.contract.ts'
import { readBlocs } from '#features/structure/server/blocs.service.ts'
import { readEtages } from '#features/structure/server/etages.service.ts'
import { readResidences } from '#features/structure/server/residences.service.ts'
import type { Db } from '#server/database/db.ts'
import type { DB } from '#server/database/schema.ts'
import type { TypeBien } from '#shared/biens.ts'
import { cleanNumero, foldTelephone } from '#shared/texte.ts'

const ofBien = <T extends TypeBien>(type: T) => ({
  type: z._default(z.literal(type), type),
  bloque_motif: blocageInput.shape.motif,
})

/** The form that judges the lines of each simple noun; a bien also has its kind, and the reason why it is off sale. */
export const FORMS = {
  residences: residenceInput,
  blocs: blocInput,
  etages: etageInput,
  appartements: z.extend(appartementInput, ofBien('appartement')),
  locaux: z.extend(localInput, ofBien('local')),
  parkings: parkingInput,
  places: z.extend(placeInput, ofBien('place_parking')),
  clients: clientInput,
}
export type NounName = keyof typeof FORMS
type Form<N extends NounName> = z.output<(typeof FORMS)[N]>

/** Content of a record: the fields that its sheet and its form both have. Amounts in centimes, surfaces in hundredths of m². */
export type Content<N extends NounName> = {
  [K in (ChampDe<N> | 'type') & keyof Form<N>]-?: Extract<Form<N>[K], string | number | null>
}
export type Bien = Content<'appartements'> | Content<'locaux'> | Content<'places'>
/** Values that a form or a row gives of a record; an absent one is blank. */
type Given<C extends object> = { readonly [K in keyof C]?: C[K] | undefined }

type NameField<N extends NounName> = readonly [
  champ: keyof Content<N> & string,
  fold: (texte: string) => string,
]

interface Description<N extends NounName> {
  objet: Entry['objet']
  table: keyof DB
  /** Short name of the table in statements. */
  alias: string
  /** The kind of bien: such a record has a row in the table `biens` and one in its own. */
  type?: TypeBien
  /** The noun that a record stands in: lines name it in the column of its `objet`, the table points to it in `<objet>_id`. */
  parent: NounName | null
  /** The fields that name a record within its parent, each with a function that makes equal spellings of a name equal texts. */
  key: readonly [NameField<N>, ...NameField<N>[]]
  /** The columns of the table that are not called like their field. */
  columns?: { [K in keyof Content<N>]?: string }
  /** Message when several records have the key. */
  several: string
  /** Subject of the message about a record that another sheet names and that is nowhere. */
  celui?: string
  /** Reads records by id, as the journal keeps them. */
  read: (db: Db, ids: number[]) => Promise<{ id: number }[]>
}

interface Field<N extends NounName> {
  champ: keyof Content<N> & string
  /** The table and the column that keep the field, and the column's type in SQL. */
  table: keyof DB
  column: string
  type: string
}

interface Noun<N extends NounName> extends Description<N> {
  fields: readonly Field<N>[]
  blank: Content<N>
}

const TYPES = {
  texte: 'text',
  telephone: 'text',
  liste: 'text',
  montant: 'bigint',
  surface: 'bigint',
  part: 'integer',
  entier: 'integer',
  jour: 'date',
} as const satisfies Record<Sorte, string>
/** Columns that every kind of bien has in the table `biens`. */
const OF_BIEN: Partial<Record<string, string>> = {
  type: 'type',
  montant: 'prix',
  bloque_motif: 'bloque_motif',
}
/** The kind of a bien comes from the sheet as a whole, so no column of it fills this field. */
const KIND = { champ: 'type', sorte: 'texte', requis: true } as const

const isField = <N extends NounName>(nom: N, champ: string): champ is keyof Content<N> & string =>
  champ in FORMS[nom].shape

/** Completes a description by the columns of the noun's sheet. */
function noun<N extends NounName>(nom: N, description: Description<N>): Noun<N> {
  const { table, type, columns } = description
  const fields: Field<N>[] = []
  const blank: Record<string, string | number | null> = {}
  for (const { champ, sorte, requis } of [KIND, ...colonnesDe(nom)]) {
    if (!isField(nom, champ)) continue
    const shared = type && OF_BIEN[champ]
    const own = { table, column: columns?.[champ] ?? champ }
    fields.push({ champ, type: TYPES[sorte], ...(shared ? { table: 'biens', column: shared } : own) })
    blank[champ] = requis ? (TYPES[sorte] === 'text' ? '' : 0) : null
  }
  if (type) blank['type'] = type
  // JSON.parse makes an object as compact as a literal, and a large workbook has tens of thousands of copies of it.
  return { ...description, fields, blank: JSON.parse(JSON.stringify(blank)) as Content<N> }
}

const asWritten = (texte: string): string => texte
/** « 012 » and « 12 » name the same place. */
export const numeroDePlace = (numero: string): string =>
  /^\d{1,15}$/.test(numero) ? String(Number(numero)) : numero

/** The simple nouns: their lines are checked, their records found, written and exported by this description and their sheet. */
export const NOUNS: { readonly [N in NounName]: Noun<N> } = {
  residences: noun('residences', {
    objet: 'residence',
    table: 'residences',
    alias: 'r',
    parent: null,
    key: [['nom', asWritten]],
    several: 'Plusieurs résidences portent ce nom : renommez-les dans Diyar.',
    celui: 'Cette résidence',
    read: readResidences,
  }),
  blocs: noun('blocs', {
    objet: 'bloc',
    table: 'blocs',
    alias: 'o',
    parent: 'residences',
    key: [['nomloc', asWritten]],
    several: 'Plusieurs blocs portent ce nom dans cette résidence : renommez-les dans Diyar.',
    celui: 'Ce bloc',
    read: readBlocs,
  }),
  etages: noun('etages', {
    objet: 'etage',
    table: 'etages',
    alias: 'e',
    parent: 'blocs',
    key: [['designation', asWritten]],
    several: 'Plusieurs étages portent ce nom dans ce bloc : renommez-les dans Diyar.',
    celui: 'Cet étage',
    read: readEtages,
  }),
  appartements: noun('appartements', {
    objet: 'appartement',
    table: 'appartements',
    alias: 'a',
    parent: 'etages',
    key: [['numLot', cleanNumero]],
    columns: {
      numLot: 'num_lot',
      typeLogement: 'type_logement',
      surfaceHabitable: 'surface_habitable',
      surfaceUtile: 'surface_utile',
    },
    several: 'Plusieurs lots portent ce numéro à cet étage : renommez-les dans Diyar.',
    read: readAppartements,
    type: 'appartement',
  }),
  locaux: noun('locaux', {
    objet: 'local',
    table: 'locaux',
    alias: 'l',
    parent: 'blocs',
    key: [['num', cleanNumero]],
    several: 'Plusieurs locaux portent ce numéro dans ce bloc : renommez-les dans Diyar.',
    read: readLocaux,
    type: 'local',
  }),
  parkings: noun('parkings', {
    objet: 'parking',
    table: 'parkings',
    alias: 'k',
    parent: 'residences',
    key: [['parking_nom', asWritten]],
    several: 'Plusieurs parkings portent ce nom dans cette résidence : renommez-les dans Diyar.',
    celui: 'Ce parking',
    read: readParkings,
  }),
  places: noun('places', {
    objet: 'place',
    table: 'places_parking',
    alias: 'p',
    parent: 'parkings',
    key: [['numero_place', numeroDePlace]],
    several: 'Plusieurs places portent ce numéro dans ce parking : renommez-les dans Diyar.',
    read: readPlaces,
    type: 'place_parking',
  }),
  clients: noun('clients', {
    objet: 'client',
    table: 'clients',
    alias: 'c',
    parent: null,
    key: [
      ['nomComplet', asWritten],
      ['tel', foldTelephone],
    ],
    columns: { nomComplet: 'nom_complet' },
    several: 'Plusieurs clients ont ce nom et ce téléphone : corrigez-les dans Diyar.',
    celui: 'Ce client',
    read: readClients,
  }),
}

/** Makes the content of a record of the values that its form or its row gives. */
export const contentOf = <N extends NounName>(nom: N, given: Given<Content<N>>): Content<N> =>
  fill(NOUNS[nom].blank, NOUNS[nom].fields, given)

function fill<C extends object>(blank: C, fields: readonly { champ: keyof C }[], given: Given<C>): C {
  const content = { ...blank }
  for (const { champ } of fields) {
    const value = given[champ]
    if (value != null) content[champ] = value
  }
  return content
}

/** The column that points to the parent, null for a noun without one. */
export const parentColumn = (nom: NounName): string | null => {
  const { parent } = NOUNS[nom]
  return parent && `${NOUNS[parent].objet}_id`
}

/** The fields of a noun for a `select` from {@link tablesOf}, each under its own name. */
export const fieldsOf = (nom: NounName): RawBuilder<unknown> =>
  sql.join(
    NOUNS[nom].fields.map(
      ({ champ, table, column }) =>
        sql`${sql.ref(`${table === 'biens' ? 'b' : NOUNS[nom].alias}.${column}`)} as ${sql.id(champ)}`,
    ),
  )

/** The tables that keep a noun, under their aliases: `b` is the row in `biens`. */
export const tablesOf = (nom: NounName): RawBuilder<unknown> => {
  const { table, alias, type } = NOUNS[nom]
  const own = sql`${sql.table(table)} ${sql.id(alias)}`
  return type ? sql`${own} join biens b on b.id = ${sql.ref(`${alias}.id`)}` : own
}
