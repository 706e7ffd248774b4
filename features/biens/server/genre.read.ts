import { sql, type RawBuilder } from 'kysely'
import { communesErreurs } from '#shared/erreurs.ts'
import { readClient } from '#features/clients/server/clients.service.ts'
import type { PaiementSansVente } from '#features/paiements/server/paiements.read.ts'
import {
  COLONNES_VENTE,
  SUIVI,
  type toEtatDeVente,
  type VenteLue,
} from '#features/etats/server/etats.read.ts'
import type { Centimes } from '#shared/argent.ts'
import type { TypeBien } from '#shared/biens.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { Db } from '#server/database/db.ts'
import type { Cles } from '#server/database/lists.ts'
import { anyOf, inOrder, runPrepared } from '#server/database/prepared.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import { refuse } from '#server/http/errors.ts'

/** A bien as its calls take it; a client given with it buys it. */
interface Saisie {
  montant: Centimes
  client_id?: number | null | undefined
}

type Vendable = Pick<ReturnType<typeof toEtatDeVente>, 'client' | 'option'> & {
  id: number
  paiements?: unknown
}

/** Columns of every bien. `lieu` is the name of its bloc or parking, `residence` that of its residence. */
export interface RowDeBien extends VenteLue {
  id: number
  version: number
  lieu: string
  residence_id: number
  residence: string
  /** Null where the payments are not read. */
  versements: PaiementSansVente[] | null
}

/** Types of one kind of bien: as created, as changed, as answered, as read from its own columns, and its sort keys. */
export interface Types {
  creation: Saisie
  changement: Saisie
  lu: Vendable
  row: object
  tri: string
}

/** One kind of bien: its columns, orders, locks and checks. In its SQL `g` is the bien, `e` its étage, `o` its bloc or parking, `r` its residence. */
export interface Genre<G extends Types> {
  type: TypeBien
  /** Call of the list, for the links between its pages. */
  list: Pick<Endpoint, 'path'>
  colonnes: RawBuilder<unknown>
  /** Column of the payments of the current sale; absent where the calls answer none. */
  versements?: RawBuilder<PaiementSansVente[]>
  toBien: (row: RowDeBien & G['row']) => G['lu']
  /** Order of a list with a filter, and of one without where it differs. */
  ordre: RawBuilder<unknown>
  ordreSansFiltre: RawBuilder<unknown>
  /** Order of the biens of one client. */
  ordreDuClient: RawBuilder<unknown>
  /** Number of all biens of the kind, where it is kept. */
  nombre?: RawBuilder<number>
  cles: Cles<G['tri']>
  /** Locks what a new bien is to stand in, and checks that it may. */
  holdNew: (db: Db, saisie: G['creation']) => Promise<void>
  /** Locks what a changed bien is to stand in, before the bien: a move of an étage or a bloc locks in that order. */
  holdChanged?: (db: Db, saisie: G['changement']) => Promise<void>
  /** Checks a change of a locked bien. */
  check?: (db: Db, avant: Fiche<G['lu']>, saisie: G['changement']) => Promise<void>
  /** Insert and change the rows of biens in the table of the kind. */
  insert: (db: Db, biens: readonly (G['creation'] & { id: number })[]) => Promise<void>
  change: (db: Db, biens: readonly (G['changement'] & { id: number })[]) => Promise<void>
}

/** Where the biens of each kind stand; every row has its étage, bloc or parking, and left joins let the planner drop what is not used. */
export const FROM: Record<TypeBien, RawBuilder<unknown>> = {
  appartement: sql`appartements g left join etages e on e.id = g.etage_id left join blocs o on o.id = e.bloc_id`,
  local: sql`locaux g left join blocs o on o.id = g.bloc_id`,
  place_parking: sql`places_parking g left join parkings o on o.id = g.parking_id`,
}

const SANS_VERSEMENTS = sql<PaiementSansVente[]>`null`

/** Selects the biens of one kind that meet a condition, in no order. */
export const selectBiens = <G extends Types>(
  { type, colonnes, versements = SANS_VERSEMENTS }: Genre<G>,
  condition: RawBuilder<unknown>,
): RawBuilder<RowDeBien & G['row']> => sql`
  select g.id, ${colonnes}, b.version, o.residence_id, r.nom as residence,
    ${sql.join([...COLONNES_VENTE.map((column) => sql.ref(column)), SUIVI])}, ${versements} as versements
  from ${FROM[type]}
  join biens b on b.id = g.id
  join residences r on r.id = o.residence_id
  left join ventes v on v.bien_id = g.id and v.terminee_le is null
  left join clients c on c.id = v.client_id
  where ${condition}`

/** Reads a bien; amounts in centimes, areas in hundredths of m². @throws introuvable */
export async function readBien<G extends Types>(db: Db, genre: Genre<G>, id: number): Promise<G['lu']> {
  const [row] = await runPrepared(db, selectBiens(genre, sql`g.id = ${id}`))
  if (!row) throw refuse(communesErreurs.introuvable)
  return genre.toBien(row)
}

/** Reads the biens that a client has now, in the order of their kind (D2 §7, D3 §7). @throws introuvable */
export const biensOfClient = <G extends Types>(pool: Db, genre: Genre<G>, clientId: number) =>
  inSnapshot(pool, async (db): Promise<G['lu'][]> => {
    await readClient(db, clientId)
    const theirs = selectBiens(genre, sql`v.client_id = ${clientId}`)
    const rows = await runPrepared(db, sql<RowDeBien & G['row']>`${theirs} order by ${genre.ordreDuClient}`)
    return rows.map(genre.toBien)
  })

/** A bien for the journal: other lines name its client, and data that may be erased should stand in few places. */
type Fiche<T> = Omit<T, 'paiements' | 'client' | 'option'>

export function toFiche<T extends Vendable>(bien: T): Fiche<T> {
  const { paiements: _paiements, client: _client, option: _option, ...fiche } = bien
  return fiche
}

/** Reads these biens for the journal, in the given order. Unknown ids are left out. */
export async function readFiches<G extends Types>(
  db: Db,
  genre: Genre<G>,
  ids: readonly number[],
): Promise<Fiche<G['lu']>[]> {
  if (ids.length === 0) return []
  const unpaid = { ...genre, versements: SANS_VERSEMENTS }
  const rows = await runPrepared(db, selectBiens(unpaid, sql`g.id = ${anyOf(ids)}`))
  return inOrder(ids, rows).map((row) => toFiche(genre.toBien(row)))
}

/** Reads a bien for the journal. @throws introuvable */
export async function readFiche<G extends Types>(
  db: Db,
  genre: Genre<G>,
  id: number,
): Promise<Fiche<G['lu']>> {
  const [fiche] = await readFiches(db, genre, [id])
  if (!fiche) throw refuse(communesErreurs.introuvable)
  return fiche
}

/** The bloc of a lot as it is answered. */
export const toBloc = ({ lieu, residence_id, residence }: RowDeBien, id: number) => ({
  id,
  nomloc: lieu,
  residence_id,
  residence: { id: residence_id, nom: residence },
})
