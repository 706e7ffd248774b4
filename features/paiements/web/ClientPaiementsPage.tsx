import { usePermis } from '#web/kit/call/usePeut.ts'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { Anchor, Button } from '@mantine/core'
import { IconFolder, IconPlus, IconPrinter } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { BIENS_A_PAYER } from '#features/biens/web/lecturesAuBesoin.ts'
import type { BienPaye } from '#features/paiements/web/biensAPayer.ts'
import { printReleveDuBien } from '#features/paiements/web/impressions.ts'
import { paiementsQueries, type PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import styles from '#features/paiements/web/paiements.module.css'
import { PaiementsTable } from '#features/paiements/web/PaiementsTable.tsx'
import { PourquoiCeSolde } from '#features/paiements/web/PourquoiCeSolde.tsx'
import { usePaiementDialog } from '#features/paiements/web/usePaiementDialog.tsx'
import { dossiersQueries } from '#features/ventes/web/dossiers.queries.ts'
import { Banner, Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { PaymentBar } from '#web/kit/feedback/States.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { ClientLink } from '#web/kit/card/EntityLinks.tsx'
import { Facts } from '#web/kit/card/EntityCard.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { PageHeader } from '#web/kit/list/PageHeader.tsx'
import { Pager } from '#web/kit/list/Pager.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { useUrlState } from '#web/kit/list/useUrlState.ts'
import { useWork, whileBusy, WorkBar } from '#web/kit/feedback/WorkBar.tsx'
import { fromDecimal } from '#shared/argent.ts'
import { type BienDesigne, GENRES, libelleDuBien } from '#shared/biens.ts'
import { bienOfPath, closDuBienAt, dossierAt, screens } from '#shared/paths.ts'
import { LangueDuPapier, useLangueDuPapier } from '#web/kit/print/LangueDuPapier.tsx'

/** `paiement` is the id of the payment found by a search, `details` that of the payment whose details are open. */
const DEFAULTS = { page: 1, paiement: 0, details: 0 }
const PaiementNomme = lazyDialog(
  () =>
    import('#features/paiements/web/PaiementDetails.tsx').then(({ PaiementNomme: Part }) => ({
      PaiementNomme: Part,
    })),
  'PaiementNomme',
)
const IMPRIMER = 'Imprimer tous les paiements'

/** The payments of the bien named by the address (D3 §2.4, Q152). */
export function ClientPaiementsPage() {
  const { clientId, _splat = '' } = useParams({ strict: false })
  const bien = bienOfPath(_splat)
  if (bien === null) return <SansBien />
  return <PaiementsDuBien key={`${bien.type} ${bien.id}`} bien={bien} clientId={Number(clientId)} />
}

/** The screen for an address without a bien, or with several (Q153). */
function SansBien() {
  const banners = useBanners()
  return (
    <>
      <PageHeader title="Paiements du client">
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} stroke={1.6} />}
          onClick={() => banners.error("Aucun bien spécifié pour l'impression.")}
        >
          {IMPRIMER}
        </Button>
      </PageHeader>
      <Banners banners={banners} />
      <Banner kind="error">Erreur : Aucun bien spécifié.</Banner>
      <p className={styles.retour}>
        <Link to={screens.paiements}>Revenir aux paiements par bien</Link>
      </p>
    </>
  )
}

