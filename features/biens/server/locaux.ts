import { sql } from 'kysely'
import {
  type Local,
  type LocalInput,
  type LocalReport,
  locauxEndpoints,
  type TriLocaux,
} from '#features/biens/locaux.contract.ts'
import { CLES_DU_LOT } from '#features/biens/server/genre.list.ts'
import { readBien, readFiches, toBloc, type Genre } from '#features/biens/server/genre.read.ts'
import { readReglement, VERSEMENTS } from '#features/paiements/server/paiements.read.ts'
import { toCompte } from '#features/paiements/server/paiements.wire.ts'
import { holdBloc } from '#features/structure/server/blocs.service.ts'
import { toEtatDeVente } from '#features/etats/server/etats.read.ts'
import { proposeNumero } from '#shared/numero.ts'
import { changeMany, insertMany } from '#server/database/bulk.ts'
import type { Db } from '#server/database/db.ts'
import { inSnapshot } from '#server/database/transaction.ts'

interface Types {
  creation: LocalInput
  changement: LocalInput
  lu: Local
  row: Pick<Local, 'num' | 'surface' | 'description' | 'bloc_id'>
  tri: TriLocaux
}

const hold = (db: Db, { bloc_id, residence_id }: LocalInput) => holdBloc(db, bloc_id, residence_id)

export const LOCAL: Genre<Types> = {
  type: 'local',
  list: locauxEndpoints.list,
  colonnes: sql`g.num, g.surface, g.description, g.bloc_id, o.nomloc as lieu`,
  versements: VERSEMENTS,
  toBien(row) {
    const { id, num, surface, description, bloc_id, version } = row
    const etat = toEtatDeVente(row)
    const bien = { type: 'local', id, numero: num, sorte: null, prix: row.prix } as const
    return {
      id,
      num,
      surface,
      description,
      bloc_id,
      bloc: toBloc(row, bloc_id),
      version,
      ...etat,
      paiements: toCompte(bien, etat.client, row.versements ?? []),
    }
  },
  ordre: sql`o.rang, o.id, g.id`,
  ordreSansFiltre: sql`g.id desc`,
  ordreDuClient: sql`g.rang, g.id`,
  cles: {
    ...CLES_DU_LOT,
    num: ['g.rang'],
    description: [{ vide: sql`lower(nullif(g.description, ''))` }, 'g.rang'],
    surface: ['g.surface'],
    montant: ['b.prix'],
    residence: ['r.rang', 'r.id', 'o.rang', 'g.rang'],
    bloc: ['o.rang', 'g.rang'],
  },
  holdNew: hold,
  holdChanged: hold,
  insert: (db, biens) => insertMany(db, 'locaux', biens.map(toColumns)),
  change: (db, biens) => changeMany(db, 'locaux', biens.map(toColumns)),
}

const toColumns = ({ id, num, surface, bloc_id, description }: LocalInput & { id: number }) => ({
  id,
  num,
  surface,
  bloc_id,
  description,
})

/** Reads these locaux for the journal, in the given order. */
export const readLocaux = (db: Db, ids: number[]) => readFiches(db, LOCAL, ids)

/** Proposes the number of the next local of the same bloc. */
export async function nextLocal(db: Db, { num, bloc_id }: Pick<Local, 'num' | 'bloc_id'>): Promise<string> {
  const pris = await db.selectFrom('locaux').where('bloc_id', '=', bloc_id).select('num').execute()
  return proposeNumero(
    num,
    pris.map((autre) => autre.num),
  )
}

/** Reads area, price, client and payments of the current sale (D2 §3). @throws introuvable */
export const readLocalReport = (pool: Db, id: number) =>
  inSnapshot(pool, async (db): Promise<LocalReport> => {
    const { num, bloc, surface, montant, description, estDispo, client, ...lot } = await readBien(
      db,
      LOCAL,
      id,
    )
    const stats = { surface, montant, description, estDispo, client }
    return { id, num, stats, bloc, ...(await readReglement(db, id, lot)) }
  })
