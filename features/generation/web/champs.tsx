import { withHelp } from '#web/kit/field/hints.ts'
import { Button, TextInput } from '@mantine/core'
import { createContext, use, useId, useRef, useState, type ReactNode } from 'react'
import styles from '#features/generation/web/generation.module.css'

/** Error of a field by its path in the request. */
export type Erreurs = (chemin: string) => string | undefined
export const ErreursContext = createContext<Erreurs>(() => undefined)

/** Props of a field that shows its error and is recognised when it loses the focus. */
export function useErreur(): (chemin: string) => { name: string; error: string | undefined } {
  const erreurs = use(ErreursContext)
  return (chemin) => ({ name: chemin, error: erreurs(chemin) })
}

export function Part({ titre, apres, children }: { titre: string; apres?: ReactNode; children?: ReactNode }) {
  return (
    <section className={`stack card shrinks ${styles.part}`} aria-label={titre}>
      <div className="row between gap-8-16">
        <h2 className={`bold flat ${styles.titre}`}>{titre}</h2>
        {apres}
      </div>
      {children}
    </section>
  )
}

interface ModeleFieldProps {
  label: string
  /** Path of the field in the request. */
  chemin: string
  value: string
  onChange: (value: string) => void
  /** Placeholders that a chip inserts, by the chip's word: « Rang » inserts {rang:2}. */
  reperes: Readonly<Record<string, string>>
  aide: string
  /** First names that the pattern makes: « D201, D202… ». */
  exemple: string
  /** Sentence that says what the pattern makes of one record, where the names alone do not tell it. */
  exempleDit?: string
}

/**
 * A pattern, typed or built by chips that insert at the caret, with its live example (ecrans §14 B24). The pattern itself shows once it is
 * asked for, or refused: most offices read the example alone (entree.md F).
 */
export function ModeleField(props: ModeleFieldProps) {
  const { label, chemin, value, onChange, reperes, aide, exemple, exempleDit } = props
  const erreur = useErreur()
  const input = useRef<HTMLInputElement>(null)
  const [asked, setAsked] = useState(false)
  const dit = useId()
  const { error, ...named } = erreur(chemin)
  const written = asked || error !== undefined
  function insert(repere: string) {
    const field = input.current
    const [from, to] = [field?.selectionStart ?? value.length, field?.selectionEnd ?? value.length]
    onChange(value.slice(0, from) + repere + value.slice(to))
    write((shown) => shown.setSelectionRange(from + repere.length, from + repere.length))
  }
  /** Shows the pattern and puts the caret into it. */
  function write(then?: (shown: HTMLInputElement) => void) {
    setAsked(true)
    requestAnimationFrame(() => {
      input.current?.focus()
      if (input.current) then?.(input.current)
    })
  }
  return (
    <div className={`stack gap-8 ${styles.modele}`}>
      {written ? (
        <TextInput
          ref={input}
          label={label}
          withAsterisk
          size="md"
          maxLength={255}
          autoComplete="off"
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          {...withHelp({ ...named, error }, exempleDit)}
        />
      ) : (
        <span className="bold small">{label}</span>
      )}
      <div className={`row gap-6 ${styles.reperes}`} role="group" aria-label={`Insérer dans « ${label} »`}>
        {Object.entries(reperes).map(([mot, repere]) => (
          <Button key={mot} variant="default" size="compact-sm" radius="xl" onClick={() => insert(repere)}>
            {mot}
          </Button>
        ))}
        <output className={`bold anywhere shrinks ${styles.exemple}`}>{exemple}</output>
        {!written && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Écrire le modèle : ${label}`}
            aria-describedby={exempleDit === undefined ? undefined : dit}
            onClick={() => write()}
          >
            Écrire le modèle
          </Button>
        )}
      </div>
      {exempleDit !== undefined && !written && (
        <p id={dit} className={`dim anywhere flat ${styles.aide}`}>
          {exempleDit}
        </p>
      )}
      {written && <p className={`dim flat ${styles.aide}`}>{aide}</p>}
    </div>
  )
}
