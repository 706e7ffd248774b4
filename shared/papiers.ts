/** The papers of a vente: their names, their series of numbers and the variables of their texts. */

/** The order is the order of the choices on screen. */
export const TYPES_DE_PAPIER = [
  'attestation_paiement',
  'contrat_reservation',
  'appel_fonds',
  'mise_en_demeure',
  'pv_remise',
  'decompte',
] as const
export type TypeDePapier = (typeof TYPES_DE_PAPIER)[number]

/** Colour of the headings of papers when the promoter has chosen none. */
export const COULEUR_DES_PAPIERS = '#0f6e84'

export const LANGUES = ['fr', 'ar'] as const
export type Langue = (typeof LANGUES)[number]

/** Series letters of the number, « 2026-AP-0001 », and French name of each paper. */
export const PAPIERS = {
  attestation_paiement: { serie: 'AP', libelle: 'Attestation de paiement' },
  contrat_reservation: { serie: 'CR', libelle: 'Contrat de réservation' },
  appel_fonds: { serie: 'AF', libelle: 'Appel de fonds' },
  mise_en_demeure: { serie: 'MD', libelle: 'Mise en demeure' },
  pv_remise: { serie: 'PV', libelle: 'Procès-verbal de remise des clés' },
  decompte: { serie: 'DC', libelle: 'Décompte' },
} as const satisfies Record<TypeDePapier, { serie: string; libelle: string }>
export type SerieDePapier = (typeof PAPIERS)[TypeDePapier]['serie']

/** Kind of a décompte: `solde` attests that the whole price is paid, `fin` is the account of an ended sale. */
export const VARIANTES = ['solde', 'fin'] as const
export type Variante = (typeof VARIANTES)[number]
const LIBELLES_DES_VARIANTES: Readonly<Record<Variante, string>> = {
  solde: 'Attestation de solde',
  fin: 'Décompte de fin de vente',
}

/** French name of a paper. @param variante of a décompte, null for other papers */
export const libelleDuPapier = (type: TypeDePapier, variante: string | null): string => {
  const une = VARIANTES.find((one) => one === variante)
  return une ? LIBELLES_DES_VARIANTES[une] : PAPIERS[type].libelle
}

/** The paper with this series of numbers. @throws RangeError for an unknown series */
export function typeDeSerie(serie: string): TypeDePapier {
  const type = TYPES_DE_PAPIER.find((one) => PAPIERS[one].serie === serie)
  if (!type) throw new RangeError(`no series of papers: ${serie}`)
  return type
}

/** Papers with the sums of today; such a paper cannot bear another date. */
export const PAPIERS_DU_JOUR: readonly TypeDePapier[] = [
  'attestation_paiement',
  'appel_fonds',
  'mise_en_demeure',
  'decompte',
]

/** Papers with the birth and the identity paper of each buyer, hence under the droit `identite`. */
export const PAPIERS_D_IDENTITE: readonly TypeDePapier[] = ['contrat_reservation', 'pv_remise']

/** Variables of a text, written in braces. */
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
  // The variables below fit inside a sentence: « de Karim et d'Ilyès », « de l'appartement A-12 », « 1 jour ».
  'de_client',
  'a_client',
  'le_bien',
  'du_bien',
  'au_bien',
  'delai_jours',
] as const
/** Amounts in words, for French texts only. */
export const VARIABLES_EN_LETTRES = [
  'prix_lettres',
  'total_paye_lettres',
  'reste_lettres',
  'montant_lettres',
] as const

const NOMMEE = /\{([^{}\s]+)\}/g

/** The names of the variables in a text; « { prix } », with blanks, is not a variable. */
export const variablesDe = (texte: string): string[] => [...texte.matchAll(NOMMEE)].map(([, nom = '']) => nom)

/** Replaces the variables of a text in one pass, so that braces inside a value stay as they are. An empty value gives « … ». */
export const remplacer = (
  texte: string,
  valeurs: Readonly<Record<string, string | null | undefined>>,
): string =>
  texte.replace(NOMMEE, (tel, nom: string) => (Object.hasOwn(valeurs, nom) ? valeurs[nom] || '…' : tel))

/** French sentence of the first unknown variable of a text; null when the text is valid in this language. */
export function fauteDuTexte(texte: string, langue: Langue): string | null {
  for (const nom of variablesDe(texte)) {
    const enLettres = VARIABLES_EN_LETTRES.some((one) => one === nom)
    if (enLettres && langue === 'ar') return `Cette variable n'existe pas en arabe : {${nom}}.`
    if (!enLettres && !VARIABLES.some((one) => one === nom)) return `Variable inconnue : {${nom}}.`
  }
  return null
}
