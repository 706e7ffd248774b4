import type { ModelePapier } from '#features/papiers/server/press/pdf.ts'
import type { Element } from '#features/papiers/server/words/redaction.ts'
import type { Langue } from '#shared/papiers.ts'
import { createVuePapier } from '#server/documents/papier.ts'
import { unPromoteur } from '#test/harness/papiers.ts'

const MOTS = {
  fr: {
    titre: 'Décompte',
    ligne: 'Versement',
    total: 'Total',
    mot: 'vendu',
    fait: 'Fait à Oran, le 21/11/2026',
  },
  ar: { titre: 'كشف حساب', ligne: 'دفعة', total: 'المجموع', mot: 'مبيع', fait: 'حرر بوهران في 21/11/2026' },
} as const

/** A ledger of so many rows: « Versement 12 », its amount, and the total. */
export function registre(langue: Langue, lignes: number): Element {
  const { ligne, total } = MOTS[langue]
  return {
    genre: 'table',
    colonnes: [
      { titre: 'N°', montant: false, large: false },
      { titre: ligne, montant: false, large: true },
      { titre: 'DA', montant: true, large: false },
    ],
    lignes: Array.from({ length: lignes }, (_, rang) => [
      `${rang + 1}`,
      `${ligne} r${rang + 1}.`,
      '1 250 000,00',
    ]),
    total: ['', total, `${lignes} 250 000,00`],
    vide: '',
  }
}

/** A paragraph of so many lines, each with its rank; or one that breaks by itself, of so many words. */
export const paragraphe = (langue: Langue, nombre: number, joint?: 'mots'): Element => {
  const lignes = Array.from({ length: nombre }, (_, rang) => `${MOTS[langue].mot} m${rang + 1}x`)
  return { genre: 'texte', lignes: joint ? [lignes.join(' ')] : lignes }
}

/** A paper of these blocks, signed by so many buyers and the promoter. */
export function unModele(
  langue: Langue,
  blocs: Element[],
  { acquereurs = 1, adresse = null as string | null, promoteur = unPromoteur } = {},
): ModelePapier {
  const { titre, fait } = MOTS[langue]
  return {
    papier: createVuePapier(promoteur, titre, '', '2026-11-21', langue),
    blocs: [
      {
        genre: 'fiches',
        fiches: [
          { titre: 'A', nom: 'Samira Haddad', lignes: ['Oran', '0550 12 34 56'] },
          { titre: 'B', nom: 'A-12', lignes: ['Bloc A'] },
        ],
      },
      ...blocs,
    ],
    fait,
    signatures: [
      ...Array.from({ length: acquereurs }, (_, rang) => ({
        titre: 'Le client',
        nom: `Samira Haddad Boudjemaâ-Aït Ouarab s${rang + 1}.`,
      })),
      { titre: 'Le promoteur, cachet et signature', nom: '' },
    ],
    adresse,
  }
}
