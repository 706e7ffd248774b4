import { usePermis } from '#web/kit/usePeut.ts'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { versementsEndpoints } from '#features/paiements/versements.contract.ts'
import { filtresDuMois } from '#features/paiements/web/filtresDePaiement.ts'
import { ChoixDuPayeur, readPayeur } from '#features/paiements/web/ChoixDuPayeur.tsx'
import vuesStyles from '#features/paiements/web/versements.module.css'
import { useFiltresDePaiement } from '#features/paiements/web/useFiltresDePaiement.tsx'
import { usePaiementDialog } from '#features/paiements/web/usePaiementDialog.tsx'
import { VersementsListe } from '#features/paiements/web/VersementsListe.tsx'
import { VersementsTotaux } from '#features/paiements/web/VersementsTotaux.tsx'
import { versementsQueries } from '#features/paiements/web/versements.queries.ts'
import { ResidenceSelect } from '#features/residences/web/ResidenceSelect.tsx'
import type { Format } from '#shared/exports.ts'
import { callFile } from '#web/kit/api.ts'
import { Banners } from '#web/kit/Banners.tsx'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { ExportButtons, FORMATS_EXPORT } from '#web/kit/ExportButtons.tsx'
import { saveFile } from '#web/kit/files.ts'
import { Filters } from '#web/kit/Filters.tsx'
import { PageHeader } from '#web/kit/PageHeader.tsx'
import { Pager } from '#web/kit/Pager.tsx'
import { useOnPaper } from '#web/kit/paper.ts'
import { Results } from '#web/kit/Results.tsx'
import { SearchField } from '#web/kit/SearchField.tsx'
import { useBanners } from '#web/kit/useBanners.ts'
import { useSearchField } from '#web/kit/useSearchField.ts'
import { useUrlState } from '#web/kit/useUrlState.ts'
import { useWork } from '#web/kit/useWork.ts'
import { WorkBar } from '#web/kit/WorkBar.tsx'

const LARGE = '(min-width: 70em)'
/** Every payment, newest first: this month's unless asked otherwise. @param vues leads back to the biens */
export function Versements({ vues }: { vues: ReactNode }) {
  // Of the day on which it is opened: an address without days means the month of whoever reads it.
  const [defaults] = useState(() => ({
    page: 1,
    recherche: '',
    residence: '',
    payeur: '',
    ...filtresDuMois(),
  }))
  const [{ page, recherche, residence, payeur, ...address }, setUrl] = useUrlState(defaults)
  const search = useSearchField(recherche, (text) => setUrl({ recherche: text }, { replace: true }), 300)
  const wide = useMediaQuery(LARGE, true, { getInitialValueInEffect: false })
  const onPaper = useOnPaper()
  const chosen = /^[1-9]\d{0,8}$/.test(residence) ? Number(residence) : null
  const payeur_type = readPayeur(payeur)
  const { filtres, button, panel } = useFiltresDePaiement({
    address,
    onChange: setUrl,
    defaults,
    othersSet: [chosen, payeur_type].filter(Boolean).length,
    unfolded: wide,
    others: (
      <>
        <ResidenceSelect
          label="Résidence"
          tous="Toutes les résidences"
          value={chosen}
          onChange={(id) => setUrl({ residence: id === null ? '' : String(id) })}
        />
        <ChoixDuPayeur value={payeur} onChange={(code) => setUrl({ payeur: code })} />
      </>
    ),
  })
  const demandes = {
    ...filtres,
    ...(recherche !== '' && { recherche }),
    ...(chosen !== null && { residence: chosen }),
    ...(payeur_type !== undefined && { payeur_type }),
  }
  const query = useQuery(versementsQueries.page(page, demandes))
  const banners = useBanners()
  const work = useWork(banners)
  const dialog = usePaiementDialog(banners, work)
  const permis = usePermis()
  const reset = () => {
    search.clear()
    setUrl(defaults)
  }
  const save = (format: Format) => (signal: AbortSignal) =>
    saveFile(
      () =>
        callFile(versementsEndpoints.export, {
          query: { ...demandes, recherche: search.text, format },
          signal,
        }),
      `paiements.${format}`,
    )
  return (
    <>
      <PageHeader title="Paiements par Bien">
        <ExportButtons
          busy={work.label !== null}
          onSave={(format) =>
            void work.run(
              FORMATS_EXPORT[format].work,
              save(format),
              'Erreur lors de la préparation du document.',
            )
          }
        />
        {permis(
          paiementsEndpoints.create,
          <Button leftSection={<IconPlus size={18} stroke={1.6} />} onClick={() => dialog.open()}>
            Ajouter un paiement
          </Button>,
        )}
      </PageHeader>
      <Banners banners={banners}>{dialog.recu}</Banners>
      <WorkBar work={work} />
      {dialog.element}
      <div className={vuesStyles.vues}>{vues}</div>
      <Filters more={button} onReset={reset}>
        <SearchField search={search} placeholder="Client, bien, reçu ou référence..." />
      </Filters>
      {panel}
      <Results
        query={query}
        loading="Chargement des versements..."
        error="Erreur lors du chargement des versements."
        wide={wide}
      >
        {({ versements, lastPage, total, totals }) =>
          total === 0 ? (
            <EmptyState hint="Changez la période ou les filtres.">
              Aucun versement pour ces critères.
            </EmptyState>
          ) : (
            <>
              <VersementsTotaux totals={totals} />
              <VersementsListe
                versements={versements}
                wide={wide || onPaper}
                work={work}
                onFailure={banners.error}
              />
              <Pager
                page={page}
                lastPage={lastPage}
                spelling="/"
                onChange={(next) => setUrl({ page: next })}
              />
            </>
          )
        }
      </Results>
    </>
  )
}
