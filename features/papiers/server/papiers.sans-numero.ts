import { echeanciersErreurs } from '#features/echeanciers/echeanciers.erreurs.ts'
import { readMatiere } from '#features/papiers/server/matiere.read.ts'
import type { Acquereur, Fin, Matiere } from '#features/papiers/server/matiere.ts'
import {
  alinea,
  coordonnees,
  enLettres,
  fait,
  faits,
  ficheDuBien,
  fiches,
  fort,
  leDossier,
  tenu,
  titre,
} from '#features/papiers/server/papiers.blocs.ts'
import { phraseDeFin } from '#features/papiers/server/papiers.comptes.ts'
import { boiteDuPromoteur, boitesDesAcquereurs, toFichier } from '#features/papiers/server/papiers.modele.ts'
import { formesDesAcquereurs, nomDe } from '#features/papiers/server/papiers.noms.ts'
import type { PapiersSansNumero } from '#features/papiers/server/papiers.pdf.ts'
import { colonne, echeancier, table } from '#features/papiers/server/papiers.tables.ts'
import { Presse, type Bloc, type Fiche } from '#features/papiers/server/presse.ts'
import { MOTS_SANS_NUMERO } from '#features/papiers/server/sans-numero.mots.ts'
import { venteDuRemboursement } from '#features/ventes/server/remboursements.service.ts'
import { ventesErreurs } from '#features/ventes/ventes.erreurs.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { enumerer } from '#shared/nommer.ts'
import type { Langue } from '#shared/papiers.ts'
import type { Db } from '#server/database/db.ts'
import { printCentimes, sumCentimes } from '#server/documents/papier.ts'
import { refuse } from '#server/http/errors.ts'

/** The buyer who names the dossier. */
function titulaire({ acquereurs: [premier] }: Matiere): Acquereur {
  if (!premier) throw refuse(communesErreurs.introuvable)
  return premier
}

const nomsDesAcquereurs = (presse: Presse, { acquereurs }: Matiere): string =>
  enumerer(
    presse.langue,
    acquereurs.map((acquereur) => nomDe(presse, acquereur)),
  )

/** Fiche of all buyers, with the ways to reach the first. @param mot its title; by default « Acquéreur » or « Acquéreurs » */
export function lesAcquereurs(presse: Presse, matiere: Matiere, mot?: string): Fiche {
  const { acquereur, acquereurs } = MOTS_SANS_NUMERO[presse.langue]
  return {
    titre: mot ?? (matiere.acquereurs.length > 1 ? acquereurs : acquereur),
    nom: nomsDesAcquereurs(presse, matiere),
    lignes: coordonnees(presse, titulaire(matiere)),
  }
}

/** Composes the échéancier of a dossier for signature; that of an ended sale only says what was agreed and paid. @throws introuvable (404), sansEcheancier (422) */
export const composeEcheancier = async (
  db: Db,
  venteId: number,
  langue: Langue = 'fr',
): Promise<PapiersSansNumero> => echeancierDe(await readMatiere(db, venteId), langue)

/** {@link composeEcheancier} of what was read. */
export function echeancierDe(matiere: Matiere, langue: Langue): PapiersSansNumero {
  const { fin } = matiere
  const { dossier, montant, totalPaye, resteAPayer, echeances } = matiere.dossier
  if (echeances.length === 0) throw refuse(echeanciersErreurs.sansEcheancier)
  const presse = new Presse(langue)
  const { mots } = presse
  const { echeancier: nom, verseAu } = MOTS_SANS_NUMERO[langue]
  const verse = fait(
    presse.enDinars(`${verseAu} ${presse.jour(matiere.aujourdhui)}`),
    printCentimes(totalPaye),
  )
  const prix: Bloc = {
    genre: 'somme',
    libelle: mots.prix,
    montant: printCentimes(montant),
    unite: mots.dinars,
    lettres: '',
  }
  return toFichier(presse, matiere, `echeancier_${dossier}`, {
    titre: nom,
    reference: leDossier(presse, dossier),
    blocs: [
      fiches([lesAcquereurs(presse, matiere), ficheDuBien(presse, mots.bien, matiere)]),
      ...(fin
        ? [phraseDeFin(presse, matiere, fin), echeancier(presse, echeances, null), tenu(faits([verse]))]
        : [
            prix,
            echeancier(presse, echeances, montant, 'large'),
            tenu(faits([verse, fait(presse.enDinars(mots.reste), printCentimes(resteAPayer), '', true)])),
          ]),
    ],
    signatures: [...(fin ? [] : boitesDesAcquereurs(presse, matiere)), boiteDuPromoteur(presse, matiere)],
  })
}

/**
 * Composes the request to end a sale, to be signed before or after it is recorded.
 * @throws introuvable (404), venteClose (409) for a withdrawn sale
 */
export const composeDemande = async (
  db: Db,
  venteId: number,
  langue: Langue = 'fr',
): Promise<PapiersSansNumero> => demandeDe(await readMatiere(db, venteId), langue)

