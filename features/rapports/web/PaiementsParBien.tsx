import { Gestes, VENDRE } from '#web/kit/feedback/Gestes.tsx'
import { usePermis } from '#web/kit/call/usePeut.ts'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { Button } from '@mantine/core'
import { IconPlus, IconPrinter } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { ClientPaiementsCard } from '#features/rapports/web/ClientPaiementsCard.tsx'
import { printReleveDeTous, printReleveDuClient } from '#features/paiements/web/impressions.ts'
import { SANS_FILTRE, useFiltresDePaiement } from '#features/rapports/web/FiltresDePaiement.tsx'
import { PayeursTable } from '#features/rapports/web/PayeursTable.tsx'
import styles from '#features/paiements/web/paiements.module.css'
import vuesStyles from '#features/rapports/web/versements.module.css'
import { usePaiementDialog } from '#features/paiements/web/usePaiementDialog.tsx'
import { clientsQueries } from '#features/clients/web/clients.queries.ts'
import { aDeuxBiens, payeursQueries, type GroupeLu } from '#features/rapports/web/payeurs.queries.ts'
import { ReleveImprime } from '#features/rapports/web/ReleveImprime.tsx'
import { langueDuNom } from '#shared/papiers.ts'
import { formatCompte } from '#shared/texte.ts'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { CardGrid } from '#web/kit/card/CardGrid.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { Filters } from '#web/kit/list/Filters.tsx'
import { PageHeader } from '#web/kit/list/PageHeader.tsx'
import { Pager } from '#web/kit/list/Pager.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { SearchField, useSearchField } from '#web/kit/list/SearchField.tsx'
import { useUrlState } from '#web/kit/list/useUrlState.ts'
import { TABLE_ROWS, useView, ViewSwitch } from '#web/kit/list/ViewSwitch.tsx'
import { useWork, whileBusy, WorkBar } from '#web/kit/feedback/WorkBar.tsx'

/**
 * `ajouter` opens the payment form once: 'oui', or the id of a client. The global search links to it. `grouper` opens that of a payment for
 * several biens of a client.
 */
const DEFAULTS = { page: 1, recherche: '', ajouter: '', grouper: '', tri: '', ...SANS_FILTRE }

