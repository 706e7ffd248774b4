import { SECTIONS } from '#features/journal/journal.champs.administration.ts'
import { type Objet, isObjet } from '#features/journal/journal.mots.ts'
import { readObjet, nomme, texte, type Champs } from '#features/journal/journal.valeurs.ts'
import { libelleDuBien } from '#shared/biens.ts'
import {
  numeroDePiece,
  numeroDossier,
  numeroPapier,
  numeroRecu,
  numeroRemboursement,
} from '#shared/numero.ts'
import { CHAMPS } from '#features/journal/journal.champs.ts'
import type { Changement } from '#features/journal/journal.contract.ts'

type Fiche = Readonly<Record<string, unknown>>

const firstOf =
  (...noms: readonly string[]) =>
  (valeurs: Fiche): string | null =>
    noms.map((nom) => texte(valeurs[nom])).find((lu) => lu !== null) ?? null

const nommeAvec = (mot: string, nom: string | null): string | null => (nom === null ? null : `${mot} ${nom}`)

/** « Dossier 2026-D-0012 », the name of a vente or of a record that belongs to one. */
const dossier = (valeurs: Fiche): string | null => {
  const { dossier_annee, dossier_numero } = valeurs
  if (typeof dossier_annee === 'number' && typeof dossier_numero === 'number')
    return nommeAvec('Dossier', numeroDossier(dossier_annee, dossier_numero))
  return nommeAvec('Dossier', texte(valeurs['dossier']))
}

const recu = ({ recu: lu, recu_annee, recu_numero }: Fiche): string | null =>
  nommeAvec(
    'Reçu',
    typeof recu_annee === 'number' && typeof recu_numero === 'number'
      ? numeroRecu(recu_annee, recu_numero)
      : texte(lu),
  )

/** A number: the text kept in the journal line, or one built from today's row. */
const numeroDeLAnnee =
  (ecrire: (annee: number, rang: number, serie: string) => string) =>
  ({ numero: lu, annee, rang, serie }: Fiche): string | null =>
    typeof annee === 'number' && typeof rang === 'number'
      ? ecrire(annee, rang, texte(serie) ?? '')
      : texte(lu)

const bien = (type: Parameters<typeof libelleDuBien>[0], nom: string) => (valeurs: Fiche) => {
  const lu = texte(valeurs[nom])
  return lu === null ? null : libelleDuBien(type, lu)
}

const TITRES: Readonly<Record<Objet, (valeurs: Fiche) => string | null>> = {
  appartement: bien('appartement', 'numLot'),
  bloc: firstOf('nomloc'),
  bon: firstOf('reference'),
  categorie: firstOf('nom'),
  client: firstOf('nomComplet'),
  'compte bancaire': ({ banque, numero }) =>
    [texte(banque), texte(numero)].filter((lu) => lu !== null).join(' ') || null,
  desistement: dossier,
  document: numeroDeLAnnee((annee, rang, serie) => numeroPapier(annee, serie, rang)),
  etage: firstOf('designation'),
  import: firstOf('nom'),
  ligne: firstOf('designation'),
  local: bien('local', 'num'),
  membre: firstOf('name'),
  option: ({ bien: lu, nom }) => nomme('designation')(lu) ?? texte(nom),
  paiement: recu,
  parametres: ({ section }) => {
    const nom = texte(section)
    return nom === null ? null : (SECTIONS[nom] ?? nom)
  },
  parking: firstOf('parking_nom'),
  place: bien('place_parking', 'numero_place'),
  promoteur: firstOf('nom'),
  relance: dossier,
  remboursement: numeroDeLAnnee(numeroRemboursement),
  remise: numeroDeLAnnee(numeroDePiece),
  residence: firstOf('nom'),
  revision: firstOf('motif'),
  sauvegarde: firstOf('fichier'),
  stade: firstOf('nom'),
  vente: dossier,
}

/** The name of a record, read from its values: « Appartement A-12 », « Reçu 2026-000123 »; null where they hold none. */
export const nomDe = (objet: Objet, valeurs: unknown): string | null => TITRES[objet](readObjet(valeurs))

