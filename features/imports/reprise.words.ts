/** The fields that a column of a promoter's own list can be, as `entree.md` D.2 names and groups them. */
export const GROUPES = ['Bien', 'Acquéreur', 'Vente', 'Versement', 'Comparer seulement'] as const
export type GroupeDeChamps = (typeof GROUPES)[number]

/** The fields that a sheet has once, in the order in which they are offered. */
export const CHAMPS_SIMPLES = {
  residence: { libelle: 'Résidence', groupe: 'Bien' },
  lieu: { libelle: 'Bloc ou parking', groupe: 'Bien' },
  bien: { libelle: 'Bien (bloc et numéro)', groupe: 'Bien' },
  appartement: { libelle: "N° de l'appartement", groupe: 'Bien' },
  local: { libelle: 'N° du local', groupe: 'Bien' },
  place: { libelle: 'N° de la place', groupe: 'Bien' },
  client: { libelle: 'Acquéreur', groupe: 'Acquéreur' },
  nom: { libelle: 'Nom', groupe: 'Acquéreur' },
  prenom: { libelle: 'Prénom', groupe: 'Acquéreur' },
  nom_ar: { libelle: 'Nom en arabe', groupe: 'Acquéreur' },
  tel: { libelle: 'Téléphone', groupe: 'Acquéreur' },
  tel2: { libelle: 'Téléphone 2', groupe: 'Acquéreur' },
  email: { libelle: 'E-mail', groupe: 'Acquéreur' },
  adresse: { libelle: 'Adresse', groupe: 'Acquéreur' },
  piece: { libelle: 'N° de pièce', groupe: 'Acquéreur' },
  naissance_le: { libelle: 'Né(e) le', groupe: 'Acquéreur' },
  naissance_lieu: { libelle: 'Lieu de naissance', groupe: 'Acquéreur' },
  coacquereur: { libelle: 'Co-acquéreur', groupe: 'Acquéreur' },
  prix: { libelle: 'Prix convenu', groupe: 'Vente' },
  reserve_le: { libelle: 'Réservé le', groupe: 'Vente' },
  contrat_le: { libelle: 'Contrat le', groupe: 'Vente' },
  livre_le: { libelle: 'Livré le', groupe: 'Vente' },
  statut: { libelle: 'Statut', groupe: 'Vente' },
  total: { libelle: 'Total versé', groupe: 'Vente' },
  paye_au: { libelle: 'Payé au', groupe: 'Vente' },
  note: { libelle: 'Observation', groupe: 'Vente' },
  c_etage: { libelle: 'Étage', groupe: 'Comparer seulement' },
  c_type: { libelle: 'Type', groupe: 'Comparer seulement' },
  c_surface: { libelle: 'Surface', groupe: 'Comparer seulement' },
  c_reste: { libelle: 'Reste', groupe: 'Comparer seulement' },
} as const satisfies Record<string, { libelle: string; groupe: GroupeDeChamps }>
export type ChampSimple = keyof typeof CHAMPS_SIMPLES
export const NOMS_DES_CHAMPS_SIMPLES = Object.keys(CHAMPS_SIMPLES) as ChampSimple[]

/** What a column says of one of the payments of its line, and how it is offered: « Versement 2 : date ». */
export const CHAMPS_DU_VERSEMENT = {
  v_montant: 'montant',
  v_date: 'date',
  v_mode: 'mode',
  v_reference: 'référence',
  v_recu: 'reçu',
} as const
export type ChampDuVersement = keyof typeof CHAMPS_DU_VERSEMENT
export const NOMS_DES_CHAMPS_DU_VERSEMENT = Object.keys(CHAMPS_DU_VERSEMENT) as ChampDuVersement[]

/** A line has this many payments at most; a longer history has several lines. */
export const VERSEMENTS_MAX = 12

export type ChampDeReprise = ChampSimple | `${ChampDuVersement}_${number}`

/** Every field with its label and group, in the order of the select. */
export const CHAMPS_DE_REPRISE: readonly { champ: string; libelle: string; groupe: GroupeDeChamps }[] = [
  ...NOMS_DES_CHAMPS_SIMPLES.map((champ) => ({ champ, ...CHAMPS_SIMPLES[champ] })),
  ...Array.from({ length: VERSEMENTS_MAX }, (_, rang) =>
    NOMS_DES_CHAMPS_DU_VERSEMENT.map((champ) => ({
      champ: `${champ}_${rang + 1}`,
      libelle: `Versement ${rang + 1} : ${CHAMPS_DU_VERSEMENT[champ]}`,
      groupe: 'Versement' as const,
    })),
  ).flat(),
].toSorted((a, b) => GROUPES.indexOf(a.groupe) - GROUPES.indexOf(b.groupe))

const LIBELLES: ReadonlyMap<string, string> = new Map(
  CHAMPS_DE_REPRISE.map(({ champ, libelle }) => [champ, libelle]),
)
/** True for the code of a field, that of a payment with its number. */
export const estChampDeReprise = (champ: string): boolean => LIBELLES.has(champ)
/** « Prix convenu », « Versement 1 : montant »; the code itself for what is no field. */
export const libelleDuChamp = (champ: string): string => LIBELLES.get(champ) ?? champ

/** A line names its buyer, and its bien, by one of these. */
export const CHAMPS_DE_L_ACQUEREUR: readonly string[] = ['client', 'nom']
export const CHAMPS_DU_NUMERO: readonly string[] = ['bien', 'appartement', 'local', 'place', 'numero']

/** What the amounts of a sheet are written in. */
export const UNITES = ['da', 'milliers', 'centimes', 'millions_de_centimes'] as const
export type Unite = (typeof UNITES)[number]
export const UNITES_DITES: Record<Unite, string> = {
  da: 'DA',
  milliers: 'milliers de DA',
  centimes: 'centimes',
  millions_de_centimes: 'millions de centimes',
}
