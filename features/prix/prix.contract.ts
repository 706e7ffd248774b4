import * as z from 'zod/mini'
import { MONTANT_MAX, readCentiemes, toDecimal, type Centimes } from '#shared/argent.ts'
import { TYPES_DE_BIEN } from '#shared/biens.ts'
import {
  decimal,
  entier,
  facultatif,
  idParams,
  ligneFacultative,
  montant,
  reference,
  surface,
  VALEUR_INVALIDE,
} from '#shared/champs/codecs.ts'
import { liste } from '#shared/listes.ts'
import { endpoint } from '#shared/endpoint.ts'

export const SORTES_DE_REVISION = ['pourcent', 'montant', 'm2'] as const
export type SorteDeRevision = (typeof SORTES_DE_REVISION)[number]

/** Steps that a new price may be rounded to, in centimes; 0 rounds to the centime. */
const ARRONDIS = [0, 100_000, 1_000_000] as const satisfies readonly Centimes[]

export const ETATS_REVISABLES = ['libre', 'option', 'bloque'] as const
export type EtatRevisable = (typeof ETATS_REVISABLES)[number]

/** Bounds of a percentage, in hundredths of a percent. */
const POURCENT = { min: -9_000, max: 50_000 }

/** More words than any choice has, since an older caller may repeat them. */
const MOTS_MAX = 50
/** A choice of words, each kept once; `sinon` when left out, none for an empty list. */
const parmi = <T extends string>(mots: readonly T[], sinon: readonly T[]) =>
  z.pipe(
    z.optional(z.nullable(liste(z.enum(mots), { max: MOTS_MAX }))),
    z.transform((choisis): T[] => mots.filter((mot) => (choisis ?? sinon).includes(mot))),
  )

/** More blocs than any résidence has. */
const BLOCS_MAX = 1_000
const BLOC = 'Veuillez sélectionner un bloc.'
const niveau = facultatif(entier(VALEUR_INVALIDE, { min: -100, max: 1_000, hors: VALEUR_INVALIDE }))

const criteresDePrix = {
  residence_id: reference('Veuillez sélectionner une résidence.'),
  bloc_ids: z.optional(z.nullable(liste(reference(BLOC), { max: BLOCS_MAX }))),
  types: parmi(TYPES_DE_BIEN, ['appartement', 'local']),
  typeLogement: ligneFacultative(),
  niveau_de: niveau,
  niveau_a: niveau,
  prix_min: facultatif(montant()),
  prix_max: facultatif(montant()),
  surface_min: facultatif(surface()),
  surface_max: facultatif(surface()),
  etats: parmi(ETATS_REVISABLES, ['libre', 'bloque']),
}

const VALEUR = 'La valeur est obligatoire.'
/** Signed hundredths of a percent or centimes. */
const valeur = z.codec(z.union([z.string(), z.number()], { error: VALEUR }), z.number(), {
  decode(saisie, contexte): number {
    const chiffres = String(saisie).trim()
    const lue = readCentiemes(chiffres)
    if (lue !== null && Math.abs(lue) <= MONTANT_MAX) return lue
    contexte.issues.push({
      code: 'custom',
      message: chiffres === '' ? VALEUR : VALEUR_INVALIDE,
      input: saisie,
    })
    return z.NEVER
  },
  encode: toDecimal,
})

const arrondi = z.pipe(
  facultatif(montant()),
  z.transform((centimes, contexte): Centimes => {
    const connu = ARRONDIS.find((pas) => pas === (centimes ?? 0))
    if (connu !== undefined) return connu
    contexte.issues.push({ code: 'custom', message: VALEUR_INVALIDE, input: centimes })
    return z.NEVER
  }),
)

/** Change of the prices. `valeur` in hundredths of a percent or in centimes, `arrondi` in centimes. */
const operation = {
  sorte: z.enum(SORTES_DE_REVISION),
  valeur,
  arrondi,
}
export interface Operation {
  sorte: SorteDeRevision
  valeur: number
  arrondi: Centimes
}

