import { Button, Title } from '@mantine/core'
import { IconDoorExit, IconDownload, IconMail, IconPhone, IconCheck } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import type { EtatCheque } from '#features/paiements/modes.ts'
import type { Suivi, VenteSuivie } from '#features/suivi/suivi.contract.ts'
import { fetchRecu } from '#features/suivi/web/suivi.queries.ts'
import styles from '#features/suivi/web/suivi.module.css'
import { formatJourCourt, formatJourLong } from '#shared/dates.ts'
import { hrefDeTelephone, numerosDe } from '#shared/telephone.ts'
import { Banner } from '#web/kit/feedback/Banner.tsx'
import { PaymentBar } from '#web/kit/feedback/States.tsx'
import { ApiError, messageOf } from '#web/kit/call/api.ts'
import { DarkToggle } from '#web/kit/frame/DarkToggle.tsx'
import { saveFile } from '#web/kit/file/files.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { ETAPES } from '#features/ventes/dossier.codes.ts'
import { NOMS_DES_ETAPES } from '#features/ventes/web/dossiers.words.ts'

interface MonAchatProps {
  suivi: Suivi
  lien: number
  onClose: () => void
  onEnded: (error: ApiError) => void
}

export function MonAchat({ suivi, lien, onClose, onEnded }: MonAchatProps) {
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
          <Vente
            key={`${vente.bien} ${vente.lieu} ${vente.residence ?? ''}`}
            vente={vente}
            lien={lien}
            onEnded={onEnded}
          />
        ))}
        <p className={styles.jour}>Situation au {formatJourLong(a_jour_le)}.</p>
      </main>
      {promoteur && (promoteur.telephone !== '' || promoteur.email !== '') && (
        <footer className={styles.contacts} aria-label="Votre promoteur">
          {numerosDe(promoteur.telephone).map((numero) => (
            <Contact key={numero} href={hrefDeTelephone(numero)} icon={<IconPhone size={20} />}>
              <bdi dir="ltr">{numero}</bdi>
            </Contact>
          ))}
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

function Vente({ vente, ...page }: { vente: VenteSuivie } & Pick<MonAchatProps, 'lien' | 'onEnded'>) {
  const { bien, lieu, residence, prix, total_paye, reste, pourcentage, etape, echeances, paiements } = vente
  return (
    <article className={styles.vente}>
      <Title order={2} className={styles.bien}>
        {bien}
      </Title>
      <p className={styles.residence}>
        <bdi>{lieu}</bdi>
        {lieu && residence && ', '}
        <bdi>{residence}</bdi>
      </p>
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
          <Paiements paiements={paiements} {...page} />
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

const DU_CHEQUE = {
  recu: 'chèque reçu, à encaisser',
  remis: 'chèque déposé en banque',
  encaisse: 'chèque encaissé',
  rejete: 'chèque rejeté',
} as const satisfies Record<EtatCheque, string>

function Paiements({
  paiements,
  lien,
  onEnded,
}: Pick<VenteSuivie, 'paiements'> & Pick<MonAchatProps, 'lien' | 'onEnded'>) {
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const save = async (recu: string) => {
    setFailure(null)
    setBusy(recu)
    try {
      await saveFile(() => fetchRecu(recu, lien), `recu_${recu}.pdf`)
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
              {etat !== null && (
                <>
                  {' · '}
                  <span className={styles.cheque}>{DU_CHEQUE[etat]}</span>
                </>
              )}
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

type Echeance = VenteSuivie['echeances'][number]

const MOTS = { paye: 'Payé', en_cours: 'En cours', en_retard: 'En retard', a_venir: 'À venir' } as const

/** State of an échéance in the buyer's words: a partly paid one is « En cours », unless it is late. */
function etatOf({ etat, paye }: Echeance): keyof typeof MOTS {
  if (etat === 'reglee') return 'paye'
  if (etat === 'en_retard') return 'en_retard'
  return paye > 0 ? 'en_cours' : 'a_venir'
}

function Etapes({ echeances }: { echeances: readonly Echeance[] }) {
  return (
    <ol className={styles.etapes}>
      {echeances.map((echeance, rang) => {
        const { libelle, quand, montant, paye } = echeance
        const etat = etatOf(echeance)
        return (
          <li key={rang} data-etat={etat}>
            <span className={styles.point} aria-hidden>
              {etat === 'paye' ? <IconCheck size={14} stroke={3} /> : rang + 1}
            </span>
            <div className={styles.ligne}>
              <span className={styles.libelle}>
                <bdi>{libelle}</bdi>
              </span>
              <span className={styles.montant}>
                <Montant decimal={montant} />
              </span>
              <span className={styles.quand}>{quand}</span>
              <span className={styles.mot}>{MOTS[etat]}</span>
              {paye > 0 && etat !== 'paye' && (
                <span className={styles.deja}>
                  Déjà payé : <Montant decimal={paye} />
                </span>
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function Parcours({ etape }: Pick<VenteSuivie, 'etape'>) {
  const atteinte = ETAPES.indexOf(etape)
  return (
    <ol className={styles.parcours} aria-label="Étapes de la vente">
      {ETAPES.map((nom, rang) => (
        <li
          key={nom}
          data-atteinte={rang <= atteinte || undefined}
          aria-current={rang === atteinte ? 'step' : undefined}
        >
          {NOMS_DES_ETAPES[nom]}
        </li>
      ))}
    </ol>
  )
}
