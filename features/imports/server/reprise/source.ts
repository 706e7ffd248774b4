import type { Source } from '#features/imports/server/check/context.ts'
import { blocOf } from '#features/imports/server/reprise/biens.rules.ts'
import type { FeuilleLue } from '#features/imports/server/reprise/correspondance.ts'
import { placeOfLetter } from '#features/imports/server/reprise/titres.feuille.ts'

/** The source of the lines of a list of one's own, as its columns were answered. */
export function sourceOf({
  nom,
  entete,
  residence_id,
  arretee_au,
  unite,
  colonnes,
}: Omit<FeuilleLue, 'lignes'>): Source {
  const lues = colonnes.flatMap(({ champ, lettre, titre }) =>
    champ === null ? [] : [{ champ, lettre, titre }],
  )
  return {
    titre: nom,
    entete,
    positions: new Map(lues.map(({ champ, lettre }) => [champ, placeOfLetter(lettre)])),
    titres: new Map(lues.map(({ champ, titre }) => [champ, titre.replace(/\s*\*\s*$/, '')])),
    residence_id,
    bloc: blocOf(nom),
    arretee_au,
    unite,
  }
}
