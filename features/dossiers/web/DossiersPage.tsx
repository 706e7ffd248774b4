import { useId } from 'react'
import styles from '#features/dossiers/web/dossiers.module.css'
import { DossiersTab } from '#features/dossiers/web/DossiersTab.tsx'
import { DEFAULTS, ONGLETS, toOnglet } from '#features/dossiers/web/onglets.ts'
import { PageHeader } from '#web/kit/PageHeader.tsx'
import { TabBar } from '#web/kit/TabBar.tsx'
import { useUrlState } from '#web/kit/useUrlState.ts'

/** The sales as files, those that go on and those that ended, and between them the options that hold a bien. */
export function DossiersPage() {
  const [state, setState] = useUrlState(DEFAULTS)
  const panel = useId()
  const onglet = toOnglet(state.onglet)
  return (
    <>
      <PageHeader title="Dossiers de vente" />
      <TabBar
        label="Dossiers de vente"
        tabs={ONGLETS}
        value={onglet}
        panel={panel}
        onChange={(next) => setState({ onglet: next, tri: '', reste: '' })}
      />
      <div
        key={onglet}
        id={panel}
        role="tabpanel"
        aria-label={ONGLETS.find(({ value }) => value === onglet)?.label}
        className={styles.onglet}
      >
        <DossiersTab onglet={onglet} state={state} setState={setState} />
      </div>
    </>
  )
}
