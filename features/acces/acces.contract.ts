import * as z from 'zod/mini'
import { CARACTERES_INTERDITS, message, texte } from '#shared/champs/codecs.ts'
import { accesErreurs } from '#features/acces/acces.erreurs.ts'
import { email } from '#shared/coordonnees.ts'
import { ROLES, SUITES } from '#shared/droits.ts'
import { endpoint } from '#shared/endpoint.ts'
import { isTextePropre } from '#shared/texte.ts'

const MOT_DE_PASSE = 'Le mot de passe est obligatoire.'
const LONGUEUR = 'Le mot de passe doit contenir au moins 8 caractères.'

/** Password as typed, not trimmed: 8 to 255 characters (Q71). */
export const motDePasse = z.string({ error: MOT_DE_PASSE }).check(
  z.maxLength(255, { error: 'Le mot de passe dépasse 255 caractères.', abort: true }),
  z.minLength(1, { error: MOT_DE_PASSE, abort: true }),
  z.minLength(8, LONGUEUR),
  z.refine((valeur) => isTextePropre(valeur), CARACTERES_INTERDITS),
)

interface Passwords {
  password?: string | null | undefined
  password_confirmation?: string | null | undefined
}

/** A confirmation longer than any password cannot be equal to one. */
export const confirmationBornee = z.maxLength(255, {
  error: 'Les mots de passe ne correspondent pas.',
  abort: true,
})

/** Requires that password and confirmation are equal, or both absent (Q72, Q77). */
export const memesMotsDePasse = z.refine<Passwords>(
  (body) => (body.password ?? '') === (body.password_confirmation ?? ''),
  { error: 'Les mots de passe ne correspondent pas.', path: ['password_confirmation'] },
)

/** A password that is compared and not chosen: its own member's, or the one of a sign-in. */
export const motDePasseDonne = z
  .string({ error: MOT_DE_PASSE })
  .check(z.minLength(1, MOT_DE_PASSE), z.maxLength(255))

/** Code of an application or recovery code as typed: hyphens, blanks and case do not count. */
export const codeDonne = (absent: string) =>
  z
    .string({ error: absent })
    .check(z.maxLength(255, accesErreurs.codeInvalide.message), z.trim(), z.minLength(1, absent))

const loginInput = z.object({
  email: z.string({ error: "L'adresse email est obligatoire." }).check(
    z.maxLength(10_000, { abort: true }),
    z.trim(),
    z.minLength(1, "L'adresse email est obligatoire."),
    z.maxLength(255, { abort: true }),
    // The e-mail is looked up, and counted, before anything is known of who sends it.
    z.refine((valeur) => isTextePropre(valeur), CARACTERES_INTERDITS),
  ),
  password: motDePasseDonne,
  /** Ignored for who has installed none; absent or blank it is asked for where there is one. */
  code: z.optional(z.nullable(z.string().check(z.maxLength(255, accesErreurs.codeInvalide.message)))),
})

export const compte = z.object({
  name: texte('Le nom est obligatoire.'),
  email: email(),
  password: motDePasse,
  password_confirmation: z
    .string({ error: 'Veuillez confirmer le mot de passe.' })
    .check(confirmationBornee, z.minLength(1, 'Veuillez confirmer le mot de passe.')),
})
const registerInput = compte.check(memesMotsDePasse)

/** `activé` lets the member sign in; any other value does not (Q60). */
export const statut = z.enum(['activé', 'désactivé'])

export const role = z.enum(ROLES)

export const utilisateur = z.object({ id: z.number(), name: z.string(), email: z.string(), statut, role })
/** Act that the member must do first; null for nearly everybody. */
export const suite = z.nullable(z.enum(SUITES))
/**
 * The signed-in member, with the opaque id of his account that screens send back with each call (RF-40), and the version of Diyar, which
 * nobody else is told.
 */
const connecte = z.extend(utilisateur, { compte: z.string(), suite, version: z.optional(z.string()) })
export type Utilisateur = z.output<typeof utilisateur>
export type Connecte = z.output<typeof connecte>

export const accesEndpoints = {
  csrfCookie: endpoint({
    method: 'GET',
    path: '/sanctum/csrf-cookie',
    access: 'public',
    summary: 'Prépare la session et le jeton anti-falsification',
    status: 204,
  }),
  login: endpoint({
    method: 'POST',
    path: '/login',
    access: 'public',
    summary: 'Ouvre une session',
    body: loginInput,
    response: z.object({ user: utilisateur, compte: z.string(), suite, message: z.string() }),
    refuses: [422, 403, 429],
  }),
  register: endpoint({
    method: 'POST',
    path: '/register',
    access: 'public',
    summary: "Demande l'ouverture d'un compte",
    body: registerInput,
    response: z.object({ user: z.omit(utilisateur, { role: true }), message: z.string() }),
    status: 201,
    refuses: [422, 429],
  }),
  user: endpoint({
    method: 'GET',
    path: '/api/user',
    access: 'membre',
    malgreSuite: true,
    summary: "L'utilisateur connecté",
    response: connecte,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/logout',
    access: 'membre',
    toutCompte: true,
    malgreSuite: true,
    summary: 'Ferme la session',
    response: message,
  }),
}
