import { nomDuTitulaire } from '#features/paiements/paiements.rules.ts'
import { IconEye, IconListDetails, IconPaperclip, IconPrinter } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { formatMode } from '#features/paiements/modes.ts'
import { bienDuPaiement } from '#features/paiements/web/bienDuPaiement.ts'
import { EtatDuCheque } from '#features/paiements/web/PaiementParts.tsx'
import { openJustificatif, printRecu } from '#features/paiements/web/impressions.ts'
import type { VersementLu } from '#features/paiements/web/paiements.queries.ts'
import styles from '#features/paiements/web/versements.module.css'
import { formatJourCourt } from '#shared/dates.ts'
import { CardGrid } from '#web/kit/card/CardGrid.tsx'
import { DataTable, type Column } from '#web/kit/table/DataTable.tsx'
import { EntityCard } from '#web/kit/card/EntityCard.tsx'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import type { WorkState } from '#web/kit/feedback/WorkBar.tsx'
import { paiementsOf } from '#web/paths.ts'
import { EnLangue } from '#web/kit/print/EnLangue.tsx'

const PaiementDetails = lazyDialog(
  () => import('#features/paiements/web/PaiementDetails.tsx'),
  'PaiementDetails',
)

interface VersementsListeProps {
  versements: readonly VersementLu[]
  wide: boolean
  work: WorkState
  onFailure: (failure: string) => void
}

const COLUMNS: readonly Column<VersementLu>[] = [
  { title: 'Date', cell: ({ date_paiement }) => formatJour(date_paiement) },
  { title: 'Reçu', cell: ({ recu }) => <span className={styles.recu}>{recu}</span> },
  { title: 'Client', share: 5, cell: (versement) => nomDuTitulaire(versement) || 'Non spécifié' },
  { title: 'Bien', share: 4, cell: (versement) => <LienDuBien versement={versement} /> },
  { title: 'Résidence', share: 4, cell: ({ residence }) => residence.nom },
  { title: 'Mode', cell: (versement) => <Mode versement={versement} /> },
  { title: 'Référence', share: 4, cell: referenceOf },
  { title: 'Versement', figure: true, cell: (versement) => <Verse versement={versement} /> },
]
const UNSORTED = () => {}

export function VersementsListe({ versements, wide, work, onFailure }: VersementsListeProps) {
  const [shown, setShown] = useState<VersementLu | null>(null)
  const actions = (versement: VersementLu) => (
    <Actions
      versement={versement}
      compact={wide}
      work={work}
      onDetails={() => setShown(versement)}
      onFailure={onFailure}
    />
  )
  return (
    <>
      {wide ? (
        <DataTable
          label="Versements"
          rows={versements}
          rowKey={({ id }) => id}
          columns={COLUMNS}
          sort=""
          onSort={UNSORTED}
          renderActions={actions}
        />
      ) : (
        <CardGrid label="Versements">
          {versements.map((versement) => (
            <EntityCard
              key={versement.id}
              name={nomDuTitulaire(versement) || 'Non spécifié'}
              under={<LienDuBien versement={versement} />}
              facts={[
                [
                  { label: 'Date', value: formatJour(versement.date_paiement) },
                  { label: 'Reçu', value: versement.recu },
                ],
                { label: 'Résidence', value: versement.residence.nom },
                { label: 'Mode', value: <Mode versement={versement} /> },
                referenceOf(versement) !== '' && { label: 'Référence', value: referenceOf(versement) },
                { label: 'Versement', value: <Verse versement={versement} /> },
              ]}
              actions={actions(versement)}
            />
          ))}
        </CardGrid>
      )}
      {shown && <PaiementDetails paiement={shown} onClose={() => setShown(null)} />}
    </>
  )
}

const formatJour = (jour: string): string => (jour ? formatJourCourt(jour) : 'N/A')

/** « 0012345 · BNA ». The number comes first, because a narrow column cuts the end. */
function referenceOf({ banque, reference }: VersementLu): string {
  return [reference, banque].filter(Boolean).join(' · ')
}

function LienDuBien({ versement }: { versement: VersementLu }) {
  const bien = bienDuPaiement(versement)
  if (!bien) return 'N/A'
  return (
    <Link className={styles.lien} to={paiementsOf(versement.client.id, bien)} search={marked(versement)}>
      {bien.libelle}
    </Link>
  )
}

const marked = ({ id }: VersementLu) => ({ paiement: String(id) })

function Mode({ versement: { mode, etat } }: { versement: VersementLu }) {
  return (
    <span className={styles.mode} data-whole={etat !== null || undefined}>
      {formatMode(mode)}
      {etat && <EtatDuCheque etat={etat} />}
    </span>
  )
}

function Verse({ versement: { versement, etat } }: { versement: VersementLu }) {
  return (
    <span className={etat === 'rejete' ? styles.raye : undefined}>
      <Montant decimal={versement} />
    </span>
  )
}

interface ActionsProps {
  versement: VersementLu
  compact: boolean
  work: WorkState
  onDetails: () => void
  onFailure: (failure: string) => void
}

function Actions({ versement, compact, work, onDetails, onFailure }: ActionsProps) {
  const { id, recu, client, justificatif } = versement
  const navigate = useNavigate()
  const bien = bienDuPaiement(versement)
  return (
    <>
      <IconAction
        compact={compact}
        icon={IconEye}
        label={`Détails du paiement ${recu}`}
        onClick={onDetails}
      />
      <IconAction
        compact={compact}
        icon={IconPrinter}
        label={`Imprimer le reçu ${recu}`}
        busy={work.label !== null}
        onClick={() => void printRecu(work, id)}
      />
      <EnLangue
        label={`Langue du reçu ${recu}`}
        busy={work.label !== null}
        compact={compact}
        onPrint={(langue) => void printRecu(work, id, langue)}
      />
      {justificatif != null && (
        <IconAction
          compact={compact}
          icon={IconPaperclip}
          label={`Voir le justificatif du paiement ${recu}`}
          onClick={() => void openJustificatif(id, onFailure)}
        />
      )}
      {bien && (
        <IconAction
          compact={compact}
          icon={IconListDetails}
          label={`Ouvrir les paiements du bien (reçu ${recu})`}
          onClick={() => void navigate({ to: paiementsOf(client.id, bien), search: marked(versement) })}
        />
      )}
    </>
  )
}
