import { Title } from '@mantine/core'
import type { clientAssets } from '#features/clients/clients.contract.ts'
import styles from '#features/paiements/web/BiensDuClient.module.css'
import { formatJourCourt } from '#shared/dates.ts'
import type { Wire } from '#shared/endpoint.ts'
import { DossierLink } from '#web/kit/EntityLinks.tsx'
import { Montant } from '#web/kit/Montant.tsx'
import { StatusBadge } from '#web/kit/StatusBadge.tsx'

const FINS = {
  desistement: <StatusBadge tone="red">Désistement</StatusBadge>,
  retrait: <StatusBadge tone="gray">Retrait</StatusBadge>,
  cede: <StatusBadge tone="gray">Cédé</StatusBadge>,
}

/** What a client had, and what is still to be given back to him. */
export function DossiersClos({ dossiers }: { dossiers: Wire<typeof clientAssets>['dossiersClos'] }) {
  return (
    <section className={styles.section}>
      <Title order={2} size="h3">
        Dossiers clos
      </Title>
      <ul className={styles.list}>
        {dossiers.map(({ id, dossier, designation, etat, jour, totalPaye, a_rembourser }) => (
          <li key={`${id} ${etat} ${jour}`} className={styles.clos}>
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
