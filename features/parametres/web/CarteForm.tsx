import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type * as z from 'zod/mini'
import styles from '#features/parametres/web/Parametres.module.css'
import { ApiError, messageOf } from '#web/kit/call/api.ts'
import { Banner, EchecDeSaisie } from '#web/kit/feedback/Banner.tsx'
import {
  focusFirstInvalid,
  showServerErrors,
  takeFreshValues,
  untilSomebodyGoesOn,
  useContractForm,
} from '#web/kit/form/form.ts'
import { useRestoredMessage } from '#web/kit/form/savedInput.ts'
import { useQuestionOnLeaving } from '#web/kit/form/useQuestionOnLeaving.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { SectionName } from '#features/parametres/parametres.sections.ts'
import {
  parametresQuery,
  useSaveParametres,
  type SectionLue,
} from '#features/parametres/web/parametres.queries.ts'

interface Gardee<K> {
  valeur: K
  version: number
}

interface CarteFormProps<V extends Record<string, unknown>, K> {
  titre: string
  schema: z.ZodMiniType
  lue: Gardee<K>
  /** Turns the stored value into the form's first values. */
  toSaisie: (valeur: K) => V
  /** Turns the form's values into the sent value. Default: unchanged. */
  toValeur?: (saisie: V) => V
  /** Sends the value on top of the version of `read` and resolves to the stored value. */
  save: (valeur: V, read: Gardee<K>) => Promise<Gardee<K> & { message: string }>
  reread: () => Promise<Gardee<K> | undefined>
  onSaved: (message: string) => void
  children: (form: UseFormReturnType<V>) => ReactNode
}

/** Card of the settings: fields saved together under one version. Leaving with unsaved changes asks for a confirmation. */
export function CarteForm<V extends Record<string, unknown>, K>(props: CarteFormProps<V, K>) {
  const {
    titre,
    schema,
    lue,
    toSaisie,
    toValeur = (saisie) => saisie,
    save,
    reread,
    onSaved,
    children,
  } = props
  const title = useId()
  const [pending, setPending] = useState(false)
  const [done, setDone] = useState(false)
  const form = useContractForm(schema, toSaisie(lue.valeur))
  // Value that filled the form. A newer value read in the background must not replace it, or the member would overwrite a save never seen.
  const [base, setBase] = useState(lue)
  const [failure, setFailure] = useState<{ message: string; stale: boolean } | null>(null)
  const word = useRestoredMessage()
  const running = useRef(false)
  const dirty = form.isDirty()
  useQuestionOnLeaving({ title: 'Quitter sans enregistrer ?', dirty, part: 'section' })

  function take(kept: Gardee<K>) {
    const values = toSaisie(kept.valeur)
    form.setInitialValues(values)
    form.setValues(values)
    setBase(kept)
  }
  // Another member has saved the section, and this form is unchanged: the form takes the new values.
  if (lue.version > base.version && !dirty && !pending) take(lue)

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
      setPending(true)
      const saved = await save(valeur, base)
      take(saved)
      setDone(true)
      onSaved(saved.message)
    } catch (error) {
      setFailure({
        message: messageOf(error, "Erreur lors de l'enregistrement."),
        stale: error instanceof ApiError && error.stale,
      })
      if (showServerErrors(form, atItsFields(error))) focusFirstInvalid(element, goesOn)
    } finally {
      running.current = false
      setPending(false)
    }
  }
  async function reload() {
    try {
      const fresh = await reread()
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
      className={`column card gap-16 ${styles.section}`}
      aria-labelledby={title}
      onSubmit={(event) => void submit(event)}
    >
      <h2 id={title} className={styles.title}>
        {titre}
      </h2>
      {word !== null && !done && <Banner kind="info">{word}</Banner>}
      <EchecDeSaisie failure={failure} onReload={() => void reload()} />
      {children(form)}
      <div className="row gap-8">
        <Button type="submit" disabled={pending || !dirty} aria-busy={pending}>
          {pending ? 'Enregistrement...' : 'Enregistrer'}
        </Button>
        {dirty && !pending && (
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

/** Removes the prefix `valeur.` of the server's field names, so that errors reach their fields. */
function atItsFields(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const errors = Object.entries(error.errors).map(([field, told]) => [field.replace(/^valeur\./, ''), told])
  return new ApiError(error.status, { message: error.message, errors: Object.fromEntries(errors) })
}

interface SectionFormProps<V extends Record<string, unknown>> {
  nom: SectionName
  titre: string
  schema: z.ZodMiniType
  lue: SectionLue
  toSaisie: (valeur: Record<string, unknown>) => V
  toValeur?: (saisie: V) => V
  onSaved: (message: string) => void
  children: (form: UseFormReturnType<V>) => ReactNode
}

/** Card of one section of the settings, saved under the section's own version. */
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