function refuseValeur({ sorte, valeur: lue }: Pick<Operation, 'sorte' | 'valeur'>): string | null {
  if (sorte === 'm2' && lue < 0)
    return "Ce montant n'est pas valide : un nombre positif, deux décimales au plus."
  if (lue === 0) return sorte === 'm2' ? 'Le montant doit être supérieur à zéro.' : VALEUR_INVALIDE
  const dehors = lue < POURCENT.min || lue > POURCENT.max
  return sorte === 'pourcent' && dehors ? VALEUR_INVALIDE : null
}

/** A preview with `essai`; without it a revision, which needs the `empreinte` of its preview. */
export const revisionInput = z
  .object({
    ...criteresDePrix,
    ...operation,
    motif: ligneFacultative(),
    empreinte: ligneFacultative(),
    essai: z.optional(z.nullable(z.boolean())),
  })
  .check(({ value, issues }) => {
    const refuse = (champ: 'valeur' | 'empreinte', message: string) =>
      issues.push({ code: 'custom', message, input: value[champ], path: [champ] })
    const refus = refuseValeur(value)
    if (refus !== null) refuse('valeur', refus)
    if (!value.essai && value.empreinte == null) refuse('empreinte', "Faites d'abord l'aperçu.")
  })
export type RevisionInput = z.output<typeof revisionInput>
export type CriteresDePrix = Pick<RevisionInput, keyof typeof criteresDePrix>

/** A lot whose price changes; `prixM2` is the new price per m², null without a surface. */
const lotRevise = z.object({
  id: z.number(),
  type: z.enum(TYPES_DE_BIEN),
  numero: z.string(),
  lieu: z.string(),
  etat: z.enum(ETATS_REVISABLES),
  surface: z.nullable(decimal),
  ancien: decimal,
  nouveau: decimal,
  ecart: decimal,
  prixM2: z.nullable(decimal),
})
export type LotRevise = z.output<typeof lotRevise>

/** Preview of a revision: sums before and after, and the first lots. */
export const apercuDeRevision = z.object({
  nombre: z.number(),
  /** Number of lots that match the criteria, whether their price changes or not. */
  correspondent: z.number(),
  sans_surface: z.number(),
  avant: decimal,
  apres: decimal,
  empreinte: z.string(),
  lots: z.array(lotRevise),
})
export type ApercuDeRevision = z.output<typeof apercuDeRevision>

const revisionFaite = z.object({ id: z.number(), nombre: z.number(), avant: decimal, apres: decimal })
export type RevisionFaite = z.output<typeof revisionFaite>

/** A change of price at an instant (ISO 8601); `pourcentage` is null when the former price was 0. */
const changementDePrix = z.object({
  le: z.string(),
  ancien: decimal,
  nouveau: decimal,
  ecart: decimal,
  pourcentage: z.nullable(z.number()),
  revision: z.nullable(z.object({ id: z.number(), motif: z.nullable(z.string()), libelle: z.string() })),
  /** The sale that was opened at the new price. */
  vente: z.nullable(z.object({ id: z.number(), dossier: z.string() })),
})

/** Prices of a bien, newest first; `depart` is the price at the start of the records. */
export const historiqueDesPrix = z.object({
  bien: z.object({ id: z.number(), type: z.enum(TYPES_DE_BIEN), numero: z.string() }),
  prix: decimal,
  prixM2: z.nullable(decimal),
  data: z.array(changementDePrix),
  depart: decimal,
})
export type HistoriqueDesPrix = z.output<typeof historiqueDesPrix>

export const prixEndpoints = {
  history: endpoint({
    method: 'GET',
    path: '/api/biens/{id}/prix',
    access: 'membre',
    summary: "Les prix d'un bien depuis le début du suivi, le plus récent d'abord",
    params: idParams,
    response: historiqueDesPrix,
  }),
  revise: endpoint({
    method: 'POST',
    path: '/api/revisions-de-prix',
    access: 'patrimoine',
    summary:
      "Révise les prix des lots non vendus d'une résidence ; avec `essai`, dit seulement ce qui changerait",
    body: revisionInput,
    response: z.union([
      z.object({ data: apercuDeRevision }),
      z.object({ data: revisionFaite, message: z.string() }),
    ]),
    status: 201,
    essai: true,
    succes: 'Prix révisés avec succès !',
  }),
}
