import type { Civilite } from '#features/clients/civilite.contract.ts'
import {
  NOMS_DES_CIVILITES,
  NOMS_DES_PIECES_D_IDENTITE,
  NOMS_DES_SITUATIONS,
} from '#features/clients/fiches.codes.ts'
import { readCivilite } from '#features/clients/server/civilite.service.ts'
import {
  readHistorique,
  type ActeDuJournal,
  type DocumentEtabli,
  type LienDuClient,
  type PaiementDuClient,
  type PieceDuClient,
  type VenteDuClient,
} from '#features/clients/server/donnees.read.ts'
import { readIdentite, type Identite } from '#features/clients/server/fiches.service.ts'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import { formatPourcent, toDecimal } from '#shared/argent.ts'
import { aujourdhui, formatJourCourt, jourOf, type Jour } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import {
  createVuePapier,
  printCentimes,
  printTexte,
  type PromoteurImprime,
} from '#server/documents/papier.ts'
import { renderPdf, type PdfOptions } from '#server/documents/pdf.ts'

/** Personal data of a client, for the copy that the client can ask for. Amounts in centimes, shares in hundredths of a percent. */
interface ModeleDonnees {
  promoteur: PromoteurImprime | null
  etabliLe: Jour
  client: Identite
  civilite: Civilite
  pieces: readonly PieceDuClient[]
  ventes: readonly VenteDuClient[]
  paiements: readonly PaiementDuClient[]
  documents: readonly DocumentEtabli[]
  liens: readonly LienDuClient[]
  journal: readonly ActeDuJournal[]
}

/** « donnees-personnelles_client_12.pdf ». */
export const nomDesDonnees = (id: number): string => `donnees-personnelles_client_${id}.pdf`

/** Reads the personal data of a client. @throws introuvable (404) */
export async function readDonnees(db: Db, id: number): Promise<ModeleDonnees> {
  const client = await readIdentite(db, id)
  return {
    promoteur: await promoteurPourDocuments(db),
    etabliLe: aujourdhui(),
    client,
    civilite: await readCivilite(db, id),
    ...(await readHistorique(db, id)),
  }
}

type Colonne = readonly [titre: string, sorte: 'texte' | 'jour' | 'numero' | 'montant' | 'part']
interface Section {
  titre: string
  faits: readonly (readonly [libelle: string, valeur: string])[]
  colonnes: readonly Colonne[]
  lignes: readonly (readonly string[])[]
  vide: string
}

/** Characters: the number of the widest letters that fit a text column. */
const MOT = 18
const VIDE = 'Non spécifié'
const dit = (texte: string | null | undefined) => printTexte(texte) || VIDE
const jour = (day: Jour | null) => (day === null ? VIDE : formatJourCourt(day))

const faits = (titre: string, lignes: Section['faits']): Section => ({
  titre,
  faits: lignes,
  colonnes: [],
  lignes: [],
  vide: '',
})
const table = (
  titre: string,
  vide: string,
  colonnes: readonly Colonne[],
  lignes: Section['lignes'],
): Section => ({ titre, faits: [], colonnes, lignes, vide })

const ETATS = { ouverte: 'En cours', desistement: 'Désistement', retrait: 'Retrait', cede: 'Cédée' }

/** Fields of a company. A person who was one before keeps them, so a person's copy has those that are filled. */
const SOCIETE = [
  ['rc', 'RC'],
  ['nif', 'NIF'],
  ['representant', 'Représentant'],
  ['representant_ar', 'Représentant, en arabe'],
  ['representant_qualite', 'Qualité'],
  ['representant_qualite_ar', 'Qualité, en arabe'],
] as const satisfies readonly (readonly [keyof Civilite, string])[]

