import { payeursFiltres } from '#features/paiements/versements.contract.ts'
import { fileEndpoint } from '#shared/endpoint.ts'

export const recapEndpoints = {
  export: fileEndpoint({
    method: 'GET',
    path: '/api/recap-paiements/export',
    access: 'exporter',
    summary: 'Le récapitulatif en classeur Excel',
    query: payeursFiltres,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
  exportPdf: fileEndpoint({
    method: 'GET',
    path: '/api/recap-paiements/export-pdf',
    access: 'exporter',
    summary: 'Le récapitulatif en PDF',
    query: payeursFiltres,
    contentType: 'application/pdf',
  }),
  printPdf: fileEndpoint({
    method: 'GET',
    path: '/api/recap-paiements/print-pdf',
    access: 'exporter',
    summary: 'Le récapitulatif en PDF, montré dans le navigateur pour être imprimé',
    query: payeursFiltres,
    contentType: 'application/pdf',
  }),
}
