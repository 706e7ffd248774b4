import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import type { PayeursFiltres } from '#features/paiements/versements.contract.ts'
import { criteresDePaiement } from '#features/paiements/server/versements.documents.ts'
import { readResidenceName } from '#features/recap/server/recap.filtres.ts'
import { readRecap } from '#features/recap/server/recap.service.ts'
import { aujourdhui } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import type { ModeleRecap } from '#features/recap/server/recap.ts'

/** The whole filtered recap as it is printed and exported (Q183). Amounts in centimes. */
export async function readRecapModele(db: Db, filtres: PayeursFiltres): Promise<ModeleRecap> {
  const { groupes, totals } = await readRecap(db, filtres)
  return {
    promoteur: await promoteurPourDocuments(db),
    etabliLe: aujourdhui(),
    residence: await readResidenceName(db, filtres.residence),
    recherche: filtres.search === '' ? null : filtres.search,
    resteSeul: filtres.solde === 'reste',
    parReste: filtres.tri === 'reste',
    versements: totals.versements_retenus && criteresDePaiement(filtres),
    lignes: groupes.flatMap(({ client, biens }) =>
      biens.map(({ nlot, residence, code, surface, montant, reglement, versements_retenus }) => ({
        numero: nlot,
        acquereur: client.nomComplet,
        residence,
        code,
        surface,
        montant,
        reglement,
        retenu: versements_retenus?.montant ?? 0,
      })),
    ),
  }
}
