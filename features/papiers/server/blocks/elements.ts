import type { BienDecrit } from '#features/etats/server/biens.read.ts'
import type { Acquereur, Lieu, Emetteur, Faits } from '#features/papiers/server/facts/faits.ts'
import { agissant, agissantPour, bienImprime, genresDe, nomDe } from '#features/papiers/server/words/noms.ts'
import type { Saisie } from '#features/papiers/server/facts/sujet.ts'
import { documents } from '#features/parametres/parametres.sections.ts'
import {
  POINTILLES,
  type Element,
  type Encadre,
  type Redaction,
} from '#features/papiers/server/words/redaction.ts'
import type { Centimes } from '#shared/argent.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { enumerer, politesse } from '#shared/nommer.ts'
import { remplacer } from '#shared/papiers.ts'
import { createVuePapier } from '#server/documents/papier.ts'
import { refuse } from '#server/http/errors.ts'

export const titre = (texte: string): Element => ({ genre: 'titre', texte })
export const alinea = (...lignes: string[]): Element => ({ genre: 'texte', lignes })
export const fort = (texte: string): Element => ({ genre: 'fort', texte })
export const encadres = (toutes: Encadre[]): Element => ({ genre: 'fiches', fiches: toutes })
export const fait = (libelle: string, valeur: string, sous = '', gras = false) => ({
  libelle,
  valeur,
  sous,
  fort: gras,
})
export const listeDeFaits = (lignes: ReturnType<typeof fait>[]): Element => ({ genre: 'faits', lignes })
/** Keeps a block on the page of what follows. */
export const tenu = (bloc: Element): Element => ({ ...bloc, tenu: true })

/** « Libellé : valeur »; no blank before the colon in Arabic. */
export const dit = ({ langue }: Redaction, libelle: string, valeur: string): string =>
  `${libelle}${langue === 'fr' ? '\u00A0' : ''}: ${valeur}`

/** Amount in words; an Arabic paper says what the words are. */
export const enLettres = (redaction: Redaction, centimes: Centimes): string =>
  redaction.langue === 'fr'
    ? redaction.lettres(centimes)
    : dit(redaction, redaction.mots.lettres, redaction.lettres(centimes))

type Precisions = (redaction: Redaction, acquereur: Acquereur) => string[]
const rienDePlus: Precisions = () => []

/** Word of the settings for a buyer. */
export const motDuClient = ({ langue }: Redaction, { textes }: Pick<Emetteur, 'textes'>): string =>
  langue === 'fr' ? textes.signature_client : textes.signature_client_ar

/** {@link motDuClient} over one box for so many buyers: « Les clients » while the word is the product's own, else the word of the settings. */
export function motDesClients(
  redaction: Redaction,
  emetteur: Pick<Emetteur, 'textes'>,
  nombre: number,
): string {
  const mot = motDuClient(redaction, emetteur)
  return nombre > 1 && mot === motDuClient(redaction, { textes: documents.defaut })
    ? redaction.mots.clients
    : mot
}

/** Encadre of each buyer. @param precisions lines under the name; by default none, because the identity is restricted */
export function acquereurs(
  redaction: Redaction,
  faits: Pick<Faits, 'acquereurs' | 'textes'>,
  precisions: Precisions = rienDePlus,
): Encadre[] {
  const mot = redaction.texte(motDuClient(redaction, faits))
  return faits.acquereurs.map((acquereur) => ({
    titre:
      acquereur.part === null
        ? mot
        : `${mot} (${redaction.mots.part} ${redaction.pourcent(acquereur.part / 100)})`,
    nom: nomDe(redaction, acquereur),
    lignes: precisions(redaction, acquereur),
  }))
}

/** The numbers of a company and who acts for it; a missing number is left out. */
export const societe: Precisions = (redaction, acquereur) => {
  const { mots } = redaction
  const numero = (nom: string, valeur: string | null) =>
    valeur === null ? '' : `${nom} ${redaction.numero(valeur)}`
  return [
    numero(mots.rc, acquereur.rc),
    numero(mots.nif, acquereur.nif),
    agissantPour(redaction, acquereur),
  ].filter(Boolean)
}

