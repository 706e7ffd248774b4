import { chargesEndpoints } from '#features/charges/charges.contract.ts'
import { usePermis } from '#web/kit/call/usePeut.ts'
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
  type Suppression,
  ECHEC,
  orTellAll,
} from '#features/charges/web/charges.actions.ts'
import styles from '#features/charges/web/Charges.module.css'
import {
  chargesQueries,
  useDeleteBon,
  useDeleteCategorie,
  useDeleteLigne,
} from '#features/charges/web/charges.queries.ts'
import { readPages, turnPage, usePlis } from '#features/charges/web/charges.state.ts'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { DarkToggle } from '#web/kit/frame/DarkToggle.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { Filters } from '#web/kit/list/Filters.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { PageHeader } from '#web/kit/list/PageHeader.tsx'
import { Pager, type PageStep } from '#web/kit/list/Pager.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { SearchField, useSearchField } from '#web/kit/list/SearchField.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { useUrlState } from '#web/kit/list/useUrlState.ts'
import { useWork, whileBusy, WorkBar } from '#web/kit/feedback/WorkBar.tsx'
import { formatCompte } from '#shared/texte.ts'
import { messageOf } from '#web/kit/call/api.ts'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'

const ChargesForm = lazyDialog(() => import('#features/charges/web/ChargesForm.tsx'), 'ChargesForm')

/** `bons` and `lignes` hold the pages of the lists inside categories and vouchers; `bon` is the id of a voucher found by the search. */
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
  const turn = (list: 'bons' | 'lignes', id: number, { page, replace }: PageStep, besides = {}) =>
    setState({ [list]: turnPage(state[list], id, page), page: state.page, ...besides }, { replace })
  const print = (what: Impression) =>
    void work.run('Préparation du PDF…', (signal) => download(what, signal), ECHEC_PDF)
  const permis = usePermis()
  const remove = useChargesDeletion(done, fail)
  const actions: ChargesActions = {
    open: setForm,
    remove,
    print,
    printing: work.label !== null,
    recherche: state.recherche,
    plis,
    nomme: state.bon,
    bonsPage: (id) => readPages(state.bons).get(id) ?? 1,
    lignesPage: (id) => readPages(state.lignes).get(id) ?? 1,
    turnBons: (id, step) => turn('bons', id, step),
    turnLignes: (id, step) => turn('lignes', id, step),
  }
  // A new category or voucher clears the search, which could hide it.
  const onAdded: OnAdded = (list, id, page, bonId) => {
    if (list === 'categories') setState({ page, recherche: '' })
    else turn(list, id, { page, replace: false }, list === 'bons' ? { recherche: '' } : {})
    if (bonId !== undefined) plis.plier(bonId, true, '')
  }
  const add = permis(
    chargesEndpoints.createCategorie,
    <Button
      leftSection={<IconPlus size={18} stroke={1.8} />}
      onClick={() => setForm({ type: 'addCategorie' })}
    >
      Ajouter une catégorie
    </Button>,
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
        <div className={`wrap gap-12 ${styles.barre}`}>
          <Filters>
            <SearchField search={search} placeholder="Rechercher par référence ou désignation..." />
          </Filters>
          {/* A search unfolds every voucher, so these buttons are disabled during one. */}
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
          data.length === 0 && state.page <= last_page ? (
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
                onChange={({ page, replace }) => setState({ page }, { replace })}
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

/** Asks the three confirmations of deletion; each gives the number of vouchers or lines deleted along (Q193, Q198). */
function useChargesDeletion(
  onDone: (message: string) => void,
  onFail: (message: string) => void,
): (what: Suppression) => void {
  const confirm = useConfirm()
  const categories = useDeleteCategorie()
  const bons = useDeleteBon()
  const lignes = useDeleteLigne()

  async function ask(
    title: string,
    le: string,
    nom: string,
    along: string | false,
    action: () => Promise<{ message: string }>,
  ) {
    const done = await confirm({
      title,
      body: (
        <>
          <span>
            Êtes-vous sûr de vouloir supprimer {le} <bdi>{nom}</bdi> ? Cette action est définitive.
          </span>
          {along && <p>{along}</p>}
        </>
      ),
      confirmLabel: 'Supprimer',
      busyLabel: 'Suppression...',
      fallback: ECHEC,
      dismissible: true,
      action: () => orTellAll(action),
      onError: (error) => onFail(messageOf(error, ECHEC)),
    })
    if (done) onDone(done.message)
  }

  function remove(what: Suppression): Promise<void> {
    if (what.type === 'deleteCategorie') {
      const { id, nom, bons: inside } = what.categorie
      const along = `Elle contient ${formatCompte(inside.total, 'bon')} d'achat, supprimé${inside.total > 1 ? 's' : ''} avec elle.`
      const action = () => categories.mutateAsync(id)
      return ask('Supprimer la catégorie', 'la catégorie', nom, inside.total > 0 && along, action)
    }
    if (what.type === 'deleteBon') {
      const { id, reference, lignes: inside } = what.bon
      const along = `Il contient ${formatCompte(inside.total, 'ligne')}, supprimée${inside.total > 1 ? 's' : ''} avec lui.`
      const action = () => bons.mutateAsync(id)
      return ask('Supprimer le bon', 'le bon', reference, inside.total > 0 && along, action)
    }
    const { bon, ligne } = what
    const action = () => lignes.mutateAsync({ bonId: bon.id, id: ligne.id })
    return ask('Supprimer la ligne', 'la ligne', ligne.designation, false, action)
  }
  return (what) => void remove(what)
}
