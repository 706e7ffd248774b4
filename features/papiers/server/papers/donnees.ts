import type { Civilite } from '#features/clients/civilite.contract.ts'
import {
  NOMS_DES_CIVILITES,
  NOMS_DES_PIECES_D_IDENTITE,
  NOMS_DES_SITUATIONS,
} from '#features/clients/fiches.codes.ts'
import type { ModeleDonnees } from '#features/clients/server/donnees.read.ts'
import { fort, titre } from '#features/papiers/server/blocks/elements.ts'
import { feuilleSimple, pdfDe } from '#features/papiers/server/press/pdf.ts'
import { colonne, table as tableau } from '#features/papiers/server/blocks/tables.ts'
import type { Element, Colonne, Paire } from '#features/papiers/server/words/redaction.ts'
import { formatPourcent, toDecimal } from '#shared/argent.ts'
import { formatJourCourt, jourOf, type Jour } from '#shared/dates.ts'
import { printCentimes, printTexte } from '#server/documents/papier.ts'
import type { PdfOptions } from '#server/documents/pdf.ts'

/** Millimetres of a column; one of texts takes what is left. */
const LARGEURS = { jour: 25, numero: 30, montant: 38, part: 18 }
type Sorte = 'texte' | keyof typeof LARGEURS

/** Characters: the number of the widest letters that fit a text column. */
const MOT = 18
const VIDE = 'Non spécifié'
const dit = (texte: string | null | undefined) => printTexte(texte) || VIDE
const jour = (day: Jour | null) => (day === null ? VIDE : formatJourCourt(day))

const discret = (texte: string): Element => ({ genre: 'texte', lignes: [texte], discret: true })
const faits = (nom: string, lignes: Paire[]): Element[] => [
  { ...titre(nom), tenu: true },
  { genre: 'details', lignes, mm: 52 },
]

function toColonne([nom, sorte]: readonly [nom: string, sorte: Sorte]): Colonne {
  if (sorte === 'texte') return colonne(nom, 'large')
  return { ...colonne(nom, sorte === 'montant' || sorte === 'part' ? 'montant' : ''), mm: LARGEURS[sorte] }
}

const table = (
  nom: string,
  vide: string,
  colonnes: readonly (readonly [nom: string, sorte: Sorte])[],
  lignes: string[][],
): Element[] => [titre(nom), lignes.length === 0 ? discret(vide) : tableau(colonnes.map(toColonne), lignes)]

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

function sectionsOf({ client, civilite, ...modele }: ModeleDonnees): Element[] {
  return [
    ...faits('Coordonnées', [
      ['Nom complet', dit(client.nomComplet)],
      ['Téléphone', dit(client.tel)],
      ['Email', dit(client.email)],
      ['Adresse', dit(client.adresse)],
    ]),
    ...faits('Identité', [
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
        ([champ, libelle]): Paire => [libelle, dit(civilite[champ])],
      ),
    ]),
    ...table(
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
    ...table(
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
    ...table(
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
    ...table(
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
    ...table(
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
    ...table(
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

const vueDonnees = (modele: ModeleDonnees) =>
  feuilleSimple(
    {
      promoteur: modele.promoteur,
      titre: 'Données personnelles',
      reference: '',
      etabliLe: modele.etabliLe,
    },
    [
      fort(printTexte(modele.client.nomComplet)),
      ...sectionsOf(modele),
      discret('Établi à la demande de la personne concernée (loi 18-07, art. 34).'),
    ],
  )

/** Renders what is kept of a client, for the copy that the client can ask for. @throws the errors of renderPdf */
export const donneesPdf = (modele: ModeleDonnees, options?: PdfOptions): Promise<Buffer> =>
  pdfDe(vueDonnees(modele), { logo: modele.promoteur?.logo, ...options })
