/**
 * A refusal is an HTTP status and a French sentence, with parameters or without. This file has the refusals of no feature;
 * `<noun>.erreurs.ts` has a feature's own.
 */
export interface Erreur {
  status: number
  message: string | ((params: never) => string)
}

/** A refusal whose sentence has no parameter. */
export interface ErreurFixe extends Erreur {
  message: string
}

export const defineErreurs = <const T extends Record<string, Erreur>>(table: T): T => table

/** Parameters of a refusal's sentence; none for a fixed sentence. */
export type ParamsOf<E extends Erreur> = E['message'] extends (params: infer P) => string ? [params: P] : []

/** A refusal as a value, with the form field at fault if there is one. A rule returns it, a call throws it, a form or an import shows it. */
export interface Refusal {
  readonly of: Erreur
  readonly message: string
  readonly field: string | null
}

export const refusal = <E extends Erreur>(of: E, ...[params]: ParamsOf<E>): Refusal => ({
  of,
  message: typeof of.message === 'string' ? of.message : of.message(params as never),
  field: null,
})

/** {@link refusal} on a field of the form. */
export const refusalOn = <E extends Erreur>(field: string, of: E, ...params: ParamsOf<E>): Refusal => ({
  ...refusal(of, ...params),
  field,
})

/** Refusals for violated constraints of the database, by the name of the constraint. Services check first, so only a race meets them. */
export type Contraintes = Record<string, Refusal>

/** Shown when the server starts and when a member asks for a paper. */
export const SANS_MOTEUR =
  "aucun document ne peut être imprimé : le compilateur des documents n'est pas installé sur le serveur."

export const communesErreurs = defineErreurs({
  nonAuthentifie: { status: 401, message: 'Veuillez vous connecter.' },
  compteChange: {
    status: 409,
    message: ({ nom }: { nom: string }) => `Vous êtes maintenant connecté comme ${nom}. Rechargez la page.`,
  },
  roleInsuffisant: { status: 403, message: 'Votre rôle ne permet pas cette action.' },
  suiteMotDePasse: { status: 403, message: "Choisissez d'abord votre mot de passe." },
  accesExpire: { status: 403, message: 'Votre accès a expiré : saisissez de nouveau les chiffres.' },
  lienPerime: {
    status: 404,
    message: "Ce lien n'est plus valable. Demandez-en un nouveau à votre promoteur.",
  },
  jeton: { status: 419, message: 'La page a expiré. Rechargez-la puis réessayez.' },
  tropDeTentatives: {
    status: 429,
    message: ({ secondes }: { secondes: number }) =>
      `Trop de tentatives. Réessayez dans ${secondes} seconde${secondes > 1 ? 's' : ''}.`,
  },
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
  fichierPasPdf: { status: 422, message: 'Le fichier doit être un PDF.' },
  fichierPasPiece: { status: 422, message: 'Le fichier doit être un PDF, un JPEG ou un PNG.' },
  pasClasseur: { status: 422, message: 'Le fichier doit être un classeur Excel (.xlsx).' },
  ancienClasseur: {
    status: 422,
    message:
      'Ce fichier est un ancien classeur (.xls) ou un classeur protégé par un mot de passe : enregistrez-le en .xlsx, sans mot de passe.',
  },
  classeurMacros: {
    status: 422,
    message: 'Ce classeur contient des macros : enregistrez-le en .xlsx, sans macros.',
  },
  fichierManquant: { status: 422, message: 'Choisissez un fichier.' },
  logoRefuse: {
    status: 422,
    message:
      'Cette image ne peut pas être imprimée : choisissez un PNG ou un JPEG de 1000 × 1000 points et 200 Ko au plus.',
  },
  fichierTropGrand: { status: 413, message: 'Le fichier dépasse 10 Mo.' },
  documentsOccupes: {
    status: 503,
    message: 'Trop de documents sont en préparation. Réessayez dans un instant.',
  },
  moteurAbsent: {
    status: 503,
    message: SANS_MOTEUR.replace('aucun', 'Aucun'),
  },
  signesInconnus: {
    status: 422,
    message: ({ signes }: { signes: readonly string[] }) =>
      signes.length > 1
        ? `Ce document ne peut pas être imprimé : il contient des signes que l'impression ne connaît pas (${signes.slice(0, 5).join(' ')}).`
        : `Ce document ne peut pas être imprimé : il contient un signe que l'impression ne connaît pas (${signes.join('')}).`,
  },
  documentTropLong: {
    status: 422,
    message: ({ lignes, maximum, conseil }: { lignes: number; maximum: number; conseil: string }) =>
      `Ce document est trop long pour être imprimé (${lignes} lignes, ${maximum} au plus). ${conseil}`,
  },
})

/** Body of every error answer. A 5xx has no message, so that the screen shows its own sentence (Q21). */
export interface ErrorBody {
  message?: string
  /** Same text as `message`, under the name that the specification reads (D2 §5). */
  error?: string
  errors?: Record<string, string[]>
  /** Day on which the account was shut out, in the refusal of a sign-in (ecrans §11). */
  desactive_le?: string
  /** Account of the session, in the refusal of a screen that was drawn for another. */
  compte?: string
  /** Obstacles that keep an act from being taken back: a sentence and a screen each (`entree.md` D.8). */
  obstacles?: string[]
  liens?: (string | null)[]
}
