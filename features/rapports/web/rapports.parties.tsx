import type { ComponentType } from 'react'
import type { NomDeRapport } from '#features/rapports/rapports.onglets.ts'
import { rapportsEndpoints, type ParametreDeRapport } from '#features/rapports/rapports.contract.ts'
import { registresEndpoints } from '#features/rapports/registres.contract.ts'
import { motDeLAnnee } from '#features/rapports/registres.words.ts'
import {
  banqueAsked,
  caisseAsked,
  ecrituresAsked,
  encaissementsAsked,
  registreAsked,
  tvaAsked,
  ventesAsked,
  residencesAsked,
  type PartieProps,
  type RapportAsked,
} from '#features/rapports/web/rapports.adresse.ts'
import { aujourdhui } from '#shared/dates.ts'
import type { FormatDeRapport } from '#shared/exports.ts'
import { callFile } from '#web/kit/call/api.ts'
import { ErrorState, LoadingState } from '#web/kit/feedback/Results.tsx'
import { lazyPart } from '#web/kit/lazy/lazyPart.tsx'

export interface Partie {
  Part: ComponentType<PartieProps>
  /** Asks for the file of what is shown. */
  fetchFile: (
    asked: RapportAsked,
    format: FormatDeRapport,
    signal: AbortSignal,
  ) => Promise<{ blob: Blob; name: string | undefined }>
  /** Name of the file without its ending, where the answer has none. */
  nomDuFichier: (asked: RapportAsked) => string
}

/** A report loads when its tab is first opened. */
const part = <K extends string>(load: () => Promise<Record<K, ComponentType<PartieProps>>>, name: K) =>
  lazyPart(
    load,
    name,
    (_error, retry) => <ErrorState message="Erreur lors du chargement du rapport." onRetry={retry} />,
    () => <LoadingState text="Chargement du rapport..." wide />,
  )

/** The file of a report, by the one call that gives them. @param askedFor the parameters of the report's own call */
const fichierDe = (
  rapport: NomDeRapport,
  askedFor: (asked: RapportAsked) => Partial<Record<ParametreDeRapport, string>>,
): Pick<Partie, 'fetchFile' | 'nomDuFichier'> => ({
  fetchFile: (asked, format, signal) =>
    callFile(rapportsEndpoints.export, {
      params: { rapport },
      query: { ...askedFor(asked), format },
      signal,
    }),
  nomDuFichier: () => rapport,
})

/** Parts of each report of the tabs. */
export const PARTIES: Readonly<Record<NomDeRapport, Partie>> = {
  encaissements: {
    Part: part(() => import('#features/rapports/web/Encaissements.tsx'), 'Encaissements'),
    ...fichierDe('encaissements', encaissementsAsked),
  },
  banque: {
    Part: part(() => import('#features/rapports/web/Banque.tsx'), 'Banque'),
    ...fichierDe('banque', (asked) => {
      const { vu, ...rest } = banqueAsked(asked)
      return vu === undefined ? rest : { ...rest, vu }
    }),
  },
  previsions: {
    Part: part(() => import('#features/rapports/web/Previsions.tsx'), 'Previsions'),
    ...fichierDe('previsions', ({ residence }) => ({ residence })),
  },
  tva: {
    Part: part(() => import('#features/rapports/web/Tva.tsx'), 'Tva'),
    ...fichierDe('tva', tvaAsked),
  },
  ventes: {
    Part: part(() => import('#features/rapports/web/Ventes.tsx'), 'Ventes'),
    ...fichierDe('ventes', ventesAsked),
  },
  residences: {
    Part: part(() => import('#features/rapports/web/Residences.tsx'), 'Residences'),
    ...fichierDe('residences', residencesAsked),
  },
  ecritures: {
    Part: part(() => import('#features/rapports/web/Ecritures.tsx'), 'Ecritures'),
    ...fichierDe('ecritures', ecrituresAsked),
  },
  recus: {
    Part: part(() => import('#features/rapports/web/RegistreDesRecus.tsx'), 'RegistreDesRecus'),
    fetchFile: (asked, format, signal) =>
      callFile(registresEndpoints.exportRecus, { query: { ...registreAsked(asked), format }, signal }),
    nomDuFichier: ({ annee }) => `registre_recus_${motDeLAnnee(Number(annee || aujourdhui().slice(0, 4)))}`,
  },
  caisse: {
    Part: part(() => import('#features/rapports/web/JournalDeCaisse.tsx'), 'JournalDeCaisse'),
    fetchFile: (asked, format, signal) =>
      callFile(registresEndpoints.exportCaisse, { query: { ...caisseAsked(asked), format }, signal }),
    nomDuFichier: ({ jour }) => `journal_caisse_${jour || aujourdhui()}`,
  },
}
