import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import {
  champsDeLAppartement,
  champsDeLaPlace,
  champsDuLocal,
  champsDuParking,
} from '#features/biens/biens.champs.ts'
import { appartementInput } from '#features/biens/appartements.contract.ts'
import { blocageInput } from '#features/biens/biens.contract.ts'
import { localInput } from '#features/biens/locaux.contract.ts'
import { parkingInput, placeInput } from '#features/biens/parkings.contract.ts'
import { APPARTEMENT } from '#features/biens/server/appartements.ts'
import { LOCAL } from '#features/biens/server/locaux.ts'
import { PARKING } from '#features/biens/server/parkings.service.ts'
import { PLACE } from '#features/biens/server/places.ts'
import { champsDuClient } from '#features/clients/clients.champs.ts'
import { champsDUnClient } from '#features/clients/clients.contract.ts'
import type { Sorte } from '#features/imports/colonnes.ts'
import { NOUN_SHEETS } from '#features/imports/server/nouns.columns.ts'
import { CLIENT, ofGenre, ofNiveau, type Writer } from '#features/imports/server/nouns.writers.ts'
import type { Entry } from '#features/journal/server/journal.service.ts'
import { blocInput } from '#features/structure/blocs.contract.ts'
import { champsDeLaResidence, champsDeLEtage, champsDuBloc } from '#features/structure/structure.champs.ts'
import { etageInput } from '#features/structure/etages.contract.ts'
import { residenceInput } from '#features/structure/residences.contract.ts'
import { BLOC } from '#features/structure/server/blocs.service.ts'
import { ETAGE } from '#features/structure/server/etages.service.ts'
import { RESIDENCE } from '#features/structure/server/residences.service.ts'
import type { DB } from '#server/database/schema.ts'
import type { TypeBien } from '#shared/biens.ts'
import { columnOf, type Champs } from '#shared/champs/champs.ts'
import { emailOuVide, telephoneOuVide } from '#shared/coordonnees.ts'
import { cleanNumero, foldTelephone } from '#shared/texte.ts'

const ofBien = <T extends TypeBien>(type: T) => ({
  type: z._default(z.literal(type), type),
  bloque_motif: blocageInput.shape.motif,
})

/** A blank cell is an empty field. */
const orNothing = <S extends z.ZodMiniType<string, string>>(schema: S) =>
  z.pipe(
    z.pipe(
      z.unknown(),
      z.transform((valeur) => valeur ?? ''),
    ),
    schema,
  )

/** The form that judges the lines of each simple noun; a bien also has its kind, and the reason why it is off sale. */
export const FORMS = {
  residences: residenceInput,
  blocs: blocInput,
  etages: etageInput,
  appartements: z.extend(appartementInput, ofBien('appartement')),
  locaux: z.extend(localInput, ofBien('local')),
  parkings: parkingInput,
  places: z.extend(placeInput, ofBien('place_parking')),
  clients: z.extend(champsDUnClient, { tel: orNothing(telephoneOuVide()), email: orNothing(emailOuVide()) }),
}
export type NounName = keyof typeof FORMS
type ChampDe<N extends NounName> = (typeof NOUN_SHEETS)[N]['colonnes'][number]['champ']
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
  /** A record may lack this part of its name. */
  mayLack?: 'mayLack',
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
  champs: Champs
  /** Optional texts that are '' where there is nothing, as the form of the noun has them. */
  emptyTexts?: readonly (keyof Content<N> & string)[]
  /** Message when several records have the key. */
  several: string
  /** Subject of the message about a record that another sheet names and that is nowhere. */
  celui?: string
  /** Writes records as the noun's service does, each with its line in the journal. */
  writer: Writer<Content<N>>
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
/** Fields that every kind of bien keeps in the table `biens`. */
const OF_BIEN: ReadonlySet<string> = new Set(['type', 'montant', 'bloque_motif'])
/** The kind of a bien comes from the sheet as a whole, so no column of it fills this field. */
const KIND = { champ: 'type', sorte: 'texte', requis: true } as const

const isField = <N extends NounName>(nom: N, champ: string): champ is keyof Content<N> & string =>
  champ in FORMS[nom].shape

