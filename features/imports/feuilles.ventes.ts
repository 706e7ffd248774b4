import { NOMS_DES_DECLENCHEURS } from '#features/echeanciers/echeances.words.ts'
import { colonne, requise, residence, type Feuille } from '#features/imports/colonnes.ts'
import { MODES, PAR_LE_CLIENT, PAYEURS } from '#features/paiements/modes.ts'
import { GENRES } from '#shared/biens.ts'

const TYPES = Object.values(GENRES).map(({ nom }) => nom)
const NOMS_DES_MODES = Object.values(MODES)
const mots = (noms: readonly string[]) => `Un de ces mots : ${noms.join(', ')}`

/** Columns that name a bien, the same on every sheet that speaks of one. */
const bien = [
  requise('type', 'Type', 'liste', mots(TYPES), 'Appartement', { mots: TYPES }),
  residence,
  requise('lieu', 'Bloc ou parking', 'texte', 'Le nom du bloc, ou du parking pour une place', 'Bloc A', {
    liste: 'blocs',
  }),
  colonne('etage', 'Étage', 'texte', {
    aide: "Pour un appartement : la désignation de l'étage",
    exemple: '1er étage',
    liste: 'etages',
  }),
  requise('numero', 'Numéro', 'texte', 'Le numéro du lot, du local ou de la place', 'A101'),
] as const
const client = requise(
  'client',
  'Client',
  'texte',
  'Le nom complet du client, comme dans la feuille Clients ou dans Diyar',
  'Karim Benali',
  { liste: 'clients', largeur: 28 },
)
const clientTel = colonne('clientTel', 'Téléphone du client', 'telephone', {
  aide: 'Seulement si plusieurs clients portent ce nom',
})
const jour = <const C extends string>(champ: C, titre: string, aide: string, requis = false) =>
  colonne(champ, titre, 'jour', { requis, aide, exemple: requis ? '2025-03-12' : null })
const mode = <const C extends string>(champ: C, titre: string, requis = false) =>
  colonne(champ, titre, 'liste', {
    requis,
    aide: mots(NOMS_DES_MODES),
    exemple: requis ? 'Virement' : null,
    mots: NOMS_DES_MODES,
  })
const note = colonne('note', 'Note', 'texte', { aide: 'Une remarque', largeur: 32 })
const banque = colonne('banque', 'Banque', 'texte', { aide: 'La banque du virement ou du chèque' })
const reference = colonne('reference', 'Référence', 'texte', {
  aide: 'Le numéro du chèque, du virement ou du bordereau',
})
const dossier = (requis: boolean) =>
  colonne('dossier', 'Dossier', 'texte', {
    requis,
    aide: "Son numéro AAAA-D-NNNN, s'il en a déjà un",
    exemple: requis ? '2025-D-0012' : null,
  })

export const ventes = {
  titre: 'Ventes',
  aide: 'Les ventes, en cours et terminées',
  colonnes: [
    ...bien,
    client,
    clientTel,
    jour('date', 'Date', 'Le jour de la vente', true),
    colonne('prix', 'Prix', 'montant', {
      aide: 'Le prix convenu ; vide : celui du bien. Une vente terminée doit avoir le sien',
    }),
    jour('terminee_le', 'Terminée le', 'Le jour où la vente a pris fin, si elle est terminée'),
    dossier(false),
    jour('reservation_le', 'Réservation', 'Le jour de la réservation ; vide : celui de la vente'),
    jour('contrat_le', 'Contrat', 'Le jour du contrat'),
    jour('livraison_le', 'Livraison', 'Le jour de la remise des clés'),
    jour('livraison_prevue_le', 'Livraison prévue', 'Le jour prévu pour la remise des clés'),
    colonne('notaire', 'Notaire', 'texte', { aide: 'Le nom du notaire' }),
    note,
    jour('demande_le', 'Désistement le', 'Si la vente a pris fin par un désistement : le jour de la demande'),
    colonne('origine', 'À la demande de', 'liste', {
      aide: mots(['Client', 'Promoteur']),
      mots: ['Client', 'Promoteur'],
    }),
    colonne('motif', 'Motif', 'texte', { aide: 'Le motif du désistement', largeur: 28 }),
    colonne('retenue', 'Retenue', 'montant', { aide: 'Ce qui est retenu, en dinars' }),
  ],
} as const satisfies Feuille

export const coAcquereurs = {
  titre: 'Co-acquéreurs',
  aide: 'Qui achète avec le client de chaque vente, et sa part',
  colonnes: [
    dossier(true),
    client,
    requise(
      'part',
      'Part',
      'part',
      'En %, deux décimales au plus ; le reste est au client de la vente',
      33.33,
    ),
    clientTel,
  ],
} as const satisfies Feuille

