import { peut, ROLES } from '#shared/droits.ts'
import { communesErreurs, refusal } from '#shared/erreurs.ts'
import type { Shape } from '#server/http/route.ts'

type JsonSchema = Record<string, unknown>

/** French meaning of each status, for all calls. */
const DESCRIPTIONS: Record<number, string> = {
  400: "La demande est illisible : JSON mal formé, adresse mal codée, formulaire d'un seul tenant impossible à lire.",
  401: "Aucune session, ou une session terminée : ouvrez-en une par l'appel « Ouvre une session ».",
  403: "Le compte attend d'être activé, votre rôle ne permet pas cette action, ou l'accès d'un client a expiré.",
  404: "L'identifiant du chemin ne désigne rien (ou plus rien), ou le lien n'est plus valable.",
  409: "L'état a changé entre-temps, la fiche a été modifiée par quelqu'un d'autre, d'autres fiches en dépendent, ou la session est celle d'un autre compte.",
  413: 'Ce qui est envoyé est trop volumineux (1 Mo, 10 Mo pour un plan).',
  415: "Le type de contenu n'est pas accepté : JSON, et un formulaire seulement là où il y a un fichier.",
  419: 'Le jeton anti-falsification manque ou ne va pas avec la session.',
  422: 'Une valeur est refusée : le texte, et sous `errors` les champs concernés.',
  429: "Trop de tentatives : réessayez après le délai de l'en-tête Retry-After.",
  500: "Un défaut du serveur ; la réponse n'en dit rien.",
  503: "Service momentanément indisponible, ou trop de demandes à la fois : réessayez après l'en-tête Retry-After.",
}
const EXAMPLES = new Map<number, string>(
  (
    [
      'illisible',
      'nonAuthentifie',
      'roleInsuffisant',
      'introuvable',
      'versionPerimee',
      'tropGrand',
      'typeRefuse',
      'jeton',
      'indisponible',
    ] as const
  ).map((name) => [communesErreurs[name].status, refusal(communesErreurs[name]).message]),
)

const namesADroit = ({ access }: Shape) => ROLES.some((role) => !peut(role, access))

/** Statuses of a call's refusals, in order. */
export function refusalsOf(contract: Shape): number[] {
  const changes = contract.method !== 'GET'
  const statuses = [
    ...(changes ? [400, 409, 413, 415, 419] : []),
    ...(contract.access === 'public' || contract.access === 'lien'
      ? []
      : [401, ...(contract.toutCompte ? [] : [409])]),
    ...(contract.access === 'lien' ? [404] : []),
    ...(namesADroit(contract) ? [403] : []),
    ...(contract.params ? [400, 404] : []),
    // 422 covers a refused file, a document too long to print, and a reused idempotency key.
    ...(contract.body || contract.file || contract.query || contract.contentType || contract.method === 'POST'
      ? [422]
      : []),
    ...(contract.refuses ?? []),
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
      desactive_le: { type: 'string', description: "Le jour où l'accès a été retiré, à la connexion." },
    },
  },
  Defaut: { type: 'object', description: "Vide : l'écran montre sa propre phrase.", maxProperties: 0 },
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Secondes à attendre.', schema: { type: 'integer', minimum: 1 } },
}

/** One described answer per status, to which the calls refer. */
export const refusalResponses: Record<string, JsonSchema> = Object.fromEntries(
  Object.entries(DESCRIPTIONS).map(([status, description]) => {
    const message = EXAMPLES.get(Number(status))
    const schema = { $ref: `#/components/schemas/${status === '500' ? 'Defaut' : 'Erreur'}` }
    const example = message && { example: { message } }
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
