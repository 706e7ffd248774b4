import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MODELES_MAX } from '#features/echeancier/modeles.contract.ts'
import { sections } from '#features/parametres/parametres.sections.ts'
import section from '#features/parametres/web/Parametres.module.css'
import type { SectionLue } from '#features/parametres/web/parametres.queries.ts'
import { SectionForm } from '#features/parametres/web/SectionForm.tsx'
import { ModeleEdite, type Erreurs } from '#features/stades/web/ModeleEdite.tsx'
import { newModele, toModeles, type ModeleSaisi } from '#features/stades/web/modeleSaisi.ts'
import styles from '#features/stades/web/stades.module.css'
import { modelesQuery } from '#features/stades/web/stades.queries.ts'

interface Saisie extends Record<string, unknown> {
  modeles: ModeleSaisi[]
}
const NONE = [] as const

/** The modèles out of which échéanciers are made, saved together. */
export function ModelesSection({ lue, onSaved }: { lue: SectionLue; onSaved: (message: string) => void }) {
  return (
    <SectionForm<Saisie>
      nom="modeles"
      titre="Modèles d'échéancier"
      schema={sections.modeles.schema}
      lue={lue}
      toSaisie={(valeur) => ({ modeles: toModeles(valeur) })}
      onSaved={onSaved}
    >
      {(form) => <Modeles form={form} />}
    </SectionForm>
  )
}

function Modeles({ form }: { form: UseFormReturnType<Saisie> }) {
  const { data } = useQuery(modelesQuery)
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const { modeles } = form.values
  const erreurs = toErreurs(form.errors)
  const change = (next: ModeleSaisi[]) => {
    form.clearErrors()
    form.setFieldValue('modeles', next)
  }
  const toggle = (cle: number) => {
    const next = new Set(opened)
    if (!next.delete(cle)) next.add(cle)
    setOpened(next)
  }
  function remove({ cle, par_defaut }: ModeleSaisi) {
    const others = modeles.filter((other) => other.cle !== cle)
    // One of them stays proposed first.
    change(others.map((other, rang) => (par_defaut && rang === 0 ? { ...other, par_defaut: true } : other)))
  }
  return (
    <>
      {modeles.length === 0 && <p className={section.note}>Aucun modèle d'échéancier.</p>}
      {modeles.map((modele, index) => (
        <ModeleEdite
          key={modele.cle}
          modele={modele}
          rang={index + 1}
          stades={data?.stades ?? NONE}
          erreurs={erreurs.get(index) ?? {}}
          opened={opened.has(modele.cle) || erreurs.has(index)}
          onToggle={() => toggle(modele.cle)}
          onChange={(patch) => change(modeles.with(index, { ...modele, ...patch }))}
          onDefault={() => change(modeles.map((one) => ({ ...one, par_defaut: one.cle === modele.cle })))}
          onRemove={() => remove(modele)}
        />
      ))}
      <p className={styles.erreur} role="status">
        {form.errors['modeles']}
      </p>
      <Button
        className={section.add}
        variant="subtle"
        size="sm"
        leftSection={<IconPlus size={18} stroke={1.6} />}
        disabled={modeles.length >= MODELES_MAX}
        onClick={() => {
          const modele = newModele(modeles.length === 0)
          change([...modeles, modele])
          toggle(modele.cle)
        }}
      >
        Ajouter un modèle
      </Button>
      <p className={section.note}>Les échéanciers déjà faits ne changent pas.</p>
    </>
  )
}

/** The sentences of each modèle, by what follows its place. */
function toErreurs(errors: UseFormReturnType<Saisie>['errors']): Map<number, Erreurs> {
  const erreurs = new Map<number, Erreurs>()
  for (const [path, sentence] of Object.entries(errors)) {
    const [, rang = '', champ = ''] = /^modeles\.(\d+)\.(.+)$/.exec(path) ?? []
    if (champ === '' || typeof sentence !== 'string') continue
    erreurs.set(Number(rang), { ...erreurs.get(Number(rang)), [champ]: sentence })
  }
  return erreurs
}
