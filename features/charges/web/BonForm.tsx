import { Button, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useRef, type KeyboardEvent } from 'react'
import {
  bonSaisieInput,
  isVierge,
  LIGNE_VIERGE,
  montantLigne,
  NOMBRES,
  refusDeLaLigne,
  type SaisieLigne,
} from '#features/charges/charges.rules.ts'
import { ECHEC, orTellAll, type FormProps, type OnAdded } from '#features/charges/web/charges.actions.ts'
import styles from '#features/charges/web/Saisie.module.css'
import { useCreateBon, type CategorieLue } from '#features/charges/web/charges.queries.ts'
import {
  NommesFields,
  type NommesSaisis,
  toNommes,
  toNommesEnvoyes,
} from '#features/charges/web/NommesFields.tsx'
import { PrixEtQuantite, TotalEnDirect } from '#features/charges/web/LigneForm.tsx'
import { formatNombre } from '#shared/argent.ts'
import { aujourdhui } from '#shared/dates.ts'
import { DateField } from '#web/kit/field/DateField.tsx'
import { FieldPair } from '#web/kit/form/FieldPair.tsx'
import { focusFirstInvalid, useContractForm } from '#web/kit/form/form.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { useIdempotencyKey } from '#web/kit/form/adding.tsx'
import { withDateHint, withPrintHint } from '#web/kit/field/hints.ts'

type SaisieBon = SaisieLigne &
  NommesSaisis & {
    reference: string
    date_bon: string
    lignes: SaisieLigne[]
  }

interface BonFormProps extends FormProps {
  categorie: CategorieLue
  onAdded: OnAdded
}

/** The form of a new voucher; its lines are collected here and sent together (D3 §5). */
export function BonForm({ categorie, onClose, onSaved, onAdded }: BonFormProps) {
  const idempotencyKey = useIdempotencyKey()
  const create = useCreateBon()
  const form = useContractForm<SaisieBon>(bonSaisieInput, {
    reference: '',
    date_bon: aujourdhui(),
    lignes: [],
    ...toNommes(),
    ...LIGNE_VIERGE,
  })
  async function save({ reference, date_bon, fournisseur, residence_id, lignes, ...typed }: SaisieBon) {
    const all = isVierge(typed) ? lignes : [...lignes, typed]
    const saved = await create.mutateAsync({
      reference,
      date_bon,
      categorie_bon_id: categorie.id,
      ...toNommesEnvoyes({ fournisseur, residence_id }),
      lignes: all,
      idempotencyKey,
    })
    onAdded('bons', categorie.id, saved.page, saved.id)
    onSaved(saved.message)
  }
  return (
    <FormDialog
      title="Ajouter un bon d'achat"
      form={form}
      onSubmit={(values) => orTellAll(() => save(values))}
      onClose={onClose}
      submitLabel="Enregistrer"
      busyLabel="Enregistrement..."
      fallback={ECHEC}
      dismissible
      size="lg"
    >
      <FieldPair>
        <TextInput
          label="Référence"
          required
          maxLength={255}
          autoComplete="off"
          data-autofocus
          {...withPrintHint(form.getInputProps('reference'))}
        />
        <DateField label="Date du bon" required {...withDateHint(form.getInputProps('date_bon'))} />
      </FieldPair>
      <FieldPair>
        <NommesFields form={form} />
      </FieldPair>
      <LignesDuBon form={form} />
    </FormDialog>
  )
}

function LignesDuBon({ form }: { form: UseFormReturnType<SaisieBon> }) {
  const { lignes, designation, prix_unitaire, quantite } = form.getValues()
  const typed = { designation, prix_unitaire, quantite }
  const total = [...lignes, typed].reduce((sum, ligne) => sum + montantLigne(ligne), 0)
  const bind = (field: keyof SaisieLigne) => {
    const { onChange, ...props } = form.getInputProps(field)
    return {
      ...props,
      onKeyDown,
      onChange: (value: unknown) => {
        form.clearFieldError('ligne')
        onChange(value)
      },
    }
  }
  const first = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLFieldSetElement>(null)
  function add() {
    const refus = refusDeLaLigne(typed)
    const told = NOMBRES.map((champ) => form.validateField(champ)).some(({ hasError }) => hasError)
    if (refus) return form.setFieldError('ligne', refus)
    form.clearFieldError('ligne')
    if (told) return focusFirstInvalid(box.current)
    form.setValues({ ...LIGNE_VIERGE, lignes: [...lignes, typed] })
    first.current?.focus()
  }
  // Enter adds the line being typed. Otherwise it would save the voucher without that line.
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }
  const wrong = form.errors['ligne'] !== undefined
  return (
    <fieldset ref={box} className={`stack flat gap-12 ${styles.saisie}`}>
      <legend>Lignes</legend>
      {lignes.length > 0 && (
        <ul className={`stack list ${styles.saisies}`} aria-label="Lignes du bon">
          {lignes.map((ligne, rank) => (
            <li key={`${String(rank)}-${ligne.designation}`}>
              <span data-nom>
                {ligne.designation} · {formatNombre(Number(ligne.quantite))} ×{' '}
                <Montant decimal={Number(ligne.prix_unitaire)} />
              </span>
              <Montant centimes={montantLigne(ligne)} />
              <IconAction
                icon={IconX}
                label={`Retirer la ligne ${ligne.designation}`}
                danger
                onClick={() => form.setFieldValue('lignes', lignes.toSpliced(rank, 1))}
              />
            </li>
          ))}
        </ul>
      )}
      <TextInput
        ref={first}
        label="Désignation"
        maxLength={255}
        autoComplete="off"
        {...withPrintHint({ value: designation })}
        {...bind('designation')}
        error={wrong}
      />
      {/* The key makes new fields for each line: a number field emptied while it has the focus ignores the next typing. */}
      <PrixEtQuantite
        key={lignes.length}
        prix={{ ...bind('prix_unitaire'), error: form.errors['prix_unitaire'] ?? wrong }}
        quantite={{ ...bind('quantite'), error: form.errors['quantite'] ?? wrong }}
      />
      {wrong && (
        <p className="wrong flat" role="alert">
          {form.errors['ligne']}
        </p>
      )}
      <div className="row between gap-12">
        <Button variant="default" leftSection={<IconPlus size={18} stroke={1.8} />} onClick={add}>
          Ajouter la ligne
        </Button>
      </div>
      <TotalEnDirect centimes={total} label="Total du bon" />
    </fieldset>
  )
}
