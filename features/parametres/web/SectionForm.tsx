import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { SectionName } from '#features/parametres/parametres.sections.ts'
import styles from '#features/parametres/web/Parametres.module.css'
import {
  parametresQuery,
  useSaveParametres,
  type SectionLue,
} from '#features/parametres/web/parametres.queries.ts'
import { ApiError, messageOf } from '#web/kit/api.ts'
import { Banner } from '#web/kit/Banner.tsx'
import {
  focusFirstInvalid,
  showServerErrors,
  takeFreshValues,
  untilSomebodyGoesOn,
  useContractForm,
} from '#web/kit/form.ts'
import { useRestoredMessage } from '#web/kit/savedInput.ts'

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
export function SectionForm<V extends Record<string, unknown>>(props: SectionFormProps<V>) {
  const { nom, titre, schema, lue, toSaisie, toValeur = (saisie) => saisie, onSaved, children } = props
  const title = useId()
  const client = useQueryClient()
  const save = useSaveParametres()
  const form = useContractForm(schema, toSaisie(lue.valeur))
  // What the form was filled from: what is read again behind a form that is being changed must not pass for what its member saw.
  const [base, setBase] = useState(lue)
  const [failure, setFailure] = useState<{ message: string; stale: boolean } | null>(null)
  const word = useRestoredMessage()
  const running = useRef(false)
  const dirty = form.isDirty()

  function take(kept: SectionLue) {
    const values = toSaisie(kept.valeur)
    form.setInitialValues(values)
    form.setValues(values)
    setBase(kept)
  }
  // Saved by somebody else, and nothing is being changed here: it is shown as it is now.
  if (lue.version > base.version && !dirty && !save.isPending) take(lue)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    if (running.current || !dirty) return
    running.current = true
    const goesOn = untilSomebodyGoesOn()
    try {
      const valeur = toValeur(form.getValues())
      form.setValues(valeur)
      if (form.validate().hasErrors) return focusFirstInvalid(element, goesOn)
      setFailure(null)
      const saved = await save.mutateAsync({ section: nom, valeur, version: base.version })
      take(saved)
      onSaved(saved.message)
    } catch (error) {
      setFailure({
        message: messageOf(error, "Erreur lors de l'enregistrement des paramètres."),
        stale: error instanceof ApiError && error.status === 409,
      })
      if (showServerErrors(form, atItsFields(error))) focusFirstInvalid(element, goesOn)
    } finally {
      running.current = false
    }
  }
  async function reload() {
    try {
      const fresh = (await client.fetchQuery({ ...parametresQuery, staleTime: 0 }))[nom]
      if (!fresh) return
      takeFreshValues(form, toSaisie(fresh.valeur))
      setBase(fresh)
      setFailure(null)
    } catch (error) {
      setFailure({ message: messageOf(error, 'Erreur lors du chargement des paramètres.'), stale: true })
    }
  }

  return (
    <form
      noValidate
      className={styles.section}
      aria-labelledby={title}
      onSubmit={(event) => void submit(event)}
    >
      <h2 id={title} className={styles.title}>
        {titre}
      </h2>
      {word !== null && !save.isSuccess && <Banner kind="info">{word}</Banner>}
      {failure && (
        <Banner
          kind="error"
          action={
            failure.stale && (
              <Button variant="default" size="sm" onClick={() => void reload()}>
                Recharger
              </Button>
            )
          }
        >
          {failure.message}
        </Banner>
      )}
      {children(form)}
      <div className={styles.actions}>
        <Button type="submit" disabled={save.isPending || !dirty} aria-busy={save.isPending}>
          {save.isPending ? 'Enregistrement...' : 'Enregistrer'}
        </Button>
        {dirty && !save.isPending && (
          <Button
            variant="subtle"
            onClick={() => {
              form.reset()
              setFailure(null)
            }}
          >
            Annuler les modifications
          </Button>
        )}
      </div>
    </form>
  )
}

/** The server names a field of a section `valeur.champ`. */
function atItsFields(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const errors = Object.entries(error.errors).map(([field, told]) => [field.replace(/^valeur\./, ''), told])
  return new ApiError(error.status, { message: error.message, errors: Object.fromEntries(errors) })
}
