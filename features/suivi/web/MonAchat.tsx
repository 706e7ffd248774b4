import { Button, Title } from '@mantine/core'
import { IconDoorExit, IconMail, IconPhone, IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Suivi, VenteSuivie } from '#features/suivi/suivi.contract.ts'
import { describeEcheance, logoDuSuivi } from '#features/suivi/web/suivi.queries.ts'
import { PaiementsSuivis } from '#features/suivi/web/PaiementsSuivis.tsx'
import styles from '#features/suivi/web/suivi.module.css'
import { formatJourCourt, formatJourLong } from '#shared/dates.ts'
import { isoleAGauche, fillIn, type MotsPublics } from '#shared/mots-publics.ts'
import { hrefDeTelephone, numerosDe } from '#shared/telephone.ts'
import { isoleLieux } from '#shared/texte.ts'
import { PaymentBar } from '#web/kit/feedback/States.tsx'
import type { Tone } from '#web/kit/feedback/tones.ts'
import type { ApiError } from '#web/kit/call/api.ts'
import { DarkToggle } from '#web/kit/frame/DarkToggle.tsx'
import { attributsDe, ChoixDeLangue, PiedDiyar, useLangue } from '#web/kit/frame/PublicLayout.tsx'
import { MontantDit } from '#web/kit/card/MontantDit.tsx'
import { ETAPES } from '#features/ventes/dossier.codes.ts'

interface MonAchatProps {
  suivi: Suivi
  lien: number
  onClose: () => void
  onEnded: (error: ApiError) => void
}

export function MonAchat({ suivi, lien, onClose, onEnded }: MonAchatProps) {
  const { client, promoteur, ventes, a_jour_le } = suivi
  const { langue, mots } = useLangue()
  const jour = langue === 'ar' ? isoleAGauche(formatJourCourt(a_jour_le)) : formatJourLong(a_jour_le)
  return (
    <div className={styles.page} {...attributsDe(langue)}>
      <header className={`wrap between gap-12 ${styles.tete}`}>
        <div>
          {promoteur && <Promoteur promoteur={promoteur} lien={lien} />}
          <Title order={1} className={`flat bold ${styles.titre}`}>
            {mots.monAchat}
          </Title>
          <p className={`dim ${styles.nom}`} data-nom>
            <bdi>{client.nomComplet}</bdi>
          </p>
        </div>
        <div className="row gap-8">
          <ChoixDeLangue />
          <DarkToggle />
          <Button variant="default" leftSection={<IconDoorExit size={18} stroke={1.6} />} onClick={onClose}>
            {mots.fermer}
          </Button>
        </div>
      </header>
      <main className={`column ${styles.ventes}`}>
        {ventes.length === 0 && <p className="dim flat">{mots.aucunAchat}</p>}
        {ventes.map((vente) => (
          <Vente
            key={`${vente.bien} ${vente.lieu} ${vente.residence ?? ''}`}
            vente={vente}
            lien={lien}
            onEnded={onEnded}
          />
        ))}
        <p className="dim flat centered">{fillIn(mots.situation, jour)}</p>
      </main>
      {promoteur && (promoteur.telephone !== '' || promoteur.email !== '') && (
        <section className={`wrap gap-12 ${styles.contacts}`} aria-label={mots.votrePromoteur}>
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
        </section>
      )}
      <footer className={`dim small centered ${styles.pied}`}>
        <PiedDiyar />
      </footer>
    </div>
  )
}

function Promoteur({
  promoteur: { nom, nom_ar, logo },
  lien,
}: {
  promoteur: NonNullable<Suivi['promoteur']>
  lien: number
}) {
  const { langue, mots } = useLangue()
  const dit = (langue === 'ar' ? nom_ar : null) ?? nom
  return (
    <p className={`line bold anywhere ${styles.promoteur}`} data-nom>
      {logo && <img src={logoDuSuivi(lien)} alt={fillIn(mots.logo, dit)} />}
      <bdi>{dit}</bdi>
    </p>
  )
}

function Contact({ href, icon, children }: { href: string; icon: ReactNode; children: ReactNode }) {
  return (
    <a className={`card line bold anywhere gap-10 ${styles.contact}`} href={href}>
      {icon}
      <span>{children}</span>
    </a>
  )
}

