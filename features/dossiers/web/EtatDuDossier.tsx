import type { ReactNode } from 'react'
import { ETAPES } from '#features/dossiers/dossier.codes.ts'
import type { DossierLu } from '#features/dossiers/web/dossiers.queries.ts'
import { NOMS_DES_ETAPES } from '#features/dossiers/web/dossiers.words.ts'
import styles from '#features/dossiers/web/dossiers.module.css'
import { PourquoiCeSolde } from '#features/paiements/web/PourquoiCeSolde.tsx'
import { formatJourCourt } from '#shared/dates.ts'
import { PaymentBar } from '#web/kit/Bars.tsx'
import { Montant } from '#web/kit/Montant.tsx'

/** A dossier drawn: the steps it has come to, what is paid, what remains, what is late. */
export function EtatDuDossier({ dossier, children }: { dossier: DossierLu; children: ReactNode }) {
  const { bien, etat, montant, totalPaye, resteAPayer, en_retard, pourcentagePaiement } = dossier
  return (
    <section className={styles.panneau} aria-label="Où en est la vente">
      <Etapes dossier={dossier} />
      <dl className={styles.sommes}>
        <div>
          <dt>Prix</dt>
          <dd>
            <Montant decimal={montant} />
          </dd>
        </div>
        <div>
          <dt>Payé</dt>
          <dd>
            <Montant decimal={totalPaye} />
          </dd>
        </div>
        <div>
          <dt>Reste à payer</dt>
          <dd>
            {etat === 'ouverte' ? (
              <PourquoiCeSolde bien={bien} libelle={bien.designation} reste={resteAPayer} />
            ) : (
              <Montant decimal={resteAPayer} />
            )}
          </dd>
        </div>
        <div data-retard={en_retard > 0 || undefined}>
          <dt>En retard</dt>
          <dd>
            <Montant decimal={en_retard} />
          </dd>
        </div>
      </dl>
      <PaymentBar percent={pourcentagePaiement} label={`Payé : ${bien.designation}`} />
      {children}
    </section>
  )
}

/** Three dots on a line, those still to come hollow. */
function Etapes({ dossier }: { dossier: DossierLu }) {
  const { reservation_le, contrat_le, livraison_le, livraison_prevue_le } = dossier
  const jours = { reservation: reservation_le, contrat: contrat_le, livraison: livraison_le }
  return (
    <ol className={styles.etapes} aria-label="Étapes">
      {ETAPES.map((etape) => {
        const jour = jours[etape]
        return (
          <li key={etape} data-faite={jour ? true : undefined}>
            <span className={styles.point} aria-hidden />
            <span className={styles.etape}>{NOMS_DES_ETAPES[etape]}</span>
            <span className={styles.dim}>
              {jour
                ? formatJourCourt(jour)
                : etape === 'livraison' && livraison_prevue_le
                  ? `Livraison prévue le ${formatJourCourt(livraison_prevue_le)}`
                  : dossier.etat === 'ouverte' && 'à venir'}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
