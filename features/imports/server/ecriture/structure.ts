import { readBlocs } from '#features/blocs/server/blocs.service.ts'
import { ecrireFiches, idDe, type Redaction } from '#features/imports/server/ecriture/fiches.ts'
import type { Registres } from '#features/imports/server/controle/registres.ts'
import { readResidences } from '#features/residences/server/residences.service.ts'

/** Residences and blocs, in the order in which one stands in the other. */
export async function ecrireStructure(redaction: Redaction, { residences, blocs }: Registres): Promise<void> {
  await ecrireFiches(
    redaction,
    residences.fiches,
    'residence',
    [
      {
        table: 'residences',
        versionnee: true,
        colonnes: {
          nom: { type: 'text', de: ({ nom }) => nom },
          adresse: { type: 'text', de: ({ adresse }) => adresse },
        },
      },
    ],
    readResidences,
  )
  await ecrireFiches(
    redaction,
    blocs.fiches,
    'bloc',
    [
      {
        table: 'blocs',
        versionnee: true,
        colonnes: {
          residence_id: { type: 'bigint', de: ({ residence }) => idDe(residence) },
          nomloc: { type: 'text', de: ({ nomloc }) => nomloc },
          description: { type: 'text', de: ({ description }) => description },
        },
      },
    ],
    readBlocs,
  )
}
