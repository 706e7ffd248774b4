import * as z from 'zod/mini'
import { appartementForm } from '#features/biens/appartements.contract.ts'
import { blocInput } from '#features/structure/blocs.contract.ts'
import { etageForm } from '#features/structure/etages.contract.ts'
import { retrait } from '#features/actes/actes.schema.ts'
import { apercu, compte } from '#features/generation/apercu.contract.ts'
import {
  ARRONDIS,
  BLOCS_MAX,
  LOCAUX_MAX,
  PALIER_MAX,
  PLACES_MAX,
  PLAGES_MAX,
  findRepereInconnu,
  type SorteDeModele,
} from '#features/generation/generation.rules.ts'
import { localForm } from '#features/biens/locaux.contract.ts'
import { parkingInput, placeInput } from '#features/biens/parkings.contract.ts'
import { MONTANT_MAX, formatNombre, readCentiemes, toDecimal } from '#shared/argent.ts'
import {
  entier,
  facultatif,
  idParams,
  montant,
  reference,
  texteFacultatif,
  VALEUR_INVALIDE,
} from '#shared/champs/codecs.ts'
import { liste } from '#shared/listes.ts'
import { endpoint } from '#shared/endpoint.ts'

const NUMERO_MAX = 1_000_000
const PRIX = 'Donnez un montant ou un prix au m².'
const BLOC = 'Veuillez sélectionner un bloc.'

const nombre = (de: string, max: number, min = 1) =>
  entier(`Le nombre de ${de} est obligatoire.`, {
    min,
    max,
    hors: `Le nombre de ${de} doit être un nombre entier, entre ${min} et ${formatNombre(max)}.`,
  })

/** A pattern: a text of its field, with only the placeholders of its sorte in braces. */
const modele = <T extends z.ZodMiniType<string, string>>(champ: T, sorte: SorteDeModele) =>
  champ.check(
    z.refine((lu) => findRepereInconnu(lu, sorte) === null, {
      error: ({ input }) => `Repère inconnu : ${findRepereInconnu(String(input), sorte) ?? ''}.`,
    }),
  )

/** Parses a value inside another schema and reports its issues on the outer field. */
function read<S extends z.ZodMiniType>(
  schema: S,
  valeur: unknown,
  { issues }: z.core.ParsePayload,
): z.output<S> {
  const lu = z.safeParse(schema, valeur)
  if (lu.success) return lu.data
  issues.push(...lu.error.issues.map((issue) => ({ ...issue, input: valeur }) as z.core.$ZodRawIssue))
  return z.NEVER
}

/** True while none of these fields has an issue, so that one fault gives one message. */
const sauf =
  (...champs: string[]) =>
  ({ value, issues }: z.core.ParsePayload): boolean =>
    typeof value === 'object' &&
    value !== null &&
    !issues.some(({ path }) => champs.includes(String(path?.[0] ?? champs[0])))

/** One of two shapes, told apart by a key of the first; only the meant shape reports issues. */
const selon = <A extends z.ZodMiniObject, B extends z.ZodMiniObject>(cle: string, a: A, b: B) =>
  z.pipe(
    z.object(
      Object.fromEntries(
        [...Object.keys(a.shape), ...Object.keys(b.shape)].map((nom) => [nom, z.optional(z.unknown())]),
      ),
    ),
    z.transform((valeur: Record<string, unknown>, contexte): z.output<A> | z.output<B> =>
      valeur[cle] === undefined ? read(b, valeur, contexte) : read(a, valeur, contexte),
    ),
  )

const tarif = { montant: facultatif(montant()), prixM2: facultatif(montant()) }
const unSeulPrix = <T extends { montant?: number | null; prixM2?: number | null }>() =>
  z.refine<T>((lot) => (lot.montant == null) !== (lot.prixM2 == null), {
    path: ['montant'],
    error: PRIX,
    when: sauf('montant', 'prixM2'),
  })

const niveau = etageForm.shape.niveau

