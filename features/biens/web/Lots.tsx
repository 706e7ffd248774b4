import { usePermis } from '#web/kit/call/usePeut.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { BIENS, LOTS } from '#features/biens/biens.kinds.ts'
import { EtatDuBien } from '#features/biens/web/EtatDuBien.tsx'
import { useActesDuLot, type GestesDuLot } from '#features/biens/web/actesDuLot.ts'
import { LotCard } from '#features/biens/web/BienCard.tsx'
import { LotFilters, useLotList } from '#features/biens/web/LotFilters.tsx'
import type { GenreDeLot } from '#features/biens/web/lots.ts'
import { RetraitDuLot, SuppressionDuLot } from '#features/biens/web/QuestionsDuLot.tsx'
import { SuiviDialog } from '#features/biens/web/SuiviDuBien.tsx'
import type { ActeDeSuivi } from '#features/biens/web/SuiviDialog.tsx'
import { useBienActions } from '#features/biens/web/useBienActions.tsx'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { usePaiementDialog } from '#features/paiements/web/usePaiementDialog.tsx'
import { Aucun, AucunIci } from '#features/structure/web/Vides.tsx'
import styles from '#features/ventes/web/fins.module.css'
import { useSuiteDeLaVente } from '#features/ventes/web/SuiteDeLaVente.tsx'
import { toVenteOuverte, type VenteSaisie } from '#features/ventes/web/ventes.queries.ts'
import { formatCompte } from '#shared/texte.ts'
import { CardGrid } from '#web/kit/card/CardGrid.tsx'
import { Tableau } from '#web/kit/table/Tableau.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { ListPage } from '#web/kit/list/ListPage.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { useBanners } from '#web/kit/feedback/Banner.tsx'
import { useWork, WorkBar } from '#web/kit/feedback/WorkBar.tsx'
import { useChange } from '#web/kit/call/useChange.ts'
import { useClientFilter } from '#web/kit/list/useList.ts'
import { useOpened } from '#web/kit/dialog/useOpened.ts'

const AssignerForm = lazyDialog(() => import('#features/ventes/web/AssignerForm.tsx'), 'AssignerForm')

const NONE: readonly never[] = []

type Opened<T> =
  | { kind: 'add' }
  | { kind: 'edit' | 'assign'; record: T }
  | { kind: 'suivi'; acte: ActeDeSuivi; record: T }

