import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import type { PayeursFiltres } from '#features/paiements/payeurs.contract.ts'
import { readRecap, readResidenceName } from '#features/recap/server/recap.service.ts'
import { aujourdhui } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import type { ModeleRecap } from '#features/recap/server/recap.ts'

/** The whole filtered recap, client after client, as it is printed and exported (Q183). Amounts in centimes. */
export async function readRecapModele(db: Db, filtres: PayeursFiltres): Promise<ModeleRecap> {
  const { groupes } = await readRecap(db, filtres)
  return {
    promoteur: await promoteurPourDocuments(db),
    etabliLe: aujourdhui(),
    residence: await readResidenceName(db, filtres.residence),
    recherche: filtres.search === '' ? null : filtres.search,
    resteSeul: filtres.solde === 'reste',
    parReste: filtres.tri === 'reste',
    lignes: groupes.flatMap(({ client, biens }) =>
      biens.map(({ nlot, residence, code, surface, montant, reglement }) => ({
        numero: nlot,
        acquereur: client.nomComplet,
        residence,
        code,
        surface,
        montant,
        reglement,
      })),
    ),
  }
}
