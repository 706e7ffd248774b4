import * as z from 'zod/mini'
import { TYPES_DE_BIEN } from '#shared/biens.ts'
import { decimal } from '#shared/champs/codecs.ts'
import { moisRequete } from '#shared/champs/requetes.ts'
import { endpoint } from '#shared/endpoint.ts'

export const tvaFiltres = z.object({ mois: moisRequete })
export type TvaFiltres = z.output<typeof tvaFiltres>

/** TVA of what one residence received for one kind of bien; `taux`, `base` and `tva` are null while no rate is told. */
const ligneDeTva = z.object({
  residence: z.object({ id: z.number(), nom: z.string() }),
  type: z.enum(TYPES_DE_BIEN),
  encaisse: decimal,
  rejete: decimal,
  taux: z.nullable(decimal),
  base: z.nullable(decimal),
  tva: z.nullable(decimal),
})
export type LigneDeTva = z.output<typeof ligneDeTva>

const rapportDeTva = z.object({
  mois: z.string(),
  data: z.array(ligneDeTva),
  /** The lines added up; a line without rate adds nothing to `base` and `tva`. */
  totals: z.object({ encaisse: decimal, rejete: decimal, base: decimal, tva: decimal }),
  /** Cheques dated in the month that are neither cleared nor rejected; one that pays several biens counts once. */
  cheques_en_attente: z.object({ nombre: z.number(), montant: decimal }),
  timbre: decimal,
  /** Sum of the month paid before Diyar, less its rejections: it stands in no line. */
  reprises: decimal,
})
export type RapportDeTva = z.output<typeof rapportDeTva>

export const tvaEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/rapports/tva',
    access: 'exporter',
    summary:
      "La TVA d'un mois sur ce qui est encaissé, par résidence et nature de bien (sans mois : le dernier)",
    query: tvaFiltres,
    response: rapportDeTva,
  }),
}
