import * as z from 'zod/mini'
import { codeDonne, motDePasseDonne } from '#features/acces/acces.contract.ts'
import { accesErreurs } from '#features/acces/acces.erreurs.ts'
import { message } from '#shared/champs/codecs.ts'
import { endpoint } from '#shared/endpoint.ts'

const code = codeDonne(accesErreurs.codeDemande.message)
/** A member's own password, given once more. */
export const motDePasseSeul = z.object({ mot_de_passe: motDePasseDonne })
export const codeSeul = z.object({ code })
export const motDePasseEtCode = z.extend(motDePasseSeul, { code })

/** Ten recovery codes « 4F7K-92QX », told this once. */
const codes = z.array(z.string())

/** The code at sign-in (TOTP), which each member installs and takes away himself. */
export const secondFacteurEndpoints = {
  begin: endpoint({
    method: 'POST',
    path: '/api/profile/second-facteur',
    access: 'membre',
    summary: "Commence l'installation du code à la connexion ; une seconde fois, le secret est remplacé",
    body: motDePasseSeul,
    /** `secret` in base 32, and the same in the address that the application reads as a QR code. */
    response: z.object({ secret: z.string(), uri: z.string() }),
    status: 201,
    secret: true,
    refuses: [409, 422, 429],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/profile/second-facteur/confirmer',
    access: 'membre',
    summary:
      "Active le code à la connexion par un code juste de l'application, et donne dix codes de secours",
    body: codeSeul,
    response: z.object({ codes, message: z.string() }),
    secret: true,
    succes: 'Code à la connexion activé.',
    refuses: [409, 422],
  }),
  renewCodes: endpoint({
    method: 'POST',
    path: '/api/profile/second-facteur/codes',
    access: 'membre',
    summary: 'Donne dix nouveaux codes de secours ; les anciens ne valent plus rien',
    body: motDePasseEtCode,
    response: z.object({ codes }),
    secret: true,
    refuses: [409, 422, 429],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/profile/second-facteur/retirer',
    access: 'membre',
    summary: 'Retire son code à la connexion',
    body: motDePasseEtCode,
    response: message,
    succes: 'Code à la connexion retiré.',
    refuses: [409, 422, 429],
  }),
}
