import { ecrituresEndpoints } from '#features/rapports/ecritures.contract.ts'
import { banqueEndpoints } from '#features/rapports/banque.contract.ts'
import { BANQUE } from '#features/rapports/banque.words.ts'
import { encaissementsEndpoints } from '#features/rapports/encaissements.contract.ts'
import { previsionsDuRapport } from '#features/rapports/previsions.contract.ts'
import { rapportsEndpoints } from '#features/rapports/rapports.contract.ts'
import { ECRITURES, ENCAISSEMENTS, PREVISIONS, VENTES } from '#features/rapports/rapports.words.ts'
import { registresEndpoints } from '#features/rapports/registres.contract.ts'
import { tvaEndpoints } from '#features/rapports/tva.contract.ts'
import { TVA } from '#features/rapports/tva.words.ts'
import { ventesRapportEndpoints } from '#features/rapports/ventes.contract.ts'
import { residencesRapportEndpoints } from '#features/rapports/residences.contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { FormatDeRapport } from '#shared/exports.ts'

export const REGISTRE = 'Registre des reçus'
export const CAISSE = 'Journal de caisse'

export const ARGENT = 'Argent'
export const COMMERCE = 'Commerce'
export const COMPTABILITE = 'Comptabilité'

/** A report: its word in the address, its tab and the group of that, the call without which it is empty, the call of its files and their formats. */
interface Onglet {
  rapport: string
  label: string
  groupe: typeof ARGENT | typeof COMMERCE | typeof COMPTABILITE
  call: Pick<Endpoint, 'access'>
  fichier: Pick<Endpoint, 'access'>
  formats: readonly FormatDeRapport[]
}

/** The reports in the order of their tabs: Encaissements, Banque, Prévisions; Ventes, Résidences; TVA, Écritures, the register, the till. */
export const ONGLETS = [
  {
    rapport: 'encaissements',
    label: ENCAISSEMENTS,
    groupe: ARGENT,
    call: encaissementsEndpoints.read,
    fichier: rapportsEndpoints.export,
    formats: ['xlsx'],
  },
  {
    rapport: 'banque',
    label: BANQUE,
    groupe: ARGENT,
    call: banqueEndpoints.read,
    fichier: rapportsEndpoints.export,
    formats: ['xlsx'],
  },
  {
    rapport: 'previsions',
    label: PREVISIONS,
    groupe: ARGENT,
    call: previsionsDuRapport.read,
    fichier: rapportsEndpoints.export,
    formats: ['xlsx'],
  },
  {
    rapport: 'ventes',
    label: VENTES,
    groupe: COMMERCE,
    call: ventesRapportEndpoints.ventes,
    fichier: rapportsEndpoints.export,
    formats: ['xlsx'],
  },
  {
    rapport: 'residences',
    label: 'Résidences',
    groupe: COMMERCE,
    call: residencesRapportEndpoints.residences,
    fichier: rapportsEndpoints.export,
    formats: ['xlsx'],
  },
  {
    rapport: 'tva',
    label: TVA,
    groupe: COMPTABILITE,
    call: tvaEndpoints.read,
    fichier: rapportsEndpoints.export,
    formats: ['xlsx', 'pdf'],
  },
  {
    rapport: 'ecritures',
    label: ECRITURES,
    groupe: COMPTABILITE,
    call: ecrituresEndpoints.read,
    fichier: rapportsEndpoints.export,
    formats: ['xlsx', 'csv'],
  },
  {
    rapport: 'recus',
    label: REGISTRE,
    groupe: COMPTABILITE,
    call: registresEndpoints.listRecus,
    fichier: registresEndpoints.exportRecus,
    formats: ['xlsx', 'pdf'],
  },
  {
    rapport: 'caisse',
    label: CAISSE,
    groupe: COMPTABILITE,
    call: registresEndpoints.listCaisse,
    fichier: registresEndpoints.exportCaisse,
    formats: ['xlsx', 'pdf'],
  },
] as const satisfies readonly Onglet[]

export type NomDeRapport = (typeof ONGLETS)[number]['rapport']

/** The reports as the search finds them. */
export const RAPPORTS = ONGLETS.map(({ rapport, label, call }) => ({ label, search: { rapport }, call }))
