import { Button } from '@mantine/core'
import { randomId } from '@mantine/hooks'
import { IconEqual, IconPlus, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { ClientSelect } from '#features/clients/web/ClientSelect.tsx'
import { ACQUEREURS_MAX, acquereursInput } from '#features/ventes/acquereurs.contract.ts'
import { useSaveAcquereurs, rereadDossier, type DossierLu } from '#features/ventes/web/dossiers.queries.ts'
import styles from '#features/ventes/web/acquereurs.module.css'
import type { DialogDuDossierProps } from '#features/ventes/web/dialogDuDossier.ts'
import { CENT_POUR_CENT, formatPourcent, readCentiemes, toDecimal } from '#shared/argent.ts'
import { useContractForm, useRecord } from '#web/kit/form/form.ts'
import { useRows } from '#web/kit/form/useRows.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { NumberField } from '#web/kit/field/NumberField.tsx'

interface Ligne {
  cle: string
  client_id: number | null
  part: number | string
}
interface Saisie extends Record<string, unknown> {
  acquereurs: Ligne[]
}

const newLigne = (): Ligne => ({ cle: randomId(), client_id: null, part: '' })
const toSaisie = ({ acquereurs }: DossierLu): Saisie => ({
  acquereurs: acquereurs.map(({ client_id, part }) => ({ cle: randomId(), client_id, part })),
})

export function ModifierAcquereurs({ dossier: listed, onClose, onSaved }: DialogDuDossierProps) {
  const form = useContractForm<Saisie>(acquereursInput, toSaisie(listed))
  const { record: dossier = listed, onReload } = useRecord<DossierLu, Saisie>(listed, form, {
    read: rereadDossier,
    toSaisie,
  })
  const save = useSaveAcquereurs()
  const list = useRef<HTMLOListElement>(null)
  const lignes = form.values.acquereurs
  const reste = CENT_POUR_CENT - lignes.reduce((sum, { part }) => sum + (readCentiemes(part) ?? 0), 0)
  const rows = useRows<Ligne>(form, 'acquereurs', list)
  function share() {
    const part = toDecimal(Math.floor(CENT_POUR_CENT / (lignes.length + 1)))
    for (const [rang, ligne] of lignes.entries()) rows.replace(rang, { ...ligne, part })
  }
  return (
    <FormDialog<Saisie>
      title="Modifier les acquéreurs"
      form={form}
      onSubmit={async ({ acquereurs }) => {
        const { message } = await save.mutateAsync({
          id: dossier.id,
          version: dossier.version,
          // The schema requires a client on each line, so the fallback is never sent.
          acquereurs: acquereurs.map(({ client_id, part }) => ({ client_id: client_id ?? 0, part })),
        })
        onSaved(message)
      }}
      onClose={onClose}
      onReload={onReload}
      submitLabel="Enregistrer"
      busyLabel="Enregistrement..."
      fallback="Erreur lors de l'enregistrement des acquéreurs."
    >
      <p className={`flat anywhere ${styles.titulaire}`} role="status" data-over={reste <= 0 || undefined}>
        <bdi>{dossier.principal.nomComplet}</bdi> · <strong>{formatPourcent(reste / 100)}</strong>
      </p>
      <ol ref={list} className={`stack list gap-8 ${styles.lignes}`} aria-label="Co-acquéreurs">
        {lignes.map((ligne, rang) => {
          const patch = (part: Partial<Ligne>) => rows.replace(rang, { ...ligne, ...part })
          return (
            <li key={ligne.cle}>
              <ClientSelect
                label={`Client ${rang + 1}`}
                required
                withAsterisk
                placeholder="Choisir un client"
                value={ligne.client_id}
                error={form.errors[`acquereurs.${rang}.client_id`]}
                onChange={(client_id) => patch({ client_id })}
              />
              <NumberField
                label="Part %"
                aria-label={`Part du client ${rang + 1}, en %`}
                required
                withAsterisk
                suffix={'\u00A0%'}
                value={ligne.part}
                error={form.errors[`acquereurs.${rang}.part`]}
                onChange={(part) => patch({ part })}
              />
              <div className={styles.retirer}>
                <IconAction
                  icon={IconX}
                  danger
                  label={`Retirer le client ${rang + 1}`}
                  onClick={() => rows.remove(rang)}
                />
              </div>
            </li>
          )
        })}
      </ol>
      <div className="wrap gap-8">
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlus size={18} stroke={1.6} />}
          disabled={lignes.length >= ACQUEREURS_MAX}
          data-autofocus={lignes.length === 0 || undefined}
          onClick={() => rows.add(newLigne())}
        >
          Ajouter un co-acquéreur
        </Button>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconEqual size={18} stroke={1.6} />}
          disabled={lignes.length === 0}
          onClick={share}
        >
          Parts égales
        </Button>
      </div>
      {form.errors['acquereurs'] && (
        <p className="wrong flat" role="alert">
          {form.errors['acquereurs']}
        </p>
      )}
    </FormDialog>
  )
}
