import { sql } from 'kysely'
import { bienDecrit, type BienDecrit } from '#features/etats/server/biens.read.ts'
import { readMode } from '#features/paiements/modes.ts'
import { nomDuDetenteurPasse } from '#features/ventes/server/detenteur.read.ts'
import {
  type CaisseFiltres,
  type LigneDeCaisse,
  registresEndpoints,
  type TotauxDeCaisse,
} from '#features/rapports/registres.contract.ts'
import {
  addSommes,
  type JourDeCaisse,
  oneMembre,
  readSommesDeCaisse,
  taken,
} from '#features/rapports/server/caisse.sommes.ts'
import { readCloturesDuJour } from '#features/rapports/server/clotures.read.ts'
import { toLieu, toMoyen } from '#features/rapports/server/registre.service.ts'
import { aujourdhui, type Jour } from '#shared/dates.ts'
import { numeroRecu } from '#shared/numero.ts'
import { pathOf, readTranche, toPage, type PageQuery } from '#shared/pagination.ts'
import { LIGNES_PAR_TRANCHE } from '#server/database/bulk.ts'
import type { Db } from '#server/database/db.ts'
import { limitAndOffset, statement } from '#server/database/prepared.ts'
import { inSnapshot } from '#server/database/transaction.ts'

const PAR_PAGE = 200

/** The till of a day: the payments recorded that day in Algiers, in their order. Amounts in centimes. */
export function listCaisse(db: Db, query: CaisseFiltres & PageQuery) {
  const slice = readTranche(query, PAR_PAGE)
  const { jour = aujourdhui(), membre } = query
  return inSnapshot(db, async (instant) => {
    const { lignes, totals, total } = await readCaisse(instant, { jour, membre }, slice)
    const path = pathOf(registresEndpoints.listCaisse, { jour, membre })
    const membres = await readMembres(instant, jour)
    const clotures = await readCloturesDuJour(instant, { jour, membre })
    return { ...toPage(lignes, total, slice, path), jour, membres, totals, clotures }
  })
}

/** The lines of a day, or a part of them, with the sums of the whole day. Amounts in centimes. */
export async function readCaisse(
  db: Db,
  { jour, membre }: JourDeCaisse,
  part: { limit: number | null; offset: number },
): Promise<{ lignes: LigneDeCaisse[]; totals: TotauxDeCaisse; total: number }> {
  const sommes = await readSommesDeCaisse(db, { jour, membre })
  const rows = await selectLignes(db, jour, membre ?? null, part.limit, part.offset)
  return { lignes: rows.map(toLigne), ...addSommes(sommes) }
}

/** Reads all lines of a day, a part at a time. Amounts in centimes. */
export async function eachTrancheDeCaisse(
  db: Db,
  { jour, membre }: JourDeCaisse,
  take: (lignes: LigneDeCaisse[]) => Promise<void>,
): Promise<void> {
  for (let offset = 0; ; offset += LIGNES_PAR_TRANCHE) {
    const rows = await selectLignes(db, jour, membre ?? null, LIGNES_PAR_TRANCHE, offset)
    if (rows.length > 0) await take(rows.map(toLigne))
    if (rows.length < LIGNES_PAR_TRANCHE) return
  }
}

export const readMembres = statement<[Jour], { id: number; nom: string }>(
  (jour) => sql<{ id: number; nom: string }>`
    select id, nom from (
      select distinct on (t.membre_id) t.membre_id as id, t.membre_nom as nom
      from (${taken(jour)}) t where t.membre_id is not null order by t.membre_id, t.id desc) m
    order by normaliser(nom), id`,
)

interface Row {
  heure: string
  membre: string
  paiement_id: number | null
  recu_annee: number | null
  recu_numero: number | null
  recu: string | null
  rejete_le: string | null
  date_paiement: string | null
  versement: number | null
  timbre: number | null
  /** The values in the journal of that day; lines of an old version have no mode. */
  recorded: number | null
  recorded_mode: string | null
  knows_mode: boolean
  client_id: number | null
  client: string | null
  bien: BienDecrit | null
  mode: string | null
  banque: string | null
  reference: string | null
}

/** A deleted payment is described by its deletion in the journal. */
const selectLignes = statement<[Jour, number | null, number | null, number], Row>(
  (jour, membre, limit, offset) => sql<Row>`
    select x.*, bd.bien from (
      select t.id, t.quand, to_char(t.quand at time zone 'Africa/Algiers', 'HH24:MI') as heure, t.membre_nom as membre,
        p.id as paiement_id, p.rejete_le,
        coalesce(p.recu_annee, (d.avant->>'recu_annee')::int) as recu_annee,
        coalesce(p.recu_numero, (d.avant->>'recu_numero')::int) as recu_numero, t.apres->>'recu' as recu,
        coalesce(p.date_paiement, (a.avant->>'date_paiement')::date) as date_paiement,
        coalesce(p.versement, (a.avant->>'versement')::bigint) as versement, (t.apres->>'versement')::bigint as recorded,
        t.apres->>'mode' as recorded_mode, coalesce(t.apres ? 'mode', false) as knows_mode,
        case when p.id is null then (a.avant->>'timbre')::bigint else p.timbre end as timbre,
        case when p.id is null then a.avant->>'mode' else p.mode end as mode,
        case when p.id is null then a.avant->>'banque' else p.banque end as banque,
        case when p.id is null then a.avant->>'reference' else p.reference end as reference,
        c.id as client_id, coalesce(${nomDuDetenteurPasse}, a.avant->>'client', c.nom_complet) as client,
        coalesce(v.bien_id, (a.avant->>'bien_id')::bigint) as bien_id
      from (select * from (${taken(jour)}) t where ${oneMembre(membre)} order by t.quand, t.id ${limitAndOffset({ limit, offset })}) t
      left join paiements p on p.id = t.objet_id
      left join lateral (
        select j.avant from journal j
        where p.id is null and j.objet = 'paiement' and j.objet_id = t.objet_id and j.action = 'supprimer' order by j.id limit 1) d on true
      cross join lateral (select coalesce(d.avant, case when p.id is null then t.apres - 'client' end) as avant) a
      left join ventes v on v.id = coalesce(p.vente_id, (a.avant->>'vente_id')::bigint)
      left join clients c on c.id = coalesce(v.client_id, (a.avant->>'client_id')::bigint)) x
    cross join lateral (select ${bienDecrit('x.bien_id')} as bien) bd
    order by x.quand, x.id`,
)

function readEtait({ recorded, recorded_mode, knows_mode, versement, mode }: Row): LigneDeCaisse['etait'] {
  if (recorded === null) return null
  const changed = recorded !== versement || (knows_mode && recorded_mode !== mode)
  return changed ? { mode: readMode(knows_mode ? recorded_mode : mode), versement: recorded } : null
}

const toLigne = (row: Row): LigneDeCaisse => ({
  heure: row.heure,
  recu:
    row.recu_annee === null || row.recu_numero === null
      ? (row.recu ?? '')
      : numeroRecu(row.recu_annee, row.recu_numero),
  paiement_id: row.paiement_id,
  ...toLieu(row),
  ...toMoyen(row),
  date_paiement: row.date_paiement,
  versement: row.versement ?? 0,
  timbre: row.timbre,
  membre: row.membre,
  etat: row.paiement_id === null ? 'annule' : row.rejete_le === null ? 'valide' : 'rejete',
  corrige: readEtait(row) !== null,
  etait: readEtait(row),
})
