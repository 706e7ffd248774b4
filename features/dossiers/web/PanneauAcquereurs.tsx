import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { DossierLu } from '#features/dossiers/web/dossiers.queries.ts'
import styles from '#features/dossiers/web/acquereurs.module.css'
import type { ActionsDuDossier } from '#features/dossiers/web/useActionsDuDossier.tsx'
import { formatPourcent } from '#shared/argent.ts'
import { Panneau } from '#web/kit/Panneau.tsx'
import { clientAt } from '#web/paths.ts'

/** Who buys: the client of the sale, and those with whom he shares it, each with his part of one bar. */
export function PanneauAcquereurs({ dossier, actions }: { dossier: DossierLu; actions: ActionsDuDossier }) {
  const { principal, acquereurs } = dossier
  const all = [principal, ...acquereurs]
  const shared = acquereurs.length > 0
  return (
    <Panneau title="Acquéreurs" buttons={actions.buttons('acquereurs')}>
      {shared && (
        <div className={styles.barre} aria-hidden>
          {all.map(({ client_id, part }, rang) => (
            <span key={client_id} data-rang={rang % 4} style={{ flexGrow: part }} />
          ))}
        </div>
      )}
      <ul className={styles.acquereurs} aria-label="Acquéreurs">
        {all.map(({ client_id, nomComplet, part }, rang) => (
          <li key={client_id}>
            {shared && <span className={styles.marque} data-rang={rang % 4} aria-hidden />}
            <span data-nom className={styles.nom}>
              <Anchor inherit renderRoot={(props) => <Link to={clientAt(client_id)} {...props} />}>
                {nomComplet || 'Non spécifié'}
              </Anchor>
            </span>
            {shared && <span className={styles.part}>{formatPourcent(part)}</span>}
          </li>
        ))}
      </ul>
    </Panneau>
  )
}
