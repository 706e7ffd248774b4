import { AIDE_PRIX_CONVENU } from '#features/ventes/web/dossiers.words.ts'
import { Button, Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import type { UseFormReturnType } from '@mantine/form'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { applyModele, exigibleLe, waitsForStade, type Ligne } from '#features/echeanciers/echeancier.rules.ts'
import { describeExigible, describeRetard, duesALaNaissance } from '#features/echeanciers/echeances.words.ts'
import { ligneADate, lignesOf, type ModeleLu } from '#features/echeanciers/web/stades.queries.ts'
import { formatEcart, formatVariation, pourcentageDuChangement } from '#features/prix/prix.rules.ts'
import styles from '#features/ventes/web/fins.module.css'
import type { VenteSaisie } from '#features/ventes/web/ventes.queries.ts'
import { formatMontant, readCentiemes, type Centimes } from '#shared/argent.ts'
import type { TypeBien } from '#shared/biens.ts'
import { aujourdhui, formatJourCourt, isJour } from '#shared/dates.ts'
import { formatCompte, isole } from '#shared/texte.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { DateField } from '#web/kit/field/DateField.tsx'
import { MoneyField } from '#web/kit/field/NumberField.tsx'
import { FieldPair } from '#web/kit/form/FieldPair.tsx'
import { SelectField } from '#web/kit/select/SelectField.tsx'

/** A bien as its sale needs it, the price in decimal dinars. */
export interface BienVendable {
  id: number
  type: TypeBien
  montant: number
  version: number
}

export interface TermesSaisis {
  reservation_le: string
  /** Null until another price than that of the bien is typed. */
  prix: number | string | null
  /** Null until the box is touched: the modèle by default then decides. */
  planifie: boolean | null
  /** Null until a modèle is chosen. */
  modele_id: number | null
  premier_jour: string
}

export const toTermes = (): TermesSaisis => ({
  reservation_le: aujourdhui(),
  prix: null,
  planifie: null,
  modele_id: null,
  premier_jour: aujourdhui(),
})

/** Price in centimes; 0 where an answer tells none. */
const prixDuBien = ({ montant }: BienVendable): Centimes => readCentiemes(montant) ?? 0

/** Price of the sale in centimes as typed, else that of the bien; null for a text that is no price. */
export const prixConvenu = ({ prix }: TermesSaisis, bien: BienVendable): Centimes | null =>
  prix === null || prix === '' ? prixDuBien(bien) : readCentiemes(prix)

/** The modèles that suit a bien, and the one its sale would follow; null when it would have no échéancier (ecrans §3). */
function choose(termes: TermesSaisis, bien: BienVendable, modeles: readonly ModeleLu[]) {
  const place = bien.type === 'place_parking'
  const convenables = modeles.filter(({ lignes }) => !place || !waitsForStade(lignes))
  const propose = convenables.find(({ par_defaut }) => par_defaut) ?? (place ? convenables[0] : undefined)
  const modele = convenables.find(({ id }) => id === termes.modele_id) ?? propose ?? convenables[0]
  const planifie = prixConvenu(termes, bien) !== 0 && (termes.planifie ?? propose !== undefined)
  return { convenables, modele, suivi: planifie && modele ? modele : null }
}

/** Fields of the body beside client and option; a term that the call would choose by itself is left out. */
export function toTermesEnvoyes(
  termes: TermesSaisis,
  bien: BienVendable,
  modeles: readonly ModeleLu[],
): Omit<VenteSaisie, 'client_id' | 'option_id'> {
  const { suivi } = choose(termes, bien, modeles)
  const { reservation_le, prix, premier_jour } = termes
  const changed = {
    ...(reservation_le !== '' && reservation_le !== aujourdhui() && { reservation_le }),
    ...(prix !== null && prixConvenu(termes, bien) !== prixDuBien(bien) && { prix }),
    ...(suivi && { modele_id: suivi.id, ...(ligneADate(suivi) && { premier_jour }) }),
  }
  return Object.keys(changed).length === 0 ? {} : { ...changed, version: bien.version }
}

interface TermesProps<V extends TermesSaisis & Record<string, unknown>> {
  form: UseFormReturnType<V>
  bien: BienVendable
  /** Undefined while they load. */
  modeles: readonly ModeleLu[] | undefined
}

/** Day, price and échéancier of a sale; a phone folds them under what they come to. */
export function TermesDeVente<V extends TermesSaisis & Record<string, unknown>>(props: TermesProps<V>) {
  const { bien, modeles = [] } = props
  const form = props.form as unknown as UseFormReturnType<TermesSaisis>
  const [open, setOpen] = useState(false)
  const id = useId()
  const termes = form.getValues()
  const shown =
    open || ['reservation_le', 'prix', 'modele_id', 'premier_jour'].some((one) => one in form.errors)
  const lignes = lignesDe(termes, bien, modeles)
  return (
    <div className={styles.termes}>
      <Button
        className={styles.deplier}
        variant="default"
        aria-expanded={shown}
        aria-controls={id}
        rightSection={<IconChevronDown size={18} stroke={1.6} aria-hidden />}
        onClick={() => setOpen(!shown)}
      >
        <span>Date, prix, échéancier</span>
        <span className={`dim small ${styles.resume}`}>{resumeOf(termes, bien, lignes.length)}</span>
      </Button>
      <div id={id} className={`stack gap-12 ${styles.champs}`} data-folded={!shown || undefined}>
        <FieldPair>
          <DateField
            label="Date de réservation"
            openOnFocus={false}
            {...form.getInputProps('reservation_le')}
          />
          <Prix form={form} bien={bien} />
        </FieldPair>
        <Echeancier {...props} form={form} lignes={lignes} />
      </div>
    </div>
  )
}

function resumeOf(termes: TermesSaisis, bien: BienVendable, echeances: number): string {
  const { reservation_le: jour } = termes
  const prix = prixConvenu(termes, bien)
  return [
    jour === '' || jour === aujourdhui() ? "Aujourd'hui" : isJour(jour) ? formatJourCourt(jour) : jour,
    prix === null ? String(termes.prix) : formatMontant(prix),
    echeances === 0 ? 'sans échéancier' : formatCompte(echeances, 'échéance'),
  ].join(' · ')
}

function lignesDe(termes: TermesSaisis, bien: BienVendable, modeles: readonly ModeleLu[]) {
  const { suivi } = choose(termes, bien, modeles)
  const prix = prixConvenu(termes, bien)
  if (!suivi || prix === null) return []
  const premier_jour = isJour(termes.premier_jour) ? termes.premier_jour : null
  return applyModele(prix, lignesOf(suivi), { premier_jour })
}

interface PartProps {
  form: UseFormReturnType<TermesSaisis>
  bien: BienVendable
}

function Prix({ form, bien }: PartProps) {
  const peut = usePeut()
  const { prix } = form.getValues()
  if (!peut({ access: 'patrimoine' }))
    return (
      <div className={`stack small packed gap-4 ${styles.texte}`}>
        <span>Prix convenu</span>
        <Montant decimal={bien.montant} />
      </div>
    )
  const ecart = describeEcart(prixDuBien(bien), prixConvenu(form.getValues(), bien))
  return (
    <MoneyField
      label="Prix convenu"
      {...form.getInputProps('prix')}
      value={prix ?? bien.montant}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={
        <>
          {AIDE_PRIX_CONVENU}
          {ecart !== undefined && <span className="block">{ecart}</span>}
        </>
      }
    />
  )
}

function describeEcart(actuel: Centimes, convenu: Centimes | null): string | undefined {
  if (convenu === null || convenu === actuel) return undefined
  const pourcent = pourcentageDuChangement(actuel, convenu)
  const part = pourcent === null ? '' : ` (${formatVariation(pourcent)})`
  return `${formatEcart(convenu - actuel)} par rapport au prix actuel${part}`
}

/** The amounts that a sale makes late, and due, on the day it is made. */
function Dues({ lignes, reservation_le }: Pick<EcheancierProps, 'lignes'> & { reservation_le: string }) {
  const today = aujourdhui()
  const jours = {
    reservation_le: isJour(reservation_le) ? reservation_le : today,
    contrat_le: null,
    livraison_le: null,
  }
  const nees = lignes.map((ligne) => ({ ...ligne, exigible_le: exigibleLe(ligne, jours, null) }))
  const { retard, exigible } = duesALaNaissance(nees, 0, today)
  return (
    <>
      {retard > 0 && <p className="bold alarm flat">{describeRetard(retard)}</p>}
      {exigible > 0 && <p className="bold warn flat">{describeExigible(exigible)}</p>}
    </>
  )
}

interface EcheancierProps extends PartProps {
  modeles: readonly ModeleLu[] | undefined
  lignes: readonly Ligne[]
}

const SANS = "Cette vente n'aura pas d'échéance : elle ne sera jamais en retard."

function Echeancier({ form, bien, modeles, lignes }: EcheancierProps) {
  const text = useId()
  const termes = form.getValues()
  if (!modeles) return null
  if (modeles.length === 0) return <p className="dim small flat">{SANS}</p>
  const { convenables, modele, suivi } = choose(termes, bien, modeles)
  const [first] = lignes
  return (
    <>
      <div className={`stack gap-4-16 ${styles.echeancier}`}>
        <Checkbox
          label="Échéancier"
          checked={suivi !== null}
          disabled={convenables.length === 0 || prixConvenu(termes, bien) === 0}
          aria-describedby={text}
          onChange={({ currentTarget }) => form.setFieldValue('planifie', currentTarget.checked)}
        />
        {suivi && modele && (
          <SelectField
            aria-label="Modèle"
            data={convenables.map(({ id, nom, par_defaut }) => ({
              value: String(id),
              label: par_defaut ? isole(nom, 'par défaut') : nom,
            }))}
            value={String(modele.id)}
            error={form.errors['modele_id']}
            onChange={(id) => {
              form.setFieldValue('modele_id', Number(id))
              form.clearFieldError('modele_id')
            }}
          />
        )}
      </div>
      {suivi && ligneADate(suivi) && (
        <DateField
          label="Première échéance le"
          required
          withAsterisk
          openOnFocus={false}
          {...form.getInputProps('premier_jour')}
        />
      )}
      <p id={text} className="dim small flat">
        {first ? (
          <>
            {formatCompte(lignes.length, 'échéance')}. Première : <bdi>{first.libelle}</bdi>,{' '}
            {formatMontant(first.montant)}
          </>
        ) : convenables.length === 0 ? (
          "Aucun modèle sans stade : une place n'a pas de bloc."
        ) : (
          SANS
        )}
      </p>
      <Dues lignes={lignes} reservation_le={termes.reservation_le} />
    </>
  )
}
