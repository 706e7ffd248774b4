import * as z from 'zod/mini'
import { orNone, section } from '#features/parametres/section.ts'
import { entier, texte, texteLong, texteOuVide, VALEUR_INVALIDE } from '#shared/champs.ts'
import { fauteDuTexte, TYPES_DE_PAPIER, type Langue, type TypeDePapier } from '#shared/papiers.ts'

const DELAI = 'Le délai doit être compris entre 1 et 365 jours.'
const TEXTE_MAX = 20_000

/** A text of a paper in place of the one that is proposed; null: the proposed one. */
const texteDePapier = (langue: Langue) =>
  orNone(
    texteLong(VALEUR_INVALIDE, TEXTE_MAX).check(({ value, issues }) => {
      const faute = fauteDuTexte(value, langue)
      if (faute) issues.push({ code: 'custom', message: faute, input: value })
    }),
  )
const textesDuPapier = z.object({ fr: texteDePapier('fr'), ar: texteDePapier('ar') })
const PROPOSES = { fr: null, ar: null }
const signature = texte('Ce libellé est obligatoire.', 100)

/** What the firm's papers say and show. */
export const documents = section(
  z.object({
    logo_imprime: z.boolean(),
    ville: texteOuVide(100),
    signature_client: signature,
    signature_promoteur: signature,
    signature_client_ar: signature,
    signature_promoteur_ar: signature,
    // No legal figure is the product's to give.
    delai_mise_en_demeure: orNone(entier(DELAI, { min: 1, max: 365, hors: DELAI })),
    textes: z.object({
      attestation_paiement: textesDuPapier,
      contrat_reservation: textesDuPapier,
      appel_fonds: textesDuPapier,
      mise_en_demeure: textesDuPapier,
      pv_remise: textesDuPapier,
      decompte: textesDuPapier,
    } satisfies Record<TypeDePapier, typeof textesDuPapier>),
  }),
  {
    logo_imprime: true,
    ville: '',
    signature_client: 'Le client',
    signature_promoteur: 'Le promoteur, cachet et signature',
    signature_client_ar: 'المقتني',
    signature_promoteur_ar: 'المرقي العقاري، الختم والإمضاء',
    delai_mise_en_demeure: null,
    textes: Object.fromEntries(TYPES_DE_PAPIER.map((type) => [type, PROPOSES])) as Record<
      TypeDePapier,
      typeof PROPOSES
    >,
  },
)

/** So many types of piece at most. */
export const PIECES_MAX = 40
/** Whose file a piece belongs to. */
export const PORTEES = ['client', 'vente'] as const
export type Portee = (typeof PORTEES)[number]

/** A type of piece. Its code is given by the server; one that it has not given is that of a new type. */
export const typeDePiece = z.object({
  code: z.optional(z.union([z.null(), texte(VALEUR_INVALIDE, 100)])),
  libelle: texte('Le libellé est obligatoire.', 100),
  portee: z.enum(PORTEES, { error: 'Veuillez choisir ce que la pièce concerne.' }),
  obligatoire: z.boolean(),
})

/** The pieces that a file is made of. Which are required is the firm's to say. */
export const pieces = section(
  z.object({
    types: z.array(typeDePiece).check(z.maxLength(PIECES_MAX, `${PIECES_MAX} types de pièces au plus.`)),
  }),
  {
    types: [
      { code: 'piece-identite', libelle: "Pièce d'identité", portee: 'client', obligatoire: false },
      { code: 'contrat-signe', libelle: 'Contrat signé', portee: 'vente', obligatoire: false },
      { code: 'autre', libelle: 'Autre pièce', portee: 'client', obligatoire: false },
    ],
  },
)

const ADRESSE = "Cette adresse n'est pas valable : il faut par exemple https://diyar.exemple.dz."
const NOM = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
const FORME = new RegExp(`^https?://${NOM}(?:\\.${NOM})*(?::\\d{1,5})?$`, 'i')

/** Where clients reach this server; without it papers have neither QR nor a whole link. */
export const acces = section(
  z.object({
    adresse_publique: orNone(
      texte(ADRESSE, 255).check(
        z.overwrite((valeur) => valeur.replace(/\/$/, '')),
        z.regex(FORME, ADRESSE),
      ),
    ),
  }),
  { adresse_publique: null },
)
