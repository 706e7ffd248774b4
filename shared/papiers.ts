/** The papers of a vente: their names, their series of numbers and the variables of their texts. */

/** The six papers that a caller of the list knows without asking for all. The order is the order of the choices on screen. */
export const TYPES_DE_PAPIER = [
  'attestation_paiement',
  'contrat_reservation',
  'appel_fonds',
  'mise_en_demeure',
  'pv_remise',
  'decompte',
] as const
/** Every paper of a sale. */
export const PAPIERS_DE_VENTE = [...TYPES_DE_PAPIER, 'attestation_reservation'] as const
export type PapierDeVente = (typeof PAPIERS_DE_VENTE)[number]
/** Every paper of a bloc, about all its sales or one of them. */
export const PAPIERS_DE_BLOC = ['attestation_avancement'] as const
export type PapierDeBloc = (typeof PAPIERS_DE_BLOC)[number]
export const TOUS_LES_PAPIERS = [...PAPIERS_DE_VENTE, ...PAPIERS_DE_BLOC] as const
export type TypeDePapier = (typeof TOUS_LES_PAPIERS)[number]

/** Colour of the headings of papers when the promoter has chosen none. */
export const COULEUR_DES_PAPIERS = '#0f6e84'

export const LANGUES = ['fr', 'ar'] as const
export type Langue = (typeof LANGUES)[number]

/** Language in which a client is written to until a member chooses the other: that of the letters of his name (RF-26). */
export const langueDuNom = (nom: string): Langue => (/\p{Script=Arabic}/u.test(nom) ? 'ar' : 'fr')

/** That language, the other one, and the French word of the other one. */
export function languesDuNom(nom: string): { langue: Langue; autreLangue: Langue; motDeLAutre: string } {
  const langue = langueDuNom(nom)
  return langue === 'ar'
    ? { langue, autreLangue: 'fr', motDeLAutre: 'français' }
    : { langue, autreLangue: 'ar', motDeLAutre: 'arabe' }
}

/** The query of a paper: it is French unless it is asked for in Arabic. */
export const enLangue = (langue: Langue): { langue?: 'ar' } => (langue === 'ar' ? { langue } : {})

/** The file name of a paper: « relances.pdf », in Arabic « relances_ar.pdf ». */
export const fichierDuPapier = (nom: string, langue: Langue): string =>
  `${nom}${langue === 'ar' ? '_ar' : ''}.pdf`

/** Series letters of the number, « 2026-AP-0001 », and French name of each paper. */
export const PAPIERS = {
  attestation_paiement: { serie: 'AP', libelle: 'Attestation de paiement' },
  contrat_reservation: { serie: 'CR', libelle: 'Contrat de réservation' },
  appel_fonds: { serie: 'AF', libelle: 'Appel de fonds' },
  mise_en_demeure: { serie: 'MD', libelle: 'Mise en demeure' },
  pv_remise: { serie: 'PV', libelle: 'Procès-verbal de remise des clés' },
  decompte: { serie: 'DC', libelle: 'Décompte' },
  attestation_reservation: { serie: 'AR', libelle: 'Attestation de réservation' },
  attestation_avancement: { serie: 'AV', libelle: "Attestation d'avancement des travaux" },
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
  const known = VARIANTES.find((one) => one === variante)
  return known ? LIBELLES_DES_VARIANTES[known] : PAPIERS[type].libelle
}

/** The paper with this series of numbers. @throws RangeError for an unknown series */
export function typeDeSerie(serie: string): TypeDePapier {
  const type = TOUS_LES_PAPIERS.find((one) => PAPIERS[one].serie === serie)
  if (!type) throw new RangeError(`no series of papers: ${serie}`)
  return type
}

/** Papers with the sums of today; such a paper cannot bear another date. */
export const PAPIERS_DU_JOUR: readonly TypeDePapier[] = [
  'attestation_paiement',
  'appel_fonds',
  'mise_en_demeure',
  'decompte',
  'attestation_reservation',
  'attestation_avancement',
]

