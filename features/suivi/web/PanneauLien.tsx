import { Button, TextInput, Anchor } from '@mantine/core'
import { IconLink, IconBrandWhatsapp } from '@tabler/icons-react'
import { useState, useRef } from 'react'
import { Panneau } from '#web/kit/card/Panneau.tsx'
import { suiviEndpoints, type LienDuClient } from '#features/suivi/suivi.contract.ts'
import { useCreateLien, useRevokeLien } from '#features/suivi/web/suivi.queries.ts'
import styles from '#features/suivi/web/lien.module.css'
import { formatInstant, formatJourCourt, jourOf } from '#shared/dates.ts'
import { Banners, useBanners, Banner } from '#web/kit/feedback/Banner.tsx'
import { messageOf } from '#web/kit/call/api.ts'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { numeroWhatsApp } from '#features/ventes/relances.rules.ts'
import { useIndicatif } from '#features/parametres/web/parametres.queries.ts'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { Copier } from '#web/kit/field/Copier.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { parametresEndpoints } from '#features/parametres/parametres.contract.ts'
import { reglagesQuery } from '#features/parametres/web/parametres.queries.ts'
import { screens } from '#shared/paths.ts'

interface PanneauLienProps {
  client: {
    id: number
    nomComplet: string
    tel: string
    lien: LienDuClient | null
    lien_restaure?: boolean | undefined
  }
}

export function PanneauLien({ client }: PanneauLienProps) {
  const { id, lien } = client
  const peut = usePeut()
  const banners = useBanners()
  const confirm = useConfirm()
  const creer = useCreateLien()
  const revoquer = useRevokeLien()
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
            size="sm"
            leftSection={<IconLink size={18} stroke={1.6} />}
            disabled={creer.isPending}
            aria-busy={creer.isPending}
            onClick={first}
          >
            {creer.isPending ? 'Création...' : 'Créer un lien'}
          </Button>
        ) : (
          <>
            <Button variant="default" size="sm" onClick={replace}>
              Remplacer
            </Button>
            <Button variant="default" size="sm" onClick={() => void revoke()}>
              Révoquer
            </Button>
          </>
        ))
      }
    >
      <Banners banners={banners} />
      {peut(suiviEndpoints.creerLien) && <SansAdressePublique />}
      <p className="flat">{lien === null ? describeAbsent(client) : describeLien(lien)}</p>
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

/** A restore revokes all links, because some may have been revoked since the backup. */
const describeAbsent = ({ lien_restaure }: PanneauLienProps['client']): string =>
  lien_restaure === true
    ? 'Lien révoqué par la restauration des données : créez-en un nouveau et envoyez-le au client.'
    : 'Aucun lien actif.'

function describeLien({ expire_le, vues, vu_le }: LienDuClient): string {
  const jusque = `Lien actif jusqu'au ${formatJourCourt(jourOf(new Date(expire_le)))}`
  if (vues === 0 || vu_le === null) return `${jusque}, jamais ouvert.`
  const derniere = formatInstant(new Date(vu_le))
  return vues === 1
    ? `${jusque}, ouvert 1 fois, le ${derniere}.`
    : `${jusque}, ouvert ${vues} fois, la dernière le ${derniere}.`
}

interface LienCreeProps {
  adresse: string
  tel: string
  onClose: () => void
}

/** Dialog with the new link. The address is shown this once, to be copied or sent. */
function LienCree({ adresse, tel, onClose }: LienCreeProps) {
  const field = useRef<HTMLInputElement>(null)
  const indicatif = useIndicatif()
  const publique = useAdressePublique()
  // WhatsApp sends the link outside the office network, which needs a public address.
  const numero = indicatif === '' || !publique ? null : numeroWhatsApp(tel, indicatif)
  const message = `Bonjour, voici votre espace de suivi : ${adresse}`
  return (
    <Dialog title="Lien créé" onClose={onClose} dismissible={false}>
      <SansAdressePublique />
      <TextInput
        ref={field}
        label="Adresse"
        value={adresse}
        readOnly
        dir="ltr"
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className={`wrap gap-10 ${styles.boutons}`}>
        <Copier texte={adresse} source={field} />
        {numero !== null && (
          <Button
            component="a"
            href={`https://wa.me/${numero}?text=${encodeURIComponent(message)}`}
            target="_blank"
            rel="noreferrer"
            variant="default"
            leftSection={<IconBrandWhatsapp size={18} stroke={1.6} />}
          >
            Envoyer par WhatsApp
          </Button>
        )}
      </div>
      <p className={styles.note}>
        Il ne sera plus affiché. Le client l'ouvre avec les quatre derniers chiffres de son téléphone.
      </p>
    </Dialog>
  )
}

/** Tells whether the settings have a public address. The answer is true until the settings are read. */
function useAdressePublique(): boolean {
  const { data } = useQuery(reglagesQuery)
  const { adresse_publique } = data?.['acces'] ?? { adresse_publique: '' }
  return typeof adresse_publique === 'string'
}

/** Warning that a link without a public address opens on the office network only. */
function SansAdressePublique() {
  const publique = useAdressePublique()
  const peut = usePeut()
  if (publique) return null
  const regle = peut(parametresEndpoints.save)
  return (
    <Banner
      kind="warning"
      action={
        regle && (
          <Anchor
            inherit
            c="inherit"
            renderRoot={(props) => <Link to={screens.parametres} search={{ section: 'acces' }} {...props} />}
          >
            Renseigner l'adresse publique
          </Anchor>
        )
      }
    >
      Sans adresse publique, ce lien ne s'ouvre que sur le réseau du bureau.
      {!regle && ' Demandez à la direction de la renseigner.'}
    </Banner>
  )
}
