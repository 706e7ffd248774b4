import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { DossierLu } from '#features/dossiers/web/dossiers.queries.ts'
import styles from '#features/dossiers/web/dossiers.module.css'
import { Panneau } from '#web/kit/Panneau.tsx'
import { Facts } from '#web/kit/EntityCard.tsx'
import { dossierAt } from '#web/paths.ts'

/** Before whom it is signed, and what was noted of it. */
export function PanneauNotes({ dossier: { notaire, note } }: { dossier: DossierLu }) {
  return (
    <Panneau title="Notes">
      <Facts facts={[{ label: 'Notaire', value: notaire ?? 'Non spécifié' }]} />
      <p className={note === null ? styles.dim : styles.libre} data-nom>
        {note ?? 'Aucune note.'}
      </p>
    </Panneau>
  )
}

/** What else this client is buying. */
export function AutresDossiers({ dossier: { autres } }: { dossier: DossierLu }) {
  if (autres.length === 0) return null
  return (
    <p className={styles.autres}>
      Autres dossiers de ce client :{' '}
      {autres.map(({ id, dossier, designation }, rang) => (
        <span key={id}>
          {rang > 0 && ', '}
          <Anchor inherit renderRoot={(props) => <Link to={dossierAt(id)} {...props} />}>
            {dossier}
          </Anchor>{' '}
          (<span data-nom>{designation}</span>)
        </span>
      ))}
    </p>
  )
}
