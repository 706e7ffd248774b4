import type { Bon, BonEntier, Categorie, Ligne, Reglement } from '#features/charges/charges.schema.ts'
import { soldeDuBon } from '#features/charges/reglements.rules.ts'
import { onePage } from '#test/harness/screens/page.ts'

/** Lines, vouchers and categories come five by five. */
const five = <T>(rows: readonly T[]) => onePage(rows.slice(0, 5), { parPage: 5, of: rows.length })
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

export const aLigne = (given: Partial<Ligne> = {}): Ligne => {
  const { prix_unitaire = 1500_00, quantite = 1 } = given
  return {
    id: 1,
    bon_id: 1,
    designation: 'Ciment',
    prix_unitaire,
    quantite,
    montant: prix_unitaire * quantite,
    version: 1,
    ...given,
  }
}

/** A voucher with these lines, of which its first page comes along. */
export const aBon = ({
  lignes = [],
  ...given
}: Partial<Omit<Bon, 'lignes'>> & { lignes?: Ligne[] } = {}): Bon => {
  const { total_montant = sum(lignes.map(({ montant }) => montant)), regle = 0 } = given
  return {
    id: 1,
    reference: 'BC-1',
    date_bon: '2025-03-05',
    categorie_bon_id: 1,
    fournisseur: null,
    residence: null,
    total_montant,
    regle,
    ...soldeDuBon({ total: total_montant, regle }),
    lignes: five(lignes),
    version: 1,
    ...given,
  }
}

export const aReglement = (given: Partial<Reglement> = {}): Reglement => ({
  id: 1,
  date_reglement: '2025-03-12',
  montant: 10_000_00,
  mode: 'virement',
  compte: { id: 1, banque: 'BNA', numero: '001 00600' },
  banque: null,
  reference: null,
  details: null,
  vu_le: null,
  ...given,
})

/** A voucher as it is answered alone, paid by these règlements. */
export const aBonEntier = ({
  reglements = [],
  ...given
}: Parameters<typeof aBon>[0] & { reglements?: Reglement[] } = {}): BonEntier => ({
  ...aBon({ regle: sum(reglements.map(({ montant }) => montant)), ...given }),
  reglements,
})

/** A category with these vouchers, of which its first page comes along. */
export const aCategorie = ({
  bons = [],
  ...given
}: Partial<Omit<Categorie, 'bons'>> & { bons?: Bon[] } = {}): Categorie => ({
  id: 1,
  nom: 'Matériaux',
  total_montant: sum(bons.map(({ total_montant }) => total_montant)),
  bons: five(bons),
  version: 1,
  ...given,
})
