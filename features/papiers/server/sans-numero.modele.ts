/** What the papers without number share: they are composed anew each time and never kept. */
import type { Maison } from '#features/papiers/server/matiere.ts'
import { faitLe } from '#features/papiers/server/papiers.modele.ts'
import type { ModelePapier, PapiersSansNumero } from '#features/papiers/server/papiers.pdf.ts'
import type { Presse } from '#features/papiers/server/presse.ts'
import { createVuePapier } from '#server/documents/papier.ts'

export type Contenu = { titre: string; reference: string } & Pick<ModelePapier, 'blocs' | 'signatures'> & {
    /** Place and day; of today when it is left out. */
    fait?: string
  }

export function toModele(
  presse: Presse,
  maison: Maison,
  { titre: nom, reference, ...reste }: Contenu,
): ModelePapier {
  const { promoteur, aujourdhui } = maison
  return {
    papier: createVuePapier(promoteur, nom, reference, aujourdhui, presse.langue),
    fait: faitLe(presse, maison, aujourdhui),
    adresse: null,
    ...reste,
  }
}

/** One paper as a file. @param nom of the file, without its end */
export function toFichier(presse: Presse, maison: Maison, nom: string, contenu: Contenu): PapiersSansNumero {
  const modele = toModele(presse, maison, contenu)
  return {
    fichier: fichierDe(presse, nom),
    intitule: modele.papier.intitule,
    modeles: [modele],
    logo: maison.promoteur?.logo ?? null,
  }
}

/** « relance_2026-D-0012.pdf », « relance_2026-D-0012_ar.pdf ». */
export const fichierDe = ({ langue }: Pick<Presse, 'langue'>, nom: string): string =>
  `${nom}${langue === 'ar' ? '_ar' : ''}.pdf`
