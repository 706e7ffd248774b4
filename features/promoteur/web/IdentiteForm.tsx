import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { CarteForm } from '#features/parametres/web/CarteForm.tsx'
import { identiteInput } from '#features/promoteur/promoteur.contract.ts'
import { CouleurField } from '#features/promoteur/web/CouleurField.tsx'
import {
  promoteurQuery,
  useUpdatePromoteur,
  type PromoteurLu,
} from '#features/promoteur/web/promoteur.queries.ts'
import { FieldPair } from '#web/kit/FieldPair.tsx'
import { withPrintHint } from '#web/kit/hints.ts'
import { MoneyField } from '#web/kit/MoneyField.tsx'

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

const keep = (promoteur: PromoteurLu) => ({ valeur: promoteur, version: promoteur.version })

/** What the law knows the promoter by, and the colour of his papers. */
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
