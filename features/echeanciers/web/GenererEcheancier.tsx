import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { generationInput, PORTEES } from '#features/echeanciers/echeances.contract.ts'
import type { DialogDuDossierProps } from '#features/ventes/web/dialogDuDossier.ts'
import { AvecDossier } from '#features/ventes/web/AvecDossier.tsx'
import { rereadDossier, type DossierLu } from '#features/ventes/web/dossiers.queries.ts'
import styles from '#features/echeanciers/web/echeancier.module.css'
import { lignesDuDossier, useGenerateEcheancier } from '#features/echeanciers/web/echeances.queries.ts'
import {
  AvecModeles,
  GenerationFields,
  toGenerationSaisie,
  toSaisieDeModele,
  type SaisieDeModele,
} from '#features/echeanciers/web/GenerationFields.tsx'
import {
  applyModele,
  applyToRest,
  exigibleLe,
  splitModele,
  type Ligne,
  type Part,
} from '#features/echeanciers/echeancier.rules.ts'
import {
  lignesOf,
  modelesQuery,
  stadesQueries,
  type ModeleLu,
} from '#features/echeanciers/web/stades.queries.ts'
import { formatMontant, fromDecimal, type Centimes } from '#shared/argent.ts'
import { aujourdhui, isJour } from '#shared/dates.ts'
import { formatCompte } from '#shared/texte.ts'
import { messageOf } from '#web/kit/call/api.ts'
import { ErrorState } from '#web/kit/feedback/Results.tsx'
import { useContractForm, useRecord } from '#web/kit/form/form.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { Segments } from '#web/kit/list/ViewSwitch.tsx'
import { useIdempotencyKey } from '#web/kit/form/adding.tsx'
import {
  exigibleOf,
  stadeAtteintOf,
  describeExigible,
  describeRetard,
  describePassees,
  duesALaNaissance,
} from '#features/echeanciers/echeances.words.ts'
import { Lignes, type Colonne } from '#web/kit/table/Lignes.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'

const TITLE = "Générer l'échéancier"

export function GenererEcheancier(props: DialogDuDossierProps) {
  return (
    <AvecModeles title={TITLE} onClose={props.onClose}>
      {(modeles) => <GenererForm {...props} modeles={modeles} />}
    </AvecModeles>
  )
}

export interface GenererPourVenteProps {
  venteId: number
  onClose: () => void
  onSaved: (message: string) => void
}

/** The same generation where only the id of the sale is known. */
export const GenererPourVente = ({ venteId, ...props }: GenererPourVenteProps) => (
  <AvecDossier venteId={venteId} title={TITLE} onClose={props.onClose}>
    {(dossier) => <GenererEcheancier dossier={dossier} {...props} />}
  </AvecDossier>
)

interface Saisie extends SaisieDeModele {
  portee: (typeof PORTEES)[number]
}

const CHOICES = [
  { value: 'tout', label: 'Tout le prix' },
  { value: 'reste', label: 'Le reste à payer' },
] as const

function GenererForm({
  dossier: listed,
  modeles,
  onClose,
  onSaved,
}: DialogDuDossierProps & { modeles: readonly ModeleLu[] }) {
  // Once a line is covered, only the rest can be planned.
  const [begun] = useState(listed.echeances.some(({ couvert }) => couvert > 0))
  const form = useContractForm<Saisie>(generationInput, {
    ...toSaisieDeModele(modeles),
    portee: begun ? 'reste' : 'tout',
  })
  const { record: dossier = listed, onReload } = useRecord(listed, form, {
    read: rereadDossier,
    toSaisie: () => form.getValues(),
  })
  const generate = useGenerateEcheancier()
  const idempotencyKey = useIdempotencyKey()
  const modele = modeles.find(({ id }) => id === form.values.modele_id)
  return (
    <FormDialog<Saisie>
      title={TITLE}
      size="xl"
      form={form}
      onSubmit={async (saisie) => {
        const { message } = await generate.mutateAsync({
          ...toGenerationSaisie(saisie, modele),
          portee: saisie.portee,
          id: dossier.id,
          version: dossier.version,
          idempotencyKey,
        })
        onSaved(message)
      }}
      onClose={onClose}
      onReload={onReload}
      submitLabel="Générer"
      busyLabel="Génération..."
      fallback="Erreur lors de la génération de l'échéancier."
    >
      <GenerationFields form={form} modeles={modeles} />
      {dossier.totalPaye > 0 && (
        <div className="row gap-8-16">
          <span aria-hidden>Porte sur</span>
          <Segments
            label="Porte sur"
            choices={CHOICES}
            value={form.values.portee}
            onChange={(portee) => form.setFieldValue('portee', portee)}
          />
        </div>
      )}
      {dossier.echeances.length > 0 && (
        <p className="dim flat">
          {dossier.echeances.length === 1
            ? "Remplace l'échéance actuelle."
            : `Remplace les ${formatCompte(dossier.echeances.length, 'échéance')} actuelles.`}
        </p>
      )}
      {modele && <Apercu dossier={dossier} modele={modele} saisie={form.values} />}
    </FormDialog>
  )
}

