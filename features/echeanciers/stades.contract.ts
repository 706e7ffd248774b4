import * as z from 'zod/mini'
import {
  decimal,
  entier,
  facultatif,
  idParams,
  jour,
  jourLu,
  jourPasse,
  ligneFacultative,
  message,
  montant,
  reference,
  texte,
  texteFacultatif,
  texteOuVide,
  version,
  pourcent,
  VALEUR_INVALIDE,
} from '#shared/champs/codecs.ts'
import { liste } from '#shared/listes.ts'
import { endpoint } from '#shared/endpoint.ts'
import { DECLENCHEURS } from '#features/echeanciers/echeancier.rules.ts'
import { CENT_POUR_CENT, formatPourcent } from '#shared/argent.ts'

/** A stade of the works; `rang` is its place in the firm's order. */
export const stade = z.object({
  id: z.number(),
  nom: z.string(),
  nom_ar: z.nullable(z.string()),
  rang: z.number(),
  version: z.number(),
})
export type Stade = z.output<typeof stade>

const RANG = 'Le rang est un nombre positif.'
export const stadeInput = z.object({
  nom: texte('Le nom du stade est obligatoire.', 120),
  nom_ar: ligneFacultative(120),
  rang: facultatif(entier(RANG, { min: 1, max: 10_000, hors: RANG })),
})
export type StadeInput = z.output<typeof stadeInput>

/** A stade of one bloc: day and note are null until it is reached. The open lines that depend on it are counted and summed up. */
const stadeDuBloc = z.object({
  stade_id: z.number(),
  nom: z.string(),
  rang: z.number(),
  atteint_le: z.nullable(jourLu),
  prevu_le: z.nullable(jourLu),
  note: z.nullable(z.string()),
  note_par: z.nullable(z.string()),
  note_le: z.nullable(jourLu),
  echeances_en_attente: z.number(),
  montant_en_attente: decimal,
})
export type StadeDuBloc = z.output<typeof stadeDuBloc>

/** The delivery of the bloc, the last of its steps, with what waits for it; a dossier's own foreseen day stands before the bloc's. */
const livraisonDuBloc = z.object({
  prevue_le: z.nullable(jourLu),
  echeances_en_attente: z.number(),
  montant_en_attente: decimal,
})
export type LivraisonDuBloc = z.output<typeof livraisonDuBloc>

export const atteintInput = z.object({ atteint_le: jourPasse(), note: texteFacultatif() })
const params = z.object({
  id: reference('Identifiant inconnu.'),
  stadeId: reference('Identifiant inconnu.'),
})
const saved = z.extend(stade, { message: z.string() })

export const stadesEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/blocs/{id}/stades',
    access: 'membre',
    summary: "Les stades des travaux d'un bloc, dans leur ordre, et ce qui attend chacun",
    params: idParams,
    response: z.object({ data: z.array(stadeDuBloc), livraison: livraisonDuBloc }),
  }),
  record: endpoint({
    method: 'PUT',
    path: '/api/blocs/{id}/stades/{stadeId}',
    access: 'patrimoine',
    summary: 'Enregistre le jour où un bloc a atteint un stade, ou le corrige',
    params,
    body: atteintInput,
    response: z.object({
      /** Open lines that have a due day by it, and their sum. */
      echeances: z.number(),
      montant: decimal,
      /** Open lines that wait for the date of a contract. */
      attendent: z.number(),
      /** Lines that are due and not covered, for which an appel de fonds can be issued. */
      a_appeler: z.number(),
      message: z.string(),
    }),
    succes: 'Stade enregistré.',
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/api/blocs/{id}/stades/{stadeId}',
    access: 'patrimoine',
    summary: "Retire un stade d'un bloc : ses échéances ne sont plus exigibles",
    params,
    response: message,
    succes: 'Stade retiré.',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/stades',
    access: 'parametres',
    summary: 'Ajoute un stade des travaux',
    body: stadeInput,
    response: saved,
    status: 201,
    succes: 'Stade ajouté avec succès !',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/stades/{id}',
    access: 'parametres',
    summary: 'Renomme ou déplace un stade des travaux',
    params: idParams,
    body: z.extend(stadeInput, { version }),
    response: saved,
    succes: 'Stade modifié avec succès !',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/stades/{id}',
    access: 'parametres',
    summary: 'Supprime un stade qui ne sert pas',
    params: idParams,
    response: message,
    succes: 'Stade supprimé avec succès !',
  }),
}

/** A firm has at most so many modèles, and a modèle at most so many lines. */
export const MODELES_MAX = 30
export const LIGNES_DE_MODELE_MAX = 20

const ID = { min: 1, max: Number.MAX_SAFE_INTEGER, hors: VALEUR_INVALIDE }
const NOMBRE = "Le nombre d'échéances est de 1 à 120."
const PAS = 'Le nombre de mois est de 1 à 12.'
/** Number of parts of a `date` line. */
const nombreDEcheances = entier(NOMBRE, { min: 1, max: 120, hors: NOMBRE })
/** Months between two parts of a `date` line. */
const pasEnMois = entier(PAS, { min: 1, max: 12, hors: PAS })

