import * as z from 'zod/mini'
import { modeles } from '#features/echeanciers/stades.contract.ts'
import {
  entier,
  jour,
  mois,
  montant,
  pourcent,
  texte,
  texteLong,
  VALEUR_INVALIDE,
  texteOuVide,
} from '#shared/champs/codecs.ts'
import { liste, textes } from '#shared/listes.ts'
import type { TypeBien } from '#shared/biens.ts'
import { fauteDuTexte, TOUS_LES_PAPIERS, type Langue, type TypeDePapier } from '#shared/papiers.ts'

/** A value in which no field is absent. A field that a caller may leave out is optional in the schema and has a default. */
export type Complete<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]-?: Complete<Exclude<T[K], undefined>> }
    : T

/** Section of the settings, read and saved as a whole under its own version. */
export interface Section<S extends z.ZodMiniObject = z.ZodMiniObject> {
  /** Schema of the fields. Each is a codec: a form's value is decoded, a stored value encoded. */
  schema: S
  defaut: Complete<z.output<S>>
  /** True when forms of all rôles need the section: GET /api/reglages then gives it to every member. */
  reglage: boolean
}

export const section = <S extends z.ZodMiniObject>(
  schema: S,
  defaut: Complete<z.output<S>>,
  { reglage = false } = {},
): Section<S> => ({ schema, defaut, reglage })

/** Optional field: null or '' is read as null. */
const orNone = <T extends z.ZodMiniType>(champ: T) =>
  z.union([
    z.null(),
    z.codec(z.literal(''), z.null(), { decode: () => null, encode: () => '' as const }),
    champ,
  ])

const DELAI = 'Le délai doit être compris entre 1 et 365 jours.'
const TEXTE_MAX = 20_000

/** Refuses a text with a variable that does not exist in its language. */
const nommeLesSiennes = (langue: Langue) =>
  z.check<string>(({ value, issues }) => {
    const faute = fauteDuTexte(value, langue)
    if (faute) issues.push({ code: 'custom', message: faute, input: value })
  })

/** Promoter's text of a paper; null stands for the proposed text. */
const texteDePapier = (langue: Langue) =>
  orNone(texteLong(VALEUR_INVALIDE, TEXTE_MAX).check(nommeLesSiennes(langue)))
const textesDuPapier = z.object({ fr: texteDePapier('fr'), ar: texteDePapier('ar') })
const PROPOSES = { fr: null, ar: null }
const signature = texte('Ce libellé est obligatoire.', 100)
const mention = (langue: Langue) =>
  z.optional(texteOuVide(500, { lignes: true }).check(nommeLesSiennes(langue)))
const exemplaires = entier(VALEUR_INVALIDE, { min: 1, hors: VALEUR_INVALIDE }).check(
  z.maximum(9, VALEUR_INVALIDE),
)

export const documents = section(
  z.object({
    logo_imprime: z.boolean(),
    ville: texteOuVide(100),
    ville_ar: z.optional(texteOuVide(100)),
    duplicata: z.optional(z.boolean()),
    garantie_requise: z.optional(z.boolean()),
    exemplaires: z.optional(exemplaires),
    paraphes: z.optional(z.boolean()),
    mention_contrat: z.optional(z.object({ fr: mention('fr'), ar: mention('ar') })),
    signature_client: signature,
    signature_promoteur: signature,
    signature_client_ar: signature,
    signature_promoteur_ar: signature,
    signature_etudes: z.optional(signature),
    signature_etudes_ar: z.optional(signature),
    // The delay is a legal figure, so the product proposes none.
    delai_mise_en_demeure: orNone(entier(DELAI, { min: 1, max: 365, hors: DELAI })),
    textes: z.object({
      attestation_paiement: textesDuPapier,
      contrat_reservation: textesDuPapier,
      appel_fonds: textesDuPapier,
      mise_en_demeure: textesDuPapier,
      pv_remise: textesDuPapier,
      decompte: textesDuPapier,
      attestation_reservation: z.optional(textesDuPapier),
      attestation_avancement: z.optional(textesDuPapier),
    } satisfies Record<TypeDePapier, z.ZodMiniType>),
  }),
  {
    logo_imprime: true,
    ville: '',
    ville_ar: '',
    duplicata: true,
    garantie_requise: true,
    exemplaires: 2,
    paraphes: true,
    mention_contrat: {
      fr: 'Le contrat de réservation se conclut en la forme authentique (loi n° 11-04 du 17 février 2011, art. 27) : le présent document en prépare la rédaction par le notaire.',
      ar: 'يبرم عقد حفظ الحق في شكل رسمي (القانون رقم 11-04 المؤرخ في 17 فبراير 2011، المادة 27)، وهذه الوثيقة تحضير لتحريره لدى الموثق.',
    },
    signature_client: 'Le client',
    signature_promoteur: 'Le promoteur, cachet et signature',
    signature_client_ar: 'المقتني',
    signature_promoteur_ar: 'المرقي العقاري، الختم والإمضاء',
    signature_etudes: "Le bureau d'études, visa et cachet",
    signature_etudes_ar: 'مكتب الدراسات، التأشيرة والختم',
    delai_mise_en_demeure: null,
    textes: Object.fromEntries(TOUS_LES_PAPIERS.map((type) => [type, PROPOSES])) as Record<
      TypeDePapier,
      typeof PROPOSES
    >,
  },
)

export const PIECES_MAX = 40
export const PORTEES = ['client', 'vente'] as const
export type Portee = (typeof PORTEES)[number]