/** The name of a line's record: after the act, before it, or today. A vente without a number gets its client's name. */
export function titreDe(
  objet: Objet,
  { avant, apres }: { avant: unknown; apres: unknown },
  maintenant: string | null = null,
): string | null {
  const nom = nomDe(objet, apres) ?? nomDe(objet, avant) ?? maintenant
  if (nom !== null || objet !== 'vente') return nom
  return (
    [apres, avant].map((valeurs) => nomme('nomComplet')(readObjet(valeurs)['client'])).find(Boolean) ?? null
  )
}

/** The longest value in a list, in characters; a workbook shows values whole. */
const LONGUEUR_MAX = 200

export interface Valeurs {
  objet: string
  avant: unknown
  apres: unknown
}

const RIEN = 'Aucun'

/** One side of a field: `present` is false when the record lacks the key, and `texte` is null when its value is empty. */
type Cote = { present: false } | { present: true; texte: string | null }
const ABSENT: Cote = { present: false }

/**
 * The changed fields of a journal line in words. Keys without a label are left out, and an emptied field reads « Aucun ».
 * @param entier true to keep long values whole
 */
export function changementsDe({ objet, avant, apres }: Valeurs, { entier = false } = {}): Changement[] {
  if (!isObjet(objet)) return []
  const deux = avant !== null && apres !== null
  return comparer(CHAMPS[objet], avant, apres).flatMap(([champ, ancien, nouveau]) => {
    const sides = [ancien, nouveau].map((cote) => {
      if (!cote.present) return null
      return cote.texte ?? (deux && ancien.present && nouveau.present ? RIEN : null)
    })
    const [avantDit = null, apresDit = null] = entier ? sides : sides.map(cut)
    const pareils = sides[0] === sides[1]
    return pareils ? [] : [{ champ, avant: avantDit, apres: apresDit }]
  })
}

type Paire = [champ: string, avant: Cote, apres: Cote]

function comparer(champs: Champs, avant: unknown, apres: unknown): Paire[] {
  const [a, b] = [readObjet(avant), readObjet(apres)]
  return Object.entries(champs).flatMap(([cle, champ]): Paire[] => {
    const had = Object.hasOwn(a, cle)
    const has = Object.hasOwn(b, cle)
    if (champ === null || !(had || has)) return []
    if ('champs' in champ) return comparer(champ.champs, a[cle], b[cle])
    const cote = (said: boolean, valeur: unknown, describe: (valeur: unknown) => string | null): Cote =>
      said ? { present: true, texte: describe(valeur) } : ABSENT
    if ('describe' in champ) {
      const { libelle, describe, remplace } = champ
      const [ancien, nouveau] = [cote(had, a[cle], describe), cote(has, b[cle], describe)]
      const isReplaced = remplace !== undefined && had && has && isAutre(a[cle], b[cle])
      return [[libelle, ancien, isReplaced ? { present: true, texte: remplace } : nouveau]]
    }
    const [avants, apresLignes] = [lignesDe(a[cle]), lignesDe(b[cle])]
    const plus = Math.max(avants.length, apresLignes.length)
    return Array.from({ length: plus }, (_, rang): Paire => [
      `${champ.libelle} ${rang + 1}`,
      cote(rang < avants.length, avants[rang], champ.chaque),
      cote(rang < apresLignes.length, apresLignes[rang], champ.chaque),
    ])
  })
}

const isAutre = (avant: unknown, apres: unknown): boolean =>
  typeof avant === 'string' && typeof apres === 'string' && avant !== apres

const lignesDe = (valeur: unknown): readonly unknown[] => (Array.isArray(valeur) ? valeur : [])

function cut(dit: string | null): string | null {
  if (dit === null || dit.length <= LONGUEUR_MAX) return dit
  // A surrogate pair is not cut in two.
  return `${dit.slice(0, LONGUEUR_MAX).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** The keys of a record that have no entry in CHAMPS, as `objet.cle`. A test expects none. */
export function inconnusDe({ objet, avant, apres }: Valeurs): string[] {
  if (!isObjet(objet)) return [objet]
  return [avant, apres].flatMap((cote) => inconnus(CHAMPS[objet], cote, objet))
}

function inconnus(champs: Champs, valeur: unknown, chemin: string): string[] {
  return Object.entries(readObjet(valeur)).flatMap(([cle, dedans]) => {
    const champ = champs[cle]
    if (champ === undefined) return [`${chemin}.${cle}`]
    return champ !== null && 'champs' in champ ? inconnus(champ.champs, dedans, `${chemin}.${cle}`) : []
  })
}
