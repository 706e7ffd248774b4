import { sql } from 'kysely'
import { communesErreurs } from '#shared/erreurs.ts'
import { describeBiens } from '#features/etats/server/biens.read.ts'
import type { HistoriqueDesPrix, Operation } from '#features/prix/prix.contract.ts'
import { libelleDeRevision, pourcentageDuChangement } from '#features/prix/prix.rules.ts'
import { prixAuMetreCarre } from '#shared/biens.ts'
import { numeroDossier } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'
import { statement } from '#server/database/prepared.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import { refuse } from '#server/http/errors.ts'

interface Row {
  le: Date
  ancien: number
  nouveau: number
  revision: (Operation & { id: number; motif: string | null }) | null
  vente: { id: number; annee: number; numero: number } | null
}

const selectChangements = statement<[number], Row>(
  (bien) => sql`
    select c.le, c.ancien, c.nouveau, case when r.id is null then null else json_build_object(
      'id', r.id, 'motif', r.motif, 'sorte', r.sorte, 'valeur', r.valeur, 'arrondi', r.arrondi) end as revision,
      case when v.id is not null then json_build_object('id', v.id, 'annee', v.dossier_annee, 'numero', v.dossier_numero) end as vente
    from changements_prix c left join revisions_prix r on r.id = c.revision_id left join ventes v on v.id = c.vente_id
    where c.bien_id = ${bien} order by c.id desc`,
)

/** Recorded prices of a bien, newest first. Amounts in centimes. @throws introuvable */
export const readHistorique = (pool: Db, id: number): Promise<HistoriqueDesPrix> =>
  inSnapshot(pool, async (db) => {
    const bien = (await describeBiens(db, [id])).get(id)
    if (!bien) throw refuse(communesErreurs.introuvable)
    const { type, numero, prix, surface } = bien
    const rows = await selectChangements(db, id)
    return {
      bien: { id, type, numero },
      prix,
      prixM2: surface === null ? null : prixAuMetreCarre(prix, surface),
      data: rows.map(({ le, ancien, nouveau, revision, vente }) => ({
        le: le.toISOString(),
        ancien,
        nouveau,
        ecart: nouveau - ancien,
        pourcentage: pourcentageDuChangement(ancien, nouveau),
        revision: revision && {
          id: revision.id,
          motif: revision.motif,
          libelle: libelleDeRevision(revision),
        },
        vente: vente && { id: vente.id, dossier: numeroDossier(vente.annee, vente.numero) },
      })),
      depart: rows.at(-1)?.ancien ?? prix,
    }
  })
