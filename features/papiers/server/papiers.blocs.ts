import type { BienDecrit } from '#features/etats/server/biens.read.ts'
import type { Acquereur, Lieu, Maison, Matiere } from '#features/papiers/server/matiere.ts'
import {
  agissant,
  agissantPour,
  bienImprime,
  genresDe,
  nomDe,
} from '#features/papiers/server/papiers.noms.ts'
import { documents } from '#features/parametres/parametres.sections.ts'
import { POINTILLES, type Bloc, type Fiche, type Presse } from '#features/papiers/server/presse.ts'
import type { Centimes } from '#shared/argent.ts'
import { politesse } from '#shared/nommer.ts'
import { remplacer } from '#shared/papiers.ts'
import { createVuePapier } from '#server/documents/papier.ts'

export const titre = (texte: string): Bloc => ({ genre: 'titre', texte })
export const alinea = (...lignes: string[]): Bloc => ({ genre: 'texte', lignes })
export const fort = (texte: string): Bloc => ({ genre: 'fort', texte })
export const fiches = (toutes: Fiche[]): Bloc => ({ genre: 'fiches', fiches: toutes })
export const fait = (libelle: string, valeur: string, sous = '', gras = false) => ({
  libelle,
  valeur,
  sous,
  fort: gras,
})
export const faits = (lignes: ReturnType<typeof fait>[]): Bloc => ({ genre: 'faits', lignes })
/** Keeps a block on the page of what follows. */
export const tenu = (bloc: Bloc): Bloc => ({ ...bloc, tenu: true })

/** « Libellé : valeur »; no blank before the colon in Arabic. */
export const dit = ({ langue }: Presse, libelle: string, valeur: string): string =>
  `${libelle}${langue === 'fr' ? '\u00A0' : ''}: ${valeur}`

/** Amount in words; an Arabic paper says what the words are. */
export const enLettres = (presse: Presse, centimes: Centimes): string =>
  presse.langue === 'fr'
    ? presse.lettres(centimes)
    : dit(presse, presse.mots.lettres, presse.lettres(centimes))

type Precisions = (presse: Presse, acquereur: Acquereur) => string[]
const rienDePlus: Precisions = () => []

/** Word of the settings for a buyer. */
export const motDuClient = ({ langue }: Presse, { textes }: Pick<Maison, 'textes'>): string =>
  langue === 'fr' ? textes.signature_client : textes.signature_client_ar

/** {@link motDuClient} over one box for so many buyers: « Les clients » while the word is the product's own, else the word of the settings. */
export function motDesClients(presse: Presse, maison: Pick<Maison, 'textes'>, nombre: number): string {
  const mot = motDuClient(presse, maison)
  return nombre > 1 && mot === motDuClient(presse, { textes: documents.defaut }) ? presse.mots.clients : mot
}

/** Fiche of each buyer. @param precisions lines under the name; by default none, because the identity is restricted */
export function acquereurs(
  presse: Presse,
  matiere: Pick<Matiere, 'acquereurs' | 'textes'>,
  precisions: Precisions = rienDePlus,
): Fiche[] {
  const mot = presse.texte(motDuClient(presse, matiere))
  return matiere.acquereurs.map((acquereur) => ({
    titre:
      acquereur.part === null ? mot : `${mot} (${presse.mots.part} ${presse.pourcent(acquereur.part / 100)})`,
    nom: nomDe(presse, acquereur),
    lignes: precisions(presse, acquereur),
  }))
}

/** The numbers of a company and who acts for it; a missing number is left out. */
export const societe: Precisions = (presse, acquereur) => {
  const { mots } = presse
  const numero = (nom: string, valeur: string | null) =>
    valeur === null ? '' : `${nom} ${presse.numero(valeur)}`
  return [
    numero(mots.rc, acquereur.rc),
    numero(mots.nif, acquereur.nif),
    agissantPour(presse, acquereur),
  ].filter(Boolean)
}

/** Birth and identity papers of a person, numbers of a company. @param vide stands for a missing value; '' leaves its line out */
const civil =
  (vide: string): Precisions =>
  (presse, acquereur) => {
    const { mots } = presse
    if (acquereur.genre === 'societe') {
      if (vide === '') return societe(presse, acquereur)
      const numero = (nom: string, valeur: string | null) => `${nom} ${presse.numero(valeur) || vide}`
      return [
        numero(mots.rc, acquereur.rc),
        numero(mots.nif, acquereur.nif),
        agissantPour(presse, acquereur),
      ].filter(Boolean)
    }
    const le = acquereur.naissanceLe === null ? vide : presse.jour(acquereur.naissanceLe)
    const lieu = presse.texte(presse.pick(acquereur.naissanceLieu, acquereur.naissanceLieuAr)) || vide
    const piece = presse.numero(acquereur.pieceNumero) || vide
    const nin = presse.numero(acquereur.nin) || vide
    return [
      le || lieu
        ? [mots.ne[acquereur.genre ?? 'autre'], le && `${mots.neLe} ${le}`, lieu && `${mots.neA} ${lieu}`]
            .filter(Boolean)
            .join(' ')
        : '',
      piece && `${mots.piece} ${piece}`,
      nin && `${mots.nin} ${nin}`,
    ].filter(Boolean)
  }

/** Birth and identity papers of a buyer; what the file lacks is left out. */
export const etatCivil: Precisions = civil('')

export const adresseDe = (presse: Presse, acquereur: Pick<Acquereur, 'adresse' | 'adresseAr'>): string =>
  presse.texte(presse.pick(acquereur.adresse, acquereur.adresseAr))

