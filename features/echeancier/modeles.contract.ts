import * as z from 'zod/mini'
import { DECLENCHEURS } from '#features/echeancier/echeancier.rules.ts'
import { formatPourcent } from '#shared/argent.ts'
import { entier, pourcent, texte, VALEUR_INVALIDE } from '#shared/champs.ts'

/** So many modèles a firm has at most, and so many lines each of them. */
export const MODELES_MAX = 30
export const LIGNES_DE_MODELE_MAX = 20

/** Percents of a modèle, in hundredths: all its lines together. */
export const CENT_POUR_CENT = 10_000

const ID = { min: 1, max: Number.MAX_SAFE_INTEGER, hors: VALEUR_INVALIDE }
const NOMBRE = "Le nombre d'échéances est de 1 à 120."
const PAS = 'Le nombre de mois est de 1 à 12.'

/** A field that may be missing, or null. */
const orNull = <T extends z.ZodMiniType>(champ: T) => z.optional(z.union([z.null(), champ]))

const pourcentPositif = pourcent('Le pourcentage est obligatoire.').check(
  z.minimum(1, 'Le pourcentage doit être supérieur à zéro.'),
)

/** `pourcent` of the price, two decimals; several parts for a line with days only. */
export const ligneDeModele = z
  .object({
    libelle: texte('Le libellé est obligatoire.', 120),
    pourcent: pourcentPositif,
    declencheur: z.enum(DECLENCHEURS, { error: 'Veuillez choisir ce qui rend la ligne exigible.' }),
    stade_id: orNull(entier(VALEUR_INVALIDE, ID)),
    nombre: orNull(entier(NOMBRE, { min: 1, max: 120, hors: NOMBRE })),
    pas_mois: orNull(entier(PAS, { min: 1, max: 12, hors: PAS })),
  })
  .check(({ value, issues }) => {
    const refuse = (champ: keyof typeof value, message: string) =>
      issues.push({ code: 'custom', message, input: value[champ], path: [champ] })
    if (value.declencheur === 'stade' && value.stade_id == null)
      refuse('stade_id', 'Veuillez choisir un stade.')
    if (value.declencheur !== 'stade' && value.stade_id != null) refuse('stade_id', VALEUR_INVALIDE)
    if (value.declencheur === 'date') return
    if ((value.nombre ?? 1) !== 1) refuse('nombre', VALEUR_INVALIDE)
    if ((value.pas_mois ?? 1) !== 1) refuse('pas_mois', VALEUR_INVALIDE)
  })

export const modele = z
  .object({
    /** Given by the server; one that it has not given is that of a new modèle. */
    id: orNull(entier(VALEUR_INVALIDE, ID)),
    nom: texte('Le nom du modèle est obligatoire.', 120),
    par_defaut: z.boolean(),
    lignes: z
      .array(ligneDeModele)
      .check(
        z.minLength(1, 'Un modèle a au moins une ligne.'),
        z.maxLength(LIGNES_DE_MODELE_MAX, `Un modèle a ${LIGNES_DE_MODELE_MAX} lignes au plus.`),
      ),
  })
  .check(({ value, issues }) => {
    const refuse = (message: string) =>
      issues.push({ code: 'custom', message, input: value.lignes, path: ['lignes'] })
    const dates = value.lignes.filter(({ declencheur }) => declencheur === 'date').length
    if (dates > 1) refuse("Un modèle a une seule ligne à date : donnez-lui un nombre d'échéances.")
    const somme = value.lignes.reduce((sum, ligne) => sum + ligne.pourcent, 0)
    if (somme !== CENT_POUR_CENT)
      refuse(`Les pourcentages doivent faire 100\u00A0% (ils font ${formatPourcent(somme / 100)}).`)
  })

/** Two names that differ by their case only are one. */
const folded = (nom: string) => nom.normalize('NFC').toLowerCase()

/** All of them: a name once, one of them proposed first at most. */
export const modeles = z
  .array(modele)
  .check(z.maxLength(MODELES_MAX, `${MODELES_MAX} modèles au plus.`))
  .check(({ value, issues }) => {
    const refuse = (rang: number, champ: 'nom' | 'par_defaut', message: string) =>
      issues.push({ code: 'custom', message, input: value[rang]?.[champ], path: [rang, champ] })
    for (const [rang, { nom, par_defaut }] of value.entries()) {
      const before = value.slice(0, rang)
      if (before.some((other) => folded(other.nom) === folded(nom)))
        refuse(rang, 'nom', 'Ce nom de modèle existe déjà.')
      if (par_defaut && before.some((other) => other.par_defaut))
        refuse(rang, 'par_defaut', 'Un seul modèle est proposé par défaut.')
    }
  })

/** As the forms read them: each line says of itself how many parts it has. */
export const modeleLu = z.object({
  id: z.number(),
  nom: z.string(),
  par_defaut: z.boolean(),
  lignes: z.array(
    z.object({
      libelle: z.string(),
      pourcent: pourcent(VALEUR_INVALIDE),
      declencheur: z.enum(DECLENCHEURS),
      stade_id: z.nullable(z.number()),
      nombre: z.number(),
      pas_mois: z.number(),
    }),
  ),
})
/** A modèle as it is kept: percents in hundredths. */
export type Modele = z.output<typeof modeleLu>
