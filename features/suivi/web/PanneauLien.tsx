import { Button } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useState } from 'react'
import { Panneau } from '#web/kit/Panneau.tsx'
import { suiviEndpoints, type LienDuClient } from '#features/suivi/suivi.contract.ts'
import { LienCree } from '#features/suivi/web/LienCree.tsx'
import { useCreerLien, useRevoquerLien } from '#features/suivi/web/suivi.queries.ts'
import styles from '#features/suivi/web/lien.module.css'
import { formatInstant, formatJourCourt, jourOf } from '#shared/dates.ts'
import { Banners } from '#web/kit/Banners.tsx'
import { messageOf } from '#web/kit/call.ts'
import { useBanners } from '#web/kit/useBanners.ts'
import { useConfirm } from '#web/kit/useConfirm.ts'
import { usePeut } from '#web/kit/usePeut.ts'

interface PanneauLienProps {
  client: { id: number; nomComplet: string; tel: string; lien: LienDuClient | null }
}

/** The client's own page: whether he has a link, and how it is made, replaced and taken back. */
export function PanneauLien({ client }: PanneauLienProps) {
  const { id, lien } = client
  const peut = usePeut()
  const banners = useBanners()
  const confirm = useConfirm()
  const creer = useCreerLien()
  const revoquer = useRevoquerLien()
  const [adresse, setAdresse] = useState<string | null>(null)
  const create = async () => {
    const made = await creer.mutateAsync(id)
    setAdresse(made.adresse)
    return made
  }
  const first = () =>
    void create().catch((error: unknown) =>
      banners.error(messageOf(error, 'Erreur lors de la création du lien.')),
    )
  const replace = () =>
    void confirm({
      title: 'Remplacer le lien',
      body: 'Un nouveau lien sera créé. Celui que le client a reçu cessera de fonctionner aussitôt.',
      confirmLabel: 'Remplacer',
      busyLabel: 'Création...',
      danger: false,
      action: create,
      fallback: 'Erreur lors de la création du lien.',
    })
  const revoke = async () => {
    const done = await confirm({
      title: 'Révoquer le lien',
      body: 'Le lien cessera de fonctionner aussitôt.',
      confirmLabel: 'Révoquer',
      busyLabel: 'Révocation...',
      action: () => revoquer.mutateAsync(id),
      fallback: 'Erreur lors de la révocation du lien.',
    })
    if (done) banners.success(done.message)
  }
  return (
    <Panneau
      title="Page du client"
      buttons={
        peut(suiviEndpoints.creerLien) &&
        (lien === null ? (
          <Button
            variant="default"
            leftSection={<IconLink size={18} stroke={1.6} />}
            disabled={creer.isPending}
            aria-busy={creer.isPending}
            onClick={first}
          >
            {creer.isPending ? 'Création...' : 'Créer un lien'}
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={replace}>
              Remplacer
            </Button>
            <Button variant="default" color="red" onClick={() => void revoke()}>
              Révoquer
            </Button>
          </>
        ))
      }
    >
      <Banners banners={banners} />
      <p className={styles.etat}>{lien === null ? 'Aucun lien actif.' : direLien(lien)}</p>
      {adresse !== null && (
        <LienCree
          adresse={new URL(adresse, window.location.origin).href}
          tel={client.tel}
          onClose={() => setAdresse(null)}
        />
      )}
    </Panneau>
  )
}

/** « Lien actif jusqu'au 21/11/2027, ouvert 3 fois, la dernière le 21/11/2026 14:05. » */
function direLien({ expire_le, vues, vu_le }: LienDuClient): string {
  const jusque = `Lien actif jusqu'au ${formatJourCourt(jourOf(new Date(expire_le)))}`
  if (vues === 0 || vu_le === null) return `${jusque}, jamais ouvert.`
  const derniere = formatInstant(new Date(vu_le))
  return vues === 1
    ? `${jusque}, ouvert 1 fois, le ${derniere}.`
    : `${jusque}, ouvert ${vues} fois, la dernière le ${derniere}.`
}
