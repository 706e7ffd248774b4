import { Button } from '@mantine/core'
import { IconPlus, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { CategorieCard } from '#features/charges/web/CategorieCard.tsx'
import {
  download,
  ECHEC_PDF,
  type ChargesActions,
  type Formulaire,
  type Impression,
} from '#features/charges/web/charges.actions.ts'
import styles from '#features/charges/web/Charges.module.css'
import { chargesQueries } from '#features/charges/web/charges.queries.ts'
import { readPages, turnPage } from '#features/charges/web/pages.ts'
import { useSuppression } from '#features/charges/web/useSuppression.tsx'
import { Banners } from '#web/ui/Banners.tsx'
import { DarkToggle } from '#web/ui/DarkToggle.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { lazyDialog } from '#web/ui/lazyPart.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { Results } from '#web/ui/Results.tsx'
import { useBanners } from '#web/ui/useBanners.ts'
import { useOpened } from '#web/ui/useOpened.ts'
import { useUrlState } from '#web/ui/useUrlState.ts'
import { useWork } from '#web/ui/useWork.ts'
import { WorkBar } from '#web/ui/WorkBar.tsx'

const ChargesForm = lazyDialog(() => import('#features/charges/web/ChargesForm.tsx'), 'ChargesForm')

/** `bons` and `lignes` hold the pages of the lists inside the categories and inside the vouchers; `bon` names the one that was looked for. */
const DEFAULTS = { page: 1, bons: '', lignes: '', bon: 0 }
const SUCCESS_MS = 5000

export function ChargesPage() {
  const [state, setState] = useUrlState(DEFAULTS)
  const query = useQuery(chargesQueries.categories(state.page))
  const banners = useBanners()
  const [form, setForm] = useOpened<Formulaire>('charge')
  const fail = (text: string) => {
    window.scrollTo(0, 0)
    banners.error(text)
  }
  const done = (message: string) => banners.success(message, SUCCESS_MS)
  const work = useWork({ error: fail })
  const turn = (list: 'bons' | 'lignes', id: number, page: number) =>
    setState({ [list]: turnPage(state[list], id, page), page: state.page })
  const print = (what: Impression) =>
    void work.run('Préparation du PDF…', (signal) => download(what, signal), ECHEC_PDF)
  const actions: ChargesActions = {
    open: setForm,
    remove: useSuppression(done, fail),
    print,
    printing: work.label !== null,
    nomme: state.bon,
    bonsPage: (id) => readPages(state.bons).get(id) ?? 1,
    lignesPage: (id) => readPages(state.lignes).get(id) ?? 1,
    turnBons: (id, page) => turn('bons', id, page),
    turnLignes: (id, page) => turn('lignes', id, page),
  }
  const add = (
    <Button
      leftSection={<IconPlus size={18} stroke={1.8} />}
      onClick={() => setForm({ type: 'addCategorie' })}
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
          disabled={actions.printing}
          onClick={() => print('tous')}
        >
          Imprimer tous les bons
        </Button>
        {add}
      </PageHeader>
      <Banners banners={banners} />
      <WorkBar work={work} />
      <Results
        query={query}
        loading="Chargement des informations..."
        error="Erreur lors du chargement des catégories."
        cards={3}
        wide
      >
        {({ data, last_page }) =>
          data.length === 0 && last_page === 1 ? (
            <EmptyState hint="Ajoutez une catégorie pour commencer" action={add}>
              Aucune catégorie enregistrée
            </EmptyState>
          ) : (
            <>
              <div className={styles.categories}>
                {data.map((categorie) => (
                  <CategorieCard key={categorie.id} categorie={categorie} actions={actions} />
                ))}
              </div>
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
          onSaved={done}
          onAdded={(list, id, page) => (list === 'categories' ? setState({ page }) : turn(list, id, page))}
        />
      )}
    </>
  )
}
