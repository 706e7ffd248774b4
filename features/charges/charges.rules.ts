import * as z from 'zod/mini'
import { bonEditInput, ligneInput } from '#features/charges/charges.contract.ts'
import { readCentiemes, type Centimes } from '#shared/argent.ts'

/** A line as a form holds it. Price in decimal dinars; price and quantity are '' while their field is empty. */
export type SaisieLigne = {
  designation: string
  prix_unitaire: number | string
  quantite: number | string
}

export const LIGNE_VIERGE: SaisieLigne = { designation: '', prix_unitaire: 0, quantite: 1 }

const LIGNE_INCOMPLETE = 'Veuillez remplir tous les champs de la ligne correctement.'

export function isVierge({ designation, prix_unitaire, quantite }: SaisieLigne): boolean {
  return (
    designation.trim() === '' && Number(prix_unitaire) === 0 && (quantite === '' || Number(quantite) === 1)
  )
}

/** True when a line for a new voucher has a designation, a price above 0 and a whole quantity (D3 §5, Q194). */
export function isComplete({ designation, prix_unitaire, quantite }: SaisieLigne): boolean {
  return (
    designation.trim() !== '' &&
    (readCentiemes(prix_unitaire) ?? 0) > 0 &&
    Number.isInteger(Number(quantite)) &&
    Number(quantite) >= 1
  )
}

/** Price × quantity in centimes, as the server computes it; 0 while one of them cannot be read (D3 §5). */
export function montantLigne({
  prix_unitaire,
  quantite,
}: Pick<SaisieLigne, 'prix_unitaire' | 'quantite'>): Centimes {
  const prix = readCentiemes(prix_unitaire) ?? 0
  const nombre = Number(quantite)
  return prix > 0 && Number.isInteger(nombre) && nombre > 0 ? prix * nombre : 0
}

export const NOMBRES = ['prix_unitaire', 'quantite'] as const
type Nombre = (typeof NOMBRES)[number]

/** The error of a price or a quantity; undefined when the value is valid or empty. An empty field is an error of the whole line. */
function refusDuNombre(champ: Nombre, saisi: unknown): string | undefined {
  if (saisi === '') return undefined
  const { error } = ligneInput.safeParse({ ...LIGNE_VIERGE, designation: '-', [champ]: saisi })
  return error?.issues[0]?.message
}

/** The error of a line as a whole (Q194): a missing field, or too high an amount. A number's own error comes first. */
export function refusDeLaLigne(saisie: SaisieLigne): string | undefined {
  if (!isComplete(saisie)) return LIGNE_INCOMPLETE
  if (NOMBRES.some((champ) => refusDuNombre(champ, saisie[champ]))) return undefined
  return ligneInput.safeParse(saisie).error?.issues[0]?.message
}

const nombre = (champ: Nombre) =>
  z.union([z.string(), z.number()]).check(
    z.refine((saisi) => refusDuNombre(champ, saisi) === undefined, {
      error: ({ input }) => refusDuNombre(champ, input),
    }),
  )

/** The form of a new voucher. On saving, the line being typed must be complete or untouched (Q196). */
export const bonSaisieInput = z
  .extend(bonEditInput, {
    designation: z.string(),
    prix_unitaire: nombre('prix_unitaire'),
    quantite: nombre('quantite'),
  })
  .check(
    z.refine<SaisieLigne>((saisie) => isVierge(saisie) || refusDeLaLigne(saisie) === undefined, {
      error: ({ input }) => refusDeLaLigne(input as SaisieLigne),
      path: ['ligne'],
      // `when` shows this error together with those of the numbers.
      when: () => true,
    }),
  )
