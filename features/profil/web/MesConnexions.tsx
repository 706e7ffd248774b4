import { Button, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Connexion } from '#features/profil/profil.contract.ts'
import styles from '#features/profil/web/Profil.module.css'
import { connexionsQuery, useCloseConnexion } from '#features/profil/web/profil.queries.ts'
import { formatInstant } from '#shared/dates.ts'
import { messageOf } from '#web/kit/api.ts'
import { Banner } from '#web/kit/Banner.tsx'
import { Results } from '#web/kit/Results.tsx'
import { StatusBadge } from '#web/kit/StatusBadge.tsx'
import { whileBusy } from '#web/kit/useWork.ts'

/** The browsers in which the member is signed in: what he does not recognise he closes. */
export function MesConnexions({ onClosed }: { onClosed: (message: string) => void }) {
  const query = useQuery(connexionsQuery)
  return (
    <section className={styles.connexions} aria-labelledby="profil-connexions">
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
          <ul className={styles.liste}>
            {connexions.map((connexion) => (
              <Ligne key={connexion.id} connexion={connexion} onClosed={onClosed} />
            ))}
          </ul>
        )}
      </Results>
      <p className={styles.note}>Un nouveau mot de passe ferme toutes vos autres connexions.</p>
    </section>
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
  async function fermer() {
    if (close.isPending) return
    setFailure(null)
    try {
      onClosed((await close.mutateAsync(id)).message)
    } catch (error) {
      setFailure(messageOf(error, 'Erreur lors de la fermeture.'))
    }
  }
  return (
    <li className={styles.connexion}>
      <div>
        <strong>{appareil}</strong>
        {actuelle && <StatusBadge tone="blue">Celle-ci</StatusBadge>}
        <span className={styles.note}>
          {[adresse, `ouverte le ${direInstant(ouverte_le)}`, `vue ${direDepuis(vue_le)}`]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      {!actuelle && (
        <Button
          variant="default"
          size="sm"
          aria-label={`Fermer la connexion ${appareil} ouverte le ${direInstant(ouverte_le)}`}
          {...whileBusy(close.isPending)}
          onClick={() => void fermer()}
        >
          Fermer
        </Button>
      )}
      {failure !== null && <Banner kind="error">{failure}</Banner>}
    </li>
  )
}

function direInstant(instant: string): string {
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? 'Non spécifié' : formatInstant(date)
}

const A_L_INSTANT = 5
/** « il y a 12 min », « il y a 3 h »; « à l'instant » under five minutes, the precision of what is known. */
function direDepuis(instant: string): string {
  const minutes = Math.floor((Date.now() - new Date(instant).getTime()) / 60_000)
  if (!(minutes >= A_L_INSTANT)) return "à l'instant"
  return minutes < 60 ? `il y a ${minutes} min` : `il y a ${Math.floor(minutes / 60)} h`
}
