import { Button, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { clientAssets, totauxDuClient } from '#features/clients/clients.contract.ts'
import { clientsQueries } from '#features/clients/web/clients.queries.ts'
import styles from '#features/paiements/web/BiensDuClient.module.css'
import { printReleveDuClient } from '#features/paiements/web/impressions.ts'
import { PourquoiCeSolde } from '#features/paiements/web/PourquoiCeSolde.tsx'
import { AjouterUnPaiement, usePaiementSurPlace } from '#features/paiements/web/usePaiementDialog.tsx'
import { biensDuClientQuery } from '#features/ventes/web/ventes.queries.ts'
import { type BienDesigne, libelleDuBien, type TypeBien } from '#shared/biens.ts'
import { formatJourCourt } from '#shared/dates.ts'
import type { Wire } from '#shared/endpoint.ts'
import { formatCompte } from '#shared/texte.ts'
import { type Fact, Facts } from '#web/kit/card/EntityCard.tsx'
import { BienLink, DossierLink } from '#web/kit/card/EntityLinks.tsx'
import { Montant, Surface } from '#web/kit/card/Montant.tsx'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { PaymentBar, StatusBadge } from '#web/kit/feedback/States.tsx'
import { whileBusy } from '#web/kit/feedback/WorkBar.tsx'
import { LangueDuPapier, useLangueDuPapier } from '#web/kit/print/LangueDuPapier.tsx'

interface Sold {
  id: number
  vente_id: number
  dossier: string
  en_retard: number
  montant: number
  totalPaye: number
  resteAPayer: number
  pourcentagePaiement: number
}

export function BiensDuClient({ id, onClose }: { id: number; onClose: () => void }) {
  const client = useQuery(clientsQueries.read(id))
  const assets = useQuery(biensDuClientQuery(id))
  const paiement = usePaiementSurPlace()
  const [langue, setLangue] = useLangueDuPapier(client.data?.nomComplet)
  const add = (bien: BienDesigne) => paiement.open({ clientId: id, bien })
  return (
    <Dialog
      title={
        <>
          Biens de <bdi>{client.data?.nomComplet ?? '…'}</bdi>
        </>
      }
      onClose={onClose}
      size="lg"
    >
      {paiement.element}
      {assets.data?.totaux && (
        <TotauxDuClient totaux={assets.data.totaux}>
          <div className={`flex gap-8 ${styles.imprimer}`}>
            <LangueDuPapier
              label={`Langue des paiements de ${client.data?.nomComplet ?? 'ce client'}`}
              langue={langue}
              onChange={setLangue}
            />
            <Button
              variant="default"
              size="sm"
              leftSection={<IconPrinter size={18} stroke={1.6} />}
              aria-label={`Imprimer les paiements de ${client.data?.nomComplet ?? 'ce client'}`}
              {...whileBusy(paiement.work.label !== null)}
              onClick={() => void printReleveDuClient(paiement.work, id, langue)}
            >
              Imprimer
            </Button>
          </div>
        </TotauxDuClient>
      )}
      <Results query={assets} loading="Chargement des biens..." error="Erreur chargement biens." cards={0}>
        {({ appartements, places, locaux, dossiersClos }) => (
          <>
            <Section title="Appartements" empty="Aucun appartement trouvé.">
              {appartements.map((lot) => (
                <Bien
                  key={lot.id}
                  type="appartement"
                  name={`Appartement ${lot.numLot}`}
                  numero={lot.numLot}
                  onAdd={add}
                  bien={lot}
                  facts={[
                    { label: 'Type', value: lot.typeLogement },
                    { label: 'Surface habitable', value: <Surface decimal={lot.surfaceHabitable} /> },
                    { label: 'Surface utile', value: <Surface decimal={lot.surfaceUtile} /> },
                    residenceOf(lot.etage.bloc.residence),
                    { label: 'Bloc', value: lot.etage.bloc.nomloc || 'Non spécifié' },
                  ]}
                />
              ))}
            </Section>
            <Section title="Places de parking" empty="Aucune place de parking trouvée.">
              {places.map((place) => (
                <Bien
                  key={place.id}
                  type="place_parking"
                  name={`Place ${place.numero_place}`}
                  numero={place.numero_place}
                  onAdd={add}
                  bien={place}
                  facts={[
                    residenceOf(place.parking.residence),
                    { label: 'Parking', value: place.parking.parking_nom || 'Non spécifié' },
                    { label: 'Type', value: place.type_place || 'Standard' },
                  ]}
                />
              ))}
            </Section>
            <Section title="Locaux" empty="Aucun local trouvé.">
              {locaux.map((local) => (
                <Bien
                  key={local.id}
                  type="local"
                  name={`Local ${local.num}`}
                  numero={local.num}
                  onAdd={add}
                  bien={local}
                  facts={[
                    residenceOf(local.bloc.residence),
                    { label: 'Bloc', value: local.bloc.nomloc || 'Non spécifié' },
                    { label: 'Surface', value: <Surface decimal={local.surface} /> },
                  ]}
                />
              ))}
            </Section>
            {dossiersClos.length > 0 && <DossiersClos dossiers={dossiersClos} />}
          </>
        )}
      </Results>
    </Dialog>
  )
}

/** The residence is shown because lots of two residences may have the same number and bloc. */
const residenceOf = ({ nom }: { nom: string }): Fact | null =>
  nom === '' ? null : { label: 'Résidence', value: nom }

function Section({ title, empty, children }: { title: string; empty: string; children: ReactNode[] }) {
  return (
    <section className={styles.section}>
      <Title order={2} size="h3">
        {title}
      </Title>
      {children.length > 0 ? (
        <ul className={styles.list}>{children}</ul>
      ) : (
        <p className={styles.none}>{empty}</p>
      )}
    </section>
  )
}

interface BienProps {
  type: TypeBien
  name: string
  numero: string | number
  bien: Sold
  facts: (Fact | null)[]
  onAdd: (bien: BienDesigne) => void
}

function Bien({ type, name, numero, bien: { id, ...bien }, facts, onAdd }: BienProps) {
  const adresse = { type, id }
  const libelle = libelleDuBien(type, numero)
  return (
    <li className={styles.bien}>
      <p className={`wrap flat ${styles.noms}`}>
        <strong>
          <BienLink {...adresse} venteId={bien.vente_id}>
            {name}
          </BienLink>
        </strong>
        <DossierLink id={bien.vente_id} dossier={bien.dossier} />
      </p>
      <div className={`stack at-top ${styles.columns}`}>
        <Facts facts={facts} />
        <Facts
          facts={[
            { label: 'Montant', value: <Montant decimal={bien.montant} /> },
            { label: 'Payé', value: <Montant decimal={bien.totalPaye} /> },
            {
              label: 'Reste à payer',
              value: <PourquoiCeSolde bien={adresse} libelle={libelle} reste={bien.resteAPayer} />,
            },
            bien.en_retard > 0 && {
              label: 'En retard',
              value: (
                <span className="alarm">
                  <Montant decimal={bien.en_retard} />
                </span>
              ),
            },
          ]}
        />
      </div>
      <div className={`row gap-12-16 ${styles.foot}`}>
        <PaymentBar percent={bien.pourcentagePaiement} label={`Paiement de ${name}`} />
        <AjouterUnPaiement libelle={name} reste={bien.resteAPayer} onAdd={() => onAdd(adresse)} />
      </div>
    </li>
  )
}

interface TotauxDuClientProps {
  totaux: Wire<typeof totauxDuClient>
  children?: ReactNode
}

/** « 4 biens · payé 12 000,00 DA · reste 25 515 000,00 DA »; absent for a client without a bien. */
function TotauxDuClient({ totaux: { biens, totalPaye, resteAPayer }, children }: TotauxDuClientProps) {
  if (biens === 0) return null
  return (
    <div className={`row between gap-8-16 ${styles.totaux}`}>
      <p>
        {formatCompte(biens, 'bien')} · payé <Montant decimal={totalPaye} /> ·{' '}
        <strong>
          reste <Montant decimal={resteAPayer} />
        </strong>
      </p>
      {children}
    </div>
  )
}

const FINS = {
  desistement: <StatusBadge tone="gray">Désistement</StatusBadge>,
  retrait: <StatusBadge tone="gray">Retrait</StatusBadge>,
  cede: <StatusBadge tone="gray">Cédé</StatusBadge>,
}

function DossiersClos({ dossiers }: { dossiers: Wire<typeof clientAssets>['dossiersClos'] }) {
  return (
    <section className={styles.section}>
      <Title order={2} size="h3">
        Dossiers clos
      </Title>
      <ul className={styles.list}>
        {dossiers.map(({ id, dossier, designation, etat, jour, totalPaye, a_rembourser }) => (
          <li key={`${id} ${etat} ${jour}`} className={`row between gap-4-16 ${styles.clos}`}>
            <span>
              <DossierLink id={id} dossier={dossier} />, <span data-nom>{designation}</span>
            </span>
            <span>
              {FINS[etat]} le {formatJourCourt(jour)}
            </span>
            <span>
              payé <Montant decimal={totalPaye} />
              {a_rembourser !== null && (
                <>
                  , reste à rembourser <Montant decimal={a_rembourser} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
