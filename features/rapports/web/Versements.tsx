import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { LE_CLIENT, PAR_LE_CLIENT, PAYEURS, toChoix } from '#features/paiements/modes.ts'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { versementsEndpoints } from '#features/rapports/versements.contract.ts'
import { filtresDuMois, useFiltresDePaiement } from '#features/rapports/web/FiltresDePaiement.tsx'
import { versementsQueries } from '#features/rapports/web/versements.queries.ts'
import { usePaiementDialog } from '#features/paiements/web/usePaiementDialog.tsx'
import styles from '#features/rapports/web/versements.module.css'
import { VersementsListe } from '#features/rapports/web/VersementsListe.tsx'
import { residencesQueries } from '#features/structure/web/structure.queries.ts'
import { ResidenceSelect } from '#features/structure/web/LieuSelects.tsx'
import type { Format } from '#shared/exports.ts'
import { formatCompte } from '#shared/texte.ts'
import { callFile } from '#web/kit/call/api.ts'
import { usePermis } from '#web/kit/call/usePeut.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { useWork, WorkBar } from '#web/kit/feedback/WorkBar.tsx'
import { ExportButtons, FORMATS_EXPORT, XLSX_ET_PDF } from '#web/kit/file/ExportButtons.tsx'
import { saveFile } from '#web/kit/file/files.ts'
import { Filters } from '#web/kit/list/Filters.tsx'
import { PageHeader } from '#web/kit/list/PageHeader.tsx'
import { Pager } from '#web/kit/list/Pager.tsx'
import { SearchField, useSearchField } from '#web/kit/list/SearchField.tsx'
import { useUrlState } from '#web/kit/list/useUrlState.ts'
import { SelectField } from '#web/kit/select/SelectField.tsx'

const LARGE = '(min-width: 70em)'
/** The list of all payments, the newest first, by default of the current month. @param vues the switch back to the view by bien */
export function Versements({ vues }: { vues: ReactNode }) {
  // The default days are those of the month in which the screen opens.
  const [defaults] = useState(() => ({
    page: 1,
    recherche: '',
    residence: '',
    payeur: '',
    tri: '',
    ...filtresDuMois(),
  }))
  const [{ page, recherche, residence, payeur, tri, ...address }, setUrl] = useUrlState(defaults)
  const search = useSearchField(recherche, (text) => setUrl({ recherche: text }, { replace: true }), 300)
  const wide = useMediaQuery(LARGE, true, { getInitialValueInEffect: false })
  const chosen = /^[1-9]\d{0,8}$/.test(residence) ? Number(residence) : null
  const payeur_type = readPayeur(payeur)
  const lieu = useQuery({ ...residencesQueries.read(chosen ?? 0), enabled: chosen !== null })
  const { filtres, changed, puces, button, panel } = useFiltresDePaiement({
    address,
    onChange: setUrl,
    defaults,
    othersSet: [
      ...(chosen === null
        ? []
        : [{ label: lieu.data?.nom ?? `Résidence ${chosen}`, onRemove: () => setUrl({ residence: '' }) }]),
      ...(payeur_type === undefined
        ? []
        : [{ label: `Payé par : ${nomDuPayeur(payeur_type)}`, onRemove: () => setUrl({ payeur: '' }) }]),
    ],
    unfolded: wide,
    others: (
      <>
        <ResidenceSelect
          className={styles.lieu}
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
    ...(tri !== '' && { tri }),
  }
  const query = useQuery(versementsQueries.page(page, demandes))
  const banners = useBanners()
  const work = useWork(banners)
  const dialog = usePaiementDialog(banners, work)
  const permis = usePermis()
  const reset = () => {
    search.clear()
    setUrl({ ...defaults, tri })
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
      <PageHeader title="Versements">
        <ExportButtons
          formats={XLSX_ET_PDF}
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
      <div className={`wrap no-print gap-8-12 ${styles.vues}`}>{vues}</div>
      <Filters
        set={changed ? puces.length : 0}
        asked={changed || search.text !== ''}
        ours
        more={button}
        puces={puces}
        onReset={reset}
      >
        <SearchField search={search} placeholder="Client, bien, reçu ou référence..." />
      </Filters>
      {panel}
      <Results
        query={query}
        loading="Chargement des versements..."
        error="Erreur lors du chargement des versements."
        wide
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
                sort={tri}
                onSort={(wanted) => setUrl({ tri: wanted })}
                work={work}
                onFailure={banners.error}
              />
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

const CHOIX = [
  { value: '', label: 'Tous les payeurs' },
  { value: LE_CLIENT, label: PAR_LE_CLIENT },
  ...toChoix(PAYEURS),
]

/** The code of a payer in an address; undefined for all payers or an unknown code. */
const readPayeur = (code: string): string | undefined =>
  code !== '' && CHOIX.some(({ value }) => value === code) ? code : undefined

const nomDuPayeur = (code: string): string => CHOIX.find(({ value }) => value === code)?.label ?? ''

function ChoixDuPayeur({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  return (
    <SelectField
      label="Payé par"
      data={CHOIX}
      value={readPayeur(value) ?? ''}
      onChange={(code) => onChange(code ?? '')}
    />
  )
}

interface Totaux {
  nombre: number
  montant: number
  rejete: number
}

/** « 12 versements, 3 000 000,00 DA » over the whole result; the sum of rejected cheques stands beside it. */
function VersementsTotaux({ totals: { nombre, montant, rejete } }: { totals: Totaux }) {
  return (
    <p className={`wrap ${styles.totaux}`}>
      <strong>
        {formatCompte(nombre, 'versement')}, <Montant decimal={montant} />
      </strong>
      {rejete > 0 && (
        <span className="dim">
          rejetés, non comptés : <Montant decimal={rejete} />
        </span>
      )}
    </p>
  )
}
