import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useId } from 'react'
import { ONGLETS, type NomDeRapport } from '#features/rapports/rapports.onglets.ts'
import { useRapportAsked } from '#features/rapports/web/rapports.adresse.ts'
import { PARTIES } from '#features/rapports/web/rapports.parties.tsx'
import styles from '#features/rapports/web/rapports.module.css'
import type { FormatDeRapport } from '#shared/exports.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { useWork, WorkBar } from '#web/kit/feedback/WorkBar.tsx'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { ExportButtons, FORMATS_EXPORT } from '#web/kit/file/ExportButtons.tsx'
import { saveFile } from '#web/kit/file/files.ts'
import { readStorage, writeStorage } from '#web/kit/frame/storage.ts'
import { PageHeader } from '#web/kit/list/PageHeader.tsx'
import { SelectField } from '#web/kit/select/SelectField.tsx'
import { TabBar } from '#web/kit/list/TabBar.tsx'

/** Where this browser keeps the report that was opened last. */
const DERNIER = 'diyar.rapport'

export function RapportsPage() {
  const peut = usePeut()
  const [asked, setAsked] = useRapportAsked()
  const banners = useBanners()
  const work = useWork(banners)
  const panel = useId()
  const onglets = ONGLETS.filter(({ call }) => peut(call))
  const named = (rapport: string | null) => onglets.find((onglet) => onglet.rapport === rapport)
  const shown = named(asked.rapport) ?? named(readStorage(DERNIER)) ?? onglets[0]
  const rapport = shown?.rapport
  useEffect(() => {
    if (rapport !== undefined) writeStorage(DERNIER, rapport)
  }, [rapport])
  if (!shown) return <PageHeader title="Rapports" />
  const { Part, fetchFile, nomDuFichier } = PARTIES[shown.rapport]
  const save = (format: FormatDeRapport) =>
    void work.run(
      FORMATS_EXPORT[format].work,
      (signal) => saveFile(() => fetchFile(asked, format, signal), `${nomDuFichier(asked)}.${format}`),
      'Erreur lors de la préparation du document.',
    )
  return (
    <>
      <PageHeader title="Rapports">
        {peut(shown.fichier) && (
          <ExportButtons formats={shown.formats} busy={work.label !== null} onSave={save} />
        )}
      </PageHeader>
      <Banners banners={banners} />
      <WorkBar work={work} />
      <Onglets
        onglets={onglets.map(({ rapport: value, label, groupe }) => ({ value, label, groupe }))}
        rapport={shown.rapport}
        panel={panel}
        onChange={(next) => setAsked({ rapport: next })}
      />
      <div id={panel} role="tabpanel" aria-label={shown.label}>
        <Part asked={asked} onChange={setAsked} />
      </div>
    </>
  )
}

interface OngletsProps {
  onglets: readonly { value: NomDeRapport; label: string; groupe: string }[]
  rapport: NomDeRapport
  panel: string
  onChange: (rapport: NomDeRapport) => void
}

function Onglets({ onglets, rapport, panel, onChange }: OngletsProps) {
  const phone = useMediaQuery('(max-width: 43.74em)', false, { getInitialValueInEffect: false })
  if (phone)
    return (
      <SelectField
        label="Rapport"
        className={`no-print ${styles.choix}`}
        data={onglets}
        value={rapport}
        onChange={(value) => {
          const chosen = onglets.find((onglet) => onglet.value === value)
          if (chosen) onChange(chosen.value)
        }}
      />
    )
  return <TabBar label="Rapports" tabs={onglets} value={rapport} panel={panel} onChange={onChange} />
}
