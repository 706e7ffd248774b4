import { IconCheck } from '@tabler/icons-react'
import { ETAPES } from '#features/dossiers/dossier.codes.ts'
import { NOMS_DES_ETAPES } from '#features/dossiers/web/dossiers.words.ts'
import type { VenteSuivie } from '#features/suivi/suivi.contract.ts'
import styles from '#features/suivi/web/suivi.module.css'
import { Montant } from '#web/kit/Montant.tsx'

type Echeance = VenteSuivie['echeances'][number]

const MOTS = { paye: 'Payé', en_cours: 'En cours', en_retard: 'En retard', a_venir: 'À venir' } as const

/** How a line stands in the words of who pays: begun is under way, unless it is late. */
function etatOf({ etat, paye }: Echeance): keyof typeof MOTS {
  if (etat === 'reglee') return 'paye'
  if (etat === 'en_retard') return 'en_retard'
  return paye > 0 ? 'en_cours' : 'a_venir'
}

/** The échéancier as a line of steps, from the first to the last. */
export function Etapes({ echeances }: { echeances: readonly Echeance[] }) {
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

/** How far the purchase has come: réservation, contrat, livraison. */
export function Parcours({ etape }: Pick<VenteSuivie, 'etape'>) {
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
