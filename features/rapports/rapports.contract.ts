import * as z from 'zod/mini'
import type { Bornes } from '#features/rapports/periode.rules.ts'
import { moisRequete, texteRequete } from '#shared/champs/requetes.ts'
import { fileEndpoint } from '#shared/endpoint.ts'
import { FORMATS_DE_RAPPORT, type FormatDeRapport } from '#shared/exports.ts'

/** `du` and `au` of a report: its first and its last month. */
export const periodeQuery = { du: moisRequete, au: moisRequete }

/** The months that a report covers, and those in which there is anything to tell; null where there is nothing. */
export const etendueDuRapport = {
  du: z.nullable(z.string()),
  au: z.nullable(z.string()),
  bornes: z.nullable(z.object({ premier: z.string(), dernier: z.string() })),
}
export interface EtendueDuRapport {
  du: string | null
  au: string | null
  bornes: Bornes | null
}

const estFormat = (valeur: unknown): valeur is FormatDeRapport =>
  typeof valeur === 'string' && Object.hasOwn(FORMATS_DE_RAPPORT, valeur)

/** The parameters of all reports as they are sent; each report reads its own. */
const parametres = {
  du: texteRequete,
  au: texteRequete,
  residence: texteRequete,
  mois: texteRequete,
  compte: texteRequete,
  vu: texteRequete,
  par: texteRequete,
}
export type ParametreDeRapport = keyof typeof parametres

export const rapportsEndpoints = {
  export: fileEndpoint({
    method: 'GET',
    path: '/api/rapports/{rapport}/export',
    access: 'exporter',
    summary:
      "Un rapport en fichier, avec toutes ses lignes : les paramètres sont ceux du rapport ; format=pdf ou csv là où le rapport l'offre, sinon un classeur Excel",
    params: z.object({ rapport: z.string() }),
    query: z.object({
      ...parametres,
      format: z.pipe(
        z.optional(z.unknown()),
        z.transform((valeur): FormatDeRapport => (estFormat(valeur) ? valeur : 'xlsx')),
      ),
    }),
    contentType: [FORMATS_DE_RAPPORT.xlsx, FORMATS_DE_RAPPORT.pdf, FORMATS_DE_RAPPORT.csv],
  }),
}
