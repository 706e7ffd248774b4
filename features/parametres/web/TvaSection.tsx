import { moisEntre } from '#features/rapports/periode.rules.ts'
import { sections } from '#features/parametres/parametres.sections.ts'
import { A_CONFIRMER } from '#features/parametres/parametres.words.ts'
import styles from '#features/parametres/web/Parametres.module.css'
import type { SectionProps } from '#features/parametres/web/parametres.queries.ts'
import { SectionForm } from '#features/parametres/web/CarteForm.tsx'
import { GENRES, TYPES_DE_BIEN, type TypeBien } from '#shared/biens.ts'
import { readObjet } from '#shared/champs/kinds.ts'
import { aujourdhui, formatMoisCourt, isMois } from '#shared/dates.ts'
import { DateField } from '#web/kit/field/DateField.tsx'
import { NumberField } from '#web/kit/field/NumberField.tsx'
import { SelectField } from '#web/kit/select/SelectField.tsx'
import { FieldTrio } from '#web/kit/form/FieldPair.tsx'

interface TauxSaisi {
  taux: number | ''
  depuis: string
  avant: number | ''
}
type Saisie = Record<TypeBien, TauxSaisi> & { encaissements_du: string } & Record<string, unknown>

function toTaux(valeur: unknown): TauxSaisi {
  const { taux, depuis, avant } = readObjet(valeur)
  return {
    taux: typeof taux === 'number' ? taux : '',
    depuis: texteOuVide(depuis),
    avant: typeof avant === 'number' ? avant : '',
  }
}

const PREMIER_MOIS = '2025-01'

const texteOuVide = (valeur: unknown): string => (typeof valeur === 'string' ? valeur : '')

const toSaisie = (valeur: Record<string, unknown>): Saisie => ({
  appartement: toTaux(valeur['appartement']),
  local: toTaux(valeur['local']),
  place_parking: toTaux(valeur['place_parking']),
  encaissements_du: texteOuVide(valeur['encaissements_du']),
})

/** The months from the first of the TVA on what is received to the end of next year, and the one that is set. */
function moisOfferts(depuis: string) {
  const au = `${Number(aujourdhui().slice(0, 4)) + 1}-12`
  const offerts = new Set([...moisEntre({ du: PREMIER_MOIS, au }), ...(isMois(depuis) ? [depuis] : [])])
  return [...offerts].toSorted().map((mois) => ({ value: mois, label: formatMoisCourt(mois) }))
}

export function TvaSection({ lue, onSaved }: SectionProps) {
  return (
    <SectionForm<Saisie>
      nom="tva"
      titre="TVA"
      schema={sections.tva.schema}
      lue={lue}
      toSaisie={toSaisie}
      onSaved={onSaved}
    >
      {(form) => (
        <>
          <p className="dim flat">
            Prix et versements sont TTC. TVA sur chaque somme encaissée depuis le 01/01/2025 (LF 2025 art. 59,
            circulaire 27 du 30/03/2025 : reflexion.dz). Aucun taux n'est proposé. {A_CONFIRMER}
          </p>
          {TYPES_DE_BIEN.map((type) => (
            <fieldset key={type} className={`stack flat shrinks gap-8 ${styles.group}`}>
              <legend className={`bold ${styles.legend}`}>{GENRES[type].nom}</legend>
              <FieldTrio>
                <NumberField label="Taux (%)" {...form.getInputProps(`${type}.taux`)} />
                <SelectField
                  label="À partir de"
                  placeholder="Choisir un mois"
                  data={moisOfferts(form.values[type].depuis)}
                  value={form.values[type].depuis || null}
                  onChange={(mois) => form.setFieldValue(`${type}.depuis`, mois ?? '')}
                  error={form.errors[`${type}.depuis`]}
                />
                <NumberField label="Taux d'avant (%)" {...form.getInputProps(`${type}.avant`)} />
              </FieldTrio>
            </fieldset>
          ))}
          <DateField
            label="TVA à l'encaissement depuis le"
            description="Ce qui fut reçu avant n'est pas compté ici."
            {...form.getInputProps('encaissements_du')}
          />
        </>
      )}
    </SectionForm>
  )
}
