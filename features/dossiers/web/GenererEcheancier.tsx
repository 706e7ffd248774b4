import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { generationInput, PORTEES } from '#features/dossiers/echeancier.contract.ts'
import type { DialogDuDossierProps } from '#features/dossiers/web/actionsDuDossier.ts'
import { ApercuEcheancier, type LigneApercue } from '#features/dossiers/web/ApercuEcheancier.tsx'
import { dossiersQueries, type DossierLu } from '#features/dossiers/web/dossiers.queries.ts'
import styles from '#features/dossiers/web/echeancier.module.css'
import { useGenerateEcheancier } from '#features/dossiers/web/echeancier.queries.ts'
import {
  GenerationFields,
  toGenerationSaisie,
  toSaisieDeModele,
  type SaisieDeModele,
} from '#features/dossiers/web/GenerationFields.tsx'
import { SansModele } from '#features/dossiers/web/SansModele.tsx'
import { applyModele, applyToRest, type Ligne } from '#features/echeancier/echeancier.rules.ts'
import { lignesOf, modelesQuery, stadesQueries, type ModeleLu } from '#features/stades/web/stades.queries.ts'
import { fromDecimal } from '#shared/argent.ts'
import { isJour } from '#shared/dates.ts'
import { formatCompte } from '#shared/texte.ts'
import { useContractForm } from '#web/kit/form.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { Segments } from '#web/kit/Segments.tsx'
import { useIdempotencyKey } from '#web/kit/useIdempotencyKey.ts'
import { useRecord } from '#web/kit/useRecord.ts'

const TITLE = "Générer l'échéancier"

/** Makes the lines of a dossier out of a modèle: what they will be is seen before. */
export function GenererEcheancier(props: DialogDuDossierProps) {
  const query = useQuery(modelesQuery)
  if (query.data && query.data.modeles.length > 0)
    return <GenererForm {...props} modeles={query.data.modeles} />
  return <SansModele title={TITLE} query={query} onClose={props.onClose} />
}

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
  // Once something is covered, only what remains can still be planned.
  const [begun] = useState(listed.echeances.some(({ couvert }) => couvert > 0))
  const form = useContractForm<Saisie>(generationInput, {
    ...toSaisieDeModele(modeles),
    portee: begun ? 'reste' : 'tout',
  })
  const { record: dossier = listed, onReload } = useRecord(listed, form, {
    read: (id, client) => client.fetchQuery({ ...dossiersQueries.read(id), staleTime: 0 }),
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
        <div className={styles.portee}>
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
        <p className={styles.note}>
          {dossier.echeances.length === 1
            ? "Remplace l'échéance actuelle."
            : `Remplace les ${formatCompte(dossier.echeances.length, 'échéance')} actuelles.`}
        </p>
      )}
      {modele && <Apercu dossier={dossier} modele={modele} saisie={form.values} />}
    </FormDialog>
  )
}

/** The same rules as the server's, on what is typed so far. */
function Apercu({ dossier, modele, saisie }: { dossier: DossierLu; modele: ModeleLu; saisie: Saisie }) {
  const { data: reglages } = useQuery(modelesQuery)
  const { data: atteints } = useQuery({
    ...stadesQueries.ofBloc(dossier.bien.bloc_id ?? 0),
    enabled: dossier.bien.bloc_id !== null,
  })
  const days = {
    date: null,
    reservation: dossier.reservation_le,
    contrat: dossier.contrat_le,
    livraison: dossier.livraison_le,
  }
  const lignes = makeLignes(dossier, modele, saisie).map((ligne, index): LigneApercue => {
    const { declencheur, stade_id } = ligne
    const stade = reglages?.stades.find(({ id }) => id === stade_id)
    const reached = atteints?.find((one) => one.stade_id === stade_id)?.atteint_le ?? null
    return {
      ...ligne,
      rang: index + 1,
      stade: stade?.nom ?? '',
      exigible_le: declencheur === 'stade' ? reached : days[declencheur],
    }
  })
  return <ApercuEcheancier lignes={lignes} />
}

function makeLignes(dossier: DossierLu, modele: ModeleLu, saisie: Saisie): Ligne[] {
  const prix = fromDecimal(dossier.montant)
  const nombre = Number(saisie.nombre)
  const generation = {
    premier_jour: isJour(saisie.premier_jour) ? saisie.premier_jour : null,
    nombre: Number.isInteger(nombre) && nombre >= 1 && nombre <= 120 ? nombre : undefined,
    arrondi: fromDecimal(Number(saisie.arrondi)),
  }
  if (saisie.portee === 'tout') return applyModele(prix, lignesOf(modele), generation)
  const lignes = dossier.echeances.map(({ stade, montant, couvert, ...ligne }) => ({
    ...ligne,
    stade_id: stade?.id ?? null,
    montant: fromDecimal(montant),
    couvert: fromDecimal(couvert),
  }))
  return applyToRest(prix, fromDecimal(dossier.totalPaye), lignes, lignesOf(modele), generation)
}
