import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { chargesEndpoints } from '#features/charges/charges.contract.ts'
import { formatCompteBancaire } from '#features/comptes/comptes.words.ts'
import { lesComptes } from '#features/comptes/web/comptes.queries.ts'
import { COMPTES_DU_PLAN, type CompteDuPlan } from '#features/parametres/parametres.champs.ts'
import { COMPTE_DE_BANQUE, sections } from '#features/parametres/parametres.sections.ts'
import styles from '#features/parametres/web/Parametres.module.css'
import type { SectionProps } from '#features/parametres/web/parametres.queries.ts'
import { SectionForm } from '#features/parametres/web/CarteForm.tsx'
import { readObjet } from '#shared/champs/kinds.ts'
import { callPage } from '#web/kit/call/api.ts'

interface ComptePropre {
  id: number
  compte: string
}
type Saisie = Record<CompteDuPlan, string> &
  Record<'banques' | 'categories', ComptePropre[]> &
  Record<string, unknown>

const CLES = Object.keys(COMPTES_DU_PLAN) as CompteDuPlan[]
const text = (valeur: unknown): string => (typeof valeur === 'string' ? valeur : '')

const toPropres = (valeur: unknown): ComptePropre[] =>
  (Array.isArray(valeur) ? valeur : []).map((one: unknown) => {
    const { id, compte } = readObjet(one)
    return { id: Number(id), compte: text(compte) }
  })

const toSaisie = (valeur: Record<string, unknown>): Saisie => ({
  ...(Object.fromEntries(CLES.map((cle) => [cle, text(valeur[cle])])) as Record<CompteDuPlan, string>),
  banques: toPropres(valeur['banques']),
  categories: toPropres(valeur['categories']),
})

/** All categories of bons by name, of which each may have an account of its own. */
const toutesLesCategories = {
  queryKey: ['charges', 'categories', 'toutes'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (
      await callPage(
        chargesEndpoints.categories,
        { query: { page: 1, per_page: 500 }, signal },
        { blank: { nom: '' } },
      )
    ).data,
}

export function EcrituresSection({ lue, onSaved }: SectionProps) {
  const comptes = useQuery(lesComptes()).data?.data ?? []
  const categories = useQuery(toutesLesCategories).data ?? []
  return (
    <SectionForm<Saisie>
      nom="ecritures"
      titre="Écritures"
      schema={sections.ecritures.schema}
      lue={lue}
      toSaisie={toSaisie}
      onSaved={onSaved}
    >
      {(form) => (
        <>
          <p className="dim flat">
            Proposés, à valider avec votre comptable. Un compte vide donne « à affecter ».
          </p>
          <fieldset className={`stack flat shrinks gap-8 ${styles.group}`}>
            <legend className={`bold ${styles.legend}`}>Comptes de votre plan (SCF)</legend>
            <div className={`stack gap-14 ${styles.rows}`}>
              {CLES.map((cle) => (
                <TextInput
                  key={cle}
                  label={COMPTES_DU_PLAN[cle]}
                  autoComplete="off"
                  maxLength={20}
                  {...form.getInputProps(cle)}
                />
              ))}
            </div>
          </fieldset>
          <ComptesPropres
            form={form}
            champ="banques"
            titre="Comptes bancaires"
            defaut={COMPTE_DE_BANQUE}
            lignes={comptes.map((compte) => ({ id: compte.id, label: formatCompteBancaire(compte) }))}
          />
          <ComptesPropres
            form={form}
            champ="categories"
            titre="Catégories de bons"
            defaut={form.values.charges}
            lignes={categories.map(({ id, nom }) => ({ id, label: nom }))}
          />
        </>
      )}
    </SectionForm>
  )
}

interface ComptesPropresProps {
  form: UseFormReturnType<Saisie>
  champ: 'banques' | 'categories'
  titre: string
  /** The account of a line that has none of its own. */
  defaut: string
  lignes: readonly { id: number; label: string }[]
}

/** The accounts of the bank accounts, or of the categories: a line that is as proposed is not kept, so that it follows what is proposed. */
function ComptesPropres({ form, champ, titre, defaut, lignes }: ComptesPropresProps) {
  if (lignes.length === 0) return null
  const propres = form.values[champ]
  const change = (id: number, compte: string) => {
    const others = propres.filter((one) => one.id !== id)
    form.setFieldValue(champ, compte === defaut ? others : [...others, { id, compte }])
  }
  return (
    <fieldset className={`stack flat shrinks gap-8 ${styles.group}`}>
      <legend className={`bold ${styles.legend}`}>{titre}</legend>
      <div className={`stack gap-14 ${styles.rows}`}>
        {lignes.map(({ id, label }) => (
          <TextInput
            key={id}
            label={label}
            autoComplete="off"
            maxLength={20}
            value={propres.find((one) => one.id === id)?.compte ?? defaut}
            onChange={({ currentTarget }) => change(id, currentTarget.value)}
          />
        ))}
      </div>
      {form.errors[champ] && <p className="small wrong flat">{form.errors[champ]}</p>}
    </fieldset>
  )
}
