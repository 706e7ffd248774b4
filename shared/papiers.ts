/** The papers of a vente: what they are called, how they are numbered, what their texts may say. */

/** In the order in which they are offered. */
export const TYPES_DE_PAPIER = [
  'attestation_paiement',
  'contrat_reservation',
  'appel_fonds',
  'mise_en_demeure',
  'pv_remise',
  'decompte',
] as const
export type TypeDePapier = (typeof TYPES_DE_PAPIER)[number]

export const LANGUES = ['fr', 'ar'] as const
export type Langue = (typeof LANGUES)[number]

/** The letters of a paper's number, « 2026-AP-0001 », and its French name. */
export const PAPIERS = {
  attestation_paiement: { serie: 'AP', libelle: 'Attestation de paiement' },
  contrat_reservation: { serie: 'CR', libelle: 'Contrat de réservation' },
  appel_fonds: { serie: 'AF', libelle: 'Appel de fonds' },
  mise_en_demeure: { serie: 'MD', libelle: 'Mise en demeure' },
  pv_remise: { serie: 'PV', libelle: 'Procès-verbal de remise des clés' },
  decompte: { serie: 'DC', libelle: 'Décompte' },
} as const satisfies Record<TypeDePapier, { serie: string; libelle: string }>
export type SerieDePapier = (typeof PAPIERS)[TypeDePapier]['serie']

/** What a text may name in braces. */
export const VARIABLES = [
  'promoteur',
  'client',
  'bien',
  'dossier',
  'date',
  'prix',
  'total_paye',
  'reste',
  'montant',
  'echeance',
  'delai',
] as const
/** Amounts in words, which only French texts have. */
export const VARIABLES_EN_LETTRES = [
  'prix_lettres',
  'total_paye_lettres',
  'reste_lettres',
  'montant_lettres',
] as const

const NOMMEE = /\{([^{}\s]+)\}/g

/** The variables that a text names, « { prix } » with blanks is none. */
export const variablesDe = (texte: string): string[] => [...texte.matchAll(NOMMEE)].map(([, nom = '']) => nom)

/** A text with each variable replaced by what `valeurs` says; one without value prints « … ». What a value says is not looked at again. */
export const remplacer = (
  texte: string,
  valeurs: Readonly<Record<string, string | null | undefined>>,
): string =>
  texte.replace(NOMMEE, (tel, nom: string) => (Object.hasOwn(valeurs, nom) ? valeurs[nom] || '…' : tel))

/** Why a text of this language cannot be kept; null when it can. */
export function fauteDuTexte(texte: string, langue: Langue): string | null {
  for (const nom of variablesDe(texte)) {
    const enLettres = VARIABLES_EN_LETTRES.some((one) => one === nom)
    if (enLettres && langue === 'ar') return `Cette variable n'existe pas en arabe : {${nom}}.`
    if (!enLettres && !VARIABLES.some((one) => one === nom)) return `Variable inconnue : {${nom}}.`
  }
  return null
}