/** Roundings of the parts of a modèle, in centimes: the centime, the dinar, 100 and 1 000 DA. */
const ARRONDIS: readonly number[] = [1, 100, 10_000, 100_000]
const arrondi = montant(VALEUR_INVALIDE).check(
  z.refine((centimes) => ARRONDIS.includes(centimes), VALEUR_INVALIDE),
)

export const modeleChoisi = reference('Veuillez choisir un modèle.')
/** How a chosen modèle divides a price; `premier_jour` is the civil day of the first part of its `date` line. */
export const repartition = {
  premier_jour: facultatif(jour()),
  nombre: facultatif(nombreDEcheances),
  pas_mois: facultatif(pasEnMois),
  arrondi: facultatif(arrondi),
}

const orNull = <T extends z.ZodMiniType>(champ: T) => z.optional(z.union([z.null(), champ]))

const pourcentPositif = pourcent('Le pourcentage est obligatoire.').check(
  z.minimum(1, 'Le pourcentage doit être supérieur à zéro.'),
)

/** A line of a modèle as it is typed: `pourcent` of the price with two decimals; only a `date` line has several parts. */
const ligneDeModele = z
  .object({
    libelle: texte('Le libellé est obligatoire.', 120),
    libelle_ar: orNull(texteOuVide(120)),
    pourcent: pourcentPositif,
    declencheur: z.enum(DECLENCHEURS, { error: 'Veuillez choisir ce qui rend la ligne exigible.' }),
    stade_id: orNull(entier(VALEUR_INVALIDE, ID)),
    nombre: orNull(nombreDEcheances),
    pas_mois: orNull(pasEnMois),
  })
  .check(({ value, issues }) => {
    const refuse = (champ: keyof typeof value, refus: string) =>
      issues.push({ code: 'custom', message: refus, input: value[champ], path: [champ] })
    if (value.declencheur === 'stade' && value.stade_id == null)
      refuse('stade_id', 'Veuillez choisir un stade.')
    if (value.declencheur !== 'stade' && value.stade_id != null) refuse('stade_id', VALEUR_INVALIDE)
    if (value.declencheur === 'date') return
    if ((value.nombre ?? 1) !== 1) refuse('nombre', VALEUR_INVALIDE)
    if ((value.pas_mois ?? 1) !== 1) refuse('pas_mois', VALEUR_INVALIDE)
  })

export const modele = z
  .object({
    /** The server gives the ids; a modèle whose id it does not know is saved as a new one. */
    id: orNull(entier(VALEUR_INVALIDE, ID)),
    nom: texte('Le nom du modèle est obligatoire.', 120),
    par_defaut: z.boolean(),
    lignes: liste(ligneDeModele, {
      max: LIGNES_DE_MODELE_MAX,
      trop: `Un modèle a ${LIGNES_DE_MODELE_MAX} lignes au plus.`,
      vide: 'Un modèle a au moins une ligne.',
    }),
  })
  .check(({ value, issues }) => {
    const refuse = (refus: string) =>
      issues.push({ code: 'custom', message: refus, input: value.lignes, path: ['lignes'] })
    const dates = value.lignes.filter(({ declencheur }) => declencheur === 'date').length
    if (dates > 1) refuse("Un modèle a une seule ligne à date : donnez-lui un nombre d'échéances.")
    const somme = value.lignes.reduce((sum, ligne) => sum + ligne.pourcent, 0)
    if (somme !== CENT_POUR_CENT)
      refuse(`Les pourcentages doivent faire 100\u00A0% (ils font ${formatPourcent(somme / 100)}).`)
  })

const folded = (nom: string) => nom.normalize('NFC').toLowerCase()

/** All modèles of the firm: names are unique, and one at most is proposed by default. */
export const modeles = liste(modele, { max: MODELES_MAX, trop: `${MODELES_MAX} modèles au plus.` }).check(
  ({ value, issues }) => {
    const refuse = (rang: number, champ: 'nom' | 'par_defaut', refus: string) =>
      issues.push({ code: 'custom', message: refus, input: value[rang]?.[champ], path: [rang, champ] })
    for (const [rang, { nom, par_defaut }] of value.entries()) {
      const before = value.slice(0, rang)
      if (before.some((other) => folded(other.nom) === folded(nom)))
        refuse(rang, 'nom', 'Ce nom de modèle existe déjà.')
      if (par_defaut && before.some((other) => other.par_defaut))
        refuse(rang, 'par_defaut', 'Un seul modèle est proposé par défaut.')
    }
  },
)

/** A modèle as the forms read it, with `nombre` and `pas_mois` always given. */
export const modeleLu = z.object({
  id: z.number(),
  nom: z.string(),
  par_defaut: z.boolean(),
  lignes: z.array(
    z.object({
      libelle: z.string(),
      libelle_ar: z.nullable(z.string()),
      pourcent: pourcent(VALEUR_INVALIDE),
      declencheur: z.enum(DECLENCHEURS),
      stade_id: z.nullable(z.number()),
      nombre: z.number(),
      pas_mois: z.number(),
    }),
  ),
})
/** A modèle as the server keeps it, percents in hundredths. */
export type Modele = z.output<typeof modeleLu>
