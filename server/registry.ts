import { acces } from '#features/acces/server/feature.ts'
import { actes } from '#features/actes/server/feature.ts'
import { biens } from '#features/biens/server/feature.ts'
import { charges } from '#features/charges/server/feature.ts'
import { cheques } from '#features/cheques/server/feature.ts'
import { clients } from '#features/clients/server/feature.ts'
import { comptes } from '#features/comptes/server/feature.ts'
import { echeanciers } from '#features/echeanciers/server/feature.ts'
import { generation } from '#features/generation/server/feature.ts'
import { imports } from '#features/imports/server/feature.ts'
import { journal } from '#features/journal/server/feature.ts'
import { membres } from '#features/membres/server/feature.ts'
import { options } from '#features/options/server/feature.ts'
import { paiements } from '#features/paiements/server/feature.ts'
import { papiers } from '#features/papiers/server/feature.ts'
import { parametresWith } from '#features/parametres/server/feature.ts'
import { planDeVente } from '#features/plan-de-vente/server/feature.ts'
import { prix } from '#features/prix/server/feature.ts'
import { promoteur } from '#features/promoteur/server/feature.ts'
import { rapports } from '#features/rapports/server/feature.ts'
import { recherche } from '#features/recherche/server/feature.ts'
import { sauvegardes } from '#features/sauvegardes/server/feature.ts'
import { structure } from '#features/structure/server/feature.ts'
import { suivi } from '#features/suivi/server/feature.ts'
import { tableauDeBord } from '#features/tableau-de-bord/server/feature.ts'
import { ventes } from '#features/ventes/server/feature.ts'
import { knowConstraints } from '#server/http/errors.ts'
import type { Feature } from '#server/feature.ts'

const parametres = parametresWith({
  complete: (db, reglages) =>
    settings('complete').reduce(
      async (read, complete) => complete(db, await read),
      Promise.resolve(reglages),
    ),
  prepare: (db, nom, valeur, avant) =>
    settings('prepare').reduce(
      async (checked, prepare) => prepare(db, nom, await checked, avant),
      Promise.resolve(valeur),
    ),
})

/** Every feature, under the name of its folder. */
export const features: Record<string, Feature> = {
  acces,
  actes,
  biens,
  charges,
  cheques,
  clients,
  comptes,
  echeanciers,
  generation,
  imports,
  journal,
  membres,
  options,
  paiements,
  papiers,
  parametres,
  'plan-de-vente': planDeVente,
  prix,
  promoteur,
  rapports,
  recherche,
  sauvegardes,
  structure,
  suivi,
  'tableau-de-bord': tableauDeBord,
  ventes,
}

for (const { constraints } of Object.values(features)) if (constraints) knowConstraints(constraints)

/** Collects one part of the settings from the features that have it. */
function settings<K extends 'complete' | 'prepare'>(
  part: K,
): NonNullable<NonNullable<Feature['settings']>[K]>[] {
  return Object.values(features).flatMap((feature) => feature.settings?.[part] ?? [])
}