/** Lines to reach a buyer, without empty ones. */
export const coordonnees: Precisions = (presse, acquereur) =>
  [adresseDe(presse, acquereur), presse.numero(acquereur.tel), presse.texte(acquereur.email)].filter(Boolean)

/** Lines by which a contract identifies a buyer; dots stand for a missing value. */
export const identite: Precisions = (presse, acquereur) => [
  ...civil(POINTILLES)(presse, acquereur),
  dit(presse, presse.mots.adresse, adresseDe(presse, acquereur) || POINTILLES),
]

/** Fiches of the buyers of a letter: all are named, the first has the address. */
export const destinataires = (presse: Presse, matiere: Pick<Matiere, 'acquereurs' | 'textes'>): Fiche[] => {
  const [premier] = matiere.acquereurs
  return acquereurs(presse, matiere, (_, acquereur) =>
    acquereur === premier ? [adresseDe(presse, acquereur), presse.numero(acquereur.tel)].filter(Boolean) : [],
  )
}

/** Fiche of a bien under any title. @param autres lines under its own */
export function ficheDuBien(
  presse: Presse,
  titreDeFiche: string,
  matiere: { bien: BienDecrit; lieu: Lieu },
  ...autres: string[]
): Fiche {
  const imprime = bienImprime(presse, matiere)
  return {
    titre: titreDeFiche,
    nom: presse.designation(imprime),
    lignes: [...presse.precisions(imprime), ...autres],
  }
}

export const leDossier = (presse: Presse, numero: string): string =>
  `${presse.mots.dossier}\u00A0${presse.valeur(numero)}`

export const leBien = (presse: Presse, matiere: Matiere): Fiche =>
  ficheDuBien(presse, presse.mots.bien, matiere, leDossier(presse, matiere.dossier.dossier))

export function lePromoteur(presse: Presse, { promoteur, aujourdhui }: Matiere): Fiche {
  const tete = createVuePapier(promoteur, '', '', aujourdhui, presse.langue).promoteur
  const acteur = agissant(
    presse,
    'promoteur',
    presse.texte(presse.pick(promoteur?.representant, promoteur?.representantAr)),
    presse.texte(presse.pick(promoteur?.representantQualite, promoteur?.representantQualiteAr)),
  )
  return {
    titre: presse.mots.promoteur,
    nom: tete?.nom ?? POINTILLES,
    lignes: [...(tete?.lignes ?? []), tete?.legal ?? '', acteur].filter(Boolean),
  }
}

/** A fact of the legal file of a résidence or of the dossier; a paper prints some of them, each as a line. */
export type LigneLegale = 'acte' | 'permis' | 'garantie' | 'livraisonPrevue' | 'notaire'

/** Lays out legal facts, each as a line; an unknown one is left out. */
export function dossierLegal(
  presse: Presse,
  { lieu: { residence, bloc }, jours, notaire }: Matiere,
  lignes: readonly LigneLegale[],
): Bloc[] {
  const { mots } = presse
  const du = (numero: string | null | undefined, jour: string | null | undefined) =>
    numero == null
      ? ''
      : [presse.texte(numero), jour && `${mots.du} ${presse.jour(jour)}`].filter(Boolean).join(' ')
  const permis = [du(residence?.permisNumero, residence?.permisLe), presse.texte(residence?.permisAutorite)]
  const valeurs: Record<LigneLegale, string> = {
    acte: du(residence?.terrainActe, residence?.terrainLe),
    permis: permis[0] ? permis.filter(Boolean).join(`${mots.virgule} `) : '',
    garantie: du(bloc?.garantie?.numero, bloc?.garantie?.le),
    livraisonPrevue: jours.livraisonPrevueLe === null ? '' : presse.jour(jours.livraisonPrevueLe),
    notaire: presse.texte(notaire),
  }
  const connues = lignes.filter((ligne) => valeurs[ligne] !== '')
  return connues.length === 0 ? [] : [faits(connues.map((ligne) => fait(mots[ligne], valeurs[ligne])))]
}

/** Sentence about the guarantee of the bloc; none without one. */
export function garantie(presse: Presse, { lieu: { bloc } }: Matiere): Bloc[] {
  if (!bloc?.garantie) return []
  const { numero, police, le, au } = bloc.garantie
  const { texte, police: motPolice, au: motAu } = presse.phrases.garantie
  const phrase = `${texte}${police === null ? '' : motPolice}${au === null ? '' : motAu}.`
  return [
    alinea(
      remplacer(phrase, {
        garantie: presse.texte(numero),
        garantie_le: presse.jour(le),
        garantie_police: presse.texte(police),
        garantie_au: au === null ? null : presse.jour(au),
      }),
    ),
  ]
}

const OBJET = /^[\u2066-\u2069]*(?:Objet|الموضوع)\s*:/

/** Tells whether a block says the object of a letter: « Objet : mise en demeure ». */
const ditLObjet = (bloc: Bloc | undefined): boolean =>
  (bloc?.genre === 'titre' && OBJET.test(bloc.texte)) ||
  (bloc?.genre === 'texte' && OBJET.test(bloc.lignes[0] ?? ''))

/** Adds to a letter how it begins, after the object if its text starts with one, and how it ends. */
export function lettre(
  presse: Presse,
  matiere: Pick<Matiere, 'acquereurs'>,
  prose: Bloc[],
  suite: Bloc[],
): Bloc[] {
  const { appel, fin } = politesse(presse.langue, genresDe(matiere))
  return [...prose.toSpliced(ditLObjet(prose[0]) ? 1 : 0, 0, alinea(appel)), ...suite, tenu(alinea(fin))]
}
