import { Button, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { dossierLegalInput } from '#features/structure/dossier-legal.contract.ts'
import { etatDeLaGarantie, joursDeGarantie } from '#features/structure/dossier-legal.rules.ts'
import {
  dossierLegalQuery,
  mergeSaisies,
  toSaisie,
  useSaveDossierLegal,
  type DossierLegalLu,
  type DossierLegalSaisi,
} from '#features/structure/web/dossierLegal.queries.ts'
import styles from '#features/structure/web/dossierLegal.module.css'
import { aujourdhui } from '#shared/dates.ts'
import { formatCompte } from '#shared/texte.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { StatusBadge } from '#web/kit/feedback/States.tsx'
import { DateField } from '#web/kit/field/DateField.tsx'
import { withPrintHint } from '#web/kit/field/hints.ts'
import { FieldPair } from '#web/kit/form/FieldPair.tsx'
import { useContractForm, useRecord } from '#web/kit/form/form.ts'

const TEXTE = { autoComplete: 'off', maxLength: 255 } as const
const ARABE = { ...TEXTE, dir: 'rtl', lang: 'ar' } as const

interface DossierLegalFormProps {
  title: string
  listed: DossierLegalLu
  onClose: () => void
  onSaved: (message: string) => void
}

/** Form of the legal file of a residence. Every field is optional. */
export function DossierLegalForm({ title, listed, onClose, onSaved }: DossierLegalFormProps) {
  const form = useContractForm(dossierLegalInput, toSaisie(listed))
  const { record = listed, onReload } = useRecord(listed, form, {
    read: (id, client) => client.fetchQuery({ ...dossierLegalQuery(id), staleTime: 0 }),
    toSaisie,
    onFresh(fresh) {
      const [before, now] = [toSaisie(record), toSaisie(fresh)]
      form.setFieldValue('blocs', (typed) => mergeSaisies(typed, before.blocs, now.blocs))
      form.setFieldValue('parkings', (typed) => mergeSaisies(typed, before.parkings, now.parkings))
    },
  })
  const save = useSaveDossierLegal()
  return (
    <FormDialog<DossierLegalSaisi>
      title={title}
      size="lg"
      form={form}
      required={false}
      onSubmit={async (saisie) => {
        const { message } = await save.mutateAsync({ ...saisie, id: record.id, version: record.version })
        onSaved(message)
      }}
      onClose={onClose}
      onReload={onReload}
      submitLabel="Enregistrer"
      busyLabel="Mise à jour..."
      fallback="Erreur lors de l'enregistrement du dossier légal."
    >
      <div className="column gap-24">
        <Noms form={form} dossier={record} />
        <Permis form={form} />
        <Terrain form={form} />
        <Garanties form={form} dossier={record} />
      </div>
    </FormDialog>
  )
}

interface PartProps {
  form: UseFormReturnType<DossierLegalSaisi>
}
interface ListeProps extends PartProps {
  dossier: DossierLegalLu
}

function Noms({ form, dossier }: ListeProps) {
  const id = useId()
  return (
    <section className={`column gap-14 ${styles.section}`} aria-labelledby={id}>
      <h3 id={id}>Noms en arabe</h3>
      <FieldPair>
        <TextInput
          {...ARABE}
          label="Nom de la résidence"
          data-autofocus
          {...withPrintHint(form.getInputProps('nom_ar'))}
        />
        <TextInput {...ARABE} label="Adresse" {...withPrintHint(form.getInputProps('adresse_ar'))} />
      </FieldPair>
      {dossier.blocs.map((bloc, rang) => (
        <NomsDuBloc key={bloc.id} form={form} bloc={bloc} rang={rang} />
      ))}
      {dossier.parkings.length > 0 && (
        <div className={`at-top ${styles.paire}`}>
          {dossier.parkings.map(({ id: parking, parking_nom }, rang) => (
            <TextInput
              key={parking}
              {...ARABE}
              label={parking_nom}
              {...withPrintHint(form.getInputProps(`parkings.${rang}.nom_ar`))}
            />
          ))}
        </div>
      )}
    </section>
  )
}

interface NomsDuBlocProps extends PartProps {
  bloc: DossierLegalLu['blocs'][number]
  rang: number
}

/** Names of a bloc and, folded until they are asked for, of its étages. */
function NomsDuBloc({ form, bloc, rang }: NomsDuBlocProps) {
  const id = useId()
  const [opened, setOpened] = useState(false)
  const { nomloc, etages } = bloc
  const wrong = Object.keys(form.errors).some((field) => field.startsWith(`blocs.${rang}.etages.`))
  const shown = opened || wrong
  const Chevron = shown ? IconChevronDown : IconChevronRight
  return (
    <>
      <div className={`at-top ${styles.paire}`}>
        <TextInput {...ARABE} label={nomloc} {...withPrintHint(form.getInputProps(`blocs.${rang}.nom_ar`))} />
        {etages.length > 0 && (
          <Button
            className={styles.plier}
            variant="subtle"
            size="sm"
            leftSection={<Chevron size={18} stroke={1.6} />}
            aria-expanded={shown}
            aria-controls={id}
            aria-label={`${formatCompte(etages.length, 'étage')} de ${nomloc}`}
            onClick={() => setOpened(!shown)}
          >
            {formatCompte(etages.length, 'étage')}
          </Button>
        )}
      </div>
      <div id={id} hidden={!shown} className={styles.etages}>
        {shown &&
          etages.map(({ id: etage, designation }, place) => (
            <TextInput
              key={etage}
              {...ARABE}
              label={`${nomloc}, ${designation}`}
              {...withPrintHint(form.getInputProps(`blocs.${rang}.etages.${place}.designation_ar`))}
            />
          ))}
      </div>
    </>
  )
}

function Permis({ form }: PartProps) {
  const id = useId()
  return (
    <section className={`column gap-14 ${styles.section}`} aria-labelledby={id}>
      <h3 id={id}>Permis</h3>
      <FieldPair>
        <TextInput {...TEXTE} label="Numéro" {...withPrintHint(form.getInputProps('permis_numero'))} />
        <DateField label="Délivré le" clearable {...form.getInputProps('permis_le')} />
      </FieldPair>
      <TextInput {...TEXTE} label="Par" {...withPrintHint(form.getInputProps('permis_autorite'))} />
    </section>
  )
}

function Terrain({ form }: PartProps) {
  const id = useId()
  return (
    <section className={`column gap-14 ${styles.section}`} aria-labelledby={id}>
      <h3 id={id}>Terrain</h3>
      <FieldPair>
        <TextInput {...TEXTE} label="Acte" {...withPrintHint(form.getInputProps('terrain_acte'))} />
        <DateField label="Date de l'acte" clearable {...form.getInputProps('terrain_le')} />
      </FieldPair>
    </section>
  )
}

function Garanties({ form, dossier }: ListeProps) {
  const id = useId()
  return (
    <section className={`column gap-14 ${styles.section}`} aria-labelledby={id}>
      <h3 id={id}>Garanties</h3>
      {dossier.blocs.length === 0 && <p className="dim flat">Cette résidence n'a pas encore de bloc.</p>}
      {dossier.blocs.map(({ id: bloc, nomloc }, rang) => {
        const champ = (nom: string) => form.getInputProps(`blocs.${rang}.${nom}`)
        const typed = form.values.blocs[rang]
        return (
          <div
            key={bloc}
            className={`column gap-12 ${styles.bloc}`}
            role="group"
            aria-label={`Garantie de ${nomloc}`}
          >
            <h4 className="row gap-4-12">
              <span data-nom>{nomloc}</span>
              {typed && <EtatDeLaGarantie {...typed} />}
            </h4>
            <FieldPair>
              <TextInput {...TEXTE} label="Numéro" {...withPrintHint(champ('garantie_numero'))} />
              <TextInput {...TEXTE} label="Police" {...withPrintHint(champ('garantie_police'))} />
            </FieldPair>
            <div className={`at-top ${styles.paire}`}>
              <DateField label="Du" clearable {...champ('garantie_le')} />
              <DateField label="Jusqu'au" clearable {...champ('garantie_au')} />
              <DateField label="Livraison prévue" clearable {...champ('livraison_prevue_le')} />
            </div>
          </div>
        )
      })}
    </section>
  )
}

/** Days before the end from which a guarantee is told to expire. */
const BIENTOT = 60

type EtatDeLaGarantieProps = Pick<DossierLegalLu['blocs'][number], 'garantie_numero' | 'garantie_au'>

/** State of a bloc's guarantee today, in a word and a colour. A blank number or day is none. */
export function EtatDeLaGarantie({ garantie_numero, garantie_au }: EtatDeLaGarantieProps) {
  const today = aujourdhui()
  const garantie = { garantie_numero: garantie_numero?.trim() || null, garantie_au: garantie_au || null }
  const etat = etatDeLaGarantie(garantie, today)
  if (etat === 'absente') return <StatusBadge tone="gray">absente</StatusBadge>
  if (etat === 'expiree') return <StatusBadge tone="red">expirée</StatusBadge>
  const left = joursDeGarantie(garantie, today)
  if (left === null || left > BIENTOT) return <StatusBadge tone="green">en cours</StatusBadge>
  return (
    <StatusBadge tone="yellow">
      {left === 0 ? "expire aujourd'hui" : `expire dans ${formatCompte(left, 'jour')}`}
    </StatusBadge>
  )
}
