import { sql, type Insertable } from 'kysely'
import type { Db } from '#server/database/db.ts'
import type { DB } from '#server/database/schema.ts'
import { addJours, type Jour } from '#shared/dates.ts'
import { earlier, type Versement } from '#db/demo-versements.ts'
import { between, pick, seeded } from '#db/random.ts'

const BANQUES = [
  'BNA',
  'CPA',
  'BEA',
  'BADR',
  'CNEP-Banque',
  'BDL',
  'Algérie Poste (CCP)',
  'Société Générale Algérie',
]
const MODES = [
  'cheque',
  'cheque',
  'cheque',
  'virement',
  'virement',
  'virement',
  'versement_bancaire',
  'versement_bancaire',
  'especes',
  'autre',
]
const MOTIFS = ['Provision insuffisante', 'Signature non conforme', 'Opposition']

/** Cheques still at the counter (the newest), at the bank in two remises, rejected, and presented again; all others are cleared. */
const A_REMETTRE = 18
const PAR_REMISE = 6
const REMIS = 2 * PAR_REMISE
const REPRESENTES = 3

type Moyens = Omit<Insertable<DB['paiements']>, keyof Versement | 'recu_annee' | 'recu_numero'>
interface VersementPaye extends Versement {
  moyens: Moyens
  /** The rejected cheque that this payment replaces. */
  represente?: Versement
}

/** Adds the means of payment. Three cheques more than the unpaid ones are rejected, and presented again; one payment in twenty has no mode. */
export function addMoyens(versements: readonly Versement[], today: Jour): VersementPaye[] {
  const random = seeded(20_260_102)
  let rang = 0
  const paid: VersementPaye[] = versements.map((versement, n) => {
    const mode = versement.impaye ? 'cheque' : rang++ % 20 === 7 ? null : pick(random, MODES)
    const parBanque = mode !== null && mode !== 'especes' && mode !== 'autre'
    const payeur = n % 10 === 3 ? pick(random, ['banque', 'cnl']) : null
    const moyens: Moyens = {
      mode,
      banque: parBanque ? pick(random, BANQUES) : null,
      reference: parBanque ? String(between(random, 100_000, 9_999_999)).padStart(7, '0') : null,
      date_cheque: mode === 'cheque' ? versement.date_paiement : null,
      payeur_type: payeur,
      payeur: payeur === 'banque' ? 'CNEP-Banque' : payeur === 'cnl' ? 'CNL' : null,
    }
    return { ...versement, moyens }
  })
  const cheques = paid.filter(({ moyens, impaye }) => moyens.mode === 'cheque' && !impaye)
  const cleared = cheques.slice(0, -(A_REMETTRE + REMIS))
  for (const { moyens, date_paiement } of cleared)
    moyens.encaisse_le = earlier(addJours(date_paiement, between(random, 3, 9)), today)
  // Three cheques bear a future day.
  for (const [n, { moyens }] of cheques.slice(-3).entries()) moyens.date_cheque = addJours(today, 10 + 15 * n)
  const representes = cleared.slice(-REPRESENTES * 4).filter((_, n) => n % 4 === 0)
  for (const { moyens, date_paiement } of [...representes, ...paid.filter(({ impaye }) => impaye)]) {
    moyens.encaisse_le = null
    moyens.rejete_le = earlier(addJours(date_paiement, 8), today)
    moyens.motif_rejet = pick(random, MOTIFS)
    moyens.frais_rejet = 250_000
  }
  const again = representes.map((cheque): VersementPaye => {
    const { moyens, ...versement } = cheque
    const date_paiement = earlier(addJours(cheque.date_paiement, 20), today)
    const { rejete_le: _jour, motif_rejet: _motif, frais_rejet: _frais, ...kept } = moyens
    return {
      ...versement,
      date_paiement,
      moyens: { ...kept, encaisse_le: date_paiement },
      represente: cheque,
    }
  })
  return [...paid, ...again].toSorted((a, b) =>
    a.date_paiement < b.date_paiement ? -1 : a.date_paiement > b.date_paiement ? 1 : 0,
  )
}

export async function insertRemises(db: Db, today: Jour): Promise<void> {
  const comptes = await db
    .insertInto('comptes_bancaires')
    .values([
      { banque: 'BNA', agence: 'Bir Mourad Raïs', numero: '001 00620 0300012345 67' },
      { banque: 'CPA', agence: 'Hydra', numero: '004 00112 4000098765 43' },
    ])
    .returning('id')
    .execute()
  const waiting = await db
    .selectFrom('paiements')
    .where('mode', '=', 'cheque')
    .where('encaisse_le', 'is', null)
    .where('rejete_le', 'is', null)
    .select(['id', 'date_paiement'])
    .orderBy('date_paiement')
    .orderBy('id')
    .limit(REMIS)
    .execute()
  for (const [n, { id: compte_id }] of comptes.entries()) {
    const cheques = waiting.slice(n * PAR_REMISE, (n + 1) * PAR_REMISE)
    const jour = earlier(addJours(cheques.at(-1)?.date_paiement ?? today, 1), today)
    const annee = Number(jour.slice(0, 4))
    const { dernier } = await db
      .insertInto('numeros')
      .values({ serie: 'remise', annee, dernier: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['serie', 'annee'])
          .doUpdateSet((eb) => ({ dernier: eb('numeros.dernier', '+', 1) })),
      )
      .returning('dernier')
      .executeTakeFirstOrThrow()
    const { id } = await db
      .insertInto('remises')
      .values({ annee, numero: dernier, compte_id, jour })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`update paiements set remise_id = ${id} where id = any(${cheques.map((cheque) => cheque.id)})`.execute(
      db,
    )
  }
}
