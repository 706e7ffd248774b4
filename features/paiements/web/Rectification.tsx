import { Fragment, type ReactNode } from 'react'
import { nomDuBien } from '#features/paiements/web/nomDuBien.ts'
import type { PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import { CHAMPS_DU_BIEN } from '#features/paiements/web/saisie.ts'
import { formatJourLong } from '#shared/dates.ts'
import { Montant } from '#web/kit/Montant.tsx'

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
export function Rectifications({ de: quoi }: { de: readonly ReactNode[] }) {
  return quoi.map((phrase, rang) => (
    // oxlint-disable-next-line react/no-array-index-key -- they never move
    <Fragment key={rang}>
      {rang === 0 ? 'corrigé : ' : ' ; '}
      {phrase}
    </Fragment>
  ))
}
