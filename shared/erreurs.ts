/**
 * Every refusal of the product: its status and its French sentence, once.
 * `throw new AppError('code')` on the server; the body of the answer is `{ message, errors? }` (Q22).
 */
import { formatMontant, type Centimes } from '#shared/argent.ts'
import { formatCompte } from '#shared/texte.ts'

type TypeBien = 'appartement' | 'local' | 'place_parking'
const CE_BIEN = { appartement: 'cet appartement', local: 'ce local', place_parking: 'cette place' }

const definir = <const T extends Record<string, Definition>>(table: T): T => table
type Definition = { status: number; message: string | ((params: never) => string) }

export const erreurs = definir({
  // access
  nonAuthentifie: { status: 401, message: 'Veuillez vous connecter.' },
  identifiants: { status: 422, message: 'Ces identifiants ne correspondent pas à nos enregistrements.' },
  compteInactif: {
    status: 403,
    message: "Votre compte n'est pas encore activé. Un administrateur doit valider votre demande.",
  },
  roleInsuffisant: { status: 403, message: 'Votre rôle ne permet pas cette action.' },
  jeton: { status: 419, message: 'La page a expiré. Rechargez-la puis réessayez.' },
  tropDeTentatives: {
    status: 429,
    message: ({ secondes }: { secondes: number }) =>
      `Trop de tentatives. Réessayez dans ${secondes} seconde${secondes > 1 ? 's' : ''}.`,
  },
  emailPris: { status: 422, message: 'Cette adresse email est déjà utilisée.' },
  dernierMembre: { status: 422, message: 'Impossible : au moins un membre actif est requis.' },

  // requests
  invalide: { status: 422, message: ({ texte }: { texte: string }) => texte },
  abandon: { status: 499, message: 'La demande a été abandonnée.' },
  illisible: { status: 400, message: 'La demande est illisible.' },
  tropLent: { status: 408, message: 'La demande a mis trop de temps à arriver.' },
  enTetesTropLongs: { status: 431, message: "L'adresse ou les en-têtes de la demande sont trop longs." },
  introuvable: { status: 404, message: "Cet élément n'existe pas ou a été supprimé." },
  routeInconnue: { status: 404, message: "Cette adresse n'existe pas." },
  tropGrand: { status: 413, message: 'Ce qui a été envoyé est trop volumineux.' },
  typeRefuse: { status: 415, message: "Ce type de contenu n'est pas accepté." },
  versionPerimee: { status: 409, message: 'Cette fiche a été modifiée entre-temps. Rechargez-la.' },
  hoteInconnu: { status: 421, message: "Diyar n'est pas servi sous ce nom." },
  cleReutilisee: { status: 422, message: 'Cette clé a déjà servi à une autre demande.' },
  indisponible: { status: 503, message: 'Service momentanément indisponible. Réessayez dans un instant.' },
  conflit: { status: 409, message: "L'état de cet élément a changé entre-temps. Rechargez la page." },

  // files
  fichierPasPdf: { status: 422, message: 'Le fichier doit être un PDF.' },
  fichierTropGrand: { status: 413, message: 'Le fichier dépasse 10 Mo.' },

  // clients
  clientRattache: {
    status: 409,
    message: ({ details }: { details: string }) =>
      `Impossible de supprimer ce client : des biens ou des paiements lui sont rattachés.${details && ` ${details}`}`,
  },
  clientInconnu: { status: 422, message: 'Veuillez sélectionner un client.' },

  // ventes, paiements
  bienDejaVendu: { status: 409, message: 'Ce bien est déjà assigné à un client.' },
  appartementDejaVendu: { status: 409, message: 'Cet appartement est déjà assigné à un client.' },
  localDejaVendu: { status: 409, message: 'Ce local est déjà assigné à un client.' },
  placeDejaAttribuee: { status: 409, message: 'Cette place est déjà attribuée.' },
  bienSansClient: { status: 409, message: "Ce bien n'est assigné à aucun client." },
  bienVenduAutreClient: {
    status: 409,
    message: "Ce bien est déjà assigné à un client : retirez-le d'abord pour en choisir un autre.",
  },
  bienVendu: {
    status: 409,
    message: ({ type }: { type: TypeBien }) =>
      `Impossible de supprimer ${CE_BIEN[type]} : un client y est rattaché.`,
  },
  bienAvecHistorique: {
    status: 409,
    message: ({ type, paiements }: { type: TypeBien; paiements: number }) =>
      `Impossible de supprimer ${CE_BIEN[type]} : ${formatCompte(paiements, "paiement d'anciens clients", "paiements d'anciens clients")} y ${paiements > 1 ? 'sont rattachés' : 'est rattaché'}.`,
  },
  versementDepasse: {
    status: 422,
    message: ({ reste }: { reste: Centimes }) =>
      `Le versement dépasse le reste à payer (${formatMontant(reste)}).`,
  },
  montantSousPaye: {
    status: 422,
    message: ({ paye }: { paye: Centimes }) =>
      `Le montant ne peut pas être inférieur au total déjà payé (${formatMontant(paye)}).`,
  },
  venteTerminee: {
    status: 409,
    message: 'La vente de ce bien est terminée : seuls les détails de ce paiement peuvent être corrigés.',
  },
  bienManquant: { status: 422, message: 'Veuillez sélectionner un bien.' },
  bienAutreClient: { status: 422, message: "Ce bien n'appartient pas à ce client." },

  // documents
  documentsOccupes: {
    status: 503,
    message: 'Trop de documents sont en préparation. Réessayez dans un instant.',
  },
  documentTropLong: {
    status: 422,
    message: ({ lignes, maximum, conseil }: { lignes: number; maximum: number; conseil: string }) =>
      `Ce document est trop long pour être imprimé (${lignes} lignes, ${maximum} au plus). ${conseil}`,
  },

  // residences, blocs, etages
  residenceNomPris: {
    status: 422,
    message: ({ action }: { action: 'la création' | 'la mise à jour' }) =>
      `Erreur lors de ${action}. Vérifiez que le nom est unique.`,
  },
  residenceSansPlan: { status: 404, message: 'Aucun plan PDF disponible pour cette résidence.' },
  residenceNonVide: {
    status: 409,
    message: ({ contenu }: { contenu: string }) =>
      `Impossible de supprimer cette résidence : elle contient ${contenu}.`,
  },
  blocNonVide: {
    status: 409,
    message: ({ contenu }: { contenu: string }) =>
      `Impossible de supprimer ce bloc : il contient ${contenu}.`,
  },
  etageNonVide: {
    status: 409,
    message: ({ contenu }: { contenu: string }) =>
      `Impossible de supprimer cet étage : il contient ${contenu}.`,
  },
  blocInconnu: { status: 422, message: 'Veuillez sélectionner un bloc.' },
  blocAutreResidence: { status: 422, message: "Ce bloc n'appartient pas à la résidence choisie." },

  // appartements, locaux
  etageInconnu: { status: 422, message: 'Veuillez sélectionner un étage.' },
  etageAutreBloc: { status: 422, message: "Cet étage n'appartient pas au bloc choisi." },
  numLotPris: { status: 422, message: 'Ce numéro de lot existe déjà à cet étage.' },
  numLocalPris: { status: 422, message: 'Ce numéro existe déjà dans ce bloc.' },
  appartementSansPlan: { status: 404, message: 'Aucun plan PDF disponible pour cet appartement.' },

  // parkings, places
  residenceInconnue: { status: 422, message: 'Veuillez sélectionner une résidence.' },
  parkingInconnu: { status: 422, message: 'Veuillez sélectionner un parking.' },
  parkingPlein: { status: 422, message: 'La capacité du parking est atteinte.' },
  capaciteInsuffisante: {
    status: 422,
    message: 'La capacité ne peut pas être inférieure au nombre de places créées.',
  },
  parkingOccupe: {
    status: 409,
    message: "Erreur lors de la suppression du parking. Vérifiez qu'il ne contient pas de places occupées.",
  },
  parkingAvecHistorique: {
    status: 409,
    message: ({ paiements }: { paiements: number }) =>
      `Impossible de supprimer ce parking : ${formatCompte(paiements, "paiement d'anciens clients", "paiements d'anciens clients")} y ${paiements > 1 ? 'sont rattachés' : 'est rattaché'}.`,
  },
  numeroPlacePris: {
    status: 422,
    message: "Erreur lors de la création de la place. Vérifiez que le numéro n'est pas déjà utilisé.",
  },
  numeroPlaceDejaUtilise: { status: 422, message: 'Ce numéro de place est déjà utilisé dans ce parking.' },
  placeOccupee: {
    status: 409,
    message: "Erreur lors de la suppression de la place. Vérifiez qu'elle n'est pas occupée.",
  },

  // promoteur, charges
  promoteurExiste: { status: 409, message: 'Un promoteur est déjà enregistré.' },
  categorieInconnue: { status: 422, message: 'Veuillez sélectionner une catégorie.' },
})

export type ErrorCode = keyof typeof erreurs

/** Parameters that a code's sentence needs; none for a fixed sentence. */
export type ErrorParams<C extends ErrorCode> = (typeof erreurs)[C]['message'] extends (
  params: infer P,
) => string
  ? [params: P]
  : []

/** The French sentence of a code. */
export function sentence(code: ErrorCode, params: unknown): string {
  const { message } = erreurs[code] as Definition
  return typeof message === 'string' ? message : message(params as never)
}

/** Body of every error answer. A 5xx leaves the message out so that the screen's own sentence shows (Q21). */
export interface ErrorBody {
  message?: string
  /** The message once more, where the specification reads it under this name (D2 §5). */
  error?: string
  errors?: Record<string, string[]>
}
