import { sql } from 'kysely'
import { bienDecrit, toBienResume, type BienDecrit } from '#features/etats/server/biens.read.ts'
import type { ClientResume } from '#features/clients/clients.contract.ts'
import { enRetard } from '#features/etats/server/etats.read.ts'
import {
  COLONNES_ECHEANCE,
  STADE_ATTEINT_LE,
  toEcheance,
  type EcheanceLue,
} from '#features/echeanciers/server/echeances.wire.ts'
import type { Ligne } from '#features/echeanciers/echeances.contract.ts'
import { quotesParts, type Centimes } from '#shared/argent.ts'
import { aujourdhui, type Jour } from '#shared/dates.ts'
import { numeroDossier } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'
import { statement } from '#server/database/prepared.ts'

interface Row extends EcheanceLue {
  vente_id: number
  annee: number
  numero: number
  client: ClientResume
  bien: BienDecrit
  derniere_relance: Ligne['derniere_relance']
  dossier_en_retard: Centimes
  montants: Centimes[]
}

const selectLignes = statement<[readonly number[], Jour], Row>(
  (ids, today) => sql<Row>`
    select ${COLONNES_ECHEANCE}, e.vente_id,
      ${STADE_ATTEINT_LE} as stade_atteint_le, case when s.id is not null then json_build_object('id', s.id, 'nom', s.nom) end as stade,
      v.prix, v.dossier_annee as annee, v.dossier_numero as numero, ${bienDecrit('v.bien_id')} as bien,
      json_build_object('id', c.id, 'nomComplet', c.nom_complet, 'tel', c.tel, 'email', c.email) as client,
      (select json_build_object('jour', r.jour, 'canal', r.canal) from relances r
        where r.vente_id = v.id and r.document_id is null order by r.id desc limit 1) as derniere_relance,
      ${enRetard(today)} as dossier_en_retard,
      (select json_agg(x.montant order by x.rang) from echeances x where x.vente_id = v.id) as montants
    from unnest(${ids}::bigint[]) with ordinality wanted(id, place)
    join echeances e on e.id = wanted.id join ventes v on v.id = e.vente_id join clients c on c.id = v.client_id
    left join stades s on s.id = e.stade_id
    order by wanted.place`,
)

/** Reads these échéances in this order, with client, bien and last relance. Amounts in centimes. */
export async function readEcheances(db: Db, ids: readonly number[]): Promise<Ligne[]> {
  if (ids.length === 0) return []
  const today = aujourdhui()
  const rows = await selectLignes(db, ids, today)
  return rows.map(
    ({ vente_id, annee, numero, client, bien, derniere_relance, dossier_en_retard, montants, ...row }) => ({
      ...toEcheance(row, quotesParts(montants, row.prix)[row.rang - 1] ?? 0, today),
      vente_id,
      dossier: numeroDossier(annee, numero),
      client,
      bien: toBienResume(bien),
      derniere_relance,
      relance_aujourdhui: derniere_relance?.jour === today,
      dossier_en_retard,
    }),
  )
}
