/**
 * How a refusal is written, and those that are of no feature: its status and its French sentence, once.
 * A feature's own stand in its `<noun>.erreurs.ts`; `server/erreurs.ts` puts all of them together.
 */
type Definition = { status: number; message: string | ((params: never) => string) }
export type Erreurs = Record<string, Definition>

export const defineErreurs = <const T extends Erreurs>(table: T): T => table

/** What a violated constraint of the database means: the code, what its sentence needs, the field it concerns if any. */
export type Contraintes<Code extends string = string> = Record<
  string,
  { code: Code; params?: object; champ?: string } | undefined
>

export const communesErreurs = defineErreurs({
  nonAuthentifie: { status: 401, message: 'Veuillez vous connecter.' },
  roleInsuffisant: { status: 403, message: 'Votre rôle ne permet pas cette action.' },
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

/** Parameters that a sentence needs; none for a fixed one. */
export type ParamsOf<D extends Definition> = D['message'] extends (params: infer P) => string
  ? [params: P]
  : []

/** Body of every error answer. A 5xx leaves the message out so that the screen's own sentence shows (Q21). */
export interface ErrorBody {
  message?: string
  /** The message once more, where the specification reads it under this name (D2 §5). */
  error?: string
  errors?: Record<string, string[]>
}