/** Ways to send a mise en demeure. */
export const ENVOIS = ['main', 'recommande', 'huissier'] as const
export type Envoi = (typeof ENVOIS)[number]

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
  // The variables below fit inside a sentence: « de M. Karim et d'Ilyès », « de l'appartement A-12 », « 1 jour ».
  'le_client',
  'de_client',
  'a_client',
  'le_bien',
  'du_bien',
  'au_bien',
  'representant',
  'delai_jours',
  'exemplaires_mots',
  // Amounts in words of the paper's language.
  'prix_mots',
  'total_paye_mots',
  'reste_mots',
  'montant_mots',
  'encaisse_mots',
  'sous_reserve_mots',
  'encaisse',
  'sous_reserve',
  'retenue',
  'rembourse',
  'a_rembourser',
  'rappels',
  'exigible_le',
  'preuve_stade',
  'avant_le',
  'comptes',
  'heure',
  'stade',
  'stade_le',
  'bloc',
  'residence',
  'etage',
  'surface',
  'reservation_le',
  'livraison_prevue',
  'notaire',
  'permis',
  'permis_le',
  'terrain',
  'garantie',
  'garantie_police',
  'garantie_le',
  'garantie_au',
  'rang',
] as const
export type Variable = (typeof VARIABLES)[number]
/** Amounts in French words, for French texts only. */
export const VARIABLES_EN_LETTRES = [
  'prix_lettres',
  'total_paye_lettres',
  'reste_lettres',
  'montant_lettres',
] as const
type VariableEnLettres = (typeof VARIABLES_EN_LETTRES)[number]

/** Value of each variable of a text; null or '' where the sale has none. */
export type ValeursDuTexte = Readonly<Record<Variable | VariableEnLettres, string | null>>

/** Variables that print nothing, and take the blank before them along, where there is nothing to say. */
const MUETTES: readonly string[] = [
  'representant',
  'rappels',
  'preuve_stade',
  'avant_le',
  'comptes',
  'heure',
] satisfies Variable[]

const NOMMEE = /\{([^{}\s]+)\}/g

/** The names of the variables in a text; « { prix } », with blanks, is not a variable. */
const variablesDe = (texte: string): string[] => [...texte.matchAll(NOMMEE)].map(([, nom = '']) => nom)

const MARQUES = '[\\u2066-\\u2069\\u200B]*'
const FINIT_PAR_VIRGULE = new RegExp(`[,،](${MARQUES})[ \\u00A0]*$`)
const COMMENCE_PAR_UN_POINT = new RegExp(`^${MARQUES}[ \\u00A0]*[,،.;:)]`)
const COMMENCE_PAR_VIRGULE = new RegExp(`^${MARQUES}[,،]`)

/** Writes two parts on: commas that meet are printed once, before a full stop not at all. */
function joinParts(dit: string, suite: string): string {
  const avant = COMMENCE_PAR_UN_POINT.test(suite) ? dit.replace(FINIT_PAR_VIRGULE, '$1') : dit
  return `${COMMENCE_PAR_VIRGULE.test(suite) ? avant.replace(/[ \u00A0]+$/, '') : avant}${suite}`
}

/**
 * Replaces the variables of a text in one pass, so that braces inside a value stay as they are. An empty value gives « … », that of a
 * variable like `representant` nothing.
 */
export function remplacer(texte: string, valeurs: Readonly<Partial<Record<string, string | null>>>): string {
  let dit = ''
  let fin = 0
  for (const trouve of texte.matchAll(NOMMEE)) {
    const [tel, nom = ''] = trouve
    const valeur = Object.hasOwn(valeurs, nom) ? valeurs[nom] || (MUETTES.includes(nom) ? '' : '…') : tel
    const avant = joinParts(dit, texte.slice(fin, trouve.index))
    dit = valeur === '' ? avant.replace(/[ \u00A0]+$/, '') : joinParts(avant, valeur)
    fin = trouve.index + tel.length
  }
  return joinParts(dit, texte.slice(fin)).trimStart()
}

/** French sentence of the first unknown variable of a text; null when the text is valid in this language. */
export function fauteDuTexte(texte: string, langue: Langue): string | null {
  for (const nom of variablesDe(texte)) {
    const enLettres = VARIABLES_EN_LETTRES.some((one) => one === nom)
    if (enLettres && langue === 'ar') return `Cette variable n'existe pas en arabe : {${nom}}.`
    if (!enLettres && !VARIABLES.some((one) => one === nom)) return `Variable inconnue : {${nom}}.`
  }
  return null
}