function PaiementsDuBien({ bien, clientId }: { bien: BienDesigne; clientId: number }) {
  const { type, id } = bien
  const [{ page, paiement: nomme, details }, setUrl] = useUrlState(DEFAULTS)
  const lecture = BIENS_A_PAYER[type]
  const detail = useQuery({
    queryKey: ['biens', type, id],
    queryFn: ({ signal }) => lecture.read(id, signal),
  })
  const paiements = useQuery(paiementsQueries.page(bien, page))
  usePageNommee({
    bien,
    nomme,
    page,
    shown: paiements.isPlaceholderData ? undefined : paiements.data?.data,
    onPage: (found) => setUrl({ page: found }, { replace: true }),
  })
  const banners = useBanners()
  const work = useWork(banners)
  const dialog = usePaiementDialog(banners, work)
  const permis = usePermis()
  const [langue, setLangue] = useLangueDuPapier(detail.data?.client?.nomComplet)
  return (
    <>
      <p className={styles.retour}>
        <Link to={screens.paiements}>Paiements par Bien</Link>
      </p>
      <PageHeader
        title={
          <span data-nom>{detail.data ? libelleDuBien(type, detail.data.numero) : GENRES[type].nom}</span>
        }
        subtitle={detail.data?.client && <ClientLink {...detail.data.client} />}
      >
        <LangueDuPapier label="Langue du relevé et des reçus" langue={langue} onChange={setLangue} />
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} stroke={1.6} />}
          {...whileBusy(work.label !== null)}
          onClick={() => void printReleveDuBien(work, bien, langue)}
        >
          {IMPRIMER}
        </Button>
        <LienDuDossier paye={detail.data} />
        {permis(
          paiementsEndpoints.create,
          <Button
            leftSection={<IconPlus size={18} stroke={1.6} />}
            disabled={!detail.data?.client}
            onClick={() => dialog.open({ clientId: detail.data?.client?.id ?? clientId, bien })}
          >
            Ajouter un paiement
          </Button>,
        )}
      </PageHeader>
      <Banners banners={banners}>{dialog.recu}</Banners>
      <WorkBar work={work} />
      {dialog.element}
      {details > 0 && (
        <PaiementNomme id={details} onClose={() => setUrl({ details: 0, page }, { replace: true })} />
      )}
      <div className="column gap-24">
        <Results
          query={detail}
          loading="Chargement du bien..."
          error="Erreur lors du chargement des données."
          cards={1}
          wide
        >
          {(data) => <BienPanel data={data} bien={bien} />}
        </Results>
        <Results
          query={paiements}
          loading="Chargement des paiements..."
          error="Erreur lors de la récupération des paiements."
          cards={1}
          wide
        >
          {({ data: rows, last_page: lastPage }) =>
            rows.length === 0 && page === 1 ? (
              <EmptyState>Aucun paiement trouvé pour ce bien.</EmptyState>
            ) : (
              <>
                <PaiementsTable
                  paiements={rows}
                  banners={banners}
                  work={work}
                  langue={langue}
                  nomme={nomme}
                  total={totalOf(detail.data)}
                  onEdit={(paiement) => dialog.open({ paiement })}
                  onDeleted={dialog.forget}
                  onRepresented={dialog.offer}
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
      </div>
    </>
  )
}

/** Centimes paid on the bien's sale; null while they are unknown and without a sale. */
const totalOf = (bien: BienPaye | undefined): number | null =>
  bien?.vente_id != null && bien.resteAPayer !== null
    ? fromDecimal(bien.montant) - fromDecimal(bien.resteAPayer)
    : null

interface PageNommee {
  bien: BienDesigne
  /** Id of the payment that the address names; 0 for none. */
  nomme: number
  page: number
  /** The payments of this page; undefined until they are read. */
  shown: readonly PaiementLu[] | undefined
  onPage: (page: number) => void
}

/** Leads to the page of the payment that the address names: once, so that the pager leads away from it. */
function usePageNommee({ bien, nomme, page, shown, onPage }: PageNommee): void {
  const client = useQueryClient()
  const sought = useRef(0)
  const lead = useEffectEvent((from: number, found: number | null) => {
    if (found !== null && page === from) onPage(found)
  })
  useEffect(() => {
    if (nomme === 0 || !shown || sought.current === nomme) return
    sought.current = nomme
    if (shown.some(({ id }) => id === nomme)) return
    // When its page cannot be read the first one stays: it is the answer to the address too.
    client.fetchQuery(paiementsQueries.pageOf(bien, nomme)).then(
      (found) => lead(page, found),
      () => {},
    )
  }, [bien, client, nomme, page, shown])
}

function LienDuDossier({ paye }: { paye: BienPaye | undefined }) {
  if (!paye || paye.vente_id === null) return null
  const to = dossierAt(paye.vente_id)
  return (
    <Button
      variant="default"
      leftSection={<IconFolder size={18} stroke={1.6} />}
      renderRoot={(props) => <Link to={to} {...props} />}
    >
      Dossier {paye.dossier}
    </Button>
  )
}

function BienPanel({ data, bien }: { data: BienPaye; bien: BienDesigne }) {
  const libelle = libelleDuBien(bien.type, data.numero)
  return (
    <section className={`stack card ${styles.panel}`} aria-label="Détails du bien">
      <div className={styles.panelFacts}>
        <Facts
          facts={data.facts.map(({ label, value }) => ({
            label,
            value: typeof value === 'string' ? value : <Montant decimal={value.montant} />,
          }))}
        />
      </div>
      <div className="stack packed gap-10">
        <div>
          <span className="dim">Reste à payer</span>
          <div className={styles.grand}>
            <PourquoiCeSolde bien={bien} libelle={libelle} reste={data.resteAPayer} />
          </div>
        </div>
        <PaymentBar percent={data.pourcentagePaiement} label={`Payé : ${libelle}`} />
        <AnciensAcquereurs bien={bien.id} />
      </div>
    </section>
  )
}

/** Leads to the dossiers of who bought the bien before, where there are any. */
function AnciensAcquereurs({ bien }: { bien: number }) {
  const { data: total = 0 } = useQuery(dossiersQueries.closDuBien(bien))
  if (total === 0) return null
  return (
    <Anchor inherit renderRoot={(props) => <Link {...closDuBienAt(bien)} {...props} />}>
      Anciens acquéreurs ({total})
    </Anchor>
  )
}
