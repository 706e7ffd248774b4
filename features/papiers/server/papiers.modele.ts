import { TITRES, TITRES_DES_VARIANTES } from '#features/papiers/papiers.texts.ts'
import type { Acquereur, Maison, Matiere } from '#features/papiers/server/matiere.ts'
import { composeAvancement, composeCorps } from '#features/papiers/server/papiers.corps.ts'
import { motDuClient } from '#features/papiers/server/papiers.blocs.ts'
import { nomDuPromoteur, signataire } from '#features/papiers/server/papiers.noms.ts'
import type { ModelePapier, PapiersSansNumero } from '#features/papiers/server/papiers.pdf.ts'
import type { MatiereDuBloc, Sujet } from '#features/papiers/server/papiers.sujet.ts'
import { Presse, type Bloc } from '#features/papiers/server/presse.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import type { Jour } from '#shared/dates.ts'
import { fichierDuPapier, type PapierDeVente } from '#shared/papiers.ts'
import { createVuePapier } from '#server/documents/papier.ts'
import { refuse } from '#server/http/errors.ts'

/** The strings of a paper around its blocks: head, place and day, boxes to sign. */

type Boite = ModelePapier['signatures'][number]

/** « Fait à Oran, le 21/11/2026 », « حرر بوهران في … »; without a city only the day. */
export function faitLe(presse: Presse, { textes }: Pick<Maison, 'textes'>, jour: Jour): string {
  const le = presse.jour(jour)
  if (presse.langue === 'fr') {
    const ville = presse.texte(textes.ville)
    return ville === '' ? `Fait le ${le}` : `Fait à ${ville}, le ${le}`
  }
  // The preposition is written on to an Arabic name, which an isolating mark would part from it; before a Latin one it is drawn out.
  const villeAr = presse.texte(textes.ville_ar).replace(/[\u2066-\u2069]/g, '')
  if (villeAr !== '') return `حرر ب${villeAr} في ${le}`
  return textes.ville === '' ? `حرر في ${le}` : `حرر بـ ${presse.texte(textes.ville)} في ${le}`
}

/** Box of the promoter. @param nom name in it; '' for none */
export const boiteDuPromoteur = (presse: Presse, { textes }: Pick<Maison, 'textes'>, nom = ''): Boite => ({
  titre: presse.texte(presse.langue === 'fr' ? textes.signature_promoteur : textes.signature_promoteur_ar),
  nom,
})

/** A box for each buyer, with his name or that of who signs for a company. */
export function boitesDesAcquereurs(
  presse: Presse,
  matiere: Pick<Matiere, 'acquereurs' | 'textes'>,
  qui: readonly Acquereur[] = matiere.acquereurs,
): Boite[] {
  const mot = presse.texte(motDuClient(presse, matiere))
  return qui.map((acquereur) => ({ titre: mot, nom: signataire(presse, acquereur) }))
}

function boites(presse: Presse, matiere: Matiere, { type, input }: Sujet): Boite[] {
  const promoteur = boiteDuPromoteur(presse, matiere)
  if (type === 'contrat_reservation')
    return [...boitesDesAcquereurs(presse, matiere), { ...promoteur, nom: nomDuPromoteur(presse, matiere) }]
  if (type === 'pv_remise') return [...boitesDesAcquereurs(presse, matiere), promoteur]
  if (type === 'mise_en_demeure' && input.envoi === 'main')
    return [{ titre: presse.mots.recuEnMainPropre, nom: '' }, promoteur]
  return [promoteur]
}

/** The strings of a paper from its blocks and boxes. @throws signesInconnus (422): a sign without a glyph would alter a name */
function compose(
  presse: Presse,
  maison: Maison,
  { type, variante, jour }: Sujet,
  reste: { blocs: Bloc[]; signatures: Boite[] },
): ModelePapier {
  const { promoteur } = maison
  const titre = (variante ? TITRES_DES_VARIANTES[variante] : TITRES[type])[presse.langue]
  for (const ligne of [promoteur?.nom, promoteur?.adresse, promoteur?.email, promoteur?.adresseAr])
    presse.texte(ligne)
  const modele: ModelePapier = {
    // The foot of the paper bears the day of its composition, also when the paper bears another day.
    papier: createVuePapier(promoteur, titre, '', maison.aujourdhui, presse.langue),
    ...reste,
    fait: faitLe(presse, maison, jour),
    adresse: maison.adressePublique,
    ...(type === 'contrat_reservation' && maison.textes.paraphes && { paraphes: presse.mots.paraphes }),
  }
  if (presse.inconnus.size > 0) throw refuse(communesErreurs.signesInconnus, { signes: [...presse.inconnus] })
  return modele
}

/** Composes all strings of a paper of a sale. @throws texteTropLong, signesInconnus (422) */
export function composeModele(matiere: Matiere, sujet: Sujet & { type: PapierDeVente }): ModelePapier {
  const presse = new Presse(sujet.input.langue ?? 'fr')
  const blocs = composeCorps(presse, matiere, sujet)
  return compose(presse, matiere, sujet, { blocs, signatures: boites(presse, matiere, sujet) })
}

/** Composes all strings of a paper of a bloc. @throws texteTropLong, signesInconnus (422) */
export function composeModeleDuBloc(matiere: MatiereDuBloc, sujet: Sujet): ModelePapier {
  const presse = new Presse(sujet.input.langue ?? 'fr')
  const { signature_etudes, signature_etudes_ar } = matiere.textes
  return compose(presse, matiere, sujet, {
    blocs: composeAvancement(presse, matiere, sujet),
    signatures: [
      boiteDuPromoteur(presse, matiere),
      { titre: presse.texte(presse.langue === 'fr' ? signature_etudes : signature_etudes_ar), nom: '' },
    ],
  })
}

/** A paper without number, which is composed anew each time and never kept. */
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
    fichier: fichierDuPapier(nom, presse.langue),
    intitule: modele.papier.intitule,
    modeles: [modele],
    logo: maison.promoteur?.logo ?? null,
  }
}
