/** The people and the places of a sale as a paper names them, in its language. */
import type { Acquereur, Lieu, Emetteur, Faits, Personne } from '#features/papiers/server/facts/faits.ts'
import type { Redaction } from '#features/papiers/server/words/redaction.ts'
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

export const nomDuPromoteur = (redaction: Redaction, { promoteur }: Pick<Emetteur, 'promoteur'>): string =>
  redaction.texte(redaction.pick(promoteur?.nom, promoteur?.nomAr))

/** « , agissant par Ali Saadi, gérant, »; '' for a promoter without representative. */
export const representantDuPromoteur = (
  redaction: Redaction,
  { promoteur }: Pick<Emetteur, 'promoteur'>,
): string =>
  representantDe(
    redaction.langue,
    redaction.texte(redaction.pick(promoteur?.representant, promoteur?.representantAr)),
    redaction.texte(redaction.pick(promoteur?.representantQualite, promoteur?.representantQualiteAr)),
  )

export const nomDe = (redaction: Redaction, { nom, nomAr }: Pick<Personne, 'nom' | 'nomAr'>): string =>
  redaction.texte(redaction.pick(nom, nomAr))

const toNomme = (redaction: Redaction, acquereur: Acquereur): Nomme => ({
  nom: nomDe(redaction, acquereur),
  genre: acquereur.genre,
  representant: redaction.texte(redaction.pick(acquereur.representant, acquereur.representantAr)),
  qualite: redaction.texte(redaction.pick(acquereur.representantQualite, acquereur.representantQualiteAr)),
})

/** « M. Karim Zerrouki », « de la société Bâti Sud », « à M. A et à Mme B ». */
export const formesDesAcquereurs = (redaction: Redaction, { acquereurs }: Pick<Faits, 'acquereurs'>) =>
  formesDesClients(
    redaction.langue,
    acquereurs.map((acquereur) => toNomme(redaction, acquereur)),
  )

export const genresDe = ({ acquereurs }: Pick<Faits, 'acquereurs'>): (GenreDeClient | null)[] =>
  acquereurs.map(({ genre }) => genre)

/** « agissant par Ali Saadi, gérant » of a company or of the promoter; '' where nobody acts. */
export function agissant(
  redaction: Redaction,
  de: 'societe' | 'promoteur',
  nom: string,
  qualite: string,
): string {
  if (nom === '') return ''
  const mot = redaction.mots.agissant[de]
  return redaction.langue === 'fr'
    ? [`${mot} ${nom}`, qualite].filter(Boolean).join(', ')
    : `${mot} ${nom}${qualite && ` (${qualite})`}`
}

/** Name and quality of a company's representative, to be printed under its name; '' for a person. */
export function agissantPour(redaction: Redaction, acquereur: Acquereur): string {
  const { genre, representant, qualite } = toNomme(redaction, acquereur)
  return genre === 'societe' ? agissant(redaction, 'societe', representant, qualite) : ''
}

/** Name of the signatory: the buyer, or the representative of a company. */
export const signataire = (redaction: Redaction, acquereur: Acquereur): string =>
  (acquereur.genre === 'societe' && toNomme(redaction, acquereur).representant) || nomDe(redaction, acquereur)

/** The bien of a sale with the names of its places in the language of the paper. */
export function bienImprime(redaction: Redaction, { bien, lieu }: Pick<Faits, 'bien' | 'lieu'>): BienImprime {
  const imprime = toImprime(bien)
  if (redaction.langue === 'fr') return imprime
  return {
    ...imprime,
    residence: lieu.residence ? (lieu.residence.nomAr ?? lieu.residence.nom) : imprime.residence,
    situation: [blocDe(redaction, lieu), parkingDe(redaction, lieu), etageDe(redaction, lieu)]
      .filter(Boolean)
      .join('، '),
  }
}

/** « A », to stand behind « bloc »; « العمارة A » in Arabic. '' without bloc. */
export function blocDe(redaction: Redaction, { bloc }: Pick<Lieu, 'bloc'>): string {
  if (!bloc) return ''
  return redaction.langue === 'fr'
    ? redaction.texte(nomDuBloc(bloc.nom))
    : blocArabe(bloc.nomAr, bloc.nom, (nom) => redaction.texte(nom))
}

const parkingDe = (redaction: Redaction, { parking }: Pick<Lieu, 'parking'>): string =>
  parking ? parkingArabe(parking.nomAr, parking.nom, (nom) => redaction.texte(nom)) : ''

/** « 2e étage », « الطابق الثاني »; '' without étage. */
export function etageDe(redaction: Redaction, { etage }: Pick<Lieu, 'etage'>): string {
  if (!etage) return ''
  if (redaction.langue === 'fr') return redaction.texte(etage.designation)
  return etage.designationAr === null ? niveauArabe(etage.niveau) : redaction.texte(etage.designationAr)
}

/** « Résidence Les Jardins », « إقامة الياسمين »; '' without résidence. */
export const residenceDe = (redaction: Redaction, { residence }: Pick<Lieu, 'residence'>): string =>
  redaction.residence({ residence: residence && redaction.pick(residence.nom, residence.nomAr) })
