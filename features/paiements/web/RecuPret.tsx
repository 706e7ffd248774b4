import { Button } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { bienDuPaiement, CHAMPS_DU_BIEN, nomDuBien } from '#features/paiements/web/bienDuPaiement.ts'
import { paiementsQueries, type PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import styles from '#features/paiements/web/paiements.module.css'
import { PourquoiCeSolde } from '#features/paiements/web/PourquoiCeSolde.tsx'
import { SansPromoteur } from '#features/promoteur/web/SansPromoteur.tsx'
import { formatJourLong } from '#shared/dates.ts'
import { Banner } from '#web/kit/Banner.tsx'
import { Montant } from '#web/kit/Montant.tsx'
import { whileBusy } from '#web/kit/useWork.ts'
import type { BienDesigne } from '#shared/biens.ts'

interface RecuPretProps {
  paiement: PaiementLu
  /** That it is saved, in the server's words: shown for 3 s, in a place that stays. */
  dit: string
  /** What the cashier should know, a sentence each. */
  avertissements: readonly string[]
  /** What it says otherwise than the receipt that the client holds. */
  corrige: readonly ReactNode[]
  /** A print is being made. */
  busy: boolean
  onPrint: () => void
  onClose: () => void
}

const DIT_MS = 3000

/** A payment has just been taken, or corrected: its receipt is offered to the next key, and what remains is said. */
export function RecuPret(props: RecuPretProps) {
  const { paiement, dit, avertissements, corrige, busy, onPrint, onClose } = props
  const text = useId()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  const bien = bienDuPaiement(paiement)
  const print = (
    <Button
      ref={button}
      variant="default"
      size="sm"
      leftSection={<IconReceipt size={18} stroke={1.6} />}
      aria-describedby={text}
      {...whileBusy(busy)}
      onClick={onPrint}
      onKeyDown={(event: KeyboardEvent) => {
        // The key that has saved, still held down, is not the one that prints.
        if (event.repeat) event.preventDefault()
        if (event.key === 'Escape') onClose()
      }}
    >
      Imprimer le reçu
    </Button>
  )
  return (
    <Banner kind="success" onClose={onClose} action={print}>
      <div id={text}>
        Reçu N° {paiement.recu}{' '}
        {corrige.length > 0 ? <Rectifications de={corrige} /> : <Pris paiement={paiement} />}.{' '}
        {corrige.length > 0 && "Reprenez l'ancien exemplaire. "}
        <span className={styles.suite}>
          {bien && <Reste bien={bien} libelle={bien.libelle} />}
          <Dit>{dit}</Dit>
        </span>
        {avertissements.map((phrase) => (
          <span key={phrase} className={styles.avertissement}>
            {phrase}
          </span>
        ))}
        <SansPromoteur inside />
      </div>
    </Banner>
  )
}

function Pris({ paiement }: { paiement: PaiementLu }) {
  const nom = nomDuBien(paiement)
  return (
    <>
      : <Montant decimal={paiement.versement} />, <span data-nom>{paiement.client.nomComplet}</span>
      {nom && (
        <>
          , pour <span data-nom>{nom}</span>
        </>
      )}
    </>
  )
}

/** Its place stays when it goes, so that nothing moves under the mouse. */
function Dit({ children }: { children: string }) {
  const [shown, setShown] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), DIT_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <span className={styles.dit} data-dit={children}>
      {shown && children}
    </span>
  )
}

/** What remains now: the balance that stands on a payment is the one of its day, and others may be dated later. */
function Reste({ bien, libelle }: { bien: BienDesigne; libelle: string }) {
  const { data } = useQuery(paiementsQueries.solde(bien))
  if (!data) return null
  return (
    <>
      Il reste <PourquoiCeSolde bien={bien} libelle={libelle} reste={data.resteAPayer} compact />.{' '}
    </>
  )
}

/**
 * What the receipt of a payment says otherwise than before: its amount, its day, its bien, its client; each now and then.
 * Its details are not meant: they correct nothing.
 */
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
  return found
}

/** « du lot 302 », « de la place 41 », « d'Ali Benali », « de Karim Saadi ». */
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

/** « corrigé : … ; … », in the sentence that offers the receipt. */
function Rectifications({ de: quoi }: { de: readonly ReactNode[] }) {
  return quoi.map((phrase, rang) => (
    // oxlint-disable-next-line react/no-array-index-key -- they never move
    <Fragment key={rang}>
      {rang === 0 ? 'corrigé : ' : ' ; '}
      {phrase}
    </Fragment>
  ))
}