export function Lots<T extends { id: number }, Tri extends string>({ genre }: { genre: GenreDeLot<T, Tri> }) {
  const { type, toLot, calls, endpoints, Form, Details, Report } = genre
  const mots = LOTS[type]
  const list = useLotList(mots.ecran)
  const query = useQuery(genre.queries.page(list.query))
  const loaded: readonly T[] = query.data?.data ?? NONE
  const found = useClientFilter(loaded, list.recherche, genre.texts)
  const [opened, setOpened] = useOpened<Opened<T>>(type)
  const close = () => setOpened(null)
  const banners = useBanners()
  const assigner = useChange(({ id, ...vente }: VenteSaisie & { id: number }) => calls.assigner(id, vente), {
    evenRefused: true,
  })
  const { suite, offer } = useSuiteDeLaVente(banners)
  const actions = useBienActions({ type, calls, onDone: banners.success, onError: banners.error })
  const work = useWork(banners)
  const paiement = usePaiementDialog(banners, work)
  const permis = usePermis()
  const actesDuLot = useActesDuLot()
  const gestesOf = (record: T): GestesDuLot => ({
    onReport: () => list.open({ rapport: record.id }),
    onDetails: () => list.open({ details: record.id }),
    onAssign: permis(endpoints.assigner, () => setOpened({ kind: 'assign', record })),
    onPay: permis(paiementsEndpoints.create, () => {
      const { client, ...bien } = toLot(record)
      if (client) paiement.open({ clientId: client.id, bien })
    }),
    onSuivi: (acte) => setOpened({ kind: 'suivi', acte, record }),
    onRemoveClient: permis(endpoints.retirer, () =>
      actions.retirer(record.id, <RetraitDuLot lot={toLot(record)} />),
    ),
    onEdit: permis(endpoints.update, () => setOpened({ kind: 'edit', record })),
    onDelete: permis(endpoints.remove, () =>
      actions.supprimer(
        record.id,
        <SuppressionDuLot lot={toLot(record)} plan={genre.hasPlan?.(record) ?? false} />,
      ),
    ),
  })
  const actesOf = (record: T) => actesDuLot(toLot(record), gestesOf(record))
  const addButton = permis(
    endpoints.create,
    <Button leftSection={<IconPlus size={18} stroke={1.6} />} onClick={() => setOpened({ kind: 'add' })}>
      {mots.ajouter}
    </Button>,
  )
  /** A form that gave a free lot its client has sold it. */
  const onRecord = (before: T | null) => (saved: T, message: string) => {
    const free = before === null || toLot(before).client_id === null
    if (free && toLot(saved).client_id !== null) offer(toVenteOuverte(toLot(saved), true), message)
  }
  const sold =
    opened?.kind === 'assign' && toLot(loaded.find(({ id }) => id === opened.record.id) ?? opened.record)
  return (
    <>
      <div className={styles.avecSuite}>
        <ListPage
          list={list}
          genre={type}
          title={mots.titre}
          add={addButton}
          banners={banners}
          suite={paiement.recu}
          filters={
            <LotFilters
              list={list}
              placeholder={mots.recherche}
              etages={mots.dans === 'etage'}
              onError={banners.error}
            />
          }
          query={query}
          loading={mots.chargement}
          error={mots.echec}
          errorMs={mots.echecMs}
          rows={found.filter((record) => list.keeps(toLot(record)))}
          noneFound={mots.aucunTrouve}
          noneHere={
            list.byPlace && (
              <AucunIci lieu={list.chosen} de={mots.de} action={addButton}>
                {mots.aucunTrouve}
              </AucunIci>
            )
          }
          none={
            <Aucun dans={mots.dans} action={addButton}>
              {mots.aucun}
            </Aucun>
          }
          count={(total) => formatCompte(total, mots.compte[0], mots.compte[1])}
        >
          {(rows) =>
            list.view === 'tableau' ? (
              <Tableau
                rows={rows}
                sort={list.tri}
                onSort={list.sortBy}
                label={mots.pluriel}
                rowKey={({ id }) => id}
                columns={genre.columns}
                actes={(record) => {
                  const { nom, premier, fiche, autres, fins } = actesOf(record)
                  const plan = genre.plan?.(record, banners.error)
                  return { nom, actes: [premier, ...fiche, plan, ...autres], fins }
                }}
              />
            ) : (
              <CardGrid label={mots.pluriel}>
                {rows.map((record) => (
                  <LotCard
                    key={record.id}
                    lot={toLot(record)}
                    actes={actesOf(record)}
                    {...genre.card(record, banners.error)}
                  />
                ))}
              </CardGrid>
            )
          }
        </ListPage>
        {suite}
      </div>
      <WorkBar work={work} />
      {paiement.element}

      {opened?.kind === 'add' && (
        <Form filters={list.place} onClose={close} onSaved={banners.success} onRecord={onRecord(null)} />
      )}
      {opened?.kind === 'edit' && (
        <Form
          listed={opened.record}
          onClose={close}
          onSaved={banners.success}
          onRecord={onRecord(opened.record)}
        />
      )}
      {opened?.kind === 'suivi' && (
        <SuiviDialog
          acte={opened.acte}
          bien={toLot(opened.record)}
          onClose={close}
          onSaved={banners.success}
        />
      )}
      {sold && (
        <AssignerForm
          titre={BIENS[type].assigner.titre(sold.numero)}
          mots={BIENS[type].assigner}
          facts={[
            { label: 'État', value: <EtatDuBien bien={sold} /> },
            { label: 'Montant', value: <Montant decimal={sold.montant} /> },
          ]}
          waits={mots.attendUnClient}
          hint="Veuillez sélectionner un client."
          refus={sold.estDispo ? undefined : mots.dejaVendu}
          option={sold.option}
          bien={sold}
          onAssign={(vente) => assigner.mutateAsync({ id: sold.id, ...vente })}
          onClose={close}
          onSaved={(message, vente) => offer(vente, message)}
        />
      )}
      {list.state.details > 0 && (
        <Details
          id={list.state.details}
          loaded={loaded.find(({ id }) => id === list.state.details)}
          onClose={list.close}
          onError={banners.error}
        />
      )}
      {list.state.rapport > 0 && <Report id={list.state.rapport} onClose={list.close} />}
    </>
  )
}