export const paiements = {
  titre: 'Paiements',
  aide: 'Les paiements de chaque vente, dans leur ordre',
  colonnes: [
    ...bien,
    client,
    clientTel,
    jour('vente_du', 'Vente du', 'Le jour de la vente, si le client a eu plusieurs ventes de ce bien'),
    jour('date_paiement', 'Date', 'Le jour du paiement', true),
    requise('versement', 'Montant', 'montant', 'En dinars, deux décimales au plus', 1_900_000),
    colonne('details', 'Détails', 'texte', { aide: 'Ce que le reçu dit en plus', largeur: 32 }),
    colonne('recu', 'N° de reçu', 'texte', {
      aide: 'AAAA-NNNNNN, si un reçu a déjà été donné ; vide : le numéro suivant',
      exemple: null,
    }),
    mode('mode', 'Mode de paiement'),
    banque,
    reference,
    jour('date_cheque', 'Date du chèque', 'Le jour écrit sur le chèque'),
    colonne('payeur_type', 'Payé par', 'liste', {
      aide: mots([PAR_LE_CLIENT, ...Object.values(PAYEURS)]),
      mots: [PAR_LE_CLIENT, ...Object.values(PAYEURS)],
      largeur: 22,
    }),
    colonne('payeur', 'Nom du payeur', 'texte', { aide: "Qui a payé, quand ce n'est pas le client" }),
    jour('encaisse_le', 'Encaissé le', 'Le jour où le chèque a été encaissé'),
    jour('rejete_le', 'Rejeté le', 'Le jour où le chèque a été rejeté'),
    colonne('motif_rejet', 'Motif du rejet', 'texte', { aide: 'Pourquoi il a été rejeté', largeur: 24 }),
    colonne('frais_rejet', 'Frais de rejet', 'montant', { aide: 'Ce que la banque a pris, en dinars' }),
    colonne('represente', 'Représente le reçu', 'texte', {
      aide: 'Le numéro du reçu du chèque rejeté que celui-ci représente',
    }),
  ],
} as const satisfies Feuille

export const options = {
  titre: 'Options',
  aide: 'Les options en cours',
  colonnes: [
    ...bien,
    requise('nom', 'Nom', 'texte', 'Pour qui le bien est retenu', 'Samira Haddad', { largeur: 28 }),
    colonne('client', 'Client', 'texte', {
      aide: "Son nom complet s'il est déjà client",
      liste: 'clients',
      largeur: 28,
    }),
    clientTel,
    jour('expire_le', 'Expire le', "Le dernier jour de l'option", true),
    colonne('tel', 'Téléphone', 'telephone', { aide: 'Son numéro de téléphone' }),
    note,
  ],
} as const satisfies Feuille

export const echeances = {
  titre: 'Échéances',
  aide: "L'échéancier de chaque vente, ligne par ligne",
  colonnes: [
    ...bien,
    dossier(false),
    requise('rang', 'N°', 'entier', "La place dans l'échéancier, à partir de 1", 1, { min: 1 }),
    requise('libelle', 'Libellé', 'texte', 'Le nom de la ligne', 'Signature du contrat', { largeur: 28 }),
    requise('montant', 'Montant', 'montant', "En dinars ; les lignes d'une vente font son prix", 1_900_000),
    requise('declencheur', 'Déclencheur', 'liste', mots(Object.values(NOMS_DES_DECLENCHEURS)), 'Au contrat', {
      mots: Object.values(NOMS_DES_DECLENCHEURS),
    }),
    colonne('stade', 'Stade', 'texte', {
      aide: 'Avec « À un stade » : son nom dans Paramètres',
      largeur: 24,
    }),
    jour('date_prevue', 'Date', 'Avec « À une date » : le jour ; sinon le jour prévu'),
  ],
} as const satisfies Feuille

export const remboursements = {
  titre: 'Remboursements',
  aide: 'Ce qui a été rendu après un désistement',
  colonnes: [
    dossier(true),
    colonne('numero', 'N°', 'texte', { aide: "AAAA-R-NNNN, s'il en a déjà un ; vide : le numéro suivant" }),
    jour('jour', 'Date', 'Le jour du remboursement', true),
    requise('montant', 'Montant', 'montant', 'En dinars, deux décimales au plus', 500_000),
    mode('mode', 'Mode', true),
    banque,
    reference,
    note,
  ],
} as const satisfies Feuille
