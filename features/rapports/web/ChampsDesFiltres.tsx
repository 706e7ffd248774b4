import type { ReactNode } from 'react'
import { ETATS_CHERCHES, MODE_INCONNU, MODES, SANS_MODE, toChoix } from '#features/paiements/modes.ts'
import styles from '#features/rapports/web/versements.module.css'
import { useReglagesPaiements } from '#features/parametres/web/parametres.queries.ts'
import { isJour } from '#shared/dates.ts'
import { DateField } from '#web/kit/field/DateField.tsx'
import { SelectField } from '#web/kit/select/SelectField.tsx'

const linesOf = (tous: string, mots: Record<string, string>) => [{ value: '', label: tous }, ...toChoix(mots)]
const LES_MODES = linesOf('Tous les modes', { ...MODES, [SANS_MODE]: MODE_INCONNU })
const LES_ETATS = linesOf('Tous les états', ETATS_CHERCHES)

/** The filters of payments in an address; '' is no filter. */
export interface AdresseDesFiltres {
  mode: string
  banque: string
  du: string
  au: string
  etat: string
}
interface ChampsProps {
  address: AdresseDesFiltres
  onChange: (patch: Partial<AdresseDesFiltres>) => void
  /** Sentence on what the two days keep, where it is not plain. */
  portee?: string | undefined
  children?: ReactNode
}

export function ChampsDesFiltres({ address, onChange, portee, children }: ChampsProps) {
  const { mode, banque, du, au, etat } = address
  const { banques } = useReglagesPaiements()
  const noms = banque === '' || banques.includes(banque) ? banques : [...banques, banque]
  // A day that is not complete yet stays in its field.
  const day = (champ: 'du' | 'au') => (value: string) => {
    if (value === '' || isJour(value)) onChange({ [champ]: value })
  }
  return (
    <div className={`stack gap-12 ${styles.champs}`}>
      <SelectField
        label="Mode"
        data={LES_MODES}
        value={LES_MODES.some(({ value }) => value === mode) ? mode : ''}
        onChange={(value) => onChange({ mode: value ?? '' })}
      />
      <SelectField
        label="Banque"
        data={[
          { value: '', label: 'Toutes les banques' },
          ...noms.map((nom) => ({ value: nom, label: nom })),
        ]}
        value={banque}
        onChange={(value) => onChange({ banque: value ?? '' })}
      />
      <DateField
        label="Du"
        clearable
        clearButtonProps={{ 'aria-label': 'Effacer « Du »' }}
        value={du}
        onChange={day('du')}
      />
      <DateField
        label="Au"
        clearable
        clearButtonProps={{ 'aria-label': 'Effacer « Au »' }}
        value={au}
        onChange={day('au')}
      />
      <SelectField
        label="État"
        data={LES_ETATS}
        value={LES_ETATS.some(({ value }) => value === etat) ? etat : ''}
        onChange={(value) => onChange({ etat: value ?? '' })}
      />
      {children}
      {portee && <p className={`dim small flat ${styles.portee}`}>{portee}</p>}
    </div>
  )
}