/** Payments by bien: one card per client (D3 §2.3). */
export function PaiementsParBien({ vues }: { vues: ReactNode }) {
  const [{ page, recherche, ajouter, grouper, tri, ...address }, setUrl] = useUrlState(DEFAULTS)
  const [view, setView] = useView('paiements', () => setUrl({ page: 1 }, { replace: true }))
  const viewSwitch = <ViewSwitch view={view} onChange={setView} />
  const table = view === 'tableau'
  const search = useSearchField(recherche, (text) => setUrl({ recherche: text }, { replace: true }), 300)
  const { filtres, set, puces, button, panel } = useFiltresDePaiement({ address, onChange: setUrl })
  const query = useQuery(
    payeursQueries.page(page, recherche, '', {
      ...(table && { per_page: TABLE_ROWS, ordre: tri }),
      ...filtres,
    }),
  )
  const filtered = recherche !== '' || set > 0
  const rejetes = filtres.etat === 'rejete'
  const reset = () => {
    search.clear()
    setUrl({ recherche: '', ...SANS_FILTRE })
  }
  const banners = useBanners()
  const work = useWork(banners)
  const [imprime, setImprime] = useState<GroupeLu | null>(null)
  async function print(groupe: GroupeLu, langue = langueDuNom(groupe.client.nomComplet)) {
    if (await printReleveDuClient(work, groupe.id, langue)) setImprime(groupe)
  }
  const dialog = usePaiementDialog(banners, work)
  const { payeur, rang } = dialog
  const showPayeur = useEffectEvent(() => {
    if (!payeur || query.data?.groupes.some(({ client }) => client.id === payeur.id)) return
    setUrl({ recherche: payeur.nomComplet, ...SANS_FILTRE }, { replace: true })
  })
  useEffect(() => {
    if (rang > 0) showPayeur()
  }, [rang])
  const permis = usePermis()
  const openDialog = permis(paiementsEndpoints.create, dialog.open)
  const openFromAddress = useEffectEvent(() => {
    openDialog?.(ajouter === 'oui' ? {} : { clientId: Number(ajouter) })
    setUrl({ ajouter: '', page }, { replace: true })
  })
  useEffect(() => {
    if (/^(?:oui|[1-9]\d{0,14})$/.test(ajouter)) openFromAddress()
  }, [ajouter])
  const openGroupe = permis(paiementsEndpoints.createGroupe, (groupe: GroupeLu) =>
    dialog.openGroupe(groupe.client),
  )
  const queries = useQueryClient()
  const openGroupeFromAddress = useEffectEvent(async () => {
    setUrl({ grouper: '', page }, { replace: true })
    if (openGroupe) dialog.openGroupe(await queries.fetchQuery(clientsQueries.read(Number(grouper))))
  })
  useEffect(() => {
    if (/^[1-9]\d{0,14}$/.test(grouper)) void openGroupeFromAddress()
  }, [grouper])
  const add = openDialog && (
    <Button leftSection={<IconPlus size={18} stroke={1.6} />} onClick={() => openDialog()}>
      Ajouter un paiement
    </Button>
  )
  return (
    <>
      <PageHeader title="Paiements par Bien">
        {permis(
          paiementsEndpoints.printAll,
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} stroke={1.6} />}
            {...whileBusy(work.label !== null)}
            onClick={() => void printReleveDeTous(work)}
          >
            Imprimer tous
          </Button>,
        )}
        {add}
      </PageHeader>
      <Banners banners={banners}>
        {dialog.recu}
        {imprime && (
          <ReleveImprime
            key={imprime.id}
            nom={imprime.client.nomComplet}
            busy={work.label !== null}
            onPrint={(langue) => void print(imprime, langue)}
            onClose={() => setImprime(null)}
          />
        )}
      </Banners>
      <WorkBar work={work} />
      {dialog.element}
      {vues && (
        <div className={`wrap no-print gap-8-12 ${vuesStyles.vues}`}>
          {vues}
          {viewSwitch}
        </div>
      )}
      <Filters
        set={set}
        asked={search.text !== ''}
        view={!vues && viewSwitch}
        more={button}
        puces={puces}
        onReset={reset}
      >
        <SearchField search={search} placeholder="Nom du client ou numéro de bien..." />
      </Filters>
      {panel}
      <Results
        query={query}
        loading="Chargement des paiements..."
        error="Erreur lors du chargement des paiements. Veuillez réessayer."
        wide={table}
      >
        {({ groupes, lastPage, total }) =>
          groupes.length === 0 && page <= lastPage ? (
            <EmptyState
              hint={!filtered && 'Un bien attribué à un client apparaît ici, avec ce qui en est payé.'}
              action={!filtered && <Gestes gestes={[VENDRE]} />}
            >
              {!filtered ? 'Aucun bien avec des paiements disponible.' : 'Aucun bien trouvé avec ce critère.'}
            </EmptyState>
          ) : (
            <div className={styles.cards}>
              {table ? (
                <PayeursTable
                  groupes={groupes}
                  tri={tri}
                  rejetes={rejetes}
                  payeur={payeur?.id}
                  onSort={(next) => setUrl({ tri: next })}
                  busy={work.label !== null}
                  onPrint={(groupe) => void print(groupe)}
                  onGroup={openGroupe}
                  onAdd={openDialog && ((clientId, bien) => openDialog({ clientId, ...(bien && { bien }) }))}
                />
              ) : (
                <CardGrid label="Clients">
                  {groupes.map((groupe) => (
                    <ClientPaiementsCard
                      key={groupe.id}
                      groupe={groupe}
                      rejetes={rejetes}
                      marked={groupe.client.id === payeur?.id}
                      busy={work.label !== null}
                      onPrint={() => void print(groupe)}
                      onGroup={openGroupe && aDeuxBiens(groupe) && (() => openGroupe(groupe))}
                      onAdd={
                        openDialog && ((bien) => openDialog({ clientId: groupe.id, ...(bien && { bien }) }))
                      }
                    />
                  ))}
                </CardGrid>
              )}
              <Pager
                page={page}
                lastPage={lastPage}
                spelling="/"
                onChange={({ page: next, replace }) => setUrl({ page: next }, { replace })}
                count={formatCompte(total, 'client')}
              />
            </div>
          )
        }
      </Results>
    </>
  )
}
