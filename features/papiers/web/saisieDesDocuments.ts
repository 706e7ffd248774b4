import { LANGUES, TYPES_DE_PAPIER, type Langue, type TypeDePapier } from '#shared/papiers.ts'

/** Form of the papers' settings. A text '' stands for the proposed text. */
export interface SaisieDesDocuments extends Record<string, unknown> {
  logo_imprime: boolean
  ville: string
  signature_client: string
  signature_promoteur: string
  signature_client_ar: string
  signature_promoteur_ar: string
  delai_mise_en_demeure: number | ''
  textes: Record<TypeDePapier, Record<Langue, string>>
}

export function toSaisie(valeur: Record<string, unknown>): SaisieDesDocuments {
  const delai = valeur['delai_mise_en_demeure']
  const textes = Object.fromEntries(
    TYPES_DE_PAPIER.map((type) => [
      type,
      Object.fromEntries(LANGUES.map((langue) => [langue, texteDe(valeur, type, langue)])),
    ]),
  ) as SaisieDesDocuments['textes']
  return {
    logo_imprime: valeur['logo_imprime'] === true,
    ville: texte(valeur['ville']),
    signature_client: texte(valeur['signature_client']),
    signature_promoteur: texte(valeur['signature_promoteur']),
    signature_client_ar: texte(valeur['signature_client_ar']),
    signature_promoteur_ar: texte(valeur['signature_promoteur_ar']),
    delai_mise_en_demeure: typeof delai === 'number' ? delai : '',
    textes,
  }
}

/** The promoter's saved text of a paper; '' while the proposed text is used. */
export const texteDe = (valeur: Record<string, unknown>, type: TypeDePapier, langue: Langue): string =>
  texte(part(part(valeur['textes'], type), langue))

const texte = (champ: unknown): string => (typeof champ === 'string' ? champ : '')
const part = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null ? Object.entries(of).find(([key]) => key === name)?.[1] : undefined
