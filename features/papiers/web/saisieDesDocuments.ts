import { LANGUES, TOUS_LES_PAPIERS, type Langue, type TypeDePapier } from '#shared/papiers.ts'

/** Form of the papers' settings. A text '' stands for the proposed text. */
export interface SaisieDesDocuments extends Record<string, unknown> {
  logo_imprime: boolean
  ville: string
  ville_ar: string
  duplicata: boolean
  garantie_requise: boolean
  exemplaires: number | ''
  paraphes: boolean
  mention_contrat: Record<Langue, string>
  signature_client: string
  signature_promoteur: string
  signature_client_ar: string
  signature_promoteur_ar: string
  signature_etudes: string
  signature_etudes_ar: string
  delai_mise_en_demeure: number | ''
  textes: Record<TypeDePapier, Record<Langue, string>>
}

export function toSaisie(valeur: Record<string, unknown>): SaisieDesDocuments {
  const mention = valeur['mention_contrat']
  const textes = Object.fromEntries(
    TOUS_LES_PAPIERS.map((type) => [
      type,
      Object.fromEntries(LANGUES.map((langue) => [langue, texteDe(valeur, type, langue)])),
    ]),
  ) as SaisieDesDocuments['textes']
  return {
    logo_imprime: valeur['logo_imprime'] === true,
    ville: texte(valeur['ville']),
    ville_ar: texte(valeur['ville_ar']),
    duplicata: valeur['duplicata'] === true,
    garantie_requise: valeur['garantie_requise'] === true,
    exemplaires: nombre(valeur['exemplaires']),
    paraphes: valeur['paraphes'] === true,
    mention_contrat: { fr: texte(part(mention, 'fr')), ar: texte(part(mention, 'ar')) },
    signature_client: texte(valeur['signature_client']),
    signature_promoteur: texte(valeur['signature_promoteur']),
    signature_client_ar: texte(valeur['signature_client_ar']),
    signature_promoteur_ar: texte(valeur['signature_promoteur_ar']),
    signature_etudes: texte(valeur['signature_etudes']),
    signature_etudes_ar: texte(valeur['signature_etudes_ar']),
    delai_mise_en_demeure: nombre(valeur['delai_mise_en_demeure']),
    textes,
  }
}

/** The promoter's saved text of a paper; '' while the proposed text is used. */
export const texteDe = (valeur: Record<string, unknown>, type: TypeDePapier, langue: Langue): string =>
  texte(part(part(valeur['textes'], type), langue))

const texte = (champ: unknown): string => (typeof champ === 'string' ? champ : '')
const nombre = (champ: unknown): number | '' => (typeof champ === 'number' ? champ : '')
const part = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null ? Object.entries(of).find(([key]) => key === name)?.[1] : undefined