/** {@link composeDemande} of what was read. */
export function demandeDe(matiere: Matiere, langue: Langue): PapiersSansNumero {
  const { fin, jours, acquereurs } = matiere
  const { dossier, etat, terminee_le, montant, totalPaye } = matiere.dossier
  if (etat === 'retrait' && terminee_le !== null)
    throw refuse(ventesErreurs.venteClose, { dossier, jour: terminee_le })
  const presse = new Presse(langue)
  const { mots } = presse
  const propres = MOTS_SANS_NUMERO[langue]
  const parLePromoteur = fin?.origine === 'promoteur'
  const noms =
    langue === 'fr' ? nomsDesAcquereurs(presse, matiere) : formesDesAcquereurs(presse, matiere).le_client
  return toFichier(presse, matiere, `desistement_${dossier}`, {
    titre: parLePromoteur ? propres.finParLePromoteur : propres.demande,
    reference: leDossier(presse, dossier),
    blocs: [
      fiches([lesAcquereurs(presse, matiere), ficheDuBien(presse, mots.bien, matiere)]),
      faits([
        fait(propres.reservation, presse.jour(jours.reservationLe)),
        ...(jours.contratLe === null ? [] : [fait(propres.contrat, presse.jour(jours.contratLe))]),
        fait(presse.enDinars(mots.prix), printCentimes(montant)),
        fait(presse.enDinars(mots.totalPaye), printCentimes(totalPaye)),
      ]),
      fort(
        parLePromoteur
          ? propres.metFin
          : propres.soussigne(titulaire(matiere).genre, acquereurs.length === 1, noms),
      ),
      { genre: 'champ', libelle: propres.motif, valeur: presse.texte(fin?.motif) },
      ...(fin ? [tenu(termes(presse, fin))] : []),
    ],
    fait: propres.faitA,
    signatures: [...boitesDesAcquereurs(presse, matiere), boiteDuPromoteur(presse, matiere)],
  })
}

/** The terms of a désistement, and the refunds made since. */
function termes(presse: Presse, fin: Fin): Bloc {
  const { demandeLe, retenue, retenuePourcent, rembourse, aRembourser, resteARembourser } = fin
  const { mots } = presse
  const propres = MOTS_SANS_NUMERO[presse.langue]
  const part =
    retenuePourcent === null
      ? ''
      : `${mots.virgule} ${presse.pourcent(retenuePourcent / 100)} ${propres.duPaye}`
  return faits([
    fait(propres.demandeLe, demandeLe === null ? '' : presse.jour(demandeLe)),
    fait(`${presse.enDinars(mots.retenue)}${part}`, printCentimes(retenue ?? 0)),
    fait(presse.enDinars(mots.aRembourser), printCentimes(aRembourser ?? 0)),
    ...(rembourse === null || rembourse === 0
      ? []
      : [
          fait(presse.enDinars(propres.dejaRembourse), printCentimes(rembourse)),
          fait(presse.enDinars(mots.resteARembourser), printCentimes(resteARembourser ?? 0)),
        ]),
  ])
}

/** Composes the receipt of one refund. @throws introuvable (404) */
export const composeRemboursement = async (
  db: Db,
  id: number,
  langue: Langue = 'fr',
): Promise<PapiersSansNumero> =>
  remboursementDe(await readMatiere(db, await venteDuRemboursement(db, id)), id, langue)

/** {@link composeRemboursement} of what was read. */
export function remboursementDe(matiere: Matiere, id: number, langue: Langue): PapiersSansNumero {
  const { dossier, totalPaye } = matiere.dossier
  const remboursements = matiere.fin?.remboursements ?? []
  const rang = remboursements.findIndex((remboursement) => remboursement.id === id)
  const lu = remboursements[rang]
  if (!lu) throw refuse(communesErreurs.introuvable)
  const { numero, jour, montant, mode, banque, reference } = lu
  const avant = sumCentimes(remboursements.slice(0, rang).map((un) => un.montant))
  const { retenue, aRembourser } = matiere.fin ?? { retenue: 0, aRembourser: 0 }
  const presse = new Presse(langue)
  const { mots } = presse
  const propres = MOTS_SANS_NUMERO[langue]
  const recoit = titulaire(matiere)
  const moyen = [
    fait(propres.rembourseLe, presse.jourLong(jour)),
    fait(mots.mode, presse.mode(mode)),
    fait(mots.banque, presse.texte(banque)),
    fait(mots.reference, presse.numero(reference)),
  ]
  return toFichier(presse, matiere, `remboursement_${numero}`, {
    titre: propres.remboursement,
    reference: `${mots.numero}\u00A0${presse.valeur(numero)}`,
    blocs: [
      fiches([
        {
          titre: propres.remisA,
          nom: nomDe(presse, recoit),
          lignes: [
            ...(matiere.acquereurs.length > 1
              ? [`${propres.pourLeCompte} ${nomsDesAcquereurs(presse, matiere)}`]
              : []),
            ...coordonnees(presse, recoit),
          ],
        },
        ficheDuBien(presse, propres.pourLeDesistement, matiere, leDossier(presse, dossier)),
      ]),
      {
        genre: 'somme',
        libelle: propres.laSomme,
        montant: printCentimes(montant),
        unite: mots.dinars,
        lettres: `${enLettres(presse, montant)}.`,
      },
      faits(moyen.filter(({ valeur }) => valeur !== '')),
      titre(propres.situation),
      table(
        [colonne(propres.libelle, 'large'), colonne(presse.enDinars(mots.montant), 'montant')],
        [
          [mots.totalPaye, printCentimes(totalPaye)],
          [mots.retenue, printCentimes(retenue ?? 0)],
          [propres.rembourseAvant, printCentimes(avant)],
          [propres.ceRemboursement, printCentimes(montant)],
        ],
        [mots.resteARembourser, printCentimes(Math.max(0, (aRembourser ?? 0) - avant - montant))],
      ),
      tenu(alinea(propres.recu)),
      tenu(alinea(propres.quittance)),
    ],
    signatures: [...boitesDesAcquereurs(presse, matiere, [recoit]), boiteDuPromoteur(presse, matiere)],
  })
}
