import * as z from 'zod/mini'
import { dossierSaved } from '#features/dossiers/dossiers.contract.ts'
import { DECLENCHEURS } from '#features/echeancier/echeancier.rules.ts'
import {
  entier,
  entierRequete,
  facultatif,
  idParams,
  jour,
  montant,
  montantPositif,
  reference,
  texte,
  VALEUR_INVALIDE,
  version,
} from '#shared/champs.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'

/** What each part of a modèle may be cut to, in centimes: the centime, the dinar, 100 and 1 000 DA. */
export const ARRONDIS = [1, 100, 10_000, 100_000] as const
/** On what a modèle bears: the whole price, or what remains to be paid. */
export const PORTEES = ['tout', 'reste'] as const
export const LIGNES_MAX = 120
/** The bulk call writes so many échéanciers at once. */
export const DOSSIERS_MAX = 500

const NOMBRE = "Le nombre d'échéances est de 1 à 120."
const PAS = 'Le nombre de mois est de 1 à 12.'

const arrondi = montant(VALEUR_INVALIDE).check(
  z.refine((centimes) => ARRONDIS.some((connu) => connu === centimes), VALEUR_INVALIDE),
)

/** Which modèle, and what of it is asked otherwise than it says. */
const generation = {
  modele_id: reference('Veuillez choisir un modèle.'),
  premier_jour: facultatif(jour()),
  nombre: facultatif(entier(NOMBRE, { min: 1, max: 120, hors: NOMBRE })),
  pas_mois: facultatif(entier(PAS, { min: 1, max: 12, hors: PAS })),
  arrondi: facultatif(arrondi),
}

export const generationInput = z.object({
  ...generation,
  portee: facultatif(z.enum(PORTEES)),
  version,
})
export type GenerationInput = z.output<typeof generationInput>

/** The échéanciers of a residence, or of one of its blocs. */
export const generationsInput = z.object({
  ...generation,
  residence_id: facultatif(reference('Veuillez sélectionner une résidence.')),
  bloc_id: facultatif(reference('Veuillez sélectionner un bloc.')),
})
export type GenerationsInput = z.output<typeof generationsInput>

/** A line as it is to be: with the `id` of one that is there, or without. `date_prevue`: the day itself, else a forecast. */
export const ligneInput = z
  .object({
    id: facultatif(reference(VALEUR_INVALIDE)),
    libelle: texte('Le libellé est obligatoire.', 120),
    montant: montantPositif(),
    declencheur: z.enum(DECLENCHEURS, { error: "Veuillez choisir ce qui rend l'échéance exigible." }),
    stade_id: facultatif(reference('Veuillez choisir un stade.')),
    date_prevue: facultatif(jour()),
  })
  .check(({ value, issues }) => {
    const refuse = (champ: 'stade_id' | 'date_prevue', message: string) =>
      issues.push({ code: 'custom', message, input: value[champ], path: [champ] })
    if (value.declencheur === 'stade' && value.stade_id == null)
      refuse('stade_id', 'Veuillez choisir un stade.')
    if (value.declencheur !== 'stade' && value.stade_id != null) refuse('stade_id', VALEUR_INVALIDE)
    if (value.declencheur === 'date' && value.date_prevue == null)
      refuse('date_prevue', 'La date est obligatoire.')
  })

export const lignesInput = z.object({
  lignes: z
    .array(ligneInput)
    .check(z.maxLength(LIGNES_MAX, `Un échéancier a ${LIGNES_MAX} lignes au plus.`))
    .check(({ value, issues }) => {
      for (const [rang, { id }] of value.entries())
        if (id != null && value.slice(0, rang).some((other) => other.id === id))
          issues.push({ code: 'custom', message: VALEUR_INVALIDE, input: id, path: [rang, 'id'] })
    }),
  version,
})
export type LignesInput = z.output<typeof lignesInput>

export const echeancierEndpoints = {
  generate: endpoint({
    method: 'POST',
    path: '/api/ventes/{id}/echeancier',
    access: 'ventes',
    summary: "Génère l'échéancier d'un dossier à partir d'un modèle, à la place de celui qu'il a",
    params: idParams,
    body: generationInput,
    response: dossierSaved,
    status: 201,
    succes: 'Échéancier généré avec succès !',
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/ventes/{id}/echeancier',
    access: 'ventes',
    summary: "Modifie les lignes de l'échéancier d'un dossier, dans leur ordre",
    params: idParams,
    body: lignesInput,
    response: dossierSaved,
    succes: 'Échéancier modifié avec succès !',
  }),
  print: fileEndpoint({
    method: 'GET',
    path: '/api/ventes/{id}/echeancier-pdf',
    access: 'membre',
    summary: "L'échéancier de paiement d'un dossier, à imprimer",
    params: idParams,
    contentType: 'application/pdf',
  }),
  countWithout: endpoint({
    method: 'GET',
    path: '/api/echeanciers',
    access: 'membre',
    summary:
      'Combien de dossiers ouverts sont sans échéancier, et parmi eux de places, dans une résidence ou un bloc',
    query: z.object({ residence_id: entierRequete, bloc_id: entierRequete }),
    response: z.object({ dossiers: z.number(), places: z.number() }),
  }),
  generateAll: endpoint({
    method: 'POST',
    path: '/api/echeanciers',
    access: 'ventes',
    summary: `Applique un modèle aux dossiers sans échéancier d'une résidence ou d'un bloc, ${DOSSIERS_MAX} au plus`,
    body: generationsInput,
    response: z.object({
      crees: z.number(),
      /** Places: their échéancier cannot follow a stade. */
      ignores: z.number(),
      restants: z.number(),
      message: z.string(),
    }),
    status: 201,
    succes: 'Échéancier généré.',
  }),
}