const logement = z
  .object({
    typeLogement: appartementForm.shape.typeLogement,
    surfaceHabitable: appartementForm.shape.surfaceHabitable,
    surfaceUtile: appartementForm.shape.surfaceUtile,
    ...tarif,
  })
  .check(unSeulPrix())
export type Logement = z.output<typeof logement>

const plage = z.object({
  de: niveau,
  a: niveau,
  designation: z._default(modele(etageForm.shape.designation, 'etage'), '{etage}'),
  palier: liste(logement, {
    max: PALIER_MAX,
    trop: `${PALIER_MAX} logements par palier au plus.`,
    vide: 'Ajoutez au moins un logement au palier.',
  }),
})
type Plage = z.output<typeof plage>
type Bornes = Pick<Plage, 'de' | 'a'>

const plages = liste(plage, { max: PLAGES_MAX, trop: `${PLAGES_MAX} plages de niveaux au plus.` }).check(
  z.check<unknown[]>(
    ({ value, issues }) => {
      const bornes = value.map((lue) => ({ de: Number.NaN, a: Number.NaN, ...Object(lue) }) as Bornes)
      for (const [i, { de, a }] of bornes.entries()) {
        const refuse = (champ: 'de' | 'a', message: string) =>
          issues.push({ code: 'custom', path: [i, champ], message, input: value })
        if (a < de) refuse('a', 'Le dernier niveau doit être au moins le premier.')
        else if (bornes.slice(0, i).some((before) => de <= before.a && before.de <= a))
          refuse('de', 'Cette plage recouvre la précédente.')
      }
    },
    // Unreadable niveaux are NaN, so neither comparison refuses them.
    { when: ({ value }) => Array.isArray(value) && value.length <= PLAGES_MAX },
  ),
)

const blocsExistants = z.object({
  ids: z.pipe(
    liste(reference(BLOC), {
      max: BLOCS_MAX,
      trop: `${BLOCS_MAX} blocs au plus à la fois.`,
      vide: BLOC,
      requis: BLOC,
    }),
    z.transform((ids: number[]) => [...new Set(ids)]),
  ),
})
const nouveauxBlocs = z.object({
  nombre: nombre('blocs', BLOCS_MAX),
  nom: modele(blocInput.shape.nomloc, 'bloc'),
  premier: facultatif(
    entier(VALEUR_INVALIDE, { min: 1, max: 999, hors: 'Le premier est un nombre entier, entre 1 et 999.' }),
  ),
  description: texteFacultatif(),
})

/** A signed number with two decimals, read as centimes or as hundredths of a percent. */
const ecart = (min: number, max: number) =>
  z.codec(z.union([z.string(), z.number()]), z.number(), {
    decode(valeur, contexte): number {
      const lu = readCentiemes(typeof valeur === 'string' ? valeur.trim() : valeur)
      if (lu !== null && lu >= min && lu <= max) return lu
      contexte.issues.push({ code: 'custom', message: VALEUR_INVALIDE, input: valeur })
      return z.NEVER
    },
    encode: toDecimal,
  })
/** Price step of each étage above the niveau `des`. */
const pas = z.discriminatedUnion('sorte', [
  z.object({
    sorte: z.literal('montant'),
    valeur: ecart(-MONTANT_MAX, MONTANT_MAX),
    des: facultatif(niveau),
  }),
  z.object({ sorte: z.literal('pourcent'), valeur: ecart(-5_000, 10_000), des: facultatif(niveau) }),
])

/** Dinars on the wire, centimes inside. */
const arrondi = z.codec(z.union([z.string(), z.number()]), z.number(), {
  decode(valeur, contexte): number {
    const lu = ARRONDIS.find((dinars) => String(dinars) === String(valeur).trim())
    if (lu !== undefined) return lu * 100
    contexte.issues.push({ code: 'custom', message: VALEUR_INVALIDE, input: valeur })
    return z.NEVER
  },
  encode: toDecimal,
})

const locaux = z
  .object({
    nombre: nombre('locaux par bloc', LOCAUX_MAX),
    numero: modele(localForm.shape.num, 'local'),
    surface: localForm.shape.surface,
    description: localForm.shape.description,
    ...tarif,
  })
  .check(unSeulPrix())

