import { idParams } from '#shared/champs.ts'
import { fileEndpoint } from '#shared/endpoint.ts'
import { FORMATS } from '#shared/exports.ts'

export const annoteEndpoints = {
  annote: fileEndpoint({
    method: 'GET',
    path: '/api/imports/{id}/annote',
    access: 'patrimoine',
    summary: "Le classeur tel qu'il a été envoyé, avec ce que Diyar en dit dans sa dernière colonne",
    params: idParams,
    contentType: FORMATS.xlsx,
  }),
}
