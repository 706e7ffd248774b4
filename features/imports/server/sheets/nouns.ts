import { sql, type RawBuilder } from 'kysely'
import type { Contexte, Ligne, Valeur } from '#features/imports/server/check/context.ts'
import { fillBlanks, PAS_ENCORE, enterRecord, checkLine } from '#features/imports/server/check/rows.ts'
import { parentOf } from '#features/imports/server/check/references.ts'
import { parId, indexFor, type Cle, type Enregistrement } from '#features/imports/server/check/indexes.ts'
import {
  contentOf,
  fieldsOf,
  FORMS,
  NOUNS,
  parentColumn,
  tablesOf,
  type Content,
  type NounName,
} from '#features/imports/server/nouns.ts'

interface Reading<X> {
  /** The records to read; by default those that stand in the known parents. */
  where?: RawBuilder<unknown>
  /** Columns to read besides, and the tables that they come from. */
  columns?: RawBuilder<X>
  join?: RawBuilder<unknown>
  each?: (row: X & { id: number }) => void
}

/** Enters records of the database in the index of their noun. */
export async function load<N extends NounName, X extends object>(
  ctx: Contexte,
  nom: N,
  { where, columns, join = sql``, each }: Reading<X> = {},
): Promise<Enregistrement<Content<N>>[]> {
  const { alias, parent } = NOUNS[nom]
  const parents = parent ? parId<object>(indexFor(ctx.indexes, parent).enregistrements) : null
  if (parents?.size === 0) return []
  const dans = sql.ref(`${alias}.${parentColumn(nom) ?? 'id'}`)
  const { rows } = await sql<{ id: number; parent_id: number } & Content<N> & X>`
    select ${sql.ref(`${alias}.id`)}, ${dans} as parent_id, ${fieldsOf(nom)}${columns ? sql`, ${columns}` : sql``}
    from ${tablesOf(nom)} ${join} where ${where ?? sql`${dans} = any (${[...(parents?.keys() ?? [])]}::bigint[])`}
    order by ${sql.ref(`${alias}.id`)}`.execute(ctx.db)
  return rows.flatMap((row) => {
    const sien = parents ? parents.get(row.parent_id) : null
    if (sien === undefined) return []
    each?.(row)
    const avant = contentOf(nom, row)
    const cle = keyOf(nom, sien, (champ) => avant[champ])
    return indexFor(ctx.indexes, nom).load(cle, row.id, avant, sien)
  })
}

const keyOf = <N extends NounName>(
  nom: N,
  parent: Enregistrement<object> | null | undefined,
  read: (champ: keyof Content<N> & string) => Valeur | undefined,
): Cle => [
  ...(parent ? [parent.rang] : []),
  ...NOUNS[nom].key.map(([champ, fold]) => fold(String(read(champ) ?? ''))),
]

interface Rules<N extends NounName> {
  /** Finds the record of a line otherwise than by its key. */
  find?: (ligne: Ligne) => { connues: readonly Enregistrement<Content<N>>[]; plusieurs?: string } | undefined
  /** Reports why a line that its form allows cannot be taken. @returns true when it can */
  admit?: (ligne: Ligne, contenu: Content<N>, connue: Enregistrement<Content<N>> | null) => boolean
  /** Values that stand for a record while its line is refused; its other fields are blank. */
  defaut?: (ligne: Ligne) => Partial<Content<N>>
  /** Receives each line with its record, null for a line without a complete key. */
  entered?: (ligne: Ligne, enregistrement: Enregistrement<Content<N>> | null) => void
}

/** Checks the sheet of a simple noun by its form and by `rules`, and enters its records in their index. */
export async function checkSheet<N extends NounName>(
  ctx: Contexte,
  nom: N,
  { find, admit, defaut, entered }: Rules<N> = {},
): Promise<void> {
  const { key, fields, blank, several } = NOUNS[nom]
  const champs = fields.map(({ champ }) => champ).filter((champ) => key.every(([nomme]) => nomme !== champ))
  const mayLack = key.flatMap(([champ, , may]) => (may ? champ : []))
  const column = parentColumn(nom)
  for (const ligne of ctx.lignes[nom]) {
    await ctx.breathe()
    const parent = parentOf(ctx, ligne, nom)
    const read = (avant: Content<N> | null) => {
      const saisie = fillBlanks(ctx, ligne, avant)
      return checkLine(
        ctx,
        ligne,
        FORMS[nom],
        column ? { ...saisie, [column]: parent?.id ?? PAS_ENCORE } : saisie,
      )
    }
    if (parent === null) {
      // The form reports what else is wrong with a line whose parent is not known.
      read(null)
      continue
    }
    const index = indexFor(ctx.indexes, nom)
    const cle = keyOf(nom, parent, (champ) => ligne.valeurs[champ])
    const { connues = index.find(cle), plusieurs = several } = find?.(ligne) ?? {}
    const manquent = mayLack.filter((champ) => connues[0]?.apres[champ] === '')
    const enregistrement = enterRecord<Content<N>>(ctx, ligne, {
      index,
      cle,
      connues,
      complete: !key.some(
        ([champ], at) =>
          cle.at(at - key.length) === '' &&
          !(mayLack.includes(champ) && ligne.valeurs[champ] == null && !ligne.illisibles.has(champ)),
      ),
      parent,
      // Parts of its name that the record lacks are compared as its other fields are.
      champs: manquent.length === 0 ? champs : [...champs, ...manquent],
      check: (avant, connue) => {
        const lu = read(avant)
        if (!lu) return null
        const contenu = contentOf(nom, lu)
        return admit && !admit(ligne, contenu, connue) ? null : contenu
      },
      defaut: { ...blank, ...defaut?.(ligne) },
      plusieurs,
      champDeLaCle: key[0][0],
    })
    entered?.(ligne, enregistrement)
  }
}
