import type { Icon } from '@tabler/icons-react'
import { IconAction, IconLink } from '#web/kit/card/IconAction.tsx'
import { BoutonDeMenu } from '#web/kit/table/BoutonDeMenu.tsx'

/** An action on one record: what it does (`onClick`), or where it leads (`to` inside the product, `href` outside it). */
export interface Acte {
  label: string
  icon: Icon
  /** Word beside its icon on a card of a phone, which has no tip. */
  motAuTelephone?: string | undefined
  onClick?: (() => void) | undefined
  to?: string | undefined
  search?: Record<string, string> | undefined
  href?: string | undefined
  /** Reason why it cannot be done now; it is then shown with this sentence and does nothing. */
  disabled?: string | undefined
  /** True while an export or print runs. */
  busy?: boolean | undefined
}

/** A caller writes `peut(…) && { … }`: an act that the member may not do is left out. */
export type ActeOuRien = Acte | false | null | undefined | ''

export const isActe = (acte: ActeOuRien): acte is Acte => Boolean(acte)

interface MenuDeLigneProps {
  /** Name of the record, for the button's accessible name. */
  nom: string
  actes: readonly ActeOuRien[]
  /** Acts that delete or end, below a line. */
  fins?: readonly ActeOuRien[]
  compact?: boolean
}

/** « ⋯ » of a row or a card (ecrans §1). One act left is shown as itself, none as nothing. */
export function MenuDeLigne({ nom, actes, fins = [], compact = false }: MenuDeLigneProps) {
  const [premiers, derniers] = [actes.filter(isActe), fins.filter(isActe)]
  const tous = [...premiers, ...derniers]
  const [seul] = tous
  if (!seul) return null
  if (tous.length === 1) return <ActeSeul acte={seul} danger={premiers.length === 0} compact={compact} />
  return <BoutonDeMenu label={`Autres actions : ${nom}`} compact={compact} choix={premiers} fins={derniers} />
}

interface ActeSeulProps {
  acte: Acte
  danger?: boolean
  compact?: boolean
}

/** An act as an icon of its own, its label the tip and the accessible name. */
export function ActeSeul({ acte, danger = false, compact = false }: ActeSeulProps) {
  const { label, icon, onClick, to, search, href, disabled, busy = false } = acte
  if (to !== undefined)
    return <IconLink icon={icon} label={label} to={to} search={search} compact={compact} />
  const go = () => (href === undefined ? onClick?.() : window.location.assign(href))
  return (
    <IconAction
      icon={icon}
      label={disabled === undefined ? label : `${label} : ${disabled}`}
      mot={acte.motAuTelephone}
      onClick={disabled === undefined ? go : () => undefined}
      busy={busy || disabled !== undefined}
      danger={danger}
      compact={compact}
    />
  )
}
