import type { Bon, Categorie, Ligne } from '#features/charges/charges.contract.ts'
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
}: Partial<Omit<Bon, 'lignes'>> & { lignes?: Ligne[] } = {}): Bon => ({
  id: 1,
  reference: 'BC-1',
  date_bon: '2025-03-05',
  categorie_bon_id: 1,
  total_montant: sum(lignes.map(({ montant }) => montant)),
  lignes: five(lignes),
  version: 1,
  ...given,
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
