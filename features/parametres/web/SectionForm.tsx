import type { UseFormReturnType } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { SectionName } from '#features/parametres/parametres.sections.ts'
import { CarteForm } from '#features/parametres/web/CarteForm.tsx'
import {
  parametresQuery,
  useSaveParametres,
  type SectionLue,
} from '#features/parametres/web/parametres.queries.ts'

interface SectionFormProps<V extends Record<string, unknown>> {
  nom: SectionName
  titre: string
  schema: z.ZodMiniType
  /** The section as it is kept. */
  lue: SectionLue
  /** What the form begins with, out of what is kept. */
  toSaisie: (valeur: Record<string, unknown>) => V
  /** What is sent of what stands in the form; as it stands unless told. */
  toValeur?: (saisie: V) => V
  onSaved: (message: string) => void
  children: (form: UseFormReturnType<V>) => ReactNode
}

/** A section of the settings, one card: its fields, saved together under its own version. */
export function SectionForm<V extends Record<string, unknown>>({ nom, ...card }: SectionFormProps<V>) {
  const client = useQueryClient()
  const save = useSaveParametres()
  return (
    <CarteForm
      {...card}
      save={(valeur, { version }) => save.mutateAsync({ section: nom, valeur, version })}
      reread={async () => (await client.fetchQuery({ ...parametresQuery, staleTime: 0 }))[nom]}
    />
  )
}
