import type { PapierInput } from '#features/papiers/papiers.contract.ts'
import { TEXTES_PROPOSES, TITRES, TITRES_DES_VARIANTES } from '#features/papiers/papiers.texts.ts'
import type { Acquereur, Emetteur, Faits } from '#features/papiers/server/facts/faits.ts'
import { motDuClient } from '#features/papiers/server/blocks/elements.ts'
import { signataire } from '#features/papiers/server/words/noms.ts'
import type { ModelePapier, PapiersSansNumero } from '#features/papiers/server/press/pdf.ts'
import type { Sujet } from '#features/papiers/server/facts/sujet.ts'
import { valeursDuTexte } from '#features/papiers/server/words/valeurs.ts'
import { Redaction, type Element } from '#features/papiers/server/words/redaction.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import type { Jour } from '#shared/dates.ts'
import { accorderAuxAcquereurs } from '#shared/nommer.ts'
import {
  fichierDuPapier,
  type PapierDeVente,
  type TypeDePapier,
  type ValeursDuTexte,
} from '#shared/papiers.ts'
import { createVuePapier } from '#server/documents/papier.ts'
import { refuse, type AppError } from '#server/http/errors.ts'

/** The strings of a paper around its blocks: head, place and day, boxes to sign. */

type Boite = ModelePapier['signatures'][number]

/** « Fait à Oran, le 21/11/2026 », « حرر بوهران في … »; without a city only the day. */
export function faitLe(redaction: Redaction, { textes }: Pick<Emetteur, 'textes'>, jour: Jour): string {
  const le = redaction.jour(jour)
  if (redaction.langue === 'fr') {
    const ville = redaction.texte(textes.ville)
    return ville === '' ? `Fait le ${le}` : `Fait à ${ville}, le ${le}`
  }
  // The preposition is written on to an Arabic name, which an isolating mark would part from it; before a Latin one it is drawn out.
  const villeAr = redaction.texte(textes.ville_ar).replace(/[\u2066-\u2069]/g, '')
  if (villeAr !== '') return `حرر ب${villeAr} في ${le}`
  return textes.ville === '' ? `حرر في ${le}` : `حرر بـ ${redaction.texte(textes.ville)} في ${le}`
}

/** Box of the promoter. @param nom name in it; '' for none */
export const boiteDuPromoteur = (
  redaction: Redaction,
  { textes }: Pick<Emetteur, 'textes'>,
  nom = '',
): Boite => ({
  titre: redaction.texte(
    redaction.langue === 'fr' ? textes.signature_promoteur : textes.signature_promoteur_ar,
  ),
  nom,
})

/** A box for each buyer, with his name or that of who signs for a company. */
export function boitesDesAcquereurs(
  redaction: Redaction,
  faits: Pick<Faits, 'acquereurs' | 'textes'>,
  qui: readonly Acquereur[] = faits.acquereurs,
): Boite[] {
  const mot = redaction.texte(motDuClient(redaction, faits))
  return qui.map((acquereur) => ({ titre: mot, nom: signataire(redaction, acquereur) }))
}

/** The strings of a paper from its blocks and boxes. @throws signesInconnus (422): a sign without a glyph would alter a name */
export function composeNumerote(
  redaction: Redaction,
  emetteur: Emetteur,
  { type, variante, jour }: Sujet,
  { paraphes, ...reste }: { blocs: Element[]; signatures: Boite[]; paraphes?: string },
): ModelePapier {
  const { promoteur } = emetteur
  const titre = (variante ? TITRES_DES_VARIANTES[variante] : TITRES[type])[redaction.langue]
  for (const ligne of [promoteur?.nom, promoteur?.adresse, promoteur?.email, promoteur?.adresseAr])
    redaction.texte(ligne)
  const modele: ModelePapier = {
    // The foot of the paper bears the day of its composition, also when the paper bears another day.
    papier: createVuePapier(promoteur, titre, '', emetteur.aujourdhui, redaction.langue),
    ...reste,
    fait: faitLe(redaction, emetteur, jour),
    adresse: emetteur.adressePublique,
    ...(paraphes && { paraphes }),
  }
  if (redaction.inconnus.size > 0)
    throw refuse(communesErreurs.signesInconnus, { signes: [...redaction.inconnus] })
  return modele
}