/** Type of piece. The server gives its code; a type without a known code is new. */
export const typeDePiece = z.object({
  code: z.optional(z.union([z.null(), texte(VALEUR_INVALIDE, 100)])),
  libelle: texte('Le libellé est obligatoire.', 100),
  portee: z.enum(PORTEES, { error: 'Veuillez choisir ce que la pièce concerne.' }),
  obligatoire: z.boolean(),
})

/** Types of pieces. None is required until the firm says so. */
const pieces = section(
  z.object({
    types: liste(typeDePiece, { max: PIECES_MAX, trop: `${PIECES_MAX} types de pièces au plus.` }),
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

/** Public address of this server. Without it, papers have no QR code and links are incomplete. */
const acces = section(
  z.object({
    adresse_publique: orNone(
      texte(ADRESSE, 255).check(
        z.overwrite((valeur) => valeur.replace(/\/$/, '')),
        z.regex(FORME, ADRESSE),
      ),
    ),
  }),
  { adresse_publique: null },
  // The form of a buyer's link warns when there is no public address.
  { reglage: true },
)

/** Setting of what the dashboard shows to all; it has no card on the screen: « Masquer » and the palette set it (entree-2 G). */
const accueil = section(z.object({ premiers_pas_ferme: z.boolean() }), { premiers_pas_ferme: false })

export const BANQUES_MAX = 50

const TAUX = 'Le taux doit être compris entre 0 et 100.'
const taux = orNone(pourcent(TAUX, TAUX))
/** The rate of TVA of one kind of bien from a month on, and the one before; null where nobody has told it. */
const tauxDUnBien = z.object({ taux, depuis: mois(), avant: taux })
/** TVA is due on each sum received from this month on (LF 2025 art. 59); no rate is proposed. */
const SANS_TAUX = { taux: null, depuis: '2025-01', avant: null }

/** An account of the plan; '' where the accountant has none, which a report says « à affecter ». */
const comptePlan = texteOuVide(20)
const identifiant = entier(VALEUR_INVALIDE, { min: 1, hors: VALEUR_INVALIDE })
/** The account of one bank account, or of one category of bons. */
const comptesPropres = liste(z.object({ id: identifiant, compte: comptePlan }), {
  max: 500,
  trop: '500 lignes au plus.',
})

/** Settings that an accountant decides: whether the droit de timbre is reckoned, the rates of TVA, the accounts of his plan. All are to be confirmed by him. */
const comptabilite = {
  timbre: section(z.object({ percevoir: z.boolean() }), { percevoir: false }, { reglage: true }),
  tva: section(
    z.object({
      appartement: tauxDUnBien,
      local: tauxDUnBien,
      place_parking: tauxDUnBien,
      encaissements_du: jour(),
    } satisfies Record<TypeBien | 'encaissements_du', z.ZodMiniType>),
    {
      appartement: SANS_TAUX,
      local: SANS_TAUX,
      place_parking: SANS_TAUX,
      encaissements_du: '2025-01-01',
    },
  ),
  ecritures: section(
    z.object({
      encaissement: comptePlan,
      caisse: comptePlan,
      avances: comptePlan,
      tva: comptePlan,
      timbre: comptePlan,
      retenues: comptePlan,
      frais: comptePlan,
      fournisseurs: comptePlan,
      charges: comptePlan,
      banques: comptesPropres,
      categories: comptesPropres,
    }),
    {
      encaissement: '511',
      caisse: '53',
      avances: '419',
      tva: '4457',
      timbre: '442',
      retenues: '758',
      frais: '627',
      fournisseurs: '401',
      charges: '60',
      banques: [],
      categories: [],
    },
  ),
}

/** The account of a bank account that has none of its own; a category has that of `charges`. */
export const COMPTE_DE_BANQUE = '512'

const JOURS = 'Le nombre de jours est de 1 à 365.'
/** All sections of the settings by name, in the order of the screen. */
export const sections = {
  paiements: section(
    z.object({
      exiger_mode: z.boolean(),
      banques: textes({ max: 100, nombre: BANQUES_MAX, trop: `${BANQUES_MAX} banques au plus.` }),
    }),
    {
      exiger_mode: false,
      banques: ['Algérie Poste (CCP)', 'BADR', 'BDL', 'BEA', 'BNA', 'CNEP-Banque', 'CPA'],
    },
    { reglage: true },
  ),
  ventes: section(
    z.object({
      option_jours: entier(JOURS, { min: 1, max: 365, hors: JOURS }),
      option_jours_max: orNone(entier(JOURS, { min: 1, max: 365, hors: JOURS })),
      desistement_retenue: orNone(pourcent(VALEUR_INVALIDE)),
      cession_avant_contrat: z.boolean(),
      cession_paye: orNone(pourcent(VALEUR_INVALIDE)),
      cession_frais: orNone(montant()),
      relance_texte: texteLong('Le message de relance est obligatoire.', 1000),
      indicatif: texte("L'indicatif du pays est obligatoire.", 4).check(
        z.regex(/^\d{1,4}$/, "L'indicatif a 1 à 4 chiffres."),
      ),
    }),
    {
      option_jours: 7,
      option_jours_max: null,
      desistement_retenue: null,
      cession_avant_contrat: false,
      cession_paye: null,
      cession_frais: null,
      relance_texte:
        'Bonjour {client}, sauf erreur de notre part, {montant} restent à régler au {jour} pour {bien}, dossier {dossier}. Merci de régulariser ou de nous appeler. {promoteur}',
      indicatif: '213',
    },
    { reglage: true },
  ),
  /** The product's own modeles are inserted with the database, because they name stades by id. */
  modeles: section(z.object({ modeles }), { modeles: [] }),
  ...comptabilite,
  documents,
  pieces,
  acces,
  accueil,
} satisfies Record<string, Section>

export type SectionName = keyof typeof sections
