import { Button } from '@mantine/core'
import { IconBuildingBank, IconChecks, IconPlus, IconPrinter, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { chequesEndpoints } from '#features/cheques/cheques.contract.ts'
import { printBordereau, RemisesTab } from '#features/cheques/web/RemisesTab.tsx'
import styles from '#features/cheques/web/cheques.module.css'
import {
  chequesQueries,
  type ChequeLu,
  type RemiseFaite,
  type RemiseLue,
} from '#features/cheques/web/cheques.queries.ts'
import { ChequesTab } from '#features/cheques/web/ChequesTab.tsx'
import type { ActeCheque } from '#features/cheques/web/ChequesTable.tsx'
import {
  DEFAULTS,
  isEtat,
  isOuvert,
  ONGLETS,
  toOnglet,
  type Onglet,
  useSelection,
  type Selection,
} from '#features/cheques/web/cheques.onglets.ts'
import { formatSansNumero } from '#features/cheques/web/cheques.words.ts'
import { usePaiementDialog } from '#features/paiements/web/usePaiementDialog.tsx'
import { formatMontant } from '#shared/argent.ts'
import { formatCompte } from '#shared/texte.ts'
import { ChoixBar } from '#web/kit/list/Cases.tsx'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { PageHeader } from '#web/kit/list/PageHeader.tsx'
import { TabBar } from '#web/kit/list/TabBar.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { PretAImprimer } from '#web/kit/print/PretAImprimer.tsx'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { useUrlState } from '#web/kit/list/useUrlState.ts'
import { useWork, WorkBar } from '#web/kit/feedback/WorkBar.tsx'

const NouvelleRemise = lazyDialog(() => import('#features/cheques/web/NouvelleRemise.tsx'), 'NouvelleRemise')
const MarquerEncaisses = lazyDialog(
  () => import('#features/cheques/web/MarquerEncaisses.tsx'),
  'MarquerEncaisses',
)
const ComptesBancaires = lazyDialog(
  () => import('#features/comptes/web/ComptesBancaires.tsx'),
  'ComptesBancaires',
)
const RemiseDialog = lazyDialog(() => import('#features/cheques/web/RemiseDialog.tsx'), 'RemiseDialog')
const PaiementDetails = lazyDialog(
  () => import('#features/paiements/web/PaiementDetails.tsx'),
  'PaiementDetails',
)
const RejeterDialog = lazyDialog(() => import('#features/cheques/web/EtapeDialogs.tsx'), 'RejeterDialog')
const RepresenterDialog = lazyDialog(
  () => import('#features/cheques/web/EtapeDialogs.tsx'),
  'RepresenterDialog',
)
const AnnulerEtapeDialog = lazyDialog(
  () => import('#features/cheques/web/EtapeDialogs.tsx'),
  'AnnulerEtapeDialog',
)

type Opened =
  | { kind: 'remettre' | 'encaisser'; cheques: readonly ChequeLu[] }
  | { kind: Exclude<ActeCheque, 'completer' | 'remise'>; cheque: ChequeLu }
  | { kind: 'comptes' }
  | { kind: 'remise'; remise: Pick<RemiseLue, 'id' | 'numero'> }

export function ChequesPage() {
  const [state, setState] = useUrlState(DEFAULTS)
  const onglet = toOnglet(state.onglet)
  const [opened, setOpened] = useOpened<Opened>('cheque')
  const [faite, setFaite] = useState<RemiseFaite | null>(null)
  const selections = { recu: useSelection(), remis: useSelection() }
  const banners = useBanners()
  const panel = useId()
  const work = useWork(banners)
  const completion = usePaiementDialog(banners, work)
  const peut = usePeut()
  const clears = peut(chequesEndpoints.encaisser)
  const brings = peut(chequesEndpoints.createRemise)
  const selection = isOuvert(onglet) && (clears || brings) ? selections[onglet] : undefined
  const chosen = selection?.cheques ?? []
  const close = () => setOpened(null)
  const forget = (ids: readonly number[]) => {
    selections.recu.remove(ids)
    selections.remis.remove(ids)
  }
  const forgetCheque = (cheque: ChequeLu) => {
    selections.recu.forget(cheque)
    selections.remis.forget(cheque)
  }
  const done = ({ message }: { message: string }) => {
    if (opened && 'cheque' in opened) forgetCheque(opened.cheque)
    banners.success(message)
  }
  return (
    <>
      <PageHeader title="Chèques">
        <Button
          variant="default"
          leftSection={<IconBuildingBank size={18} stroke={1.6} />}
          onClick={() => setOpened({ kind: 'comptes' })}
        >
          Comptes bancaires
        </Button>
      </PageHeader>
      <Banners banners={banners}>
        {faite && (
          <PretAImprimer
            key={faite.id}
            icon={IconPrinter}
            label="Imprimer le bordereau"
            busy={work.label !== null}
            onPrint={() => void printBordereau(work, faite)}
            onClose={() => setFaite(null)}
          >
            {[faite.message, formatSansNumero(faite.sans_numero)].filter(Boolean).join(' ')}
          </PretAImprimer>
        )}
        {completion.recu}
      </Banners>
      <WorkBar work={work} />
      <Onglets
        onglet={onglet}
        panel={panel}
        onChange={(next) => setState({ onglet: next, du: '', au: '', rejetes: '' })}
      />
      <div key={onglet} id={panel} role="tabpanel" aria-label={LABELS[onglet]} className="shrinks">
        {isEtat(onglet) ? (
          <ChequesTab
            etat={onglet}
            state={state}
            setState={setState}
            selection={selection}
            onAct={(kind, cheque) => {
              if (kind === 'remise') return cheque.remise && setOpened({ kind, remise: cheque.remise })
              if (kind !== 'completer') return setOpened({ kind, cheque })
              // Ticked, it would be shown as it was.
              forgetCheque(cheque)
              completion.open({ paiement: cheque })
            }}
          />
        ) : (
          <RemisesTab
            state={state}
            setState={setState}
            banners={banners}
            work={work}
            onOpen={(remise) => setOpened({ kind: 'remise', remise })}
            onDeleted={(id) => {
              if (faite?.id === id) setFaite(null)
            }}
          />
        )}
      </div>
      {selection && chosen.length > 0 && (
        <Choisis selection={selection}>
          {clears && (
            <Button
              size="sm"
              variant="default"
              leftSection={<IconChecks size={18} stroke={1.6} />}
              onClick={() => setOpened({ kind: 'encaisser', cheques: chosen })}
            >
              Marquer encaissés
            </Button>
          )}
          {brings && onglet === 'recu' && (
            <Button
              size="sm"
              leftSection={<IconPlus size={18} stroke={1.8} />}
              onClick={() => setOpened({ kind: 'remettre', cheques: chosen })}
            >
              Nouvelle remise
            </Button>
          )}
        </Choisis>
      )}
      {completion.element}

      {opened?.kind === 'remettre' && (
        <NouvelleRemise
          cheques={opened.cheques}
          onClose={close}
          onRemove={(id) => forget([id])}
          onDone={(remise, ids) => {
            forget(ids)
            banners.clear()
            setFaite(remise)
          }}
        />
      )}
      {opened?.kind === 'encaisser' && (
        <MarquerEncaisses
          cheques={opened.cheques}
          onClose={close}
          onRemove={(id) => forget([id])}
          onDone={(message, ids) => {
            forget(ids)
            banners.success(message)
          }}
        />
      )}
      {opened?.kind === 'comptes' && <ComptesBancaires onClose={close} />}
      {opened?.kind === 'remise' && (
        <RemiseDialog remise={opened.remise} onClose={close} onEncaisses={forget} />
      )}
      {opened?.kind === 'details' && <PaiementDetails paiement={opened.cheque} onClose={close} />}
      {opened?.kind === 'rejeter' && <RejeterDialog paiement={opened.cheque} onClose={close} onDone={done} />}
      {opened?.kind === 'representer' && (
        <RepresenterDialog paiement={opened.cheque} onClose={close} onDone={done} />
      )}
      {opened?.kind === 'annuler' && (
        <AnnulerEtapeDialog paiement={opened.cheque} onClose={close} onDone={done} />
      )}
    </>
  )
}

const LABELS: Record<Onglet, string> = {
  recu: 'À remettre',
  remis: 'Remis',
  encaisse: 'Encaissés',
  rejete: 'Rejetés',
  remises: 'Remises',
}

/** The tabs, with the number of cheques to bring, to clear or to present again. */
function Onglets({ onglet, ...bar }: { onglet: Onglet; panel: string; onChange: (onglet: Onglet) => void }) {
  const { data } = useQuery(chequesQueries.etats())
  const counts: Partial<Record<Onglet, { nombre: number }>> = data?.etats ?? {}
  const tabs = ONGLETS.map((value) => {
    const count = counts[value]
    const quoi = value === 'rejete' ? ' à représenter' : ''
    return { value, label: count ? `${LABELS[value]} (${count.nombre}${quoi})` : LABELS[value] }
  })
  return <TabBar label="Chèques" tabs={tabs} value={onglet} {...bar} />
}

function Choisis({ selection, children }: { selection: Selection; children: ReactNode }) {
  const { cheques, montant } = selection
  return (
    <ChoixBar className={styles.choix}>
      <p className="line flat gap-8">
        <strong role="status">
          {formatCompte(cheques.length, 'sélectionné')}, {formatMontant(montant)}
        </strong>
        <IconAction
          compact
          icon={IconX}
          label="Tout désélectionner"
          onClick={() => selection.remove(cheques.map(({ id }) => id))}
        />
      </p>
      <div className={`wrap gap-8 ${styles.boutons}`}>{children}</div>
    </ChoixBar>
  )
}
