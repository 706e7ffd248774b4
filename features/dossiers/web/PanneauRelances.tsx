import type { DossierLu } from '#features/dossiers/web/dossiers.queries.ts'
import { MOYENS } from '#features/dossiers/relances.rules.ts'
import styles from '#features/dossiers/web/dossiers.module.css'
import { Panneau, Rien } from '#web/kit/Panneau.tsx'
import type { ActionsDuDossier } from '#features/dossiers/web/useActionsDuDossier.tsx'
import { formatJourCourt } from '#shared/dates.ts'
import { Lignes, type Colonne } from '#web/kit/Lignes.tsx'
import { Montant } from '#web/kit/Montant.tsx'

const COLUMNS: readonly Colonne<DossierLu['relances'][number]>[] = [
  { title: 'Jour', court: true, cell: ({ jour }) => formatJourCourt(jour) },
  { title: 'Moyen', court: true, cell: ({ canal }) => MOYENS[canal] },
  { title: 'Montant en retard', figure: true, cell: ({ montant }) => <Montant decimal={montant} /> },
  {
    title: 'Note',
    cell: ({ note }) => (
      <span className={styles.libre} data-nom>
        {note}
      </span>
    ),
  },
  { title: 'Par', cell: ({ par }) => <span data-nom>{par}</span> },
]

/** Who reminded the client of what, the latest first. */
export function PanneauRelances({ dossier, actions }: { dossier: DossierLu; actions: ActionsDuDossier }) {
  return (
    <Panneau title="Relances" buttons={actions.buttons('relances')}>
      {dossier.relances.length === 0 ? (
        <Rien>Aucune relance.</Rien>
      ) : (
        <Lignes label="Relances" rows={dossier.relances} rowKey={({ id }) => id} columns={COLUMNS} />
      )}
    </Panneau>
  )
}
