import { Button } from '@mantine/core'
import { IconPlus, IconPrinter } from '@tabler/icons-react'
import { useId } from 'react'
import { chargesEndpoints } from '#features/charges/charges.contract.ts'
import { BonsPart } from '#features/charges/web/BonsPart.tsx'
import { CategoriesPart } from '#features/charges/web/CategoriesPart.tsx'
import {
  download,
  downloadPeriode,
  ECHEC_PDF,
  type ChargesActions,
  type Formulaire,
  type Impression,
  type OnAdded,
} from '#features/charges/web/charges.actions.ts'
import { ongletOf, ONGLETS, useChargesAsked } from '#features/charges/web/charges.adresse.ts'
import { readPages, turnPage, usePlis } from '#features/charges/web/charges.state.ts'
import { FournisseursPart } from '#features/charges/web/FournisseursPart.tsx'
import { PeriodePart } from '#features/charges/web/PeriodePart.tsx'
import { useChargesDeletion } from '#features/charges/web/useChargesDeletion.tsx'
import { rapportsEndpoints } from '#features/rapports/rapports.contract.ts'
import { usePeut, usePermis } from '#web/kit/call/usePeut.ts'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { useWork, whileBusy, WorkBar } from '#web/kit/feedback/WorkBar.tsx'
import { ExportButtons, FORMATS_EXPORT } from '#web/kit/file/ExportButtons.tsx'
import { DarkToggle } from '#web/kit/frame/DarkToggle.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { PageHeader } from '#web/kit/list/PageHeader.tsx'
import type { PageStep } from '#web/kit/list/Pager.tsx'
import { TabBar } from '#web/kit/list/TabBar.tsx'

const ChargesForm = lazyDialog(() => import('#features/charges/web/ChargesForm.tsx'), 'ChargesForm')

const SUCCESS_MS = 5000
const ECHEC_EXCEL = 'Erreur lors de la préparation du document.'
const EXCEL = ['xlsx'] as const

export function ChargesPage() {
  const [state, setState] = useChargesAsked()
  const panel = useId()
  const onglet = ongletOf(state)
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
  const saveExcel = () =>
    void work.run(FORMATS_EXPORT.xlsx.work, (signal) => downloadPeriode(state, signal), ECHEC_EXCEL)
  const peut = usePeut()
  const permis = usePermis()
  const remove = useChargesDeletion(done, fail)
  const actions: ChargesActions = {
    open: setForm,
    remove,
    print,
    printing: work.label !== null,
    recherche: onglet.value === '' ? state.recherche : '',
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
  const part = { state, onChange: setState, actions }
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
        {onglet.value === 'periode' && peut(rapportsEndpoints.export) && (
          <ExportButtons formats={EXCEL} busy={actions.printing} onSave={saveExcel} />
        )}
        {onglet.value === '' && add}
      </PageHeader>
      <Banners banners={banners} />
      <WorkBar work={work} />
      <TabBar
        label="Charges"
        tabs={ONGLETS}
        value={onglet.value}
        panel={panel}
        onChange={(next) => setState({ onglet: next })}
      />
      <div id={panel} role="tabpanel" aria-label={onglet.label}>
        {onglet.value === '' && <CategoriesPart {...part} add={add} />}
        {onglet.value === 'bons' && <BonsPart {...part} />}
        {onglet.value === 'fournisseurs' && <FournisseursPart {...part} />}
        {onglet.value === 'periode' && <PeriodePart {...part} />}
      </div>

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
