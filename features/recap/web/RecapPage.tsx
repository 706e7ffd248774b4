import { usePermis } from '#web/kit/usePeut.ts'
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFileSpreadsheet, IconFileTypePdf, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { recapEndpoints } from '#features/recap/recap.contract.ts'
import { SansPromoteur } from '#features/promoteur/web/SansPromoteur.tsx'
import { RecapCards } from '#features/recap/web/RecapCards.tsx'
import { SANS_FILTRE } from '#features/paiements/web/filtresDePaiement.ts'
import { useFiltresDePaiement } from '#features/paiements/web/useFiltresDePaiement.tsx'
import { payeursQueries, type Dettes } from '#features/paiements/web/payeurs.queries.ts'
import { RecapTable } from '#features/recap/web/RecapTable.tsx'
import { RecapTotaux } from '#features/recap/web/RecapTotaux.tsx'
import { ResidenceSelect } from '#features/residences/web/ResidenceSelect.tsx'
import { callFile } from '#web/kit/api.ts'
import { useOnPaper } from '#web/kit/paper.ts'
import { Banners } from '#web/kit/Banners.tsx'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { saveFile } from '#web/kit/files.ts'
import { Filters } from '#web/kit/Filters.tsx'
import { PageHeader } from '#web/kit/PageHeader.tsx'
import { Pager } from '#web/kit/Pager.tsx'
import { printInNewWindow } from '#web/kit/print.ts'
import { Results } from '#web/kit/Results.tsx'
import { SearchField } from '#web/kit/SearchField.tsx'
import { SelectField } from '#web/kit/SelectField.tsx'
import { useBanners } from '#web/kit/useBanners.ts'
import { useSearchField } from '#web/kit/useSearchField.ts'
import { useUrlState } from '#web/kit/useUrlState.ts'
import { useWork, whileBusy } from '#web/kit/useWork.ts'
import { WorkBar } from '#web/kit/WorkBar.tsx'

const DEFAULTS = { page: 1, recherche: '', residence: '', solde: '', tri: '', ...SANS_FILTRE }
const RESTE = 'reste'
const SOLDES = [
  { value: '', label: 'Tous' },
  { value: RESTE, label: 'Reste à payer' },
]
const ORDRES = [
  { value: '', label: 'Par client' },
  { value: RESTE, label: 'Par reste à payer' },
]
const VIDE = 'Veuillez vérifier vos critères de recherche ou réessayer plus tard.'

/** Every sold bien, what is paid of it and what remains, with totals over the whole result (D3 §2.5). */
export function RecapPage() {
  const [{ page, recherche, residence, ...address }, setUrl] = useUrlState(DEFAULTS)
  const solde = address.solde === RESTE ? RESTE : undefined
  const tri = address.tri === RESTE ? RESTE : undefined
  const dettes: Dettes = { solde, tri }
  const search = useSearchField(recherche, (text) => setUrl({ recherche: text }, { replace: true }), 500)
  const versements = useFiltresDePaiement({ address, onChange: setUrl })
  const { filtres } = versements
  const query = useQuery(payeursQueries.page(page, recherche, residence, { ...dettes, ...filtres }))
  const onPaper = useOnPaper()
  const wide = useMediaQuery('(min-width: 70em)', true, { getInitialValueInEffect: false }) || onPaper
  const banners = useBanners()
  const work = useWork(banners)
  // What stands in the field, also before it is applied to the list.
  const filters = { search: search.text, residence, ...dettes, ...filtres }
  const filtered = recherche !== '' || residence !== '' || solde !== undefined || versements.set > 0
  const reset = () => {
    search.clear()
    setUrl({ recherche: '', residence: '', solde: '', tri: '', ...SANS_FILTRE })
  }
  const excel = (signal: AbortSignal) =>
    saveFile(() => callFile(recapEndpoints.export, { query: filters, signal }), 'recap-paiements.xlsx')
  const pdf = (signal: AbortSignal) =>
    saveFile(() => callFile(recapEndpoints.exportPdf, { query: filters, signal }), 'recap-paiements.pdf')
  const print = (signal: AbortSignal) =>
    printInNewWindow(() => callFile(recapEndpoints.printPdf, { query: filters, signal }))
  const permis = usePermis()
  const idle = { variant: 'default', ...whileBusy(work.label !== null) } as const
  return (
    <>
      <PageHeader title="Récapitulatif des paiements">
        {permis(
          recapEndpoints.export,
          <Button
            {...idle}
            leftSection={<IconFileSpreadsheet size={18} stroke={1.6} />}
            onClick={() =>
              void work.run(
                'Préparation du fichier Excel…',
                excel,
                "Erreur lors de l'exportation du fichier Excel. Veuillez réessayer.",
              )
            }
          >
            Excel
          </Button>,
        )}
        {permis(
          recapEndpoints.exportPdf,
          <Button
            {...idle}
            leftSection={<IconFileTypePdf size={18} stroke={1.6} />}
            onClick={() =>
              void work.run(
                'Préparation du fichier PDF…',
                pdf,
                "Erreur lors de l'exportation du fichier PDF. Veuillez réessayer.",
              )
            }
          >
            PDF
          </Button>,
        )}
        {permis(
          recapEndpoints.printPdf,
          <Button
            {...idle}
            leftSection={<IconPrinter size={18} stroke={1.6} />}
            onClick={() =>
              void work.run(
                "Préparation de l'impression…",
                print,
                "Erreur lors de l'impression du fichier PDF. Veuillez réessayer.",
              )
            }
          >
            Imprimer
          </Button>,
        )}
      </PageHeader>
      <Banners banners={banners} />
      <WorkBar work={work} />
      <SansPromoteur />
      <Filters
        set={[residence, solde, !wide && tri].filter(Boolean).length}
        more={versements.button}
        onReset={reset}
      >
        <SearchField search={search} placeholder="Client, N° Lot, ou Place de parking..." />
        <ResidenceSelect
          aria-label="Résidence"
          tous="Toutes les résidences"
          value={residence === '' ? null : Number(residence)}
          onChange={(id) => setUrl({ residence: id === null ? '' : String(id) })}
        />
        <SelectField
          aria-label="Solde"
          data={SOLDES}
          value={solde ?? ''}
          onChange={(value) => setUrl({ solde: value ?? '' })}
        />
        {!wide && (
          <SelectField
            aria-label="Ordre"
            data={ORDRES}
            value={tri ?? ''}
            onChange={(value) => setUrl({ tri: value ?? '' })}
          />
        )}
      </Filters>
      {versements.panel}
      <Results
        query={query}
        loading="Chargement du récapitulatif..."
        error="Erreur lors du chargement des données. Veuillez réessayer."
        cards={wide ? 2 : 6}
        wide={wide}
      >
        {({ groupes, lastPage, totals }) =>
          groupes.length === 0 ? (
            <EmptyState hint={filtered ? 'Aucun résultat trouvé pour ces critères.' : VIDE}>
              Aucune donnée disponible
            </EmptyState>
          ) : (
            <>
              {wide ? (
                <RecapTable
                  groupes={groupes}
                  parReste={tri === RESTE}
                  rejetes={filtres.etat === 'rejete'}
                  onSort={() => setUrl({ tri: tri === RESTE ? '' : RESTE })}
                />
              ) : (
                <RecapCards groupes={groupes} parReste={tri === RESTE} rejetes={filtres.etat === 'rejete'} />
              )}
              <RecapTotaux totals={totals} />
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