function Vente({ vente, ...page }: { vente: VenteSuivie } & Pick<MonAchatProps, 'lien' | 'onEnded'>) {
  const { bien, lieu, residence, prix, total_paye, reste, pourcentage, etape, echeances, paiements } = vente
  const { langue, mots } = useLangue()
  return (
    <article className={`card ${styles.vente}`}>
      <Title order={2} className={`flat bold ${styles.bien}`}>
        <bdi>{bien}</bdi>
      </Title>
      <p className={`dim ${styles.nom}`}>
        <bdi>{langue === 'ar' ? lieu : isoleLieux(lieu)}</bdi>
        {lieu && residence && mots.virgule}
        <bdi>{residence}</bdi>
      </p>
      <dl className={`stack facts between ${styles.sommes}`}>
        <Somme label={mots.prix} decimal={prix} />
        <Somme label={mots.paye} decimal={total_paye} />
        <Somme label={mots.reste} decimal={reste} fort />
      </dl>
      <PaymentBar percent={pourcentage} label={fillIn(mots.payeDe, bien)} />
      {vente.prochaine && (
        <Prochaine
          prochaine={vente.prochaine}
          // The next line to pay is the first that is not settled.
          exigible={echeances.find(({ etat: un }) => un !== 'reglee')?.etat === 'exigible'}
        />
      )}
      <Parcours etape={etape} />
      {echeances.length > 0 && (
        <section className={styles.partie}>
          <h3>{mots.echeancier}</h3>
          <Etapes echeances={echeances} />
        </section>
      )}
      <section className={styles.partie}>
        <h3>{mots.paiements}</h3>
        {paiements.length === 0 ? (
          <p className="dim flat">{mots.aucunPaiement}</p>
        ) : (
          <PaiementsSuivis paiements={paiements} {...page} />
        )}
      </section>
    </article>
  )
}

function Somme({ label, decimal, fort = false }: { label: string; decimal: number; fort?: boolean }) {
  return (
    <div data-fort={fort || undefined}>
      <dt>{label}</dt>
      <dd className="bold figures">
        <MontantDit decimal={decimal} />
      </dd>
    </div>
  )
}

interface ProchaineProps {
  prochaine: NonNullable<VenteSuivie['prochaine']>
  exigible: boolean
}

function Prochaine({ prochaine, exigible }: ProchaineProps) {
  const { langue, mots } = useLangue()
  const dit = prochaine.en_retard ? mots.echeance.en_retard : exigible ? mots.echeance.exigible : null
  const { libelle, quand } = describeEcheance(prochaine, langue)
  return (
    <section className={`stack ${styles.prochaine}`} data-retard={dit !== null || undefined}>
      <h3 className={`dim flat ${styles.petit}`}>{mots.prochaine}</h3>
      <span className="bold anywhere">
        <bdi>{libelle}</bdi>
      </span>
      <span className={`figures ${styles.montant}`}>
        <MontantDit decimal={prochaine.montant} />
      </span>
      {quand !== '' && <span className={`dim ${styles.petit}`}>{quand}</span>}
      {dit !== null && <span className={`dim ${styles.petit}`}>{dit}</span>}
    </section>
  )
}

type Echeance = VenteSuivie['echeances'][number]

/** State of an échéance in the buyer's words: a partly paid one is « En cours », unless it is late or due today. */
function etatOf({ etat, paye }: Echeance): keyof MotsPublics['echeance'] {
  if (etat === 'reglee') return 'paye'
  if (etat === 'en_retard' || etat === 'exigible') return etat
  return paye > 0 ? 'en_cours' : 'a_venir'
}

const TONS: Record<keyof MotsPublics['echeance'], Tone> = {
  paye: 'green',
  en_cours: 'blue',
  en_retard: 'red',
  exigible: 'yellow',
  a_venir: 'gray',
}

function Etapes({ echeances }: { echeances: readonly Echeance[] }) {
  const { langue, mots } = useLangue()
  return (
    <ol className={`list ${styles.etapes}`}>
      {echeances.map((echeance, rang) => {
        const { montant, paye } = echeance
        const { libelle, quand } = describeEcheance(echeance, langue)
        const etat = etatOf(echeance)
        return (
          <li key={rang} data-etat={etat} data-tone={TONS[etat]}>
            <span className={`bold ${styles.point}`} aria-hidden>
              {etat === 'paye' ? <IconCheck size={14} stroke={3} /> : rang + 1}
            </span>
            <div className={`stack ${styles.ligne}`}>
              <span className="bold anywhere">
                <bdi>{libelle}</bdi>
              </span>
              <span className={`figures ${styles.montant}`}>
                <MontantDit decimal={montant} />
              </span>
              <span className={`dim ${styles.petit}`}>{quand}</span>
              <span className={`bold ${styles.petit} ${styles.mot}`}>{mots.echeance[etat]}</span>
              {paye > 0 && etat !== 'paye' && (
                <span className={`dim ${styles.petit} ${styles.deja}`}>
                  {mots.dejaPaye} <MontantDit decimal={paye} />
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
  const { mots } = useLangue()
  return (
    <ol className={`stack list gap-6 ${styles.parcours}`} aria-label={mots.etapes}>
      {ETAPES.map((nom, rang) => (
        <li
          key={nom}
          className={`dim ${styles.petit}`}
          data-atteinte={rang <= atteinte || undefined}
          aria-current={rang === atteinte ? 'step' : undefined}
        >
          {mots.etape[nom]}
        </li>
      ))}
    </ol>
  )
}
