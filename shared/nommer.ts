/** Names of people in the sentences of papers: titles, « de » and « à », lists, a company by the person who acts for it. */
import { compteArabe, listeArabe, miseEnDemeureArabe } from '#shared/arabe.ts'
import type { Langue } from '#shared/papiers.ts'
import { formatCompte } from '#shared/texte.ts'

export const GENRES_DE_CLIENT = ['homme', 'femme', 'societe'] as const
export type GenreDeClient = (typeof GENRES_DE_CLIENT)[number]

/** A person as a paper prints it, in the language of the paper. `genre` is null when it is unknown. */
export interface Nomme {
  nom: string
  genre: GenreDeClient | null
  /** Person who acts for a company, and in what quality; '' when unknown. */
  representant: string
  qualite: string
}

/** Marks of direction around a value. */
const SANS_MARQUE = '(?<=^[\\u2066-\\u2069]*)'
const SOCIETE = new RegExp(`${SANS_MARQUE}(?:la\\s+)?soci[ée]t[ée](?=\\s)`, 'iu')
const CHARIKA = new RegExp(`${SANS_MARQUE}(?:ال)?شركة(?=\\s|$)`, 'u')

/** « M. Karim Zerrouki », « la société Bâti Sud, agissant par Ali Saadi, gérant, », the bare name of an unknown genre. */
function nameInFrench({ nom, genre, representant, qualite }: Nomme): string {
  if (genre === null) return nom
  if (genre !== 'societe') return `${genre === 'homme' ? 'M.' : 'Mme'} ${nom}`
  const societe = SOCIETE.test(nom) ? `la ${nom.replace(SOCIETE, 'société')}` : `la société ${nom}`
  return `${societe}${agissant(representant, qualite)}`
}

const agissant = (representant: string, qualite: string): string =>
  representant === '' ? '' : `, agissant par ${representant}${qualite && `, ${qualite}`},`

/** « السيد سمير », « شركة …، الممثلة في شخص علي سعدي (مسير) ». */
function nameInArabic({ nom, genre, representant, qualite }: Nomme): string {
  if (genre === null) return nom
  if (genre !== 'societe') return `${genre === 'homme' ? 'السيد' : 'السيدة'} ${nom}`
  const societe = CHARIKA.test(nom) ? nom : `شركة ${nom}`
  return representant === ''
    ? societe
    : `${societe}، الممثلة في شخص ${representant}${qualite && ` (${qualite})`}`
}

const VOYELLE = /^[aàâäeéèêëiîïoôöuùûüœ]/i
/** « de M. Karim », « d'Ilyès ». An h, an y and an Arabic letter keep « de ». */
export const deNom = (nom: string): string => (VOYELLE.test(nom) ? `d'${nom}` : `de ${nom}`)

/** « A, B et C » in French; in Arabic each name but the first has a waw. */
export function enumerer(langue: Langue, noms: readonly string[]): string {
  if (langue === 'ar') return listeArabe(noms)
  const [dernier = '', ...autres] = noms.toReversed()
  if (autres.length === 0) return dernier
  return `${joindre(autres.toReversed(), ', ')} et ${dernier}`
}
/** A name that ends in a comma needs no second one. */
const joindre = (noms: readonly string[], lien: string): string =>
  noms.reduce((dit, nom) => `${dit}${dit.endsWith(',') ? ' ' : lien}${nom}`)

/** The forms of the buyers inside a sentence: bare, after « de », after « à ». */
export function formesDesClients(
  langue: Langue,
  clients: readonly Nomme[],
): Record<'le_client' | 'de_client' | 'a_client', string> {
  if (langue === 'ar') {
    const tous = listeArabe(clients.map(nameInArabic))
    return { le_client: tous, de_client: tous, a_client: `إلى ${tous}` }
  }
  const noms = clients.map(nameInFrench)
  return {
    le_client: enumerer('fr', noms),
    de_client: enumerer('fr', noms.map(deNom)),
    a_client: enumerer(
      'fr',
      noms.map((nom) => `à ${nom}`),
    ),
  }
}

/** « , agissant par Ali Saadi, gérant, » behind the promoter's name; '' without a representative. */
export function representantDe(langue: Langue, representant: string, qualite: string): string {
  if (langue === 'fr' || representant === '') return agissant(representant, qualite)
  return `، الممثل في شخص ${representant}${qualite && ` (${qualite})`}،`
}

const APPELS = {
  fr: {
    homme: ['Monsieur', 'Messieurs'],
    femme: ['Madame', 'Mesdames'],
    autre: 'Madame, Monsieur',
    virgule: ',',
  },
  ar: { homme: ['سيدي', 'السادة'], femme: ['سيدتي', 'السيدات'], autre: 'سيدي، سيدتي', virgule: '،' },
} as const

