import { Button, Title } from '@mantine/core'
import { IconDoorExit, IconDownload, IconMail, IconPhone } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { ETATS_CHEQUE } from '#features/paiements/modes.ts'
import type { Suivi, VenteSuivie } from '#features/suivi/suivi.contract.ts'
import { Etapes, Parcours } from '#features/suivi/web/Etapes.tsx'
import { fetchRecu } from '#features/suivi/web/suivi.queries.ts'
import styles from '#features/suivi/web/suivi.module.css'
import { formatJourCourt, formatJourLong } from '#shared/dates.ts'
import { Banner } from '#web/kit/Banner.tsx'
import { PaymentBar } from '#web/kit/Bars.tsx'
import { ApiError, messageOf } from '#web/kit/call.ts'
import { DarkToggle } from '#web/kit/DarkToggle.tsx'
import { saveFile } from '#web/kit/files.ts'
import { Montant } from '#web/kit/Montant.tsx'

interface MonAchatProps {
  suivi: Suivi
  onClose: () => void
  /** The link was closed meanwhile. */
  onEnded: (error: ApiError) => void
}

/** All that a buyer wants to know, in the order in which he asks: what, how much, what is next, what did I pay, whom do I call. */
export function MonAchat({ suivi, onClose, onEnded }: MonAchatProps) {
  const { client, promoteur, ventes, a_jour_le } = suivi
  return (
    <div className={styles.page}>
      <header className={styles.tete}>
        <div>
          {promoteur && <p className={styles.promoteur}>{promoteur.nom}</p>}
          <Title order={1} className={styles.titre}>
            Mon achat
          </Title>
          <p className={styles.nom} data-nom>
            <bdi>{client.nomComplet}</bdi>
          </p>
        </div>
        <div className={styles.outils}>
          <DarkToggle />
          <Button variant="default" leftSection={<IconDoorExit size={18} stroke={1.6} />} onClick={onClose}>
            Fermer
          </Button>
        </div>
      </header>
      <main className={styles.ventes}>
        {ventes.length === 0 && <p className={styles.dit}>Aucun achat en cours.</p>}
        {ventes.map((vente) => (
          <Vente key={`${vente.bien} ${vente.residence ?? ''}`} vente={vente} onEnded={onEnded} />
        ))}
        <p className={styles.jour}>Situation au {formatJourLong(a_jour_le)}.</p>
      </main>
      {promoteur && (promoteur.telephone !== '' || promoteur.email !== '') && (
        <footer className={styles.contacts} aria-label="Votre promoteur">
          {promoteur.telephone !== '' && (
            <Contact
              href={`tel:${promoteur.telephone.replace(/[^\d+]/g, '')}`}
              icon={<IconPhone size={20} />}
            >
              <bdi dir="ltr">{promoteur.telephone}</bdi>
            </Contact>
          )}
          {promoteur.email !== '' && (
            <Contact
              href={`mailto:${encodeURIComponent(promoteur.email).replaceAll('%40', '@')}`}
              icon={<IconMail size={20} />}
            >
              {promoteur.email}
            </Contact>
          )}
        </footer>
      )}
    </div>
  )
}

function Contact({ href, icon, children }: { href: string; icon: ReactNode; children: ReactNode }) {
  return (
    <a className={styles.contact} href={href}>
      {icon}
      <span>{children}</span>
    </a>
  )
}

function Vente({ vente, onEnded }: { vente: VenteSuivie } & Pick<MonAchatProps, 'onEnded'>) {
  const { bien, residence, prix, total_paye, reste, pourcentage, etape, echeances, paiements } = vente
  return (
    <article className={styles.vente}>
      <Title order={2} className={styles.bien}>
        {bien}
      </Title>
      {residence !== null && (
        <p className={styles.residence}>
          <bdi>{residence}</bdi>
        </p>
      )}
      <dl className={styles.sommes}>
        <Somme label="Prix" decimal={prix} />
        <Somme label="Payé" decimal={total_paye} />
        <Somme label="Reste à payer" decimal={reste} fort />
      </dl>
      <PaymentBar percent={pourcentage} label={`Payé : ${bien}`} />
      <Parcours etape={etape} />
      {echeances.length > 0 && (
        <section className={styles.partie}>
          <h3>Échéancier</h3>
          <Etapes echeances={echeances} />
        </section>
      )}
      <section className={styles.partie}>
        <h3>Paiements</h3>
        {paiements.length === 0 ? (
          <p className={styles.dit}>Aucun paiement pour l'instant.</p>
        ) : (
          <Paiements paiements={paiements} onEnded={onEnded} />
        )}
      </section>
    </article>
  )
}

function Somme({ label, decimal, fort = false }: { label: string; decimal: number; fort?: boolean }) {
  return (
    <div data-fort={fort || undefined}>
      <dt>{label}</dt>
      <dd>
        <Montant decimal={decimal} />
      </dd>
    </div>
  )
}

function Paiements({ paiements, onEnded }: Pick<VenteSuivie, 'paiements'> & Pick<MonAchatProps, 'onEnded'>) {
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const save = async (recu: string) => {
    setFailure(null)
    setBusy(recu)
    try {
      await saveFile(() => fetchRecu(recu), `recu_${recu}.pdf`)
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) onEnded(error)
      else setFailure(messageOf(error, 'Erreur lors du téléchargement du reçu.'))
    } finally {
      setBusy(null)
    }
  }
  return (
    <>
      {failure !== null && <Banner kind="error">{failure}</Banner>}
      <ul className={styles.paiements}>
        {paiements.map(({ recu, date, versement, etat, telechargeable }) => (
          <li key={recu} data-rejete={etat === 'rejete' || undefined}>
            <span className={styles.versement}>
              <Montant decimal={versement} />
            </span>
            <span className={styles.recu}>
              {formatJourCourt(date)} · {recu}
              {etat !== null && ` · chèque ${ETATS_CHEQUE[etat].toLowerCase()}`}
            </span>
            {telechargeable && (
              <Button
                variant="default"
                size="sm"
                aria-label={`Reçu ${recu}`}
                leftSection={<IconDownload size={16} stroke={1.6} />}
                disabled={busy !== null}
                aria-busy={busy === recu}
                onClick={() => void save(recu)}
              >
                {busy === recu ? 'Préparation...' : 'Reçu'}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
