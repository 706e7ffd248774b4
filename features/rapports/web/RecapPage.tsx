import { Gestes, VENDRE } from '#web/kit/feedback/Gestes.tsx'
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFileSpreadsheet, IconFileTypePdf, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SANS_FILTRE, useFiltresDePaiement } from '#features/rapports/web/FiltresDePaiement.tsx'
import { type Dettes, payeursQueries, type TotauxLus } from '#features/rapports/web/payeurs.queries.ts'
import { SansPromoteur } from '#features/promoteur/web/SansPromoteur.tsx'
import { recapEndpoints } from '#features/rapports/recap.contract.ts'
import styles from '#features/rapports/web/recap.module.css'
import { RecapCards } from '#features/rapports/web/RecapCards.tsx'
import { RecapTable } from '#features/rapports/web/RecapTable.tsx'
import { ResidenceSelect } from '#features/structure/web/LieuSelects.tsx'
import { nomDeLaSituation, PORTEE_DES_JOURS, SOURCE_DE_LA_SITUATION } from '#features/rapports/recap.words.ts'
import type { FiltresDePaiement } from '#features/paiements/modes.ts'
import { formatCentiemes } from '#shared/argent.ts'
import { aujourdhui, isJour, type Jour } from '#shared/dates.ts'
import { callFile } from '#web/kit/call/api.ts'
import { usePermis } from '#web/kit/call/usePeut.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { useWork, whileBusy, WorkBar } from '#web/kit/feedback/WorkBar.tsx'
import { saveFile } from '#web/kit/file/files.ts'
import { Filters } from '#web/kit/list/Filters.tsx'
import { PageHeader } from '#web/kit/list/PageHeader.tsx'
import { ChampJour } from '#web/kit/list/PeriodeFields.tsx'
import { Pager } from '#web/kit/list/Pager.tsx'
import { SearchField, useSearchField } from '#web/kit/list/SearchField.tsx'
import { useUrlState } from '#web/kit/list/useUrlState.ts'
import { useOnPaper } from '#web/kit/print/paper.ts'
import { printInNewWindow } from '#web/kit/print/printWindow.ts'
import { SelectField } from '#web/kit/select/SelectField.tsx'

const DEFAULTS = {
  page: 1,
  recherche: '',
  residence: '',
  solde: '',
  tri: '',
  situation: '',
  ...SANS_FILTRE,
}
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

/** The recap of sold biens, with totals over the whole result (D3 §2.5). */
export function RecapPage() {
  const [{ page, recherche, residence, ...address }, setUrl] = useUrlState(DEFAULTS)
  const solde = address.solde === RESTE ? RESTE : undefined
  const tri = address.tri === RESTE ? RESTE : undefined
  const dettes: Dettes = { solde, tri }
  const search = useSearchField(recherche, (text) => setUrl({ recherche: text }, { replace: true }), 500)
  const situation = isJour(address.situation) ? toPasse(address.situation) : undefined
  const versements = useFiltresDePaiement({ address, onChange: setUrl, portee: PORTEE_DES_JOURS })
  // Filters of payments are those of today's payments: a situation leaves them out.
  const filtres: FiltresDePaiement & { situation?: Jour } = situation ? { situation } : versements.filtres
  const query = useQuery(payeursQueries.page(page, recherche, residence, { ...dettes, ...filtres }))
  const onPaper = useOnPaper()
  const wide = useMediaQuery('(min-width: 80em)', true, { getInitialValueInEffect: false }) || onPaper
  const banners = useBanners()
  const work = useWork(banners)
  // The documents use the text of the search field, even before the list does.
  const filters = { search: search.text, residence, ...dettes, ...filtres }
  const filtered =
    recherche !== '' || residence !== '' || solde !== undefined || (situation ? true : versements.set > 0)
  const reset = () => {
    search.clear()
    setUrl({ recherche: '', residence: '', solde: '', tri: '', situation: '', ...SANS_FILTRE })
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
        asked={search.text !== '' || situation !== undefined || versements.set > 0}
        more={situation ? undefined : versements.button}
        puces={
          situation
            ? [{ label: nomDeLaSituation(situation), onRemove: () => setUrl({ situation: '' }) }]
            : versements.puces
        }
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
        <ChampJour
          mot="Situation au"
          jour={situation ?? ''}
          largeur={96}
          max={aujourdhui()}
          onChange={(jour) => setUrl({ situation: jour && toPasse(jour) })}
        />
      </Filters>
      {situation ? <p className="dim small">{SOURCE_DE_LA_SITUATION}</p> : versements.panel}
      <Results
        query={query}
        loading="Chargement du récapitulatif..."
        error="Erreur lors du chargement des données. Veuillez réessayer."
        cards={wide ? 2 : 6}
        wide={wide}
      >
        {({ groupes, lastPage, totals }) =>
          groupes.length === 0 && page <= lastPage ? (
            <EmptyState
              hint={filtered ? 'Aucun résultat trouvé pour ces critères.' : VIDE}
              action={!filtered && <Gestes gestes={[VENDRE]} />}
            >
              Aucune donnée disponible
            </EmptyState>
          ) : (
            <>
              {wide ? (
                <RecapTable
                  groupes={groupes}
                  parReste={tri === RESTE}
                  rejetes={filtres.etat === 'rejete'}
                  passe={situation !== undefined}
                  onSort={() => setUrl({ tri: tri === RESTE ? '' : RESTE })}
                />
              ) : (
                <RecapCards
                  groupes={groupes}
                  parReste={tri === RESTE}
                  rejetes={filtres.etat === 'rejete'}
                  passe={situation !== undefined}
                />
              )}
              <RecapTotaux totals={totals} />
              <Pager
                page={page}
                lastPage={lastPage}
                spelling="/"
                onChange={({ page: next, replace }) => setUrl({ page: next }, { replace })}
              />
            </>
          )
        }
      </Results>
    </>
  )
}

/** A day, or today where it is to come. */
const toPasse = (jour: Jour): Jour => (jour < aujourdhui() ? jour : aujourdhui())

/** The four totals, over the whole filtered result and not only the page (Q179, Q181). */
function RecapTotaux({ totals }: { totals: TotauxLus }) {
  const { nombre_biens, montant_global, total_paye, total_restant, versements_retenus } = totals
  return (
    <footer className={styles.totaux} aria-label="Totaux de toutes les pages">
      <Total label="Nombre de biens">{formatCentiemes(nombre_biens * 100, 'utiles')}</Total>
      <Total label="Montant global">
        <Montant decimal={montant_global} />
      </Total>
      <Total label="Total payé">
        <Montant decimal={total_paye} />
      </Total>
      <Total label="Total restant">
        <Montant decimal={total_restant} />
      </Total>
      {versements_retenus && (
        <Total label="Versements retenus">
          <Montant decimal={versements_retenus.montant} />
        </Total>
      )}
    </footer>
  )
}

function Total({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.total}>
      <span className="dim">{label}</span>
      <strong>{children}</strong>
    </div>
  )
}
