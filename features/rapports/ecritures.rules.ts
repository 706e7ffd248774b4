import type * as z from 'zod/mini'
import type { JournalComptable, LigneDEcriture } from '#features/rapports/ecritures.contract.ts'
import { surUnCompte, type Mode } from '#features/paiements/modes.ts'
import { COMPTE_DE_BANQUE, type sections } from '#features/parametres/parametres.sections.ts'
import type { Centimes } from '#shared/argent.ts'
import type { Jour } from '#shared/dates.ts'

/** Said of a line whose account nobody has told. */
export const A_AFFECTER = 'à affecter'

/** Act, as its écriture needs it. Amounts in centimes; a TVA may be below zero. */
export interface Acte {
  sorte: 'versement' | 'encaissement' | 'rejet' | 'remboursement' | 'retenue' | 'bon' | 'reglement' | 'tva'
  jour: Jour
  piece: string
  tiers: string
  libelle: string
  montant: Centimes
  /** The means of a payment, a refund or a règlement. */
  mode: Mode | null
  /** The account of ours that it came to or left, where it is known. */
  compte_id: number | null
  categorie_id: number | null
  /** True for the rejection of a cheque that had been cleared. */
  encaisse: boolean
  /** The droit de timbre of a payment. */
  timbre: Centimes
  /** The fees of a rejection. */
  frais: Centimes
}

/** The accounts of the settings; '' is one that is not told. */
export type Plan = z.output<(typeof sections)['ecritures']['schema']>

type Ecriture = readonly [
  journal: JournalComptable,
  debit: string,
  credit: string,
  montant: Centimes,
  libelle?: string,
]

/** The lines of an act, of which the debits are the credits (comptes-2 D.16). */
export function ecrituresDe(acte: Acte, plan: Plan): LigneDEcriture[] {
  return paires(acte, plan)
    .filter(([, , , montant]) => montant !== 0)
    .flatMap(([journal, debit, credit, montant, libelle = acte.libelle]) => {
      const { jour: date, piece, tiers } = acte
      const ligne = { journal, date, piece, tiers, libelle }
      // An amount below zero makes the same écriture the other way round.
      const [debite, credite] = montant < 0 ? [credit, debit] : [debit, credit]
      return [
        { ...ligne, compte: debite || A_AFFECTER, debit: Math.abs(montant), credit: null },
        { ...ligne, compte: credite || A_AFFECTER, debit: null, credit: Math.abs(montant) },
      ]
    })
}

function paires({ sorte, mode, compte_id, categorie_id, encaisse, ...acte }: Acte, plan: Plan): Ecriture[] {
  const { montant, timbre, frais } = acte
  const banque = plan.banques.find(({ id }) => id === compte_id)?.compte ?? COMPTE_DE_BANQUE
  const [journal, tresorerie] = moyen(mode, banque, plan)
  switch (sorte) {
    case 'versement':
      return mode === 'cheque'
        ? [['BQ', plan.encaissement, plan.avances, montant]]
        : [
            [journal, tresorerie, plan.avances, montant],
            [journal, tresorerie, plan.timbre, timbre, `Droit de timbre, ${acte.libelle}`],
          ]
    case 'encaissement':
      return [['BQ', banque, plan.encaissement, montant]]
    case 'rejet':
      return [
        ['BQ', plan.avances, encaisse ? banque : plan.encaissement, montant],
        ['BQ', plan.frais, banque, frais, `Frais de rejet, ${acte.libelle}`],
      ]
    case 'remboursement':
      return [[journal, plan.avances, tresorerie, montant]]
    case 'retenue':
      return [['OD', plan.avances, plan.retenues, montant]]
    case 'bon':
      return [
        [
          'AC',
          plan.categories.find(({ id }) => id === categorie_id)?.compte ?? plan.charges,
          plan.fournisseurs,
          montant,
        ],
      ]
    case 'reglement':
      return [[journal, plan.fournisseurs, tresorerie, montant]]
    case 'tva':
      break
  }
  return [['OD', plan.avances, plan.tva, montant]]
}

/** Where money that moved so stands: at the bank, in the till, or nobody knows. */
function moyen(mode: Mode | null, banque: string, plan: Plan): [JournalComptable, string] {
  if (mode === 'cheque' || surUnCompte(mode)) return ['BQ', banque]
  return mode === 'especes' ? ['CA', plan.caisse] : ['OD', '']
}