/** The preview applies the server's rules to the values typed so far. */
function Apercu({ dossier, modele, saisie }: { dossier: DossierLu; modele: ModeleLu; saisie: Saisie }) {
  const { data: reglages } = useQuery(modelesQuery)
  const stades = useQuery({
    ...stadesQueries.ofBloc(dossier.bien.bloc_id ?? 0),
    enabled: dossier.bien.bloc_id !== null,
  })
  const stadesDuBloc = stades.data?.data
  // Without the stades of the bloc, the parts that have passed are unknown.
  if (dossier.bien.bloc_id !== null && !stadesDuBloc)
    return stades.isError ? (
      <ErrorState
        message={messageOf(stades.error, "L'aperçu n'a pas pu être calculé.")}
        onRetry={() => void stades.refetch()}
      />
    ) : null
  const atteints = new Map(
    (stadesDuBloc ?? []).flatMap(({ stade_id, atteint_le }) =>
      atteint_le === null ? [] : [[stade_id, atteint_le] as const],
    ),
  )
  const { lignes, passees } = makeLignes(dossier, modele, saisie, [...atteints.keys()])
  const apercues = lignes.map((ligne, index): LigneApercue => {
    const atteint_le = ligne.stade_id === null ? null : (atteints.get(ligne.stade_id) ?? null)
    return {
      ...ligne,
      rang: index + 1,
      stade: reglages?.stades.find(({ id }) => id === ligne.stade_id)?.nom ?? '',
      exigible_le: exigibleLe(ligne, dossier, atteint_le),
      stade_atteint_le: atteint_le,
    }
  })
  return <ApercuEcheancier lignes={apercues} paye={fromDecimal(dossier.totalPaye)} passees={passees} />
}

function makeLignes(
  dossier: DossierLu,
  modele: ModeleLu,
  saisie: Saisie,
  stades: readonly number[],
): { lignes: Ligne[]; passees: Passees | null } {
  const prix = fromDecimal(dossier.montant)
  const nombre = Number(saisie.nombre)
  const generation = {
    premier_jour: isJour(saisie.premier_jour) ? saisie.premier_jour : null,
    nombre: Number.isInteger(nombre) && nombre >= 1 && nombre <= 120 ? nombre : undefined,
    arrondi: fromDecimal(Number(saisie.arrondi)),
  }
  const duModele = lignesOf(modele)
  if (saisie.portee === 'tout') return { lignes: applyModele(prix, duModele, generation), passees: null }
  const lignes = lignesDuDossier(dossier)
  const { contrat_le, livraison_le } = dossier
  const evenements = { contrat_le, livraison_le, stades, aujourdhui: aujourdhui() }
  return {
    lignes: applyToRest(prix, fromDecimal(dossier.totalPaye), lignes, duModele, evenements, generation),
    passees: splitModele(duModele, evenements, generation),
  }
}

interface LigneApercue extends Ligne {
  rang: number
  stade: string
  /** Due day, known for a day or for an event that has happened. */
  exigible_le: string | null
  stade_atteint_le: string | null
}

interface Passees {
  a_venir: readonly Part[]
  passees: readonly Part[]
}

const COLUMNS: readonly Colonne<LigneApercue>[] = [
  { title: 'N°', court: true, cell: ({ rang }) => rang },
  { title: 'Échéance', cell: ({ libelle }) => <span data-nom>{libelle}</span> },
  { title: 'Exigible', cell: (ligne) => <Exigible ligne={ligne} /> },
  { title: 'Montant (DA)', figure: true, cell: ({ montant }) => <Montant centimes={montant} sansUnite /> },
]

function Exigible({ ligne: { stade, ...ligne } }: { ligne: LigneApercue }) {
  const atteint = stadeAtteintOf(ligne)
  return (
    <>
      {exigibleOf({ ...ligne, stade: { nom: stade } }) || 'À dater'}
      {atteint !== '' && <span className={`dim block ${styles.atteint}`}>{atteint}</span>}
    </>
  )
}

interface ApercuProps {
  lignes: readonly LigneApercue[]
  paye: Centimes
  /** Null when the modèle is applied to the whole price. */
  passees: Passees | null
}

function ApercuEcheancier({ lignes, paye, passees }: ApercuProps) {
  const somme = lignes.reduce((sum, { montant }) => sum + montant, 0)
  const laissees = passees && describePassees(passees)
  const { retard, exigible } = duesALaNaissance(lignes, paye, aujourdhui())
  return (
    <section className="stack gap-8" aria-label="Aperçu de l'échéancier">
      {laissees && <p className="dim flat">{laissees}</p>}
      <p className={retard > 0 ? 'bold alarm flat' : 'dim flat if-any'}>{describeRetard(retard)}</p>
      {exigible > 0 && <p className="bold warn flat">{describeExigible(exigible)}</p>}
      <Lignes label="Échéances à créer" rows={lignes} rowKey={({ rang }) => rang} columns={COLUMNS} />
      <p className="bold flat right" role="status">
        {formatCompte(lignes.length, 'échéance')}, {formatMontant(somme)}
      </p>
    </section>
  )
}