/** Completes a description by the columns of the noun's sheet. */
function noun<N extends NounName>(nom: N, description: Description<N>): Noun<N> {
  const { table, type, champs } = description
  const fields: Field<N>[] = []
  const blank: Record<string, string | number | null> = {}
  for (const { champ, sorte, requis } of [KIND, ...NOUN_SHEETS[nom].colonnes]) {
    if (!isField(nom, champ)) continue
    const keeps = type && OF_BIEN.has(champ) ? 'biens' : table
    fields.push({ champ, type: TYPES[sorte], table: keeps, column: columnOf(champs, champ) })
    const never = requis || description.emptyTexts?.some((vide) => vide === champ)
    blank[champ] = never ? (TYPES[sorte] === 'text' ? '' : 0) : null
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
    champs: champsDeLaResidence,
    alias: 'r',
    parent: null,
    key: [['nom', asWritten]],
    several: 'Plusieurs résidences portent ce nom : renommez-les dans Diyar.',
    celui: 'Cette résidence',
    writer: ofNiveau(RESIDENCE, (content) => content),
  }),
  blocs: noun('blocs', {
    objet: 'bloc',
    table: 'blocs',
    champs: champsDuBloc,
    alias: 'o',
    parent: 'residences',
    key: [['nomloc', asWritten]],
    several: 'Plusieurs blocs portent ce nom dans cette résidence : renommez-les dans Diyar.',
    celui: 'Ce bloc',
    writer: ofNiveau(BLOC, (content, residence_id) => ({ ...content, residence_id })),
  }),
  etages: noun('etages', {
    objet: 'etage',
    table: 'etages',
    champs: champsDeLEtage,
    alias: 'e',
    parent: 'blocs',
    key: [['designation', asWritten]],
    several: 'Plusieurs étages portent ce nom dans ce bloc : renommez-les dans Diyar.',
    celui: 'Cet étage',
    writer: ofNiveau(ETAGE, (content, bloc_id) => ({ ...content, bloc_id })),
  }),
  appartements: noun('appartements', {
    objet: 'appartement',
    table: 'appartements',
    champs: champsDeLAppartement,
    alias: 'a',
    parent: 'etages',
    key: [['numLot', cleanNumero]],
    several: 'Plusieurs lots portent ce numéro à cet étage : renommez-les dans Diyar.',
    writer: ofGenre(APPARTEMENT, (content, etage_id) => ({ ...content, etage_id })),
    type: 'appartement',
  }),
  locaux: noun('locaux', {
    objet: 'local',
    table: 'locaux',
    champs: champsDuLocal,
    alias: 'l',
    parent: 'blocs',
    key: [['num', cleanNumero]],
    several: 'Plusieurs locaux portent ce numéro dans ce bloc : renommez-les dans Diyar.',
    writer: ofGenre(LOCAL, (content, bloc_id) => ({ ...content, bloc_id })),
    type: 'local',
  }),
  parkings: noun('parkings', {
    objet: 'parking',
    table: 'parkings',
    champs: champsDuParking,
    alias: 'k',
    parent: 'residences',
    key: [['parking_nom', asWritten]],
    several: 'Plusieurs parkings portent ce nom dans cette résidence : renommez-les dans Diyar.',
    celui: 'Ce parking',
    writer: ofNiveau(PARKING, (content, residence_id) => ({ ...content, residence_id })),
  }),
  places: noun('places', {
    objet: 'place',
    table: 'places_parking',
    champs: champsDeLaPlace,
    alias: 'p',
    parent: 'parkings',
    key: [['numero_place', numeroDePlace]],
    several: 'Plusieurs places portent ce numéro dans ce parking : renommez-les dans Diyar.',
    writer: ofGenre(PLACE, (content, parking_id) => ({ ...content, parking_id })),
    type: 'place_parking',
  }),
  clients: noun('clients', {
    objet: 'client',
    table: 'clients',
    champs: champsDuClient,
    alias: 'c',
    parent: null,
    key: [
      ['nomComplet', asWritten],
      ['tel', foldTelephone, 'mayLack'],
    ],
    emptyTexts: ['tel', 'email'],
    several: 'Plusieurs clients ont ce nom et ce téléphone : corrigez-les dans Diyar.',
    celui: 'Ce client',
    writer: CLIENT,
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