/** The text of a paper, the promoter's own or the proposed one, for so many buyers. @throws texteTropLong (422) */
export function proseOf(
  redaction: Redaction,
  { textes: { textes } }: Pick<Emetteur, 'textes'>,
  type: TypeDePapier,
  valeurs: ValeursDuTexte,
  combien = 1,
): Element[] {
  const texte = textes[type][redaction.langue] ?? TEXTES_PROPOSES[type][redaction.langue] ?? ''
  return redaction.prose(combien > 1 ? accorderAuxAcquereurs(texte) : texte, valeurs)
}

/** A numbered paper of a sale: what refuses it, what a request asks of it, its blocks, who signs. */
export interface PapierNumerote {
  /** True for a paper that is also issued for a sale that has ended. */
  desVentesTerminees?: true
  /** Refusal by the state of the vente. @param input the request; without it, a paper is refused only when no request could succeed */
  refus?: (faits: Faits, input?: PapierInput) => AppError | null
  /** Refusal of a number alone: the preview is drawn. */
  refusDuNumero?: (faits: Faits) => AppError | null
  /** Resolves the amount, échéances, delay and variante of a request. @throws AppError (422) */
  sujet: (
    faits: Faits,
    input: PapierInput,
  ) => Pick<Sujet, 'montant'> & Partial<Pick<Sujet, 'echeances' | 'delai' | 'variante'>>
  /** @param prose the text of the paper @param valeurs what it may name */
  corps: (
    redaction: Redaction,
    faits: Faits,
    sujet: Sujet,
    prose: Element[],
    valeurs: ValeursDuTexte,
  ) => Element[]
  /** Boxes to sign; by default that of the promoter. */
  boites?: (redaction: Redaction, faits: Faits, sujet: Sujet) => Boite[]
  /** Words before the line for initials on each page; '' for none. */
  paraphes?: (redaction: Redaction, faits: Faits) => string
}

/** Composes all strings of a paper of a sale. @throws texteTropLong, signesInconnus (422) */
export function composeModele(
  { corps, boites, paraphes }: PapierNumerote,
  faits: Faits,
  sujet: Sujet & { type: PapierDeVente },
): ModelePapier {
  const redaction = new Redaction(sujet.input.langue ?? 'fr')
  const valeurs = valeursDuTexte(redaction, faits, sujet)
  const prose = proseOf(redaction, faits, sujet.type, valeurs, faits.acquereurs.length)
  return composeNumerote(redaction, faits, sujet, {
    blocs: corps(redaction, faits, sujet, prose, valeurs),
    signatures: boites?.(redaction, faits, sujet) ?? [boiteDuPromoteur(redaction, faits)],
    paraphes: paraphes?.(redaction, faits) ?? '',
  })
}

/** A paper without number, which is composed anew each time and never kept. */
export type Contenu = { titre: string; reference: string } & Pick<ModelePapier, 'blocs' | 'signatures'> & {
    /** Place and day; of today when it is left out. */
    fait?: string
  }

export function toModele(
  redaction: Redaction,
  emetteur: Emetteur,
  { titre: nom, reference, ...reste }: Contenu,
): ModelePapier {
  const { promoteur, aujourdhui } = emetteur
  return {
    papier: createVuePapier(promoteur, nom, reference, aujourdhui, redaction.langue),
    fait: faitLe(redaction, emetteur, aujourdhui),
    adresse: null,
    ...reste,
  }
}

/** One paper as a file. @param nom of the file, without its end */
export function toFichier(
  redaction: Redaction,
  emetteur: Emetteur,
  nom: string,
  contenu: Contenu,
): PapiersSansNumero {
  const modele = toModele(redaction, emetteur, contenu)
  return {
    fichier: fichierDuPapier(nom, redaction.langue),
    intitule: modele.papier.intitule,
    modeles: [modele],
    logo: emetteur.promoteur?.logo ?? null,
  }
}
