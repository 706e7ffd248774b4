import * as z from 'zod/mini'
import { entierRequete, texteRequete } from '#shared/champs/requetes.ts'
import { BASE, type Endpoint } from '#shared/endpoint.ts'
import { readTri } from '#shared/tri.ts'

/** Largest page size (Q33). */
const PAR_PAGE_MAX = 1000

/**
 * `page` and `per_page` of a list. A page that is unreadable or below 1 counts as 1; a per_page outside 1…1000 is brought back inside.
 * Without both, the call's default applies (Q28, Q32, Q33).
 */
export const pageQuery = z.object({ page: entierRequete, per_page: entierRequete })
export type PageQuery = z.output<typeof pageQuery>

/** `tri` of a list: one of `cles`, with `-` in front for descending order; anything else counts as absent. */
export const triRequete = <K extends string>(cles: readonly K[]) =>
  z.pipe(
    z.optional(z.unknown()),
    z.transform((valeur) => readTri(valeur, cles)),
  )

/**
 * Query of a list of choices: names that contain `search`, at most `limit` rows. `Prefer: maxpagesize=100` (RFC 7240) also sets the limit.
 * Without both, the whole list is answered, as the specification asks.
 */
export const choixQuery = z.object({ search: texteRequete, limit: entierRequete })
export type ChoixQuery = z.output<typeof choixQuery>

/** The first `limit` rows of a list of choices, at least one; all rows without a limit. */
export function limitRows<T>(rows: T[], { limit }: Pick<ChoixQuery, 'limit'>): T[] {
  return limit === undefined ? rows : rows.slice(0, Math.max(limit, 1))
}

/** The envelope of every list; it has each spelling of the specification (Q27). */
export function pageEnvelope<T extends z.ZodMiniType>(element: T) {
  const nombre = z.number()
  return z.object({
    data: z.array(element),
    current_page: nombre,
    last_page: nombre,
    per_page: nombre,
    total: nombre,
    from: z.nullable(nombre),
    to: z.nullable(nombre),
    prev_page_url: z.nullable(z.string()),
    next_page_url: z.nullable(z.string()),
    meta: z.object({ current_page: nombre, last_page: nombre, per_page: nombre, total: nombre }),
  })
}

/** The rows of one page. */
export interface Tranche {
  page: number
  parPage: number
  limit: number
  offset: number
  /** Page size of a call without `per_page`. */
  defaut?: number
}

/** Converts page and size to the rows to read. `defaut` is the size of a query without `per_page` (D1–D3 §9). */
export function readTranche(query: PageQuery, defaut: number): Tranche {
  const parPage = Math.min(Math.max(query.per_page ?? defaut, 1), PAR_PAGE_MAX)
  const page = Math.min(Math.max(query.page ?? 1, 1), Math.floor(Number.MAX_SAFE_INTEGER / PAR_PAGE_MAX))
  return { page, parPage, limit: parPage, offset: (page - 1) * parPage, defaut }
}

/** Path of a list's call with these values: those that the path names stand in it, the others that are not empty are its filters, encoded. */
export function pathOf(
  { path }: Pick<Endpoint, 'path'>,
  valeurs: Record<string, number | string | undefined> = {},
): string {
  let chemin = BASE + path
  const filtres: string[] = []
  for (const [nom, valeur = ''] of Object.entries(valeurs))
    if (path.includes(`{${nom}}`)) chemin = chemin.replace(`{${nom}}`, encodeURIComponent(valeur))
    else if (valeur !== '') filtres.push(`${nom}=${encodeURIComponent(valeur)}`)
  return filtres.length > 0 ? `${chemin}?${filtres.join('&')}` : chemin
}

/**
 * Wraps the rows of one page and the total of all rows in the envelope. `chemin` is the call's path with its other parameters. The links
 * keep a `per_page` of the query, so that following them shows every row once.
 */
export function toPage<T>(
  rows: T[],
  total: number,
  { page, parPage, offset, defaut }: Tranche,
  chemin: string,
) {
  const derniere = Math.max(Math.ceil(total / parPage), 1)
  const taille = parPage === defaut ? '' : `per_page=${parPage}&`
  const lien = (cible: number) => `${chemin}${chemin.includes('?') ? '&' : '?'}${taille}page=${cible}`
  return {
    data: rows,
    current_page: page,
    last_page: derniere,
    per_page: parPage,
    total,
    from: rows.length > 0 ? offset + 1 : null,
    to: rows.length > 0 ? offset + rows.length : null,
    prev_page_url: page > 1 ? lien(Math.min(page - 1, derniere)) : null,
    next_page_url: page < derniere ? lien(page + 1) : null,
    meta: { current_page: page, last_page: derniere, per_page: parPage, total },
  }
}
