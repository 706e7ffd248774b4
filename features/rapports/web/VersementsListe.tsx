import { nomDuTitulaire, titulaireOf } from '#features/paiements/paiements.rules.ts'
import { IconEye, IconListDetails, IconPaperclip } from '@tabler/icons-react'
import { useState } from 'react'
import { formatMode, type TriVersements } from '#features/paiements/modes.ts'
import { bienDuPaiement } from '#features/paiements/web/bienDuPaiement.ts'
import { EtatDuCheque, RecuDuPaiement } from '#features/paiements/web/PaiementParts.tsx'
import { actesDuRecu, openJustificatif, printRecu } from '#features/paiements/web/impressions.ts'
import type { VersementLu } from '#features/rapports/web/versements.queries.ts'
import styles from '#features/rapports/web/versements.module.css'
import { formatJourCourt } from '#shared/dates.ts'
import { Tableau, type ActesDeLigne, type Colonne } from '#web/kit/table/Tableau.tsx'
import { BienLink, ClientLink } from '#web/kit/card/EntityLinks.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import type { WorkState } from '#web/kit/feedback/WorkBar.tsx'
import { paiementsOf } from '#shared/paths.ts'

const PaiementDetails = lazyDialog(
  () => import('#features/paiements/web/PaiementDetails.tsx'),
  'PaiementDetails',
)

interface VersementsListeProps {
  versements: readonly VersementLu[]
  sort: string
  onSort: (sort: string) => void
  work: WorkState
  onFailure: (failure: string) => void
}

const COLUMNS: readonly Colonne<VersementLu, TriVersements>[] = [
  {
    title: 'Date',
    sort: 'jour',
    genre: 'jour',
    min: 104,
    phone: 'quoi',
    cell: ({ date_paiement }) => formatJour(date_paiement),
    under: (versement) => <RecuDuPaiement paiement={versement} />,
  },
  {
    title: 'Client',
    sort: 'client',
    genre: 'nom',
    min: 128,
    phone: 'qui',
    cell: (versement) => <ClientLink {...titulaireOf(versement)} />,
  },
  {
    title: 'Bien',
    genre: 'lieu',
    min: 162,
    phone: 'quoi',
    cell: (versement) => <LienDuBien versement={versement} />,
    under: ({ residence }) => residence.nom,
  },
  {
    title: 'Mode',
    genre: 'texte',
    min: 226,
    phone: 'quoi',
    cell: ({ mode }) => formatMode(mode),
    under: referenceOf,
  },
  {
    title: 'Montant',
    sort: 'montant',
    genre: 'figure',
    min: 118,
    phone: 'combien',
    cell: (versement) => <Verse versement={versement} />,
  },
  {
    title: 'État',
    genre: 'etat',
    min: 114,
    phone: 'etat',
    cell: ({ etat }) => etat && <EtatDuCheque etat={etat} />,
  },
]

export function VersementsListe({ versements, sort, onSort, work, onFailure }: VersementsListeProps) {
  const [shown, setShown] = useState<VersementLu | null>(null)
  const actesOf = useActes(work, setShown, onFailure)
  return (
    <>
      <Tableau
        label="Versements"
        rows={versements}
        rowKey={({ id }) => id}
        columns={COLUMNS}
        sort={sort}
        onSort={onSort}
        actes={actesOf}
      />
      {shown && <PaiementDetails paiement={shown} onClose={() => setShown(null)} />}
    </>
  )
}

const formatJour = (jour: string): string => (jour ? formatJourCourt(jour) : 'N/A')

/** « 0012345 · BNA ». */
function referenceOf({ banque, reference }: VersementLu): string {
  return [reference, banque].filter(Boolean).join(' · ')
}

function LienDuBien({ versement }: { versement: VersementLu }) {
  const bien = bienDuPaiement(versement)
  if (!bien) return 'N/A'
  return (
    <BienLink type={bien.type} id={bien.id} venteId={versement.vente_id}>
      {bien.libelle}
    </BienLink>
  )
}

const marked = ({ id }: VersementLu) => ({ paiement: String(id) })

function Verse({ versement: { versement, etat } }: { versement: VersementLu }) {
  return (
    <span className={etat === 'rejete' ? styles.raye : undefined}>
      <Montant decimal={versement} />
    </span>
  )
}

function useActes(
  work: WorkState,
  onDetails: (versement: VersementLu) => void,
  onFailure: (failure: string) => void,
) {
  const busy = work.label !== null
  return (versement: VersementLu): ActesDeLigne => {
    const { id, recu, client, justificatif } = versement
    const bien = bienDuPaiement(versement)
    return {
      nom: `reçu ${recu}`,
      actes: [
        { label: `Détails du paiement ${recu}`, icon: IconEye, onClick: () => onDetails(versement) },
        ...actesDuRecu(
          { recu, nom: nomDuTitulaire(versement) },
          busy,
          (langue) => void printRecu(work, id, langue),
        ),
        justificatif != null && {
          label: `Voir le justificatif du paiement ${recu}`,
          icon: IconPaperclip,
          onClick: () => void openJustificatif(id, onFailure),
        },
        bien && {
          label: `Ouvrir les paiements du bien (reçu ${recu})`,
          icon: IconListDetails,
          to: paiementsOf(client.id, bien),
          search: marked(versement),
        },
      ],
    }
  }
}
