import { AIDE_SURFACE_UTILE } from '#features/biens/biens.words.ts'
import { withHelp } from '#web/kit/field/hints.ts'
import { IconCopy, IconX } from '@tabler/icons-react'
import { memo, useRef } from 'react'
import { DouteDesSurfaces } from '#features/biens/web/DouteDesSurfaces.tsx'
import { TYPES_LOGEMENT } from '#features/biens/appartements.contract.ts'
import { useErreur } from '#features/generation/web/champs.tsx'
import styles from '#features/generation/web/generation.module.css'
import type { LogementSaisi, Saisie } from '#features/generation/web/saisie.ts'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { MoneyField, NumberField } from '#web/kit/field/NumberField.tsx'
import { SuggestField } from '#web/kit/field/SuggestField.tsx'

interface LogementProps {
  logement: LogementSaisi
  /** Path of the lot in the request. */
  chemin: string
  rang: number
  prix: Saisie['appartements']['prix']
  seul: boolean
  plein: boolean
  onChange: (cle: number, patch: Partial<LogementSaisi>) => void
  onCopy: (logement: LogementSaisi) => void
  onRemove: (cle: number) => void
}

const TYPES = [...TYPES_LOGEMENT]

/** One lot of a palier: a row of the table, or a card on a narrow screen. */
export const Logement = memo(function Logement(props: LogementProps) {
  const { logement, chemin, rang, prix, seul, plein, onChange, onCopy, onRemove } = props
  const { cle, typeLogement, surfaceHabitable, surfaceUtile } = logement
  const erreur = useErreur()
  const ligne = useRef<HTMLDivElement>(null)
  const nom = `du logement ${rang}`
  const auM2 = prix === 'prixM2'
  // The contract reports two prices, or none, at `montant` even when `prixM2` is shown.
  const dit = erreur(`${chemin}.${prix}`)
  const error = dit.error ?? (auM2 ? erreur(`${chemin}.montant`).error : undefined)
  return (
    <div ref={ligne} role="listitem" className={`stack at-top gap-8 ${styles.logement}`} data-cle={cle}>
      <span className={`dim centered ${styles.rang}`}>{rang}</span>
      <div data-label="Type *">
        <SuggestField
          size="sm"
          aria-label={`Type ${nom}`}
          required
          maxLength={255}
          autoComplete="off"
          data={TYPES}
          value={typeLogement}
          onChange={(next) => onChange(cle, { typeLogement: next })}
          {...erreur(`${chemin}.typeLogement`)}
        />
      </div>
      <div data-label="Habitable (m²) *">
        <NumberField
          size="sm"
          aria-label={`Surface habitable ${nom}`}
          required
          value={surfaceHabitable}
          onChange={(next) => onChange(cle, { surfaceHabitable: next })}
          {...erreur(`${chemin}.surfaceHabitable`)}
        />
      </div>
      <div data-label="Utile (m²) *">
        <NumberField
          size="sm"
          aria-label={`Surface utile ${nom}`}
          required
          value={surfaceUtile}
          onChange={(next) => onChange(cle, { surfaceUtile: next })}
          // The line stands once, under all rows.
          descriptionProps={{ className: 'visuallyHidden' }}
          {...withHelp(erreur(`${chemin}.surfaceUtile`), AIDE_SURFACE_UTILE)}
        />
      </div>
      <div data-label={auM2 ? 'Prix au m² *' : 'Prix *'}>
        <MoneyField
          size="sm"
          aria-label={`Prix ${auM2 ? 'au m² ' : ''}${nom}`}
          required
          value={logement.prix}
          onChange={(next) => onChange(cle, { prix: next })}
          name={dit.name}
          error={error}
        />
      </div>
      <div className={`flex end ${styles.gestes}`}>
        <IconAction
          icon={IconCopy}
          label={`Copier la ligne ${rang}`}
          busy={plein}
          onClick={() => onCopy(logement)}
        />
        <IconAction
          icon={IconX}
          label={`Retirer la ligne ${rang}`}
          danger
          busy={seul}
          onClick={() => onRemove(cle)}
        />
      </div>
      <div className={`if-any ${styles.doute}`}>
        <DouteDesSurfaces
          habitable={surfaceHabitable}
          utile={surfaceUtile}
          onMettre={(utile) => {
            onChange(cle, { surfaceUtile: utile })
            ligne.current?.querySelector<HTMLElement>('[name$=".surfaceUtile"]')?.focus()
          }}
        />
      </div>
    </div>
  )
})
