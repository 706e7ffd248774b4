import { Title, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Profil, Connexion } from '#features/acces/profil.contract.ts'
import { CodeALaConnexion } from '#features/acces/web/CodeALaConnexion.tsx'
import styles from '#features/acces/web/Profil.module.css'
import { ProfilForm } from '#features/acces/web/ProfilForm.tsx'
import {
  profilQuery,
  connexionsQuery,
  useCloseConnexion,
  useCloseConnexions,
} from '#features/acces/web/profil.queries.ts'
import { useQuitter } from '#features/acces/web/useDeconnexion.ts'
import { ROLE_LIBELLES } from '#shared/droits.ts'
import { Banners, useBanners, Banner, carry } from '#web/kit/feedback/Banner.tsx'
import { DarkToggle } from '#web/kit/frame/DarkToggle.tsx'
import { Facts } from '#web/kit/card/EntityCard.tsx'
import { PageHeader } from '#web/kit/list/PageHeader.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { StatusBadge } from '#web/kit/feedback/States.tsx'
import { useState } from 'react'
import { formatAge, formatInstant } from '#shared/dates.ts'
import { messageOf } from '#web/kit/call/api.ts'
import { whileBusy } from '#web/kit/feedback/WorkBar.tsx'

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
        // A failed refresh keeps the form and its typed values.
        <MonCompte profil={query.data} onSaved={banners.success} />
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

function MonCompte({ profil, onSaved }: { profil: Profil; onSaved: (message: string) => void }) {
  return (
    <div className={`column gap-16 at-top ${styles.page}`}>
      <section className="stack card gap-16" aria-labelledby="profil-actuel">
        <Title order={2} id="profil-actuel">
          Mon compte
        </Title>
        <Facts facts={factsOf(profil)} />
      </section>
      <section className="stack card gap-16" aria-labelledby="profil-modifier">
        <Title order={2} id="profil-modifier">
          Modifier mes informations
        </Title>
        <ProfilForm profil={profil} onSaved={onSaved} />
      </section>
      <CodeALaConnexion etat={profil.second_facteur} onDone={onSaved} />
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

function MesConnexions({ onClosed }: { onClosed: (message: string) => void }) {
  const query = useQuery(connexionsQuery)
  return (
    <section className={`stack card gap-16 ${styles.large}`} aria-labelledby="profil-connexions">
      <Title order={2} id="profil-connexions">
        Mes connexions
      </Title>
      <Results
        query={query}
        loading="Chargement des connexions..."
        error="Erreur lors du chargement des connexions."
        cards={1}
      >
        {(connexions) => (
          <ul className="stack list">
            {connexions.map((connexion) => (
              <Ligne key={connexion.id} connexion={connexion} onClosed={onClosed} />
            ))}
          </ul>
        )}
      </Results>
      <Partout />
      <p className="dim small flat">Un nouveau mot de passe ferme toutes vos autres connexions.</p>
    </section>
  )
}

/** « Se déconnecter partout », this browser too: the sign-in says what was done. */
function Partout() {
  const close = useCloseConnexions()
  const quitter = useQuitter()
  const [failure, setFailure] = useState<string | null>(null)
  async function closeAll() {
    if (close.isPending) return
    setFailure(null)
    try {
      carry((await close.mutateAsync()).message)
      await quitter()
    } catch (error) {
      setFailure(messageOf(error, 'Erreur lors de la déconnexion.'))
    }
  }
  return (
    <div className="stack gap-8">
      <div className="row gap-8-16">
        <Button variant="default" {...whileBusy(close.isPending)} onClick={() => void closeAll()}>
          Se déconnecter partout
        </Button>
        <span className="dim small">Ici aussi : vous devrez vous reconnecter.</span>
      </div>
      {failure !== null && <Banner kind="error">{failure}</Banner>}
    </div>
  )
}

interface LigneProps {
  connexion: Connexion
  onClosed: (message: string) => void
}

function Ligne({ connexion, onClosed }: LigneProps) {
  const { id, appareil, adresse, ouverte_le, vue_le, actuelle } = connexion
  const close = useCloseConnexion()
  const [failure, setFailure] = useState<string | null>(null)
  async function closeConnexion() {
    if (close.isPending) return
    setFailure(null)
    try {
      onClosed((await close.mutateAsync(id)).message)
    } catch (error) {
      setFailure(messageOf(error, 'Erreur lors de la fermeture.'))
    }
  }
  return (
    <li className={`stack gap-8-16 ${styles.connexion}`}>
      <div className="row">
        <strong>{appareil}</strong>
        {actuelle && <StatusBadge tone="blue">Celle-ci</StatusBadge>}
        <span className={`dim small flat ${styles.note}`}>
          {[adresse, `ouverte le ${describeInstant(ouverte_le)}`, `vue ${describeSince(vue_le)}`]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      {!actuelle && (
        <Button
          variant="default"
          size="sm"
          aria-label={`Fermer la connexion ${appareil} ouverte le ${describeInstant(ouverte_le)}`}
          {...whileBusy(close.isPending)}
          onClick={() => void closeConnexion()}
        >
          Fermer
        </Button>
      )}
      {failure !== null && <Banner kind="error">{failure}</Banner>}
    </li>
  )
}

function describeInstant(instant: string): string {
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? 'Non spécifié' : formatInstant(date)
}

/** Milliseconds: the server notes a use of a connection at most once in five minutes. */
const A_L_INSTANT = 300_000
const describeSince = (instant: string): string => formatAge(instant, Date.now(), A_L_INSTANT)
