import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { type EnvoiEchoue, JustificatifEchoue } from '#features/paiements/web/EnvoiJustificatif.tsx'
import { printRecu, printRecusDuGroupe } from '#features/paiements/web/impressions.ts'
import type { PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import { rectifications, RecuPret } from '#features/paiements/web/RecuPret.tsx'
import type { PaiementConnu } from '#features/paiements/web/saisieDuPaiement.ts'
import type { ClientDuGroupe } from '#features/paiements/web/versementGroupe.ts'
import { promoteurQuery } from '#features/promoteur/web/promoteur.queries.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { returnFocus } from '#web/kit/dialog/focus.ts'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { Banners, type BannersState, useBanners } from '#web/kit/feedback/Banner.tsx'
import { useWork, WorkBar, type WorkState } from '#web/kit/feedback/WorkBar.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import type { Langue } from '#shared/papiers.ts'

const VersementGroupeDialog = lazyDialog(
  () => import('#features/paiements/web/VersementGroupeDialog.tsx'),
  'VersementGroupeDialog',
)
const PaiementDialog = lazyDialog(
  () => import('#features/paiements/web/PaiementDialog.tsx'),
  'PaiementDialog',
)

type Groupe = NonNullable<PaiementLu['groupe']>

/** The time in ms for which a warning shows when no receipt is offered with it. */
const A_LIRE_MS = 10_000

interface Offre {
  /** The banner's key: a new offer is a new banner, which takes the focus. */
  rang: number
  paiement: PaiementLu
  dit: string
  avertissements: readonly string[]
  corrige: readonly ReactNode[]
}

/** The payment dialog: `open` fills in a known client and bien. After a payment, `recu` is a banner that offers its receipt. */
export function usePaiementDialog(
  banners: BannersState,
  work: WorkState,
  fenetre = 'paiement',
): {
  open: (known?: PaiementConnu) => void
  /** Opens the form of one payment for several biens of a client. */
  openGroupe: (client: ClientDuGroupe) => void
  /** Withdraws the offer of a deleted payment's receipt. */
  forget: (id: number) => void
  /** Offers the receipt of a payment made without this dialog. */
  offer: (paiement: PaiementLu & { message: string }) => void
  element: ReactNode
  recu: ReactNode
  /** The client whose receipt is on offer. */
  payeur: PaiementLu['client'] | null
  /** Grows with each offer, since two may follow each other for one client; 0 without one. */
  rang: number
  /** Withdraws the offer of a receipt: another banner takes its place. */
  quit: () => void
} {
  const [known, setKnown] = useOpened<PaiementConnu>(fenetre)
  const [grouping, setGrouping] = useOpened<ClientDuGroupe>(`${fenetre}-groupe`)
  const [offre, setOffre] = useState<Offre | null>(null)
  // The promoter is read during the typing, so that a warning about it appears together with the receipt.
  useQuery({ ...promoteurQuery, enabled: known !== null || grouping !== null })
  const [echec, setEchec] = useState<EnvoiEchoue | null>(null)
  const opener = useRef<Element>(null)
  const print = (id: number, langue: Langue) => void printRecu(work, id, langue)
  const printGroupe = ({ id, recus: [premier = ''] }: Groupe, langue: Langue) =>
    void printRecusDuGroupe(work, { id, premier }, langue)
  function offerRecu(nouvelle: Omit<Offre, 'rang'>) {
    banners.clear()
    setOffre((former) => ({ rang: (former?.rang ?? 0) + 1, ...nouvelle }))
  }
  const recuPret = offre && (
    <RecuPret
      key={offre.rang}
      paiement={offre.paiement}
      dit={offre.dit}
      avertissements={offre.avertissements}
      corrige={offre.corrige}
      busy={work.label !== null}
      onPrint={(langue) => {
        const { groupe } = offre.paiement
        if (groupe) printGroupe(groupe, langue)
        else print(offre.paiement.id, langue)
      }}
      onClose={() => {
        setOffre(null)
        setTimeout(() => returnFocus(opener.current))
      }}
    />
  )
  const recu = (
    <>
      {recuPret}
      {echec && (
        <JustificatifEchoue
          key={echec.id}
          echec={echec}
          onEchec={setEchec}
          onDone={() => {
            setEchec(null)
            banners.success(paiementsEndpoints.joindre.succes)
          }}
          onClose={() => setEchec(null)}
        />
      )}
    </>
  )
  const groupeElement = grouping && (
    <VersementGroupeDialog
      client={grouping}
      onClose={() => setGrouping(null)}
      onSaved={({ paiements: [paiement], message: dit, avertissements }) => {
        setEchec(null)
        if (paiement) offerRecu({ paiement, dit, avertissements, corrige: [] })
      }}
      onPrint={printGroupe}
    />
  )
  const paiementElement = known && (
    <PaiementDialog
      {...known}
      onClose={() => setKnown(null)}
      onSaved={(paiement, avant) => {
        const { message: dit, avertissements = [] } = paiement
        setEchec(null)
        const corrige = avant ? rectifications(avant, paiement) : []
        if (avant && corrige.length === 0) {
          // A receipt still on offer must print the new details.
          setOffre(
            (former) => former && (former.paiement.id === paiement.id ? { ...former, paiement } : former),
          )
          if (avertissements.length === 0) banners.success(dit)
          else banners.success([dit, ...avertissements].join('\n'), A_LIRE_MS)
          return
        }
        offerRecu({ paiement, dit, avertissements, corrige })
      }}
      onEchec={setEchec}
      onPrint={print}
    />
  )
  return {
    open: (what = {}) => {
      opener.current = document.activeElement
      setKnown(what)
    },
    openGroupe: (client) => {
      opener.current = document.activeElement
      setGrouping(client)
    },
    forget: (id) => {
      setOffre((former) => (former?.paiement.id === id ? null : former))
      setEchec((former) => (former?.id === id ? null : former))
    },
    offer: ({ message, ...paiement }) =>
      offerRecu({ paiement, dit: message, avertissements: [], corrige: [] }),
    element: (
      <>
        {paiementElement}
        {groupeElement}
      </>
    ),
    recu,
    payeur: offre?.paiement.client ?? null,
    rang: offre?.rang ?? 0,
    quit: () => setOffre(null),
  }
}

/** The payment dialog on top of another dialog. `element` stands first in that dialog and holds banners, receipt and progress. */
export function usePaiementSurPlace(): {
  open: (known: PaiementConnu) => void
  element: ReactNode
  banners: BannersState
  work: WorkState
  rang: number
  quit: () => void
} {
  const banners = useBanners()
  const work = useWork(banners)
  // The page below may have a payment dialog of its own; after a new sign-in only the one that was open comes back.
  const { open, recu, element, rang, quit } = usePaiementDialog(banners, work, 'paiement-sur-place')
  return {
    open,
    banners,
    work,
    rang,
    quit,
    element: (
      <>
        <Banners banners={banners}>{recu}</Banners>
        <WorkBar work={work} />
        {element}
      </>
    ),
  }
}

interface AjouterUnPaiementProps {
  libelle: string
  /** The remainder in decimal dinars; at 0 the button is absent. */
  reste: number
  onAdd: () => void
}

export function AjouterUnPaiement({ libelle, reste, onAdd }: AjouterUnPaiementProps) {
  const peut = usePeut()
  if (reste <= 0 || !peut(paiementsEndpoints.create)) return null
  return (
    <Button
      variant="light"
      size="sm"
      leftSection={<IconPlus size={18} stroke={1.6} />}
      aria-label={`Ajouter un paiement : ${libelle}`}
      onClick={onAdd}
    >
      Ajouter un paiement
    </Button>
  )
}
