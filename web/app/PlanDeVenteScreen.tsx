import { portefeuilleEndpoints } from '#features/imports/portefeuille.contract.ts'
import { PlanDeVentePage } from '#features/plan-de-vente/web/PlanDeVentePage.tsx'
import { callFile } from '#web/kit/api.ts'

const exporter = (residence_id: number, signal: AbortSignal) =>
  callFile(portefeuilleEndpoints.export, { query: { residence_id }, signal })

/** The plan of a residence, with its workbook: the plan knows nothing of what makes workbooks. */
export function PlanDeVenteScreen() {
  return <PlanDeVentePage exporter={exporter} />
}