function sectionsOf({ client, civilite, ...modele }: ModeleDonnees): Section[] {
  return [
    faits('Coordonnées', [
      ['Nom complet', dit(client.nomComplet)],
      ['Téléphone', dit(client.tel)],
      ['Email', dit(client.email)],
      ['Adresse', dit(client.adresse)],
    ]),
    faits('Identité', [
      ['Civilité', civilite.genre ? NOMS_DES_CIVILITES[civilite.genre] : VIDE],
      ['Nom en arabe', dit(client.nom_ar)],
      ['Deuxième téléphone', dit(client.tel2)],
      ['Né(e) le', jour(client.naissance_le)],
      ['Lieu de naissance', dit(client.naissance_lieu)],
      ['Profession', dit(client.profession)],
      ['Situation familiale', client.situation ? NOMS_DES_SITUATIONS[client.situation] : VIDE],
      ['NIN', dit(client.nin)],
      ["Pièce d'identité", client.piece_type ? NOMS_DES_PIECES_D_IDENTITE[client.piece_type] : VIDE],
      ['Numéro', dit(client.piece_numero)],
      ['Délivrée le', jour(client.piece_delivree_le)],
      ['Délivrée par', dit(client.piece_lieu)],
      ['Adresse en arabe', dit(civilite.adresse_ar)],
      ['Lieu de naissance en arabe', dit(civilite.naissance_lieu_ar)],
      ...SOCIETE.filter(([champ]) => civilite.genre === 'societe' || civilite[champ] !== null).map(
        ([champ, libelle]) => [libelle, dit(civilite[champ])] as const,
      ),
    ]),
    table(
      'Pièces',
      'Aucune pièce.',
      [
        ['Type', 'texte'],
        ['Fichier', 'texte'],
        ['Ajoutée le', 'jour'],
      ],
      modele.pieces.map(({ type, nom, cree_le }) => [
        printTexte(type, MOT),
        printTexte(nom, MOT),
        formatJourCourt(jourOf(cree_le)),
      ]),
    ),
    table(
      'Ventes',
      'Aucune vente.',
      [
        ['Bien', 'texte'],
        ['Dossier', 'numero'],
        ['Réservation', 'jour'],
        ['État', 'jour'],
        ['Part', 'part'],
      ],
      modele.ventes.map(({ bien, dossier, reservation_le, etat, part }) => [
        printTexte(bien, MOT),
        dossier,
        formatJourCourt(reservation_le),
        ETATS[etat],
        part === null ? '' : formatPourcent(toDecimal(part), 'toujours'),
      ]),
    ),
    table(
      'Paiements',
      'Aucun paiement.',
      [
        ['Date', 'jour'],
        ['Reçu', 'numero'],
        ['Dossier', 'texte'],
        ['Montant (DA)', 'montant'],
      ],
      modele.paiements.map(({ date, recu, dossier, montant, rejete }) => [
        formatJourCourt(date),
        recu,
        rejete ? `${dossier} (chèque rejeté)` : dossier,
        printCentimes(montant),
      ]),
    ),
    table(
      'Documents établis',
      'Aucun document établi.',
      [
        ['Numéro', 'numero'],
        ['Document', 'texte'],
        ['Date', 'jour'],
      ],
      modele.documents.map(({ numero, libelle, etabli_le, annule }) => [
        numero,
        annule ? `${libelle} (annulé)` : libelle,
        formatJourCourt(etabli_le),
      ]),
    ),
    table(
      'Page du client',
      'Aucun lien.',
      [
        ['Lien créé le', 'jour'],
        ['Dernière ouverture', 'texte'],
      ],
      modele.liens.map(({ cree_le, vu_le }) => [
        formatJourCourt(jourOf(cree_le)),
        vu_le === null ? 'Jamais ouvert' : `Le ${formatJourCourt(jourOf(vu_le))}`,
      ]),
    ),
    table(
      'Journal',
      'Aucune ligne.',
      [
        ['Jour', 'jour'],
        ['Action', 'texte'],
      ],
      modele.journal.map(({ quand, action }) => [formatJourCourt(jourOf(quand)), action]),
    ),
  ]
}

const vueDonnees = (modele: ModeleDonnees) => ({
  papier: createVuePapier(modele.promoteur, 'Données personnelles', '', modele.etabliLe),
  nom: printTexte(modele.client.nomComplet),
  sections: sectionsOf(modele),
})

/** Renders the personal data as a PDF. @throws the errors of renderPdf */
export const donneesPdf = (modele: ModeleDonnees, options?: PdfOptions): Promise<Buffer> =>
  renderPdf('features/clients/server/donnees.typ', vueDonnees(modele), {
    logo: modele.promoteur?.logo,
    ...options,
  })
