import { chargesQuery } from '#features/rapports/charges.contract.ts'
import { residencesQuery } from '#features/rapports/residences.contract.ts'
import { readResidencesListe } from '#features/rapports/server/residences.service.ts'
import { readChargesListe } from '#features/rapports/server/charges.service.ts'
import { ecrituresQuery } from '#features/rapports/ecritures.contract.ts'
import { encaissementsFiltres } from '#features/rapports/encaissements.contract.ts'
import { readEncaissementsListe } from '#features/rapports/server/encaissements.documents.ts'
import { previsionsFiltres } from '#features/rapports/previsions.contract.ts'
import { readPrevisionsListe } from '#features/rapports/server/previsions.documents.ts'
import { banqueFiltres } from '#features/rapports/banque.contract.ts'
import { readBanqueListe } from '#features/rapports/server/banque.documents.ts'
import { fichiersDeLaTva } from '#features/rapports/server/tva.documents.ts'
import { readVentesListe } from '#features/rapports/server/ventes.documents.ts'
import { ventesFiltres } from '#features/rapports/ventes.contract.ts'
import { readEcrituresListe, sendEcrituresCsv } from '#features/rapports/server/ecritures.documents.ts'
import { classeurDe, fichierDe, type FichiersDeRapport } from '#features/rapports/server/rapport.export.ts'

/** The files of each report, by its name in `/api/rapports/{rapport}/export`. The register and the till have calls of their own. */
export const EXPORTS: ReadonlyMap<string, FichiersDeRapport> = new Map<string, FichiersDeRapport>([
  ['residences', { xlsx: classeurDe(residencesQuery, readResidencesListe) }],
  ['charges', { xlsx: classeurDe(chargesQuery, readChargesListe) }],
  ['previsions', { xlsx: classeurDe(previsionsFiltres, readPrevisionsListe) }],
  ['ventes', { xlsx: classeurDe(ventesFiltres, readVentesListe) }],
  [
    'ecritures',
    {
      xlsx: classeurDe(ecrituresQuery, readEcrituresListe),
      csv: fichierDe(ecrituresQuery, sendEcrituresCsv),
    },
  ],
  ['encaissements', { xlsx: classeurDe(encaissementsFiltres, readEncaissementsListe) }],
  ['banque', { xlsx: classeurDe(banqueFiltres, readBanqueListe) }],
  ['tva', fichiersDeLaTva],
])
