import { sql } from 'kysely'
import { readParametres } from '#features/parametres/server/parametres.service.ts'
import { readResidencesParNom } from '#features/rapports/server/residences.page.ts'
import type { LigneDeTva, RapportDeTva, TvaFiltres } from '#features/rapports/tva.contract.ts'
import { tauxDuMois, tvaDe } from '#features/rapports/tva.rules.ts'
import type { Centimes } from '#shared/argent.ts'
import { TYPES_DE_BIEN, type TypeBien } from '#shared/biens.ts'
import { addMois, aujourdhui, type Jour } from '#shared/dates.ts'
import { REPRISE } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'

/** The month before this one, in Algiers. */
export const moisDernier = (): string => addMois(`${aujourdhui().slice(0, 7)}-01`, -1).slice(0, 7)

/**
 * The TVA of a month by residence and kind of bien, on what was received less what was rejected in it (comptes-2 D.8). What was paid before
 * Diyar, or before `encaissements_du` of the settings, is in no line, and neither are the rejections of it. The caller runs it in a snapshot.
 * Amounts in centimes.
 */
export async function readTva(db: Db, { mois = moisDernier() }: TvaFiltres): Promise<RapportDeTva> {
  const reglages = await readParametres(db, 'tva')
  const { sommes, reprises } = await readSommes(db, mois, reglages.encaissements_du)
  const sommeOf = new Map(sommes.map((somme) => [`${somme.residence_id} ${somme.type}`, somme]))
  const types = new Map((await readTypes(db)).map(({ residence_id, types: siens }) => [residence_id, siens]))
  const data = (await readResidencesParNom(db, undefined)).flatMap((residence) =>
    TYPES_DE_BIEN.filter((type) => types.get(residence.id)?.includes(type)).map((type): LigneDeTva => {
      const { encaisse, rejete } = sommeOf.get(`${residence.id} ${type}`) ?? { encaisse: 0, rejete: 0 }
      const taux = tauxDuMois(reglages[type], mois)
      const tva = taux === null ? null : tvaDe(encaisse - rejete, taux)
      return {
        residence,
        type,
        encaisse,
        rejete,
        taux,
        base: tva === null ? null : encaisse - rejete - tva,
        tva,
      }
    }),
  )
  const add = (what: 'encaisse' | 'rejete' | 'base' | 'tva') =>
    data.reduce((sum, ligne) => sum + (ligne[what] ?? 0), 0)
  return {
    mois,
    data,
    totals: { encaisse: add('encaisse'), rejete: add('rejete'), base: add('base'), tva: add('tva') },
    ...(await readACote(db, mois, reglages.encaissements_du)),
    reprises,
  }
}

interface Somme {
  residence_id: number
  type: TypeBien
  encaisse: Centimes
  rejete: Centimes
}

const du = (mois: string): Jour => `${mois}-01`
const jusque = (mois: string): Jour => addMois(du(mois), 1)

/** The sums of the month, added up by sale before the bien is looked up; those of the series « Reprise » apart. */
async function readSommes(
  db: Db,
  mois: string,
  depuis: Jour,
): Promise<{ sommes: Somme[]; reprises: Centimes }> {
  const { rows } = await sql<Somme & { reprises: Centimes }>`
    with faits as (
      select vente_id, versement as encaisse, 0::bigint as rejete, date_paiement, recu_annee from paiements
      where date_paiement >= ${du(mois)}::date and date_paiement < ${jusque(mois)}::date
      union all
      select vente_id, 0, versement, date_paiement, recu_annee from paiements
      where rejete_le >= ${du(mois)}::date and rejete_le < ${jusque(mois)}::date),
    par_vente as (
      select vente_id,
        coalesce(sum(encaisse) filter (where recu_annee <> ${REPRISE} and date_paiement >= ${depuis}::date), 0) as encaisse,
        coalesce(sum(rejete) filter (where recu_annee <> ${REPRISE} and date_paiement >= ${depuis}::date), 0) as rejete,
        coalesce(sum(encaisse - rejete) filter (where recu_annee = ${REPRISE}), 0) as reprises
      from faits group by vente_id)
    select b.residence_id, b.type, sum(p.encaisse)::bigint as encaisse, sum(p.rejete)::bigint as rejete,
      sum(p.reprises)::bigint as reprises
    from par_vente p join ventes v on v.id = p.vente_id join biens b on b.id = v.bien_id
    group by b.residence_id, b.type`.execute(db)
  return { sommes: rows, reprises: rows.reduce((sum, row) => sum + row.reprises, 0) }
}

/** The kinds of bien that each residence has. */
async function readTypes(db: Db): Promise<{ residence_id: number; types: string[] }[]> {
  const { rows } = await sql<{ residence_id: number; types: string[] }>`
    select residence_id, array_agg(distinct type) as types from biens group by residence_id`.execute(db)
  return rows
}

/** Reads the sums beside the table: cheques of the month that wait for the bank, and the droit de timbre of the month. */
async function readACote(
  db: Db,
  mois: string,
  depuis: Jour,
): Promise<Pick<RapportDeTva, 'cheques_en_attente' | 'timbre'>> {
  const { rows } = await sql<{ nombre: number; montant: Centimes; timbre: Centimes }>`
    select count(distinct coalesce(-groupe_id, id)) filter (where attend) as nombre,
      coalesce(sum(versement) filter (where attend), 0)::bigint as montant, coalesce(sum(timbre), 0)::bigint as timbre
    from (select id, groupe_id, versement, timbre, mode = 'cheque' and encaisse_le is null and rejete_le is null
          and recu_annee <> ${REPRISE} and date_paiement >= ${depuis}::date as attend
        from paiements where date_paiement >= ${du(mois)}::date and date_paiement < ${jusque(mois)}::date) p`.execute(
    db,
  )
  const { nombre = 0, montant = 0, timbre = 0 } = rows[0] ?? {}
  return { cheques_en_attente: { nombre, montant }, timbre }
}
