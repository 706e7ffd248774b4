/** The people and the places of a sale as a paper names them, in its language. */
import type { Acquereur, Lieu, Maison, Matiere, Personne } from '#features/papiers/server/matiere.ts'
import type { Presse } from '#features/papiers/server/presse.ts'
import { toImprime } from '#features/etats/server/biens.read.ts'
import { blocArabe, niveauArabe, parkingArabe } from '#shared/arabe.ts'
import {
  formesDesClients,
  nomDuBloc,
  representantDe,
  type GenreDeClient,
  type Nomme,
} from '#shared/nommer.ts'
import type { BienImprime } from '#server/documents/papier.ts'

export const nomDuPromoteur = (presse: Presse, { promoteur }: Pick<Maison, 'promoteur'>): string =>
  presse.texte(presse.pick(promoteur?.nom, promoteur?.nomAr))

/** « , agissant par Ali Saadi, gérant, »; '' for a promoter without representative. */
export const representantDuPromoteur = (presse: Presse, { promoteur }: Pick<Maison, 'promoteur'>): string =>
  representantDe(
    presse.langue,
    presse.texte(presse.pick(promoteur?.representant, promoteur?.representantAr)),
    presse.texte(presse.pick(promoteur?.representantQualite, promoteur?.representantQualiteAr)),
  )

export const nomDe = (presse: Presse, { nom, nomAr }: Pick<Personne, 'nom' | 'nomAr'>): string =>
  presse.texte(presse.pick(nom, nomAr))

const toNomme = (presse: Presse, acquereur: Acquereur): Nomme => ({
  nom: nomDe(presse, acquereur),
  genre: acquereur.genre,
  representant: presse.texte(presse.pick(acquereur.representant, acquereur.representantAr)),
  qualite: presse.texte(presse.pick(acquereur.representantQualite, acquereur.representantQualiteAr)),
})

/** « M. Karim Zerrouki », « de la société Bâti Sud », « à M. A et à Mme B ». */
export const formesDesAcquereurs = (presse: Presse, { acquereurs }: Pick<Matiere, 'acquereurs'>) =>
  formesDesClients(
    presse.langue,
    acquereurs.map((acquereur) => toNomme(presse, acquereur)),
  )

export const genresDe = ({ acquereurs }: Pick<Matiere, 'acquereurs'>): (GenreDeClient | null)[] =>
  acquereurs.map(({ genre }) => genre)

/** « agissant par Ali Saadi, gérant » of a company or of the promoter; '' where nobody acts. */
export function agissant(presse: Presse, de: 'societe' | 'promoteur', nom: string, qualite: string): string {
  if (nom === '') return ''
  const mot = presse.mots.agissant[de]
  return presse.langue === 'fr'
    ? [`${mot} ${nom}`, qualite].filter(Boolean).join(', ')
    : `${mot} ${nom}${qualite && ` (${qualite})`}`
}

/** Name and quality of a company's representative, to be printed under its name; '' for a person. */
export function agissantPour(presse: Presse, acquereur: Acquereur): string {
  const { genre, representant, qualite } = toNomme(presse, acquereur)
  return genre === 'societe' ? agissant(presse, 'societe', representant, qualite) : ''
}

/** Name of the signatory: the buyer, or the representative of a company. */
export const signataire = (presse: Presse, acquereur: Acquereur): string =>
  (acquereur.genre === 'societe' && toNomme(presse, acquereur).representant) || nomDe(presse, acquereur)

/** The bien of a sale with the names of its places in the language of the paper. */
export function bienImprime(presse: Presse, { bien, lieu }: Pick<Matiere, 'bien' | 'lieu'>): BienImprime {
  const imprime = toImprime(bien)
  if (presse.langue === 'fr') return imprime
  return {
    ...imprime,
    residence: lieu.residence ? (lieu.residence.nomAr ?? lieu.residence.nom) : imprime.residence,
    situation: [blocDe(presse, lieu), parkingDe(presse, lieu), etageDe(presse, lieu)]
      .filter(Boolean)
      .join('، '),
  }
}

/** « A », to stand behind « bloc »; « العمارة A » in Arabic. '' without bloc. */
export function blocDe(presse: Presse, { bloc }: Pick<Lieu, 'bloc'>): string {
  if (!bloc) return ''
  return presse.langue === 'fr'
    ? presse.texte(nomDuBloc(bloc.nom))
    : blocArabe(bloc.nomAr, bloc.nom, (nom) => presse.texte(nom))
}

const parkingDe = (presse: Presse, { parking }: Pick<Lieu, 'parking'>): string =>
  parking ? parkingArabe(parking.nomAr, parking.nom, (nom) => presse.texte(nom)) : ''

/** « 2e étage », « الطابق الثاني »; '' without étage. */
export function etageDe(presse: Presse, { etage }: Pick<Lieu, 'etage'>): string {
  if (!etage) return ''
  if (presse.langue === 'fr') return presse.texte(etage.designation)
  return etage.designationAr === null ? niveauArabe(etage.niveau) : presse.texte(etage.designationAr)
}

/** « Résidence Les Jardins », « إقامة الياسمين »; '' without résidence. */
export const residenceDe = (presse: Presse, { residence }: Pick<Lieu, 'residence'>): string =>
  presse.residence({ residence: residence && presse.pick(residence.nom, residence.nomAr) })
