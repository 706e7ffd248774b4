import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type * as z from 'zod/mini'
import styles from '#features/parametres/web/Parametres.module.css'
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
import { useQuestionOnLeaving } from '#web/kit/useQuestionOnLeaving.ts'

/** What the form was filled from, and how often it was saved. */
export interface Gardee<K> {
  valeur: K
  version: number
}

interface CarteFormProps<V extends Record<string, unknown>, K> {
  titre: string
  schema: z.ZodMiniType
  /** As it is kept. */
  lue: Gardee<K>
  /** What the form begins with, out of what is kept. */
  toSaisie: (valeur: K) => V
  /** What is sent of what stands in the form; as it stands unless told. */
  toValeur?: (saisie: V) => V
  /** Sends it, over what was `read`; what it is from now on. */
  save: (valeur: V, read: Gardee<K>) => Promise<Gardee<K> & { message: string }>
  /** Reads it again, because somebody else has saved it. */
  reread: () => Promise<Gardee<K> | undefined>
  onSaved: (message: string) => void
  children: (form: UseFormReturnType<V>) => ReactNode
}

/** A card of the settings: fields that are saved together under one version. Who leaves in the middle is asked. */
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
  // What the form was filled from: what is read again behind a form that is being changed must not pass for what its member saw.
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
  // Saved by somebody else, and nothing is being changed here: it is shown as it is now.
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
        stale: error instanceof ApiError && error.status === 409,
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
      className={styles.section}
      aria-labelledby={title}
      onSubmit={(event) => void submit(event)}
    >
      <h2 id={title} className={styles.title}>
        {titre}
      </h2>
      {word !== null && !done && <Banner kind="info">{word}</Banner>}
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

/** The server names a field of a section `valeur.champ`. */
function atItsFields(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const errors = Object.entries(error.errors).map(([field, told]) => [field.replace(/^valeur\./, ''), told])
  return new ApiError(error.status, { message: error.message, errors: Object.fromEntries(errors) })
}
