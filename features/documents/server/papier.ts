import type { EtatDePapier } from '#features/documents/papiers.rules.ts'
import { TITRE_SOLDE, TITRES } from '#features/documents/papiers.texts.ts'
import type { Matiere } from '#features/documents/server/matiere.read.ts'
import { MOTS } from '#features/documents/server/papier.mots.ts'
import { nomDe, nomDuPromoteur } from '#features/documents/server/papiers.blocs.ts'
import { composeCorps, type Sujet } from '#features/documents/server/papiers.corps.ts'
import { POINTILLES, Presse, type Bloc } from '#features/documents/server/presse.ts'
import type { Langue } from '#shared/papiers.ts'
import { createVuePapier, type VuePapier } from '#server/documents/papier.ts'
import { renderPdf, type PdfOptions } from '#server/documents/pdf.ts'
import { vueVerification } from '#server/documents/verification.ts'
import { AppError } from '#server/http/errors.ts'

/** A paper as it is kept: every string of it, but its number and its code, which stand in its row. */
export interface ModelePapier {
  papier: VuePapier
  blocs: Bloc[]
  /** « Fait à Oran, le 21/11/2026 ». */
  fait: string
  signatures: { titre: string; nom: string }[]
  /** Where its code can be checked, as it was when it was issued. */
  adresse: string | null
}

/** What tells one print of a paper from another. */
export interface Tirage {
  /** Both null: a preview. */
  numero: string | null
  code: string | null
  etat: EtatDePapier
}

/** @throws signesInconnus (422): a numbered paper bears every name as it is */
export function composeModele(matiere: Matiere, sujet: Sujet): ModelePapier {
  const langue = sujet.input.langue ?? 'fr'
  const presse = new Presse(langue)
  const { mots } = presse
  const { promoteur, textes } = matiere
  const titre = (sujet.type === 'decompte' && sujet.montant === 0 ? TITRE_SOLDE : TITRES[sujet.type])[langue]
  const nom = nomDuPromoteur(presse, matiere)
  for (const ligne of [promoteur?.adresse, promoteur?.email]) presse.texte(ligne)
  const ville = presse.texte(textes.ville) || POINTILLES
  const client = langue === 'fr' ? textes.signature_client : textes.signature_client_ar
  const vendeur = langue === 'fr' ? textes.signature_promoteur : textes.signature_promoteur_ar
  const contrat = sujet.type === 'contrat_reservation'
  const modele: ModelePapier = {
    papier: createVuePapier(promoteur, titre, '', sujet.jour, langue),
    blocs: composeCorps(presse, matiere, sujet),
    fait: `${mots.faitA} ${ville}${mots.virgule} ${mots.faitLe} ${presse.jour(sujet.jour)}`,
    signatures: [
      // Each of those who buy together signs a contract.
      ...(contrat
        ? matiere.acquereurs.map((un) => ({
            titre: presse.texte(client),
            nom: presse.texte(nomDe(presse, un)),
          }))
        : [{ titre: presse.texte(client), nom: '' }]),
      { titre: presse.texte(vendeur), nom: contrat ? presse.texte(nom) : '' },
    ],
    adresse: matiere.adressePublique,
  }
  if (presse.inconnus.size > 0) throw new AppError('signesInconnus', { signes: [...presse.inconnus] })
  return modele
}

/** Its display strings. */
function vuePapier({ papier, adresse, ...modele }: ModelePapier, { numero, code, etat }: Tirage) {
  const mots = MOTS[papier.langue]
  const reference = numero === null ? '' : `${mots.numero}\u00A0${enArabe(papier.langue, numero)}`
  return {
    ...modele,
    papier: {
      ...papier,
      reference,
      intitule: `${papier.titre} ${numero === null ? mots.projet : `N°\u00A0${numero}`}`,
    },
    verification: code && {
      ...vueVerification(code, adresse),
      libelle: `${mots.code}${papier.langue === 'fr' ? '\u00A0:' : ':'}`,
    },
    filigrane: numero === null ? mots.projet : etat === 'annulé' ? mots.annule : '',
  }
}
const enArabe = (langue: Langue, valeur: string) => (langue === 'ar' ? `\u2068${valeur}\u2069` : valeur)

/** The paper as a PDF. Errors: those of renderPdf; with `exact` signesInconnus (422). */
export const papierPdf = (modele: ModelePapier, tirage: Tirage, options?: PdfOptions): Promise<Buffer> =>
  renderPdf('features/documents/server/papier.typ', vuePapier(modele, tirage), options)