/** Birth and identity papers of a person, numbers of a company. @param vide stands for a missing value; '' leaves its line out */
const civil =
  (vide: string): Precisions =>
  (redaction, acquereur) => {
    const { mots } = redaction
    if (acquereur.genre === 'societe') {
      if (vide === '') return societe(redaction, acquereur)
      const numero = (nom: string, valeur: string | null) => `${nom} ${redaction.numero(valeur) || vide}`
      return [
        numero(mots.rc, acquereur.rc),
        numero(mots.nif, acquereur.nif),
        agissantPour(redaction, acquereur),
      ].filter(Boolean)
    }
    const le = acquereur.naissanceLe === null ? vide : redaction.jour(acquereur.naissanceLe)
    const lieu = redaction.texte(redaction.pick(acquereur.naissanceLieu, acquereur.naissanceLieuAr)) || vide
    const piece = redaction.numero(acquereur.pieceNumero) || vide
    const nin = redaction.numero(acquereur.nin) || vide
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

export const adresseDe = (
  redaction: Redaction,
  acquereur: Pick<Acquereur, 'adresse' | 'adresseAr'>,
): string => redaction.texte(redaction.pick(acquereur.adresse, acquereur.adresseAr))

/** Lines to reach a buyer, without empty ones. */
export const coordonnees: Precisions = (redaction, acquereur) =>
  [adresseDe(redaction, acquereur), redaction.numero(acquereur.tel), redaction.texte(acquereur.email)].filter(
    Boolean,
  )

/** Lines by which a contract identifies a buyer; dots stand for a missing value. */
export const identite: Precisions = (redaction, acquereur) => [
  ...civil(POINTILLES)(redaction, acquereur),
  dit(redaction, redaction.mots.adresse, adresseDe(redaction, acquereur) || POINTILLES),
]

/** Fiches of the buyers of a letter: all are named, the first has the address. */
export const destinataires = (
  redaction: Redaction,
  faits: Pick<Faits, 'acquereurs' | 'textes'>,
): Encadre[] => {
  const [premier] = faits.acquereurs
  return acquereurs(redaction, faits, (_, acquereur) =>
    acquereur === premier
      ? [adresseDe(redaction, acquereur), redaction.numero(acquereur.tel)].filter(Boolean)
      : [],
  )
}

/** Encadre of a bien under any title. @param autres lines under its own */
export function encadreDuBien(
  redaction: Redaction,
  titreDeFiche: string,
  faits: { bien: BienDecrit; lieu: Lieu },
  ...autres: string[]
): Encadre {
  const imprime = bienImprime(redaction, faits)
  return {
    titre: titreDeFiche,
    nom: redaction.designation(imprime),
    lignes: [...redaction.precisions(imprime), ...autres],
  }
}

export const leDossier = (redaction: Redaction, numero: string): string =>
  `${redaction.mots.dossier}\u00A0${redaction.valeur(numero)}`

export const leBien = (redaction: Redaction, faits: Faits): Encadre =>
  encadreDuBien(redaction, redaction.mots.bien, faits, leDossier(redaction, faits.dossier.dossier))

export function lePromoteur(redaction: Redaction, { promoteur, aujourdhui }: Faits): Encadre {
  const tete = createVuePapier(promoteur, '', '', aujourdhui, redaction.langue).promoteur
  const acteur = agissant(
    redaction,
    'promoteur',
    redaction.texte(redaction.pick(promoteur?.representant, promoteur?.representantAr)),
    redaction.texte(redaction.pick(promoteur?.representantQualite, promoteur?.representantQualiteAr)),
  )
  return {
    titre: redaction.mots.promoteur,
    nom: tete?.nom ?? POINTILLES,
    lignes: [...(tete?.lignes ?? []), tete?.legal ?? '', acteur].filter(Boolean),
  }
}

/** A fact of the legal file of a résidence or of the dossier; a paper prints some of them, each as a line. */
export type LigneLegale = 'acte' | 'permis' | 'garantie' | 'livraisonPrevue' | 'notaire'

/** Lays out legal facts, each as a line; an unknown one is left out. */
export function dossierLegal(
  redaction: Redaction,
  { lieu: { residence, bloc }, jours, notaire }: Faits,
  lignes: readonly LigneLegale[],
): Element[] {
  const { mots } = redaction
  const du = (numero: string | null | undefined, jour: string | null | undefined) =>
    numero == null
      ? ''
      : [redaction.texte(numero), jour && `${mots.du} ${redaction.jour(jour)}`].filter(Boolean).join(' ')
  const permis = [
    du(residence?.permisNumero, residence?.permisLe),
    redaction.texte(residence?.permisAutorite),
  ]
  const valeurs: Record<LigneLegale, string> = {
    acte: du(residence?.terrainActe, residence?.terrainLe),
    permis: permis[0] ? permis.filter(Boolean).join(`${mots.virgule} `) : '',
    garantie: du(bloc?.garantie?.numero, bloc?.garantie?.le),
    livraisonPrevue: jours.livraisonPrevueLe === null ? '' : redaction.jour(jours.livraisonPrevueLe),
    notaire: redaction.texte(notaire),
  }
  const connues = lignes.filter((ligne) => valeurs[ligne] !== '')
  return connues.length === 0 ? [] : [listeDeFaits(connues.map((ligne) => fait(mots[ligne], valeurs[ligne])))]
}

/** Sentence about the guarantee of the bloc; none without one. */
export function garantie(redaction: Redaction, { lieu: { bloc } }: Faits): Element[] {
  if (!bloc?.garantie) return []
  const { numero, police, le, au } = bloc.garantie
  const { texte, police: motPolice, au: motAu } = redaction.phrases.garantie
  const phrase = `${texte}${police === null ? '' : motPolice}${au === null ? '' : motAu}.`
  return [
    alinea(
      remplacer(phrase, {
        garantie: redaction.texte(numero),
        garantie_le: redaction.jour(le),
        garantie_police: redaction.texte(police),
        garantie_au: au === null ? null : redaction.jour(au),
      }),
    ),
  ]
}

const OBJET = /^[\u2066-\u2069]*(?:Objet|الموضوع)\s*:/

/** Tells whether a block says the object of a letter: « Objet : mise en demeure ». */
const ditLObjet = (bloc: Element | undefined): boolean =>
  (bloc?.genre === 'titre' && OBJET.test(bloc.texte)) ||
  (bloc?.genre === 'texte' && OBJET.test(bloc.lignes[0] ?? ''))

/** Adds to a letter how it begins, after the object if its text starts with one, and how it ends. */
export function lettre(
  redaction: Redaction,
  faits: Pick<Faits, 'acquereurs'>,
  prose: Element[],
  suite: Element[],
): Element[] {
  const { appel, fin } = politesse(redaction.langue, genresDe(faits))
  return [...prose.toSpliced(ditLObjet(prose[0]) ? 1 : 0, 0, alinea(appel)), ...suite, tenu(alinea(fin))]
}

/** « À l'attention de CNEP-Banque »; none without a name. */
export function attention(redaction: Redaction, { destinataire }: Pick<Saisie, 'destinataire'>): Element[] {
  const nom = redaction.texte(destinataire)
  return nom === '' ? [] : [alinea(`${redaction.mots.attention} ${nom}`)]
}

/** The buyer who names the dossier. */
export function titulaire({ acquereurs: [premier] }: Faits): Acquereur {
  if (!premier) throw refuse(communesErreurs.introuvable)
  return premier
}

export const nomsDesAcquereurs = (redaction: Redaction, faits: Faits): string =>
  enumerer(
    redaction.langue,
    faits.acquereurs.map((acquereur) => nomDe(redaction, acquereur)),
  )

/** Box of all buyers, with the ways to reach the first. @param mot its title; by default « Acquéreur » or « Acquéreurs » */
export function lesAcquereurs(redaction: Redaction, faits: Faits, mot?: string): Encadre {
  const { sansNumero } = redaction.mots
  return {
    titre: mot ?? (faits.acquereurs.length > 1 ? sansNumero.acquereurs : sansNumero.acquereur),
    nom: nomsDesAcquereurs(redaction, faits),
    lignes: coordonnees(redaction, titulaire(faits)),
  }
}