const places = {
  nombre: nombre('places', PLACES_MAX),
  premier: facultatif(placeInput.shape.numero_place),
  type_place: placeInput.shape.type_place,
  montant: placeInput.shape.montant,
  superficie: placeInput.shape.superficie,
  position: placeInput.shape.position,
}
const dernierNumero = <T extends { nombre: number; premier?: number | null }>() =>
  z.refine<T>((p) => (p.premier ?? 1) + p.nombre - 1 <= NUMERO_MAX, {
    path: ['premier'],
    error: `Ce nombre ne peut pas dépasser ${formatNombre(NUMERO_MAX)}.`,
  })
const placesDUnParking = z
  .object({ id: reference('Veuillez sélectionner un parking.'), ...places })
  .check(dernierNumero())
const placesDUnNouveau = z
  .object({ parking_nom: parkingInput.shape.parking_nom, ...places })
  .check(dernierNumero())

const ouNul = <T extends z.ZodMiniType>(champ: T) => z.optional(z.nullable(champ))

export const genererInput = z
  .object({
    essai: ouNul(z.boolean()),
    blocs: ouNul(selon('ids', blocsExistants, nouveauxBlocs)),
    niveaux: ouNul(plages),
    numero: facultatif(modele(appartementForm.shape.numLot, 'lot')),
    pas: ouNul(pas),
    arrondi: facultatif(arrondi),
    locaux: ouNul(locaux),
    parking: ouNul(selon('id', placesDUnParking, placesDUnNouveau)),
  })
  .check(
    z.check<{ blocs?: unknown; niveaux?: unknown; numero?: unknown; locaux?: unknown }>(
      ({ value, issues }) => {
        const refuse = (champ: string, message: string) => {
          if (!issues.some(({ path }) => path?.[0] === champ))
            issues.push({ code: 'custom', path: [champ], message, input: value })
        }
        const etages = Array.isArray(value.niveaux) && value.niveaux.length > 0
        if ((etages || value.locaux) && !value.blocs) refuse('blocs', BLOC)
        if (etages && value.numero == null) refuse('numero', 'Le numéro de lot est obligatoire.')
      },
      { when: ({ value }) => typeof value === 'object' && value !== null },
    ),
  )
export type GenererInput = z.output<typeof genererInput>

const cree = z.object({ data: z.extend(compte, { generation_id: z.number() }), message: z.string() })

/** One generation of a residence; instants are ISO 8601. */
const uneGeneration = z.extend(compte, {
  id: z.number(),
  le: z.string(),
  membre: z.string(),
  peut_defaire: z.boolean(),
  defait_le: z.nullable(z.string()),
})
export type Generation = z.output<typeof uneGeneration>

export const generationEndpoints = {
  generer: endpoint({
    method: 'POST',
    path: '/api/residences/{id}/generer',
    access: 'patrimoine',
    summary:
      "Crée d'un coup les blocs, étages, appartements, locaux et places d'une résidence, d'après des modèles ; `essai`, dit ce qui serait créé",
    params: idParams,
    body: genererInput,
    response: z.union([cree, z.object({ data: apercu })]),
    status: 201,
    essai: true,
    succes: 'Génération terminée avec succès !',
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/residences/{id}/generations',
    access: 'patrimoine',
    summary: "Les vingt dernières générations d'une résidence, la plus récente en premier",
    params: idParams,
    response: z.object({ data: z.array(uneGeneration) }),
  }),
  defaire: endpoint({
    method: 'POST',
    path: '/api/generations/{id}/defaire',
    access: 'patrimoine',
    summary:
      "Retire tout ce qu'une génération de moins de trente jours a créé, si rien n'a servi depuis ; `essai`, dit ce qui serait retiré",
    params: idParams,
    body: z.object({ essai: ouNul(z.boolean()) }),
    response: z.union([
      z.object({ data: z.object({ retirees: z.number() }), message: z.string() }),
      z.object({ data: retrait }),
    ]),
    essai: true,
    refuses: [409],
  }),
}