/** Beginning and end of a letter: « Monsieur, », « Veuillez agréer, Monsieur, nos salutations distinguées. » */
export function politesse(
  langue: Langue,
  genres: readonly (GenreDeClient | null)[],
): { appel: string; fin: string } {
  const [premier = null] = genres
  const commun = genres.every((genre) => genre === premier) ? premier : null
  const { autre, virgule, ...appels } = APPELS[langue]
  const nom = commun === null || commun === 'societe' ? autre : appels[commun][genres.length === 1 ? 0 : 1]
  return {
    appel: `${nom}${virgule}`,
    fin:
      langue === 'fr'
        ? `Veuillez agréer, ${nom}, nos salutations distinguées.`
        : 'وتفضلوا بقبول فائق الاحترام والتقدير.',
  }
}

const RANGS = [
  'première',
  'deuxième',
  'troisième',
  'quatrième',
  'cinquième',
  'sixième',
  'septième',
  'huitième',
  'neuvième',
  'dixième',
]
/** « première mise en demeure » to « dixième … », then « 11e mise en demeure ». @param rang from 1 on */
export const rangDeMiseEnDemeure = (langue: Langue, rang: number): string =>
  langue === 'ar' ? miseEnDemeureArabe(rang) : `${RANGS[rang - 1] ?? `${rang}e`} mise en demeure`

/** A verb in -e behind « qui », with the pronouns between them, after a variable that names the buyers. */
const QUI_SING =
  /(\{(?:client|(?:le|de|a)_client)\},?\s+qui\s+(?:\p{L}'|(?:se|le|la|les|y|en|ne)\s+)*\p{Ll}+e)(?!\p{L})/gu
/** A text of the promoter for several buyers: « {client}, qui accepte, » becomes « {client}, qui acceptent, ». French alone has it. */
export const accorderAuxAcquereurs = (texte: string): string => texte.replace(QUI_SING, '$1nt')

const NOMBRES = ['un', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf']
/** « un exemplaire », « deux exemplaires »; « نسختين ». @param nombre 1 to 9 */
export const exemplairesEnMots = (langue: Langue, nombre: number): string =>
  langue === 'ar'
    ? compteArabe(nombre, 'exemplaire')
    : `${NOMBRES[nombre - 1] ?? nombre} ${nombre === 1 ? 'exemplaire' : 'exemplaires'}`

/** « 1 jour », « 15 jours »; « 15 يوما ». @param nombre from 1 on */
export const joursEnMots = (langue: Langue, nombre: number): string =>
  langue === 'ar' ? compteArabe(nombre, 'jour') : formatCompte(nombre, 'jour')

/** More relances than this are counted, not named. */
const RELANCES_NOMMEES = 4
/** Words by which a letter recalls the relances before it: « Malgré notre relance du 03/02/2026, ». @param jours printed days, the oldest first */
export function rappels(langue: Langue, jours: readonly string[]): string {
  const dernier = jours.at(-1)
  if (langue === 'ar') {
    if (dernier === undefined) return 'إلى غاية هذا اليوم،'
    if (jours.length === 1) return `رغم تذكيرنا المؤرخ في ${dernier}،`
    if (jours.length > RELANCES_NOMMEES) return `رغم تذكيراتنا العديدة، وآخرها بتاريخ ${dernier}،`
    return `رغم تذكيراتنا المؤرخة في ${jours.join(' و')}،`
  }
  if (dernier === undefined) return 'À ce jour,'
  if (jours.length === 1) return `Malgré notre relance du ${dernier},`
  if (jours.length > RELANCES_NOMMEES)
    return `Malgré nos ${jours.length} relances, la dernière du ${dernier},`
  return `Malgré nos relances ${enumerer(
    'fr',
    jours.map((jour) => `du ${jour}`),
  )},`
}

/** « du bloc A »: the name of a bloc without its word, whole when nothing is left of it. */
export const nomDuBloc = (nom: string): string => nom.replace(/^bloc[\s.:-]+/i, '').trim() || nom

const MOT_DU_BLOC = /^(?:bloc|b[âa]timent|b[âa]t|(?:ال)?عمارة)(?!\p{L})/iu
/** « Bloc A », to stand alone; a name that says what it is stays whole: « Bloc A », « Bâtiment A ». */
export const designationDuBloc = (nom: string): string => (MOT_DU_BLOC.test(nom) ? nom : `Bloc ${nom}`)

/** « Résidence Les Jardins », but never « Résidence Résidence El Yasmine ». */
export const designationDeLaResidence = (nom: string): string =>
  /^r[ée]sidence\b/i.test(nom) ? nom : `Résidence ${nom}`

/** A bloc and its résidence by name. */
export interface BlocNomme {
  bloc: string
  residence: string
}
/** « Bloc A, Résidence Les Jardins ». */
export const designationDuLieu = ({ bloc, residence }: BlocNomme): string =>
  `${designationDuBloc(bloc)}, ${designationDeLaResidence(residence)}`

/** Initials of a name, shown where a paper's code is verified: « Nom Prénom » → « N. P. ». A word without letter or digit has none. */
export const initiales = (nom: string): string =>
  [...nom.normalize('NFC').matchAll(/[\p{L}\p{N}]\p{M}*(?:[^\s]*)/gu)]
    .map(([mot]) => `${(/^.\p{M}*/u.exec(mot)?.[0] ?? '').toUpperCase()}.`)
    .join(' ')
