import type { Call } from '#test/harness/calls.ts'

/** The calls of the reports, of our accounts, of the till's closings, of what bons and groups of payments are paid by. */
export const callsDesComptes: readonly Call[] = [
  ['GET', '/api/bons/fournisseurs', 'chargesLire'],
  ['DELETE', '/api/bons/{bonId}/reglements/{reglementId}', 'charges'],
  ['POST', '/api/bons/{id}/reglements', 'charges'],
  ['POST', '/api/clotures', 'encaisser'],
  ['GET', '/api/clotures/{id}/pdf', 'tresorerie'],
  ['GET', '/api/comptes-bancaires', 'tresorerie'],
  ['POST', '/api/comptes-bancaires', 'corriger'],
  ['PUT', '/api/comptes-bancaires/{id}', 'corriger'],
  ['POST', '/api/paiements/groupes', 'encaisser'],
  ['GET', '/api/paiements/groupes/{id}/recus', 'membre'],
  ['GET', '/api/rapports/banque', 'tresorerie'],
  ['PUT', '/api/rapports/banque', 'corriger'],
  ['GET', '/api/rapports/charges', 'chargesLire'],
  ['GET', '/api/rapports/ecritures', 'exporter'],
  ['GET', '/api/rapports/encaissements', 'tresorerie'],
  ['GET', '/api/rapports/previsions', 'exporter'],
  ['GET', '/api/rapports/residences', 'exporter'],
  ['GET', '/api/rapports/tva', 'exporter'],
  ['GET', '/api/rapports/ventes', 'exporter'],
  ['GET', '/api/rapports/{rapport}/export', 'exporter'],
  ['PUT', '/api/residences/{id}/budget', 'patrimoine'],
  ['GET', '/api/residences/{id}/etat-bancaire', 'exporter'],
]
