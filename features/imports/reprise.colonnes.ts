/** The sheet « Reprise »: what its cells can be (`colonnes.tsv`), and the columns that the model shows of them. */
import { aideDesMots, colonne, requise, type Colonne, type Feuille } from '#features/imports/colonnes.ts'
import { GENRES } from '#shared/biens.ts'

/** Most versements that one line can hold. */
export const VERSEMENTS_MAX = 12

/** Units of the amounts of a sheet. */
export const UNITES = ['da', 'milliers', 'centimes', 'millions_de_centimes'] as const
export type Unite = (typeof UNITES)[number]

/** The fields of a line, each with its words and the group of the menu that it is chosen from. */
const CHAMPS = {
  residence: ['Résidence', 'Bien'],
  type: ['Type de bien', 'Bien'],
  lieu: ['Bloc ou parking', 'Bien'],
  numero: ['Numéro', 'Bien'],
  bien: ['Bien (bloc et numéro)', 'Bien'],
  appartement: ["N° de l'appartement", 'Bien'],
  local: ['N° du local', 'Bien'],
  place: ['N° de la place', 'Bien'],
  client: ['Acquéreur', 'Acquéreur'],
  nom: ['Nom', 'Acquéreur'],
  prenom: ['Prénom', 'Acquéreur'],
  nom_ar: ['Nom en arabe', 'Acquéreur'],
  tel: ['Téléphone', 'Acquéreur'],
  tel2: ['Téléphone 2', 'Acquéreur'],
  email: ['E-mail', 'Acquéreur'],
  adresse: ['Adresse', 'Acquéreur'],
  piece: ['N° de pièce', 'Acquéreur'],
  naissance_le: ['Né(e) le', 'Acquéreur'],
  naissance_lieu: ['Lieu de naissance', 'Acquéreur'],
  coacquereur: ['Co-acquéreur', 'Acquéreur'],
  prix: ['Prix convenu', 'Vente'],
  reserve_le: ['Réservé le', 'Vente'],
  contrat_le: ['Contrat le', 'Vente'],
  livre_le: ['Livré le', 'Vente'],
  statut: ['Statut', 'Vente'],
  total: ['Total versé', 'Vente'],
  paye_au: ['Payé au', 'Vente'],
  note: ['Observation', 'Vente'],
  c_etage: ['Étage', 'Comparer seulement'],
  c_type: ['Type', 'Comparer seulement'],
  c_surface: ['Surface', 'Comparer seulement'],
  c_reste: ['Reste', 'Comparer seulement'],
} as const satisfies Record<string, readonly [libelle: string, groupe: string]>

/** Fields of a versement, each with its word. */
export const PARTIES_DU_VERSEMENT = {
  montant: 'montant',
  date: 'date',
  mode: 'mode',
  reference: 'référence',
  recu: 'reçu',
} as const
export type PartieDuVersement = keyof typeof PARTIES_DU_VERSEMENT
export type ChampDuVersement = `v_${PartieDuVersement}_${number}`
export type ChampDeReprise = keyof typeof CHAMPS | ChampDuVersement

/** The numbers of a line's versements. */
export const RANGS = Array.from({ length: VERSEMENTS_MAX }, (_, at) => at + 1)
const PARTIES = Object.keys(PARTIES_DU_VERSEMENT) as PartieDuVersement[]
export const champDuVersement = (partie: PartieDuVersement, rang: number): ChampDuVersement =>
  `v_${partie}_${rang}`

/** All fields of a line in the order of the menu, with their words: « Versement 1 : montant ». */
export const CHAMPS_DE_REPRISE: ReadonlyMap<string, { libelle: string; groupe: string }> = new Map<
  string,
  { libelle: string; groupe: string }
>([
  ...Object.entries(CHAMPS).map(([champ, [libelle, groupe]]) => [champ, { libelle, groupe }] as const),
  ...RANGS.flatMap((rang) =>
    PARTIES.map((partie) => {
      const libelle = `Versement ${rang} : ${PARTIES_DU_VERSEMENT[partie]}`
      return [champDuVersement(partie, rang), { libelle, groupe: 'Versement' }] as const
    }),
  ),
])

/** The words of Mode, as the model offers them and as a wrong one is told. */
export const MODES_DE_REPRISE = [
  'Espèces',
  'Chèque',
  'Chèque à encaisser',
  'Chèque rejeté',
  'Virement',
  'Versement bancaire',
  'Autre',
] as const

