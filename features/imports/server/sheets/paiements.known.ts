import type { Numero } from '#server/database/numeros.ts'
import { sql } from 'kysely'
import { refusal } from '#shared/erreurs.ts'
import { paiementsErreurs } from '#features/paiements/paiements.erreurs.ts'
import { chequesErreurs } from '#features/cheques/cheques.erreurs.ts'
import { type Contexte, refuseLine, report, type Ligne } from '#features/imports/server/check/context.ts'
import { writeNumero } from '#features/imports/server/check/series.ts'
import type { Paiement, Vente } from '#features/imports/server/check/indexes.ventes.ts'
import type { Lue } from '#features/imports/server/sheets/paiements.row.ts'
import { VALEUR_INVALIDE } from '#shared/champs/codecs.ts'

/** A payment row, not yet tied to a sale of the check. */
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

/** An existing payment, as lines are compared with it. */
export interface PaiementConnu extends Omit<
  Paiement,
  'represente' | 'representePar' | 'vente' | 'recu' | 'id'
> {
  id: number
  recu: Numero
  /** Null when no line names the payment's sale. */
  vente: Vente | null
  represente: Numero | null
  representeParRecu: Numero | null
}

const A_LA_FOIS = 5_000

export class PaiementsConnus {
  readonly #ctx: Contexte
  readonly #parId = new Map<number, PaiementConnu>()
  readonly #parRecu = new Map<string, PaiementConnu>()
  readonly #parVente = new Map<Vente, PaiementConnu[]>()
  /** Printed numbers of receipts that the journal calls void. */
  readonly annules = new Set<string>()
  readonly derniers = new Map<number, number>()

  constructor(ctx: Contexte) {
    this.#ctx = ctx
  }

  duRecu(recu: Numero): PaiementConnu | undefined {
    return this.#parRecu.get(writeNumero('recu', recu))
  }

  deVente(vente: Vente): readonly PaiementConnu[] {
    return this.#parVente.get(vente) ?? []
  }

  /** Loads the payments with these receipt numbers, the void ones among the numbers, and the last number of each year. */
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
      for (const numero of rows) this.annules.add(writeNumero('recu', numero))
    }
    for (const { annee, dernier } of await db.selectFrom('recus').selectAll().execute())
      this.derniers.set(annee, dernier)
  }

  async chargerVentes(ventes: readonly Vente[]): Promise<void> {
    const ids = ventes.flatMap(({ id }) => id ?? [])
    for (let from = 0; from < ids.length; from += A_LA_FOIS)
      await this.#charger(
        sql`select p.id from paiements p where p.vente_id = any (${ids.slice(from, from + A_LA_FOIS)}::bigint[])`,
      )
  }

  async #charger(ids: ReturnType<typeof sql>): Promise<void> {
    const { db, indexes } = this.#ctx
    const ventes = new Map(indexes.ventes.toutes.map((vente) => [vente.id, vente]))
    const { rows } = await sql<Row>`
      select p.id, p.vente_id, p.date_paiement, p.versement, p.details, p.recu_annee, p.recu_numero, p.recu_origine, p.mode, p.banque, p.reference,
        p.date_cheque, p.payeur_type, p.payeur, p.compte_id, p.timbre, p.encaisse_le, p.rejete_le, p.motif_rejet, p.frais_rejet,
        case when p.compte_id is not null then (select k.numero from comptes_bancaires k where k.id = p.compte_id) end as compte,
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
      this.#parRecu.set(writeNumero('recu', recu), connu)
      if (!vente) continue
      const autres = this.#parVente.get(vente)
      if (autres) autres.push(connu)
      else this.#parVente.set(vente, [connu])
    }
  }
}

/** Ties each payment that replaces a rejected cheque to that cheque, on another line or in the database. */
export function link(
  ctx: Contexte,
  lues: readonly Lue[],
  ajoutes: readonly Paiement[],
  connus: PaiementsConnus,
): void {
  const parRecu = new Map(
    ajoutes.flatMap((paiement) =>
      paiement.recu ? [[writeNumero('recu', paiement.recu), paiement] as const] : [],
    ),
  )
  const contenus = new Map(lues.map(({ ligne, contenu }) => [ligne, contenu]))
  const surUneLigne = new Set(ctx.lignes.paiements.map(({ valeurs }) => String(valeurs.recu ?? '')))
  const faits = new Map<Paiement | PaiementConnu, Ligne>()
  for (const paiement of ajoutes) {
    const { ligne } = paiement
    const recu = ligne && contenus.get(ligne)?.represente
    if (!ligne || !recu) continue
    const numero = writeNumero('recu', recu)
    const cheque = parRecu.get(numero) ?? connus.duRecu(recu)
    const premiere = cheque && faits.get(cheque)
    const refuse = (texte: string) => report(ctx, ligne, 'erreur', 'represente', texte)
    // A cheque on a refused line has its error there.
    if (!cheque && surUneLigne.has(numero)) ligne.issue = 'erreur'
    else if (!cheque) refuse("Ce reçu n'est ni dans la feuille Paiements ni dans Diyar.")
    else if (revientA(paiement, cheque)) refuse(VALEUR_INVALIDE)
    else if (cheque.mode !== 'cheque' || cheque.rejete_le === null)
      refuseLine(ctx, ligne, 'represente', refusal(chequesErreurs.pasRejete, { recu: numero }))
    else if (premiere) refuse(`Ce chèque est déjà représenté à la ligne ${premiere.ligne}.`)
    else if (cheque.connu && 'representeParRecu' in cheque && cheque.representeParRecu)
      refuseLine(
        ctx,
        ligne,
        'represente',
        refusal(chequesErreurs.dejaRepresente, {
          recu: writeNumero('recu', cheque.representeParRecu),
        }),
      )
    else if (cheque.vente !== paiement.vente || cheque.versement !== paiement.versement)
      refuseLine(ctx, ligne, 'represente', refusal(paiementsErreurs.chequeRepresente, { recu: numero }))
    else {
      faits.set(cheque, ligne)
      paiement.represente = cheque
      if ('representePar' in cheque) cheque.representePar = paiement
    }
  }
}

/** True when a cheque replaces, directly or through others, the very payment that would replace it. */
function revientA(paiement: Paiement, cheque: Paiement | PaiementConnu): boolean {
  for (
    let maillon: object | null = cheque;
    maillon;
    maillon = 'representePar' in maillon ? (maillon as Paiement).represente : null
  )
    if (maillon === paiement) return true
  return false
}
