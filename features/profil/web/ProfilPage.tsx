import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Profil } from '#features/profil/profil.contract.ts'
import styles from '#features/profil/web/Profil.module.css'
import { MesConnexions } from '#features/profil/web/MesConnexions.tsx'
import { ProfilForm } from '#features/profil/web/ProfilForm.tsx'
import { profilQuery } from '#features/profil/web/profil.queries.ts'
import { ROLE_LIBELLES } from '#shared/droits.ts'
import { Banners } from '#web/kit/Banners.tsx'
import { DarkToggle } from '#web/kit/DarkToggle.tsx'
import { Facts } from '#web/kit/EntityCard.tsx'
import { PageHeader } from '#web/kit/PageHeader.tsx'
import { Results } from '#web/kit/Results.tsx'
import { StatusBadge } from '#web/kit/StatusBadge.tsx'
import { useBanners } from '#web/kit/useBanners.ts'

export function ProfilPage() {
  const query = useQuery(profilQuery)
  const banners = useBanners()
  return (
    <>
      <PageHeader title="Mon Profil">
        <DarkToggle />
      </PageHeader>
      <Banners banners={banners} />
      {query.data ? (
        // Reading again may fail: what is being typed stays.
        <Fiche profil={query.data} onSaved={banners.success} />
      ) : (
        <Results
          query={query}
          loading="Chargement du profil..."
          error="Erreur lors du chargement du profil."
          cards={2}
        >
          {() => null}
        </Results>
      )}
    </>
  )
}

function Fiche({ profil, onSaved }: { profil: Profil; onSaved: (message: string) => void }) {
  return (
    <div className={styles.page}>
      <section className={styles.card} aria-labelledby="profil-actuel">
        <Title order={2} id="profil-actuel">
          Mon compte
        </Title>
        <Facts facts={factsOf(profil)} />
      </section>
      <section className={styles.card} aria-labelledby="profil-modifier">
        <Title order={2} id="profil-modifier">
          Modifier mes informations
        </Title>
        <ProfilForm profil={profil} onSaved={onSaved} />
      </section>
      <MesConnexions onClosed={onSaved} />
    </div>
  )
}

function factsOf({ name, email, statut, role }: Profil) {
  const actif = statut === 'activé'
  return [
    { label: 'Nom', value: name },
    { label: 'Email', value: email },
    {
      label: 'Statut',
      value: <StatusBadge tone={actif ? 'green' : 'red'}>{actif ? 'Activé' : 'Désactivé'}</StatusBadge>,
    },
    { label: 'Rôle', value: ROLE_LIBELLES[role] ?? 'Non spécifié' },
  ]
}