const TYPES = Object.values(GENRES).map(({ nom }) => nom)

const versement = (rang: number): readonly Colonne<ChampDuVersement>[] => [
  colonne(champDuVersement('date', rang), `Versé le ${rang}`, 'jour', { aide: 'Le jour du versement' }),
  colonne(champDuVersement('montant', rang), `Montant ${rang}`, 'montant', {
    aide: 'En dinars, deux décimales au plus ; vide : pas de versement',
  }),
  colonne(champDuVersement('mode', rang), `Mode ${rang}`, 'liste', {
    aide: aideDesMots(MODES_DE_REPRISE),
    mots: MODES_DE_REPRISE,
  }),
  colonne(champDuVersement('reference', rang), `Référence ${rang}`, 'texte', {
    aide: 'Le numéro du chèque, du virement ou du bordereau',
  }),
  colonne(champDuVersement('recu', rang), `Reçu ${rang}`, 'texte', {
    aide: 'Le numéro du reçu donné avant Diyar, comme il était écrit',
    largeur: 12,
  }),
]

const COLONNES: readonly Colonne<ChampDeReprise>[] = [
  requise('residence', 'Résidence', 'texte', 'Le nom de la résidence', 'El Yasmine', { liste: 'residences' }),
  colonne('type', 'Type', 'liste', {
    aide: `${aideDesMots(TYPES)} ; vide : le bien de ce numéro`,
    exemple: 'Appartement',
    mots: TYPES,
  }),
  colonne('lieu', 'Bloc ou parking', 'texte', {
    aide: 'Le nom du bloc, ou du parking pour une place',
    exemple: 'Bloc A',
    liste: 'blocs',
  }),
  requise('numero', 'Numéro', 'texte', 'Le numéro du lot, du local ou de la place', 'A101'),
  requise(
    'client',
    'Acquéreur',
    'texte',
    'Son nom complet ; « Kaci Ahmed et Kaci Nora » sont deux acquéreurs',
    'Karim Benali',
    { largeur: 28 },
  ),
  colonne('tel', 'Téléphone', 'telephone', {
    aide: 'Son numéro, ou deux numéros',
    exemple: '0550 12 34 56',
  }),
  colonne('tel2', 'Téléphone 2', 'telephone', { aide: 'Son second numéro' }),
  colonne('email', 'E-mail', 'texte', { aide: 'Son adresse e-mail', largeur: 28 }),
  colonne('adresse', 'Adresse', 'texte', { aide: 'Son adresse', largeur: 40 }),
  colonne('piece', 'N° de pièce', 'texte', {
    aide: "Son NIN de 18 chiffres, ou le numéro de sa carte d'identité",
  }),
  colonne('coacquereur', 'Co-acquéreur', 'texte', {
    aide: '« Nom » ou « Nom (30 %) », trois au plus, séparés par « ; »',
    exemple: 'Nora Benali (50 %)',
    largeur: 28,
  }),
  colonne('prix', 'Prix convenu', 'montant', { aide: 'En dinars ; vide : le prix du bien' }),
  colonne('reserve_le', 'Réservé le', 'jour', {
    aide: 'Le jour de la vente ; vide : celui du contrat ou du premier versement',
  }),
  colonne('contrat_le', 'Contrat le', 'jour', { aide: 'Le jour du contrat' }),
  colonne('livre_le', 'Livré le', 'jour', { aide: 'Le jour de la remise des clés' }),
  colonne('total', 'Total versé', 'montant', {
    aide: "Ce qui a été versé en tout ; sans versement sur la ligne, c'est un seul paiement",
  }),
  colonne('paye_au', 'Payé au', 'jour', {
    aide: 'Le jour auquel ce total est arrêté ; vide : la fin du mois dernier',
  }),
  colonne('note', 'Observation', 'texte', { aide: 'Une remarque', largeur: 32 }),
  ...RANGS.flatMap(versement),
]

/** The sheet as the model shows it. A list of the member's own has the fields of {@link CHAMPS_DE_REPRISE} in any columns. */
export const feuilleDeReprise = {
  titre: 'Reprise',
  aide: "Vos ventes et vos versements d'avant Diyar, une ligne par vente ; les lots doivent exister",
  colonnes: COLONNES,
} as const satisfies Feuille
