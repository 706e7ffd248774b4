import { peut, ROLES } from '#shared/droits.ts'
import { sentence, erreurs, type ErrorCode } from '#server/erreurs.ts'
import type { Shape } from '#server/http/route.ts'

type JsonSchema = Record<string, unknown>

/** What a status means, whichever call gives it. */
const DESCRIPTIONS: Record<number, string> = {
  400: "La demande est illisible : JSON mal formé, adresse mal codée, formulaire d'un seul tenant impossible à lire.",
  401: "Aucune session, ou une session terminée : ouvrez-en une par l'appel « Ouvre une session ».",
  403: "Le compte attend d'être activé, votre rôle ne permet pas cette action, ou l'accès d'un client a expiré.",
  404: "L'identifiant du chemin ne désigne rien (ou plus rien), ou le lien n'est plus valable.",
  409: "L'état a changé entre-temps, la fiche a été modifiée par quelqu'un d'autre, ou d'autres fiches en dépendent.",
  413: 'Ce qui est envoyé est trop volumineux (1 Mo, 10 Mo pour un plan).',
  415: "Le type de contenu n'est pas accepté : JSON, et un formulaire seulement là où il y a un fichier.",
  419: 'Le jeton anti-falsification manque ou ne va pas avec la session.',
  422: 'Une valeur est refusée : le texte, et sous `errors` les champs concernés.',
  429: "Trop de tentatives : réessayez après le délai de l'en-tête Retry-After.",
  500: "Un défaut du serveur ; la réponse n'en dit rien.",
  503: "Service momentanément indisponible, ou trop de demandes à la fois : réessayez après l'en-tête Retry-After.",
}
/** A sentence of each, as an example. */
const EXAMPLES: Record<number, ErrorCode> = {
  400: 'illisible',
  401: 'nonAuthentifie',
  403: 'roleInsuffisant',
  404: 'introuvable',
  409: 'versionPerimee',
  413: 'tropGrand',
  415: 'typeRefuse',
  419: 'jeton',
  503: 'indisponible',
}

/** What only these calls refuse; everything else follows from what a call is made of. */
const OWN: Record<string, ErrorCode[]> = {
  accesLogin: ['identifiants', 'compteInactif', 'tropDeTentatives'],
  accesRegister: ['emailPris', 'tropDeTentatives'],
  // Its identifiers stand in the query.
  chargesPrint: ['introuvable'],
  // What the sale does not allow now.
  documentsApercu: ['venteClose'],
  // Of one that is still being checked.
  importsAnnote: ['verificationEnCours'],
  membresRemove: ['dernierMembre'],
  paiementsPrintAppartement: ['bienSansClient'],
  paiementsPrintPlace: ['bienSansClient'],
  paiementsPrintLocal: ['bienSansClient'],
  // The client or the vente stands in its query.
  piecesList: ['introuvable'],
  sauvegardesAutoriser: ['motDePasseIncorrect', 'tropDeTentatives'],
  suiviOuvrir: ['lienPerime', 'tropDeTentatives'],
  verificationVerifier: ['codeInconnu', 'tropDeTentatives'],
  // Of a dossier that is closed.
  ventesDemande: ['venteClose'],
}

/** Does its access leave out some of the members? */
const namesADroit = ({ access }: Shape) => ROLES.some((role) => !peut(role, access))

/** The statuses with which a call may refuse, in order. @param name its name in the registry */
export function refusalsOf(name: string, contract: Shape): number[] {
  const changes = contract.method !== 'GET'
  const statuses = [
    ...(changes ? [400, 409, 413, 415, 419] : []),
    ...(contract.access === 'public' || contract.access === 'lien' ? [] : [401]),
    ...(contract.access === 'lien' ? [404] : []),
    ...(namesADroit(contract) ? [403] : []),
    ...(contract.params ? [400, 404] : []),
    // A file may not be what is accepted; a document may be too long to print; a key of a creating call may have served before.
    ...(contract.body || contract.file || contract.query || contract.contentType || contract.method === 'POST'
      ? [422]
      : []),
    ...(OWN[name] ?? []).map((code) => erreurs[code].status),
    500,
    503,
  ]
  return [...new Set(statuses)].toSorted((a, b) => a - b)
}

export const refusalSchemas = {
  Erreur: {
    type: 'object',
    description: 'Ce qui est refusé et pourquoi, en français.',
    required: ['message'],
    properties: {
      message: { type: 'string', description: 'La phrase à montrer.' },
      error: { type: 'string', description: 'La même, là où la spécification la lit sous ce nom.' },
      errors: {
        type: 'object',
        description: 'Les phrases de chaque champ refusé.',
        additionalProperties: { type: 'array', items: { type: 'string' } },
      },
    },
  },
  Defaut: { type: 'object', description: "Vide : l'écran montre sa propre phrase.", maxProperties: 0 },
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Secondes à attendre.', schema: { type: 'integer', minimum: 1 } },
}

/** One described answer for each status, which the calls refer to. */
export const refusalResponses: Record<string, JsonSchema> = Object.fromEntries(
  Object.entries(DESCRIPTIONS).map(([status, description]) => {
    const code = EXAMPLES[Number(status)]
    const schema = { $ref: `#/components/schemas/${status === '500' ? 'Defaut' : 'Erreur'}` }
    const example = code && { example: { message: sentence(code, undefined) } }
    return [
      `Refus${status}`,
      {
        description,
        ...(status === '429' || status === '503' ? { headers: RETRY_AFTER } : {}),
        content: { 'application/json': { schema, ...example } },
      },
    ]
  }),
)
