import { sql } from 'kysely'
import { refuseLine, type Contexte, type Source } from '#features/imports/server/check/context.ts'
import {
  prixDe,
  prixDouteux,
  type Paiement,
  type Vente,
} from '#features/imports/server/check/indexes.ventes.ts'
import type { Dite } from '#features/imports/server/check/indexes.reprise.ts'
import type { Lue, Versement } from '#features/imports/server/sheets/reprise.versements.ts'
import { refusDuVersement } from '#features/paiements/paiements.rules.ts'
import type { Centimes } from '#shared/argent.ts'
import type { Jour } from '#shared/dates.ts'
import { groupBy } from '#shared/group-by.ts'

/** The payments of each existing sale, by what a versement is known again by: how many there are. */
export type Payes = ReadonlyMap<number, Map<string, number>>

const cleDe = (jour: Jour, montant: Centimes, recu: string | null): string =>
  `${jour} ${montant} ${recu ?? ''}`

/** Reads the payments of the sales that are there. Amounts in centimes. */
export async function readPayes({ db, indexes }: Contexte): Promise<Payes> {
  const ids = indexes.ventes.toutes.flatMap(({ id }) => id ?? [])
  const { rows } = await sql<{ vente_id: number; jour: Jour; montant: Centimes; recu: string | null }>`
    select vente_id, date_paiement as jour, versement as montant, recu_origine as recu from paiements
    where vente_id = any (${ids}::bigint[])`.execute(db)
  return new Map(
    [...groupBy(rows, ({ vente_id }) => vente_id)].map(([vente, siens]) => {
      const comptes = new Map<string, number>()
      for (const { jour, montant, recu } of siens) {
        const cle = cleDe(jour, montant, recu)
        comptes.set(cle, (comptes.get(cle) ?? 0) + 1)
      }
      return [vente, comptes]
    }),
  )
}

/** The word of a payment that stands for a total. */
const TOTAL_REPRIS = 'Total repris'

/** Adds to a sale the versements of its lines that are not there yet, or one payment of their total. */
export function addPaiements(ctx: Contexte, vente: Vente, siennes: readonly Lue[], payes: Payes): void {
  const versements = siennes.flatMap((lue) => lue.versements)
  const connus = new Map(vente.id === null ? [] : payes.get(vente.id))
  for (const versement of versements) {
    const { jour, montant, recu } = versement
    if (jour === null) continue
    const cle = cleDe(jour, montant, recu)
    const reste = connus.get(cle) ?? 0
    if (reste > 0) connus.set(cle, reste - 1)
    else take(ctx, vente, { ...versement, jour, details: null })
  }
  const douteux = siennes.some((lue) => lue.douteux.length > 0)
  const repris = siennes.findLast(({ total }) => total !== null)
  if (versements.length > 0 || douteux || repris?.total == null || repris.total <= vente.paye) return
  const { dite, total, paye_au } = repris
  take(ctx, vente, {
    dite,
    champ: 'total',
    jour: paye_au ?? dite.source.arretee_au,
    montant: total - vente.paye,
    mode: { mode: null, cheque: null },
    reference: null,
    recu: null,
    details: TOTAL_REPRIS,
  })
}

/** Motif of a cheque that bounced before Diyar. */
const MOTIF = 'Rejeté avant la reprise'

function take(
  ctx: Contexte,
  vente: Vente,
  {
    dite,
    champ,
    jour,
    montant,
    mode,
    reference,
    recu,
    details,
  }: Versement & { jour: Jour; details: string | null },
): void {
  const rejete = mode.cheque === 'rejete'
  const refus = rejete ? null : refusDuVersement({ prix: prixDe(vente), total_paye: vente.paye }, montant)
  if (refus && !prixDouteux(vente)) {
    refuseLine(ctx, dite.ligne, champ, refus)
    vente.incertain = true
    return
  }
  if (!rejete) {
    vente.paye += montant
    vente.ajoute += montant
    if (mode.cheque === 'attend') vente.enAttente += montant
  }
  if (dite.ligne.issue === 'erreur') return
  // A line of which anything is made counts as created.
  dite.ligne.issue = 'cree'
  const paiement: Paiement = {
    id: null,
    connu: false,
    ligne: null,
    vente,
    date_paiement: jour,
    versement: montant,
    details,
    mode: mode.mode,
    banque: null,
    reference,
    date_cheque: null,
    payeur_type: null,
    payeur: null,
    compte: null,
    compte_id: null,
    timbre: null,
    recu: null,
    recu_origine: recu,
    encaisse_le: mode.cheque === 'encaisse' ? jour : null,
    rejete_le: rejete ? jour : null,
    motif_rejet: rejete ? MOTIF : null,
    frais_rejet: null,
    represente: null,
    representePar: null,
  }
  ctx.indexes.ventes.paiements.push(paiement)
  countOf(ctx, dite, montant)
}

function countOf(ctx: Contexte, { source }: Pick<Dite, 'source'>, montant: Centimes): void {
  const somme: Map<Source, Centimes> = ctx.verses
  somme.set(source, (somme.get(source) ?? 0) + montant)
}
