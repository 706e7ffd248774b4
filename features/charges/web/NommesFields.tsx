import type { UseFormReturnType } from '@mantine/form'
import { FournisseurField } from '#features/charges/web/FournisseurField.tsx'
import type { BonLu } from '#features/charges/web/charges.queries.ts'
import { ResidenceSelect } from '#features/structure/web/LieuSelects.tsx'
import { withPrintHint } from '#web/kit/field/hints.ts'

/** Fournisseur and residence of a voucher, as its forms hold it; '' and null are none. */
export interface NommesSaisis extends Record<string, unknown> {
  fournisseur: string
  residence_id: number | null
}

export const toNommes = (bon?: Pick<BonLu, 'fournisseur' | 'residence'>): NommesSaisis => ({
  fournisseur: bon?.fournisseur ?? '',
  residence_id: bon?.residence?.id ?? null,
})

/** Returns the fields that are sent: one that is empty and was so stays out, so that a voucher that names nothing is sent as specified. */
export function toNommesEnvoyes(
  { fournisseur, residence_id }: NommesSaisis,
  avant: NommesSaisis = toNommes(),
): { fournisseur?: string | null; residence_id?: number | null } {
  const nom = fournisseur.trim()
  return {
    ...((nom !== '' || avant.fournisseur !== '') && { fournisseur: nom === '' ? null : nom }),
    ...((residence_id !== null || avant.residence_id !== null) && { residence_id }),
  }
}

/** « Fournisseur » and « Résidence » of both forms of a voucher. */
export function NommesFields<V extends NommesSaisis>({ form }: { form: UseFormReturnType<V> }) {
  const { residence_id } = form.getValues()
  return (
    <>
      <FournisseurField label="Fournisseur" {...withPrintHint(form.getInputProps('fournisseur'))} />
      <ResidenceSelect
        label="Résidence"
        clearable
        {...form.getInputProps('residence_id')}
        value={residence_id}
      />
    </>
  )
}
