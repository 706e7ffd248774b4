import { sql } from 'kysely'
import type { Contexte } from '#features/imports/server/controle/contexte.ts'
import { ecrireNumero, type Numero } from '#features/imports/server/controle/numeros.ts'
import type { Paiement, Vente } from '#features/imports/server/controle/registres.ventes.ts'

/** A payment that is there, before it is known which sale of the check it belongs to. */
interface Row extends Omit<
  Paiement,
  'connu' | 'ligne' | 'vente' | 'recu' | 'represente' | 'representePar' | 'id'
> {
  id: number
  vente_id: number
  recu_annee: number
  recu_numero: number
  represente: Numero | null
  represente_par: Numero | null
}

/** A payment that is there, as lines are compared with it. */
export interface PaiementConnu extends Omit<
  Paiement,
  'represente' | 'representePar' | 'vente' | 'recu' | 'id'
> {
  id: number
  recu: Numero
  /** Null: of a sale of which no line speaks. */
  vente: Vente | null
  represente: Numero | null
  representeParRecu: Numero | null
}

/** So many at a time. */
const A_LA_FOIS = 5_000

/** What is there of the payments that lines may mean. */
export class PaiementsConnus {
  readonly #ctx: Contexte
  readonly #parId = new Map<number, PaiementConnu>()
  readonly #parRecu = new Map<string, PaiementConnu>()
  readonly #parVente = new Map<Vente, PaiementConnu[]>()
  /** Receipts that the journal calls void. */
  readonly annules = new Set<string>()
  /** The last receipt of each year. */
  readonly derniers = new Map<number, number>()

  constructor(ctx: Contexte) {
    this.#ctx = ctx
  }

  duRecu(recu: Numero): PaiementConnu | undefined {
    return this.#parRecu.get(ecrireNumero('recu', recu))
  }

  deVente(vente: Vente): readonly PaiementConnu[] {
    return this.#parVente.get(vente) ?? []
  }

  /** Those with these receipts, which of them are void, and the last one of each year. */
  async chargerRecus(recus: readonly Numero[]): Promise<void> {
    const { db } = this.#ctx
    for (let from = 0; from < recus.length; from += A_LA_FOIS) {
      const part = recus.slice(from, from + A_LA_FOIS)
      const donnes = sql`unnest(${part.map(({ annee }) => annee)}::int[], ${part.map(({ numero }) => numero)}::int[]) as d (annee, numero)`
      await this.#charger(
        sql`select p.id from paiements p join ${donnes} on p.recu_annee = d.annee and p.recu_numero = d.numero`,
      )
      const { rows } = await sql<Numero>`
        select d.annee, d.numero from ${donnes} where exists (select from journal j where j.objet = 'paiement' and j.action = 'supprimer'
          and (j.avant->>'recu_annee')::int = d.annee and (j.avant->>'recu_numero')::int = d.numero)`.execute(
        db,
      )
      for (const numero of rows) this.annules.add(ecrireNumero('recu', numero))
    }
    for (const { annee, dernier } of await db.selectFrom('recus').selectAll().execute())
      this.derniers.set(annee, dernier)
  }

  /** All payments of these sales. */
  async chargerVentes(ventes: readonly Vente[]): Promise<void> {
    const ids = ventes.flatMap(({ id }) => id ?? [])
    for (let from = 0; from < ids.length; from += A_LA_FOIS)
      await this.#charger(
        sql`select p.id from paiements p where p.vente_id = any (${ids.slice(from, from + A_LA_FOIS)}::bigint[])`,
      )
  }

  async #charger(ids: ReturnType<typeof sql>): Promise<void> {
    const { db, registres } = this.#ctx
    const ventes = new Map(registres.ventes.toutes.map((vente) => [vente.id, vente]))
    const { rows } = await sql<Row>`
      select p.id, p.vente_id, p.date_paiement, p.versement, p.details, p.recu_annee, p.recu_numero, p.mode, p.banque, p.reference,
        p.date_cheque, p.payeur_type, p.payeur, p.encaisse_le, p.rejete_le, p.motif_rejet, p.frais_rejet,
        case when p.represente_id is not null then (select json_build_object('annee', z.recu_annee, 'numero', z.recu_numero)
          from paiements z where z.id = p.represente_id) end as represente,
        case when p.rejete_le is not null then (select json_build_object('annee', z.recu_annee, 'numero', z.recu_numero)
          from paiements z where z.represente_id = p.id) end as represente_par
      from paiements p where p.id in (${ids}) order by p.id`.execute(db)
    for (const { vente_id, recu_annee, recu_numero, represente_par, ...row } of rows) {
      if (this.#parId.has(row.id)) continue
      const vente = ventes.get(vente_id) ?? null
      const recu = { annee: recu_annee, numero: recu_numero }
      const connu = { ...row, recu, vente, connu: true, ligne: null, representeParRecu: represente_par }
      this.#parId.set(row.id, connu)
      this.#parRecu.set(ecrireNumero('recu', recu), connu)
      if (!vente) continue
      const autres = this.#parVente.get(vente)
      if (autres) autres.push(connu)
      else this.#parVente.set(vente, [connu])
    }
  }
}
