import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MODELES_MAX } from '#features/echeanciers/stades.contract.ts'
import { sections } from '#features/parametres/parametres.sections.ts'
import section from '#features/parametres/web/Parametres.module.css'
import type { SectionLue } from '#features/parametres/web/parametres.queries.ts'
import { SectionForm } from '#features/parametres/web/CarteForm.tsx'
import {
  ModeleEdite,
  newModele,
  toModeles,
  type ModeleSaisi,
  type ModelesSaisis,
} from '#features/echeanciers/web/ModeleEdite.tsx'
import { useRows } from '#web/kit/form/useRows.ts'
import { modelesQuery } from '#features/echeanciers/web/stades.queries.ts'

const NONE = [] as const

export function ModelesSection({ lue, onSaved }: { lue: SectionLue; onSaved: (message: string) => void }) {
  return (
    <SectionForm<ModelesSaisis>
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

function Modeles({ form }: { form: UseFormReturnType<ModelesSaisis> }) {
  const { data } = useQuery(modelesQuery)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const { modeles } = form.values
  const rows = useRows<ModeleSaisi>(form, 'modeles')
  const isRefused = (at: number) => Object.keys(form.errors).some((path) => path.startsWith(`modeles.${at}.`))
  const toggle = (cle: string) => {
    const next = new Set(opened)
    if (!next.delete(cle)) next.add(cle)
    setOpened(next)
  }
  function makeDefault(at: number) {
    for (const [rang, modele] of modeles.entries()) rows.replace(rang, { ...modele, par_defaut: rang === at })
  }
  function remove(at: number) {
    // The first modèle that remains becomes the default.
    if (modeles[at]?.par_defaut) makeDefault(at === 0 ? 1 : 0)
    rows.remove(at)
  }
  return (
    <>
      {modeles.length === 0 && <p className="dim flat">Aucun modèle d'échéancier.</p>}
      {modeles.map((modele, index) => (
        <ModeleEdite
          key={modele.cle}
          modele={modele}
          form={form}
          at={index}
          rows={rows}
          stades={data?.stades ?? NONE}
          opened={opened.has(modele.cle) || isRefused(index)}
          onToggle={() => toggle(modele.cle)}
          onDefault={() => makeDefault(index)}
          onRemove={() => remove(index)}
        />
      ))}
      <p className="small wrong flat if-any" role="status">
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
          rows.add(modele)
          toggle(modele.cle)
        }}
      >
        Ajouter un modèle
      </Button>
      <p className="dim flat">Les échéanciers déjà faits ne changent pas.</p>
    </>
  )
}
