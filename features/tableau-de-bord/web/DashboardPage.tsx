import { aujourdhui, jourComplet } from '#shared/dates.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'

export function DashboardPage() {
  return <PageHeader title="Tableau de Bord Immobilier" subtitle={jourComplet(aujourdhui())} />
}
