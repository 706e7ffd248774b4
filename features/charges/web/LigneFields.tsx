import styles from '#features/charges/web/Saisie.module.css'
import { FieldPair } from '#web/kit/FieldPair.tsx'
import { MoneyField } from '#web/kit/MoneyField.tsx'
import { Montant } from '#web/kit/Montant.tsx'
import { NumberField, type NumberFieldProps } from '#web/kit/NumberField.tsx'

/** Price and quantity of a line, in its own dialog or inside a new voucher's. */
export function PrixEtQuantite({
  prix,
  quantite,
  required = false,
}: {
  prix: NumberFieldProps
  quantite: NumberFieldProps
  required?: boolean
}) {
  return (
    <FieldPair>
      <MoneyField
        label="Prix unitaire"
        required={required}
        min={0}
        step={0.01}
        clampBehavior="none"
        {...prix}
      />
      <NumberField
        label="Quantité"
        required={required}
        decimalScale={0}
        min={1}
        step={1}
        clampBehavior="none"
        {...quantite}
      />
    </FieldPair>
  )
}

/** What it comes to, while it is being typed. */
export function TotalEnDirect({ centimes, label = 'Total' }: { centimes: number; label?: string }) {
  return (
    <p className={styles.live}>
      {label}
      <output>
        <Montant centimes={centimes} />
      </output>
    </p>
  )
}
