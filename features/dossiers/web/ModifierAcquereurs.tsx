import { Button } from '@mantine/core'
import { IconEqual, IconPlus, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { ClientSelect } from '#features/clients/web/ClientSelect.tsx'
import { ACQUEREURS_MAX, acquereursInput, ENTIER } from '#features/dossiers/acquereurs.contract.ts'
import { useSaveAcquereurs } from '#features/dossiers/web/acquereurs.queries.ts'
import styles from '#features/dossiers/web/acquereurs.module.css'
import type { DialogDuDossierProps } from '#features/dossiers/web/actionsDuDossier.ts'
import { dossiersQueries, type DossierLu } from '#features/dossiers/web/dossiers.queries.ts'
import { formatPourcent, readCentiemes, toDecimal } from '#shared/argent.ts'
import { useContractForm } from '#web/kit/form.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { IconAction } from '#web/kit/IconAction.tsx'
import { NumberField } from '#web/kit/NumberField.tsx'
import { useRecord } from '#web/kit/useRecord.ts'

interface Ligne {
  cle: number
  client_id: number | null
  part: number | string
}
interface Saisie extends Record<string, unknown> {
  acquereurs: Ligne[]
}

let last = 0
const newLigne = (): Ligne => ({ cle: ++last, client_id: null, part: '' })
const toSaisie = ({ acquereurs }: DossierLu): Saisie => ({
  acquereurs:
    acquereurs.length === 0
      ? [newLigne()]
      : acquereurs.map(({ client_id, part }) => ({ cle: ++last, client_id, part })),
})

/** Who buys with the client of a sale: a line each. What they leave is his. */
export function ModifierAcquereurs({ dossier: listed, onClose, onSaved }: DialogDuDossierProps) {
  const form = useContractForm<Saisie>(acquereursInput, toSaisie(listed))
  const { record: dossier = listed, onReload } = useRecord<DossierLu, Saisie>(listed, form, {
    read: (id, client) => client.fetchQuery({ ...dossiersQueries.read(id), staleTime: 0 }),
    toSaisie,
  })
  const save = useSaveAcquereurs()
  const list = useRef<HTMLOListElement>(null)
  const lignes = form.values.acquereurs
  const reste = ENTIER - lignes.reduce((sum, { part }) => sum + (readCentiemes(part) ?? 0), 0)
  function change(next: Ligne[]) {
    form.clearErrors()
    form.setFieldValue('acquereurs', next)
  }
  /** The line stands before the next key comes. */
  function changeNow(next: Ligne[], rang: number) {
    flushSync(() => change(next))
    list.current?.children[rang]?.querySelector('input')?.focus()
  }
  function share() {
    const part = toDecimal(Math.floor(ENTIER / (lignes.length + 1)))
    change(lignes.map((ligne) => ({ ...ligne, part })))
  }
  return (
    <FormDialog<Saisie>
      title="Modifier les acquéreurs"
      form={form}
      onSubmit={async ({ acquereurs }) => {
        const { message } = await save.mutateAsync({
          id: dossier.id,
          version: dossier.version,
          // The form has checked that each has its client.
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
      {lignes.length === 0 && (
        <p>
          Le dossier est à <bdi>{dossier.principal.nomComplet}</bdi> seul.
        </p>
      )}
      <ol ref={list} className={styles.lignes} aria-label="Co-acquéreurs">
        {lignes.map((ligne, rang) => {
          const patch = (part: Partial<Ligne>) => change(lignes.with(rang, { ...ligne, ...part }))
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
                  onClick={() =>
                    changeNow(
                      lignes.filter(({ cle }) => cle !== ligne.cle),
                      Math.min(rang, lignes.length - 2),
                    )
                  }
                />
              </div>
            </li>
          )
        })}
      </ol>
      <div className={styles.boutons}>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlus size={18} stroke={1.6} />}
          disabled={lignes.length >= ACQUEREURS_MAX}
          onClick={() => changeNow([...lignes, newLigne()], lignes.length)}
        >
          Ajouter un acquéreur
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
      <p className={styles.reste} role="status" data-over={reste <= 0 || undefined}>
        Reste à <bdi>{dossier.principal.nomComplet}</bdi> : <strong>{formatPourcent(reste / 100)}</strong>
      </p>
      {form.errors['acquereurs'] && (
        <p className={styles.faute} role="alert">
          {form.errors['acquereurs']}
        </p>
      )}
    </FormDialog>
  )
}
