import { TextInput, CloseButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { CarteForm } from '#features/parametres/web/CarteForm.tsx'
import { identiteInput } from '#features/promoteur/promoteur.contract.ts'
import {
  promoteurQuery,
  useUpdatePromoteur,
  type PromoteurLu,
} from '#features/promoteur/web/promoteur.queries.ts'
import { FieldPair } from '#web/kit/form/FieldPair.tsx'
import { withPrintHint } from '#web/kit/field/hints.ts'
import { MoneyField } from '#web/kit/field/NumberField.tsx'
import '@mantine/core/styles/CloseButton.layer.css'
import type { ReactNode } from 'react'
import styles from '#features/promoteur/web/Promoteur.module.css'
import { COULEUR_DES_PAPIERS } from '#shared/papiers.ts'
import { isCouleur, isLisible } from '#shared/couleurs.ts'

interface Saisie extends Record<string, unknown> {
  nom_ar: string
  rc: string
  nif: string
  nis: string
  ai: string
  agrement: string
  tnpi: string
  capital: number | ''
  couleur: string
  adresse_ar: string
  representant: string
  representant_ar: string
  representant_qualite: string
  representant_qualite_ar: string
}

const toSaisie = (promoteur: PromoteurLu): Saisie => ({
  nom_ar: promoteur.nom_ar ?? '',
  rc: promoteur.rc ?? '',
  nif: promoteur.nif ?? '',
  nis: promoteur.nis ?? '',
  ai: promoteur.ai ?? '',
  agrement: promoteur.agrement ?? '',
  tnpi: promoteur.tnpi ?? '',
  capital: promoteur.capital ?? '',
  couleur: promoteur.couleur ?? '',
  adresse_ar: promoteur.adresse_ar ?? '',
  representant: promoteur.representant ?? '',
  representant_ar: promoteur.representant_ar ?? '',
  representant_qualite: promoteur.representant_qualite ?? '',
  representant_qualite_ar: promoteur.representant_qualite_ar ?? '',
})

const NUMEROS = [
  [
    ['rc', 'RC'],
    ['nif', 'NIF'],
  ],
  [
    ['nis', 'NIS'],
    ['ai', "Article d'imposition (AI)"],
  ],
  [
    ['agrement', "N° d'agrément"],
    ['tnpi', 'N° au tableau national (TNPI)'],
  ],
] as const

const REPRESENTATION = [
  [
    ['representant', 'Représentant'],
    ['representant_qualite', 'Qualité'],
  ],
  [
    ['representant_ar', 'Représentant, en arabe'],
    ['representant_qualite_ar', 'Qualité, en arabe'],
  ],
] as const

const keep = (promoteur: PromoteurLu) => ({ valeur: promoteur, version: promoteur.version })

export function IdentiteForm({
  promoteur,
  onSaved,
}: {
  promoteur: PromoteurLu
  onSaved: (message: string) => void
}) {
  const client = useQueryClient()
  const update = useUpdatePromoteur()
  return (
    <CarteForm
      titre="Identité légale"
      schema={identiteInput}
      lue={keep(promoteur)}
      toSaisie={toSaisie}
      save={async (identite, { valeur: { id, nom, email, telephone, adresse, version } }) => {
        const saved = await update.mutateAsync({ ...identite, id, nom, email, telephone, adresse, version })
        return { ...keep(saved), message: saved.message }
      }}
      reread={async () => {
        const fresh = await client.fetchQuery({ ...promoteurQuery, staleTime: 0 })
        return fresh ? keep(fresh) : undefined
      }}
      onSaved={onSaved}
    >
      {(form) => (
        <>
          <TextInput
            label="Nom en arabe"
            description="En tête des documents en arabe."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            dir="rtl"
            lang="ar"
            maxLength={100}
            autoComplete="off"
            {...withPrintHint(form.getInputProps('nom_ar'))}
          />
          <TextInput
            label="Adresse en arabe"
            dir="rtl"
            lang="ar"
            maxLength={255}
            autoComplete="off"
            {...withPrintHint(form.getInputProps('adresse_ar'))}
          />
          {REPRESENTATION.map((pair, rang) => (
            <FieldPair key={pair[0][0]}>
              {pair.map(([champ, label]) => (
                <TextInput
                  key={champ}
                  label={label}
                  {...(rang === 1 && { dir: 'rtl', lang: 'ar' })}
                  maxLength={255}
                  autoComplete="off"
                  {...withPrintHint(form.getInputProps(champ))}
                />
              ))}
            </FieldPair>
          ))}
          {NUMEROS.map((pair) => (
            <FieldPair key={pair[0][0]}>
              {pair.map(([champ, label]) => (
                <TextInput
                  key={champ}
                  label={label}
                  maxLength={100}
                  autoComplete="off"
                  dir="ltr"
                  {...withPrintHint(form.getInputProps(champ))}
                />
              ))}
            </FieldPair>
          ))}
          <FieldPair>
            <MoneyField label="Capital (DA)" {...form.getInputProps('capital')} />
            <CouleurField
              value={form.values.couleur}
              error={form.errors['couleur']}
              onChange={(couleur) => form.setFieldValue('couleur', couleur)}
            />
          </FieldPair>
        </>
      )}
    </CarteForm>
  )
}

interface CouleurFieldProps {
  value: string
  error: ReactNode
  onChange: (couleur: string) => void
}

function CouleurField({ value, error, onChange }: CouleurFieldProps) {
  const shown = isCouleur(value) ? value.toLowerCase() : COULEUR_DES_PAPIERS
  const pale = isCouleur(value) && !isLisible(value)
  return (
    <div className="stack gap-8">
      <TextInput
        label="Couleur des documents"
        placeholder={COULEUR_DES_PAPIERS}
        dir="ltr"
        maxLength={7}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        error={error ?? (pale && 'Cette couleur est trop claire pour être lue sur du papier.')}
        leftSection={
          <input
            type="color"
            className={styles.pastille}
            aria-label="Choisir la couleur"
            value={shown}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
        }
        rightSection={
          value !== '' && (
            <CloseButton size="sm" aria-label="Reprendre la couleur d'origine" onClick={() => onChange('')} />
          )
        }
      />
      <div className={styles.feuille} aria-hidden>
        <span style={{ color: shown }}>Reçu de versement</span>
      </div>
    </div>
  )
}
