import { sql } from 'kysely'
import { biensErreurs } from '#features/biens/biens.erreurs.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import {
  type Appartement,
  type AppartementInput,
  type AppartementReport,
  appartementsEndpoints,
  type TriAppartements,
} from '#features/biens/appartements.contract.ts'
import { surfaceTotale } from '#shared/biens.ts'
import { CLES_DU_LOT } from '#features/biens/server/genre.list.ts'
import { readBien, readFiche, readFiches, toBloc, type Genre } from '#features/biens/server/genre.read.ts'
import { readReglement, VERSEMENTS } from '#features/paiements/server/paiements.read.ts'
import { toCompte } from '#features/paiements/server/paiements.wire.ts'
import { holdEtage } from '#features/structure/server/etages.service.ts'
import { toEtatDeVente } from '#features/etats/server/etats.read.ts'
import type { Fichier } from '#server/files/intact.ts'
import { changeMany, insertMany } from '#server/database/bulk.ts'
import type { Db } from '#server/database/db.ts'
import { cumulCount } from '#server/database/records.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import { refuse } from '#server/http/errors.ts'

interface Types {
  creation: AppartementInput
  changement: AppartementInput
  lu: Appartement
  row: Pick<
    Appartement,
    'numLot' | 'typeLogement' | 'surfaceHabitable' | 'surfaceUtile' | 'montant1' | 'montant2' | 'etage_id'
  > & { plan_id: string | null; designation: string; bloc_id: number }
  tri: TriAppartements
}

const hold = (db: Db, input: AppartementInput) => holdEtage(db, input.etage_id, input)

export const APPARTEMENT: Genre<Types> = {
  type: 'appartement',
  list: appartementsEndpoints.list,
  colonnes: sql`
    g.num_lot as "numLot", g.type_logement as "typeLogement", g.surface_habitable as "surfaceHabitable",
    g.surface_utile as "surfaceUtile", g.montant1, g.montant2, g.plan_id, g.etage_id, e.designation, e.bloc_id, o.nomloc as lieu`,
  versements: VERSEMENTS,
  toBien(row) {
    const { id, numLot, typeLogement, surfaceHabitable, surfaceUtile, etage_id, plan_id, bloc_id } = row
    const bloc = toBloc(row, bloc_id)
    const bien = { type: 'appartement', id, numero: numLot, sorte: typeLogement, prix: row.prix } as const
    const etat = toEtatDeVente(row)
    return {
      id,
      numLot,
      typeLogement,
      surfaceHabitable,
      surfaceUtile,
      etage_id,
      montant1: row.montant1,
      montant2: row.montant2,
      version: row.version,
      ...etat,
      plan_pdf: plan_id && `plans/${plan_id}.pdf`,
      etage: { id: etage_id, designation: row.designation, bloc_id, bloc },
      bloc,
      paiements: toCompte(bien, etat.client, row.versements ?? []),
    }
  },
  ordre: sql`o.rang, o.id, e.niveau, e.id, g.id`,
  ordreSansFiltre: sql`g.id desc`,
  ordreDuClient: sql`g.rang, g.id`,
  nombre: cumulCount('appartements'),
  cles: {
    ...CLES_DU_LOT,
    numLot: ['g.rang'],
    typeLogement: [sql`lower(g.type_logement)`, 'g.rang'],
    residence: ['r.rang', 'r.id', 'o.rang', 'e.niveau', 'g.rang'],
    bloc: ['o.rang', 'e.niveau', 'g.rang'],
    etage: ['e.niveau', 'g.rang'],
    prix: ['b.prix'],
  },
  holdNew: hold,
  holdChanged: hold,
  insert: (db, biens) => insertMany(db, 'appartements', biens.map(toColumns)),
  change: (db, biens) => changeMany(db, 'appartements', biens.map(toColumns)),
}

const toColumns = (input: AppartementInput & { id: number }) => ({
  id: input.id,
  etage_id: input.etage_id,
  num_lot: input.numLot,
  type_logement: input.typeLogement,
  surface_habitable: input.surfaceHabitable,
  surface_utile: input.surfaceUtile,
  montant1: input.montant1,
  montant2: input.montant2,
})

/** Reads these appartements for the journal, in the given order. */
export const readAppartements = (db: Db, ids: number[]) => readFiches(db, APPARTEMENT, ids)

/** Finds the stored plan and its file name. @throws introuvable, appartementSansPlan (404, Q135) */
export async function readPlan(db: Db, id: number): Promise<Fichier & { nom: string }> {
  const found = await db
    .selectFrom('appartements as a')
    .leftJoin('fichiers as f', 'f.id', 'a.plan_id')
    .select(['a.num_lot', 'a.plan_id', 'f.taille', 'f.type'])
    .where('a.id', '=', id)
    .executeTakeFirst()
  if (!found) throw refuse(communesErreurs.introuvable)
  const { plan_id, taille, type, num_lot } = found
  if (plan_id === null || taille === null || type === null)
    throw refuse(biensErreurs.appartementSansPlan).asError()
  return { id: plan_id, taille, type, nom: `Plan ${num_lot}.pdf` }
}

/** Sum of the habitable and the utile area, in hundredths of m² (Q119). @throws introuvable */
export async function readSuperficie(db: Db, id: number): Promise<{ superficie_totale: number }> {
  return { superficie_totale: surfaceTotale(await readFiche(db, APPARTEMENT, id)) }
}

/** Reads areas, price, client, payments of the current sale and ended sales (D2 §3). @throws introuvable */
export const readAppartementReport = (pool: Db, id: number) =>
  inSnapshot(pool, async (db): Promise<AppartementReport> => {
    const { numLot, typeLogement, etage, bloc, ...lot } = await readBien(db, APPARTEMENT, id)
    const { surfaceHabitable, surfaceUtile, montant, montant1, montant2, client } = lot
    const superficieTotale = surfaceTotale(lot)
    return {
      id,
      numLot,
      typeLogement,
      stats: { surfaceHabitable, surfaceUtile, superficieTotale, montant, montant1, montant2, client },
      etage,
      bloc,
      residence: bloc.residence,
      ...(await readReglement(db, id, lot)),
    }
  })
