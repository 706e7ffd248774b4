/** The people and the places of a sale as a paper names them, in its language. */
import type { Acquereur, Lieu, Maison, Matiere, Personne } from '#features/papiers/server/matiere.ts'
import type { Presse } from '#features/papiers/server/presse.ts'
import { toImprime } from '#features/biens/server/biens.read.ts'
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
  presse.texte(presse.choisir(promoteur?.nom, promoteur?.nomAr))

/** « , agissant par Ali Saadi, gérant, »; '' for a promoter without representative. */
export const representantDuPromoteur = (presse: Presse, { promoteur }: Pick<Maison, 'promoteur'>): string =>
  representantDe(
    presse.langue,
    presse.texte(presse.choisir(promoteur?.representant, promoteur?.representantAr)),
    presse.texte(presse.choisir(promoteur?.representantQualite, promoteur?.representantQualiteAr)),
  )

export const nomDe = (presse: Presse, { nom, nomAr }: Pick<Personne, 'nom' | 'nomAr'>): string =>
  presse.texte(presse.choisir(nom, nomAr))

const nommer = (presse: Presse, un: Acquereur): Nomme => ({
  nom: nomDe(presse, un),
  genre: un.genre,
  representant: presse.texte(presse.choisir(un.representant, un.representantAr)),
  qualite: presse.texte(presse.choisir(un.representantQualite, un.representantQualiteAr)),
})

/** « M. Karim Zerrouki », « de la société Bâti Sud », « à M. A et à Mme B ». */
export const formesDesAcquereurs = (presse: Presse, { acquereurs }: Pick<Matiere, 'acquereurs'>) =>
  formesDesClients(
    presse.langue,
    acquereurs.map((un) => nommer(presse, un)),
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
export function agissantPour(presse: Presse, un: Acquereur): string {
  const { genre, representant, qualite } = nommer(presse, un)
  return genre === 'societe' ? agissant(presse, 'societe', representant, qualite) : ''
}

/** Name of the signatory: the buyer, or the representative of a company. */
export const signataire = (presse: Presse, un: Acquereur): string =>
  (un.genre === 'societe' && nommer(presse, un).representant) || nomDe(presse, un)

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
  presse.residence({ residence: residence && presse.choisir(residence.nom, residence.nomAr) })
