import { IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { formatPayeur, MODES } from '#features/paiements/modes.ts'
import { formatMoyen, nomDuTitulaire } from '#features/paiements/paiements.rules.ts'
import { bienDuPaiement, CHAMPS_DU_BIEN, nomDuBien } from '#features/paiements/web/bienDuPaiement.ts'
import styles from '#features/paiements/web/paiements.module.css'
import { type PaiementLu, paiementsQueries } from '#features/paiements/web/paiements.queries.ts'
import { PourquoiCeSolde } from '#features/paiements/web/PourquoiCeSolde.tsx'
import { SansPromoteur } from '#features/promoteur/web/SansPromoteur.tsx'
import type { BienDesigne } from '#shared/biens.ts'
import { formatJourCourt, formatJourLong } from '#shared/dates.ts'
import { enumerer } from '#shared/nommer.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { Dit } from '#web/kit/feedback/Banner.tsx'
import { PretAImprimer } from '#web/kit/print/PretAImprimer.tsx'
import { LangueDuPapier, useLangueDuPapier } from '#web/kit/print/LangueDuPapier.tsx'
import type { Langue } from '#shared/papiers.ts'

interface RecuPretProps {
  paiement: PaiementLu
  /** The server's message, shown for 3 s in a place that stays. */
  dit: string
  avertissements: readonly string[]
  /** The corrections of the receipt in words, empty for a new payment. */
  corrige: readonly ReactNode[]
  busy: boolean
  onPrint: (langue: Langue) => void
  onClose: () => void
}

/** Announces a saved payment and offers its receipt. */
export function RecuPret({ paiement, dit, avertissements, corrige, busy, onPrint, onClose }: RecuPretProps) {
  const bien = bienDuPaiement(paiement)
  const { groupe } = paiement
  const corriges = corrige.length > 0
  const [langue, setLangue] = useLangueDuPapier(nomDuTitulaire(paiement))
  return (
    <PretAImprimer
      icon={IconReceipt}
      label={groupe ? 'Imprimer les reçus' : 'Imprimer le reçu'}
      busy={busy}
      onPrint={() => onPrint(langue)}
      beside={
        <LangueDuPapier
          label={groupe ? `Langue des reçus ${groupe.recus[0]}` : `Langue du reçu ${paiement.recu}`}
          langue={langue}
          onChange={setLangue}
        />
      }
      onClose={onClose}
    >
      {groupe ? `Reçus N° ${enumerer('fr', groupe.recus)}` : `Reçu N° ${paiement.recu}`}{' '}
      {corriges ? (
        <Rectifications de={corrige} mot={groupe ? 'corrigés' : 'corrigé'} />
      ) : (
        <Pris paiement={paiement} />
      )}
      . {corriges && (groupe ? 'Reprenez les anciens exemplaires. ' : "Reprenez l'ancien exemplaire. ")}
      <span className="block">
        {bien && (!groupe || corriges) && <Reste bien={bien} libelle={bien.libelle} />}
        <Dit>{dit}</Dit>
      </span>
      {avertissements.map((phrase) => (
        <span key={phrase} className={styles.avertissement}>
          {phrase}
        </span>
      ))}
      <SansPromoteur inside />
    </PretAImprimer>
  )
}

function Pris({ paiement }: { paiement: PaiementLu }) {
  const { groupe } = paiement
  const nom = groupe ? null : nomDuBien(paiement)
  return (
    <>
      : <Montant decimal={groupe ? groupe.montant : paiement.versement} />,{' '}
      <span data-nom>{nomDuTitulaire(paiement)}</span>
      {nom && (
        <>
          , pour <span data-nom>{nom}</span>
        </>
      )}
    </>
  )
}

/** The remainder of today. A payment's own `solde` is that of its day, and later payments may exist. */
function Reste({ bien, libelle }: { bien: BienDesigne; libelle: string }) {
  const { data } = useQuery(paiementsQueries.solde(bien))
  if (!data) return null
  return (
    <>
      Il reste <PourquoiCeSolde bien={bien} libelle={libelle} reste={data.resteAPayer} compact />.{' '}
    </>
  )
}

/** The printed facts of a receipt that an edit changed, each as « new au lieu de old ». Details are not printed facts. */
export function rectifications(avant: PaiementLu, apres: PaiementLu): ReactNode[] {
  const found: ReactNode[] = []
  if (avant.versement !== apres.versement)
    found.push(
      <>
        <Montant decimal={apres.versement} /> au lieu de <Montant decimal={avant.versement} />
      </>,
    )
  if (avant.date_paiement !== apres.date_paiement)
    found.push(
      `versement du ${formatJourLong(apres.date_paiement)} au lieu du ${formatJourLong(avant.date_paiement)}`,
    )
  if (CHAMPS_DU_BIEN.some((champ) => avant[champ] !== apres[champ]))
    found.push(
      <>
        pour <span data-nom>{nomDuBien(apres)}</span>, au lieu {de(nomDuBien(avant) ?? '')}
      </>,
    )
  if (avant.client_id !== apres.client_id)
    found.push(
      <>
        <span data-nom>{apres.client.nomComplet}</span> au lieu {de(avant.client.nomComplet)}
      </>,
    )
  if (moyenDit(avant) !== moyenDit(apres))
    found.push(
      <>
        <span data-nom>{moyenDit(apres)}</span> au lieu {de(moyenDit(avant))}
      </>,
    )
  if (payeurDit(avant) !== payeurDit(apres))
    found.push(
      <>
        payé par <span data-nom>{payeurDit(apres)}</span> au lieu {de(payeurDit(avant))}
      </>,
    )
  return found
}

/** « chèque BNA n° 0012345 du 27/02/2026 », « espèces ». */
function moyenDit({ mode, date_cheque, ...moyen }: PaiementLu): string {
  const dit = formatMoyen(mode === null ? MODE_TU : MODES[mode].toLowerCase(), moyen)
  return date_cheque === null ? dit : `${dit} du ${formatJourCourt(date_cheque)}`
}
const MODE_TU = 'un mode non précisé'

/** « le client », « une banque (crédit), CNEP-Banque ». */
function payeurDit({ payeur_type, payeur }: PaiementLu): string {
  return [formatPayeur(payeur_type), payeur].filter(Boolean).join(', ')
}

/** « de l'appartement 302 », « du local L-7 », « d'Ali Benali », « de Karim Saadi ». */
function de(nom: string): ReactNode {
  const [, elide, reste] = /^(le )?(.*)$/s.exec(nom) ?? []
  const avant = elide ? 'du ' : /^[aeiouàâäéèêëîïôöùûüœæ]/i.test(nom) ? "d'" : 'de '
  return (
    <>
      {avant}
      <span data-nom>{reste}</span>
    </>
  )
}

function Rectifications({ de: quoi, mot }: { de: readonly ReactNode[]; mot: string }) {
  return quoi.map((phrase, rang) => (
    // oxlint-disable-next-line react/no-array-index-key -- they never move
    <Fragment key={rang}>
      {rang === 0 ? `${mot} : ` : ' ; '}
      {phrase}
    </Fragment>
  ))
}
