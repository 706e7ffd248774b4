import { chargesEndpoints } from '#features/charges/charges.contract.ts'
import { usePermis } from '#web/kit/usePeut.ts'
import { Button } from '@mantine/core'
import { IconFold, IconFoldDown, IconPlus, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Categories } from '#features/charges/web/Categories.tsx'
import {
  download,
  ECHEC_PDF,
  type ChargesActions,
  type Formulaire,
  type Impression,
  type OnAdded,
} from '#features/charges/web/charges.actions.ts'
import styles from '#features/charges/web/Charges.module.css'
import { chargesQueries } from '#features/charges/web/charges.queries.ts'
import { readPages, turnPage } from '#features/charges/web/pagesInAddress.ts'
import { usePlis } from '#features/charges/web/usePlis.ts'
import { useChargesDeletion } from '#features/charges/web/useChargesDeletion.tsx'
import { Banners } from '#web/kit/Banners.tsx'
import { DarkToggle } from '#web/kit/DarkToggle.tsx'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { Filters } from '#web/kit/Filters.tsx'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import { PageHeader } from '#web/kit/PageHeader.tsx'
import { Pager } from '#web/kit/Pager.tsx'
import { Results } from '#web/kit/Results.tsx'
import { SearchField } from '#web/kit/SearchField.tsx'
import { useBanners } from '#web/kit/useBanners.ts'
import { useOpened } from '#web/kit/useOpened.ts'
import { useSearchField } from '#web/kit/useSearchField.ts'
import { useUrlState } from '#web/kit/useUrlState.ts'
import { useWork, whileBusy } from '#web/kit/useWork.ts'
import { WorkBar } from '#web/kit/WorkBar.tsx'

const ChargesForm = lazyDialog(() => import('#features/charges/web/ChargesForm.tsx'), 'ChargesForm')

/** `bons` and `lignes` hold the pages of the lists inside the categories and inside the vouchers; `bon` names the one that was looked for. */
const DEFAULTS = { page: 1, bons: '', lignes: '', bon: 0, recherche: '' }
const SUCCESS_MS = 5000
const SPINNER_MS = 500
const PLIS = [
  { label: 'Tout déplier', ouverts: true, icon: IconFoldDown },
  { label: 'Tout replier', ouverts: false, icon: IconFold },
]

export function ChargesPage() {
  const [state, setState] = useUrlState(DEFAULTS)
  const query = useQuery(chargesQueries.categories(state.page))
  const search = useSearchField(
    state.recherche,
    (recherche) => setState({ recherche, page: state.page }, { replace: true }),
    SPINNER_MS,
  )
  const plis = usePlis(state.recherche, state.bon)
  const banners = useBanners()
  const [form, setForm] = useOpened<Formulaire>('charge')
  const fail = (text: string) => {
    window.scrollTo(0, 0)
    banners.error(text)
  }
  const done = (message: string) => banners.success(message, SUCCESS_MS)
  const work = useWork({ error: fail })
  const turn = (list: 'bons' | 'lignes', id: number, page: number, besides = {}) =>
    setState({ [list]: turnPage(state[list], id, page), page: state.page, ...besides })
  const print = (what: Impression) =>
    void work.run('Préparation du PDF…', (signal) => download(what, signal), ECHEC_PDF)
  const permis = usePermis()
  const remove = useChargesDeletion(done, fail)
  const actions: ChargesActions = {
    open: {
      addCategorie: permis(chargesEndpoints.createCategorie, setForm),
      editCategorie: permis(chargesEndpoints.updateCategorie, setForm),
      addBon: permis(chargesEndpoints.createBon, setForm),
      editBon: permis(chargesEndpoints.updateBon, setForm),
      addLigne: permis(chargesEndpoints.createLigne, setForm),
      editLigne: permis(chargesEndpoints.updateLigne, setForm),
    },
    remove: {
      deleteCategorie: permis(chargesEndpoints.deleteCategorie, remove),
      deleteBon: permis(chargesEndpoints.deleteBon, remove),
      deleteLigne: permis(chargesEndpoints.deleteLigne, remove),
    },
    print,
    printing: work.label !== null,
    recherche: state.recherche,
    plis,
    nomme: state.bon,
    bonsPage: (id) => readPages(state.bons).get(id) ?? 1,
    lignesPage: (id) => readPages(state.lignes).get(id) ?? 1,
    turnBons: (id, page) => turn('bons', id, page),
    turnLignes: (id, page) => turn('lignes', id, page),
  }
  // A new record is shown, whatever was looked for before.
  const onAdded: OnAdded = (list, id, page, bonId) => {
    if (list === 'categories') setState({ page, recherche: '' })
    else turn(list, id, page, list === 'bons' ? { recherche: '' } : {})
    if (bonId !== undefined) plis.plier(bonId, true, '')
  }
  const { addCategorie } = actions.open
  const add = addCategorie && (
    <Button
      leftSection={<IconPlus size={18} stroke={1.8} />}
      onClick={() => addCategorie({ type: 'addCategorie' })}
    >
      Ajouter une catégorie
    </Button>
  )
  return (
    <>
      <PageHeader title="Gestion des Charges">
        <DarkToggle />
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} stroke={1.6} />}
          {...whileBusy(actions.printing)}
          onClick={() => print('tous')}
        >
          Imprimer tous les bons
        </Button>
        {add}
      </PageHeader>
      <Banners banners={banners} />
      <WorkBar work={work} />
      {query.data && query.data.data.length > 0 && (
        <div className={styles.barre}>
          <Filters>
            <SearchField search={search} placeholder="Rechercher par référence ou désignation..." />
          </Filters>
          {/* What is found is open already. */}
          {PLIS.map(({ label, ouverts, icon: Icon }) => (
            <Button
              key={label}
              variant="default"
              leftSection={<Icon size={18} stroke={1.6} />}
              disabled={state.recherche !== ''}
              onClick={() => plis.plierTout(ouverts)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      <Results
        query={query}
        loading="Chargement des informations..."
        error="Erreur lors du chargement des catégories."
        cards={3}
        wide
      >
        {({ data, last_page }) =>
          data.length === 0 && last_page === 1 ? (
            <EmptyState hint={add && 'Ajoutez une catégorie pour commencer'} action={add}>
              Aucune catégorie enregistrée
            </EmptyState>
          ) : (
            <>
              <Categories categories={data} lastPage={last_page} actions={actions} />
              <Pager
                page={state.page}
                lastPage={last_page}
                label="Pages des catégories"
                onChange={(page) => setState({ page })}
              />
            </>
          )
        }
      </Results>

      {form && (
        <ChargesForm
          form={form}
          onClose={() => setForm(null)}
          onSaved={(message) => {
            if ('bon' in form) plis.plier(form.bon.id, true)
            done(message)
          }}
          onAdded={onAdded}
        />
      )}
    </>
  )
}
