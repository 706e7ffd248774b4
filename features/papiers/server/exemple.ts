import type { PapierInput } from '#features/papiers/papiers.contract.ts'
import { sommesOf, type Lieu, type Emetteur, type Faits } from '#features/papiers/server/facts/faits.ts'
import { toEcheances } from '#features/echeanciers/server/echeances.wire.ts'
import { avancement } from '#features/etats/etats.rules.ts'
import type { Centimes } from '#shared/argent.ts'
import { addJours } from '#shared/dates.ts'
import { numeroDossier, numeroRecu } from '#shared/numero.ts'
import { composeDuBloc } from '#features/papiers/server/papers/blocs.compose.ts'
import { composeDeVente, type PapierCompose } from '#features/papiers/server/papers/ventes.compose.ts'
import { readEmetteur } from '#features/papiers/server/facts/faits.read.ts'
import type { FaitsDuBloc } from '#features/papiers/server/facts/sujet.ts'
import type { Langue, TypeDePapier } from '#shared/papiers.ts'
import type { Db } from '#server/database/db.ts'
import { refuse } from '#server/http/errors.ts'
import { communesErreurs } from '#shared/erreurs.ts'

const PRIX: Centimes = 1_250_000_000

/** Échéances of the example: label in both languages, amount and paid part in centimes, due day in days from today. */
const LIGNES = [
  ['Signature du contrat', 'توقيع العقد', 250_000_000, 250_000_000, -120],
  ['Achèvement des fondations', 'انتهاء الأساسات', 187_500_000, 100_000_000, -20],
  ['Achèvement des gros œuvres', 'انتهاء الأشغال الكبرى', 437_500_000, 0, 90],
  ['Achèvement des travaux', 'انتهاء جميع الأشغال', 312_500_000, 0, 240],
  ['Remise des clés', 'تسليم المفاتيح', 62_500_000, 0, 300],
] as const

const PAIEMENT = {
  id: 0,
  recu_origine: null,
  details: null,
  code: '',
  rectifie_le: null,
  date_cheque: null,
  payeur_type: null,
  payeur: null,
  timbre: null,
  rejete_le: null,
  motif_rejet: null,
  detenteur: null,
  transfertsAvant: 0,
  groupe: null,
}

const SANS_SOCIETE = {
  rc: null,
  nif: null,
  representant: null,
  representantAr: null,
  representantQualite: null,
  representantQualiteAr: null,
}
const ACQUEREURS: Faits['acquereurs'] = [
  {
    id: 0,
    nom: 'Karim Zerrouki',
    nomAr: 'كريم زروقي',
    genre: 'homme',
    tel: '0550 12 34 56',
    email: 'karim.zerrouki@exemple.dz',
    adresse: '3, rue des Oliviers, Oran',
    adresseAr: '3، شارع الزيتون، وهران',
    naissanceLe: '1985-05-12',
    naissanceLieu: 'Oran',
    naissanceLieuAr: 'وهران',
    pieceNumero: '109 850 512',
    nin: '109850512000010001',
    ...SANS_SOCIETE,
    part: 6_000,
  },
  {
    id: 0,
    nom: 'Samira Haddad',
    nomAr: 'سميرة حداد',
    genre: 'femme',
    tel: '0661 22 33 44',
    email: 'samira.haddad@exemple.dz',
    adresse: '3, rue des Oliviers, Oran',
    adresseAr: '3، شارع الزيتون، وهران',
    naissanceLe: '1987-02-28',
    naissanceLieu: 'Tlemcen',
    naissanceLieuAr: 'تلمسان',
    pieceNumero: '109 870 228',
    nin: '109870228000020002',
    ...SANS_SOCIETE,
    part: 4_000,
  },
]

const LIEU = {
  residence: {
    id: 0,
    nom: 'Les Jardins',
    nomAr: 'الحدائق',
    adresse: 'Oran',
    adresseAr: 'وهران',
    permisNumero: '118/2024',
    permisLe: '2024-03-14',
    permisAutorite: 'APC de Bir El Djir',
    terrainActe: 'Acte n° 2410',
    terrainLe: '2023-11-06',
  },
  etage: { designation: '2e étage', niveau: 2, designationAr: null },
  parking: null,
} satisfies Partial<Lieu>

/** Imaginary sale for the previews of the settings: two buyers, two payments and a late échéance, so that every paper can be drawn. */
export function exempleDe(emetteur: Emetteur): Faits {
  const { aujourdhui } = emetteur
  const annee = Number(aujourdhui.slice(0, 4))
  const totalPaye: Centimes = 350_000_000
  const lignes = LIGNES.map(([libelle, libelle_ar, montant, couvert, jours], at) => {
    const jour = addJours(aujourdhui, jours)
    return {
      id: at + 1,
      rang: at + 1,
      libelle,
      libelle_ar,
      montant,
      couvert,
      declencheur: 'date' as const,
      stade: null,
      date_prevue: jour,
      exigible_le: jours <= 0 ? jour : null,
      prevue_le: null,
      attend_contrat: false,
      stade_atteint_le: null,
      ouverte: true,
    }
  })
  const echeances = toEcheances(lignes, PRIX, aujourdhui).map((une, at) => ({
    ...une,
    libelle_ar: LIGNES[at]?.[1] ?? null,
    stade: null,
  }))
  const [contratLe, secondLe] = [addJours(aujourdhui, -119), addJours(aujourdhui, -15)]
  const dossier = {
    id: 0,
    dossier: numeroDossier(annee, 12),
    etat: 'ouverte' as const,
    montant: PRIX,
    totalPaye,
    ...avancement(PRIX, totalPaye),
    terminee_le: null,
    en_retard: echeances.reduce((somme, { etat, reste }) => somme + (etat === 'en_retard' ? reste : 0), 0),
    echeances,
    paiements: [
      {
        ...PAIEMENT,
        date_paiement: contratLe,
        recu: numeroRecu(annee, 118),
        versement: 250_000_000,
        mode: 'virement' as const,
        banque: 'CPA',
        reference: '4471',
        etat: null,
      },
      {
        ...PAIEMENT,
        date_paiement: secondLe,
        recu: numeroRecu(annee, 204),
        versement: 100_000_000,
        mode: 'cheque' as const,
        banque: 'BNA',
        reference: '0012345',
        date_cheque: secondLe,
        etat: 'recu' as const,
      },
    ],
  }
  return {
    ...emetteur,
    dossier,
    sommes: sommesOf(dossier),
    titulaires: [],
    anciens: [],
    transferts: [],
    fin: null,
    acquereurs: ACQUEREURS,
    bien: {
      id: 0,
      type: 'appartement',
      prix: PRIX,
      numero: 'A-12',
      sorte: 'F3',
      surface: 9_270,
      surface_habitable: 8_050,
      surface_utile: 1_220,
      etage: '2e étage',
      parking_id: null,
      bloc_id: null,
      code: 'Bloc A',
      residence_id: null,
      residence: 'Les Jardins',
    },
    lieu: {
      ...LIEU,
      bloc: {
        id: 0,
        nom: 'Bloc A',
        nomAr: null,
        garantie: {
          numero: 'FGCMPI/2024/118',
          police: null,
          le: addJours(aujourdhui, -400),
          au: addJours(aujourdhui, 400),
        },
        livraisonPrevueLe: addJours(aujourdhui, 300),
      },
    },
    jours: {
      reservationLe: addJours(aujourdhui, -140),
      contratLe,
      livraisonLe: aujourdhui,
      livraisonPrevueLe: addJours(aujourdhui, 300),
    },
    notaire: 'Maître Belkacem, notaire à Oran',
    relances: [addJours(aujourdhui, -10)],
    misesEnDemeure: 0,
  }
}

export const saisieExemple = ({ dossier, textes }: Faits): Omit<PapierInput, 'type' | 'langue'> => ({
  destinataire: 'CNEP-Banque',
  echeance_id: dossier.echeances.find(({ etat }) => etat === 'en_retard')?.id,
  delai_jours: textes.delai_mise_en_demeure ?? 15,
  nombre_cles: 3,
  compteur_electricite: '0045 1278',
  compteur_gaz: '0021 9034',
  compteur_eau: '0007 5521',
  reserves: 'Une rayure sur la porte du séjour.',
})

/**
 * Composes the paper of an imaginary, complete sale with the promoter's saved texts. @throws clausesManquantes (409), texteTropLong,
 * signesInconnus (422)
 */
export async function composeExemple(
  db: Db,
  { type, langue }: { type: TypeDePapier; langue?: Langue | undefined },
): Promise<PapierCompose> {
  const faits = exempleDe(await readEmetteur(db))
  const saisie = { ...saisieExemple(faits), langue }
  if (type === 'attestation_avancement') return composeDuBloc(blocDeLExemple(faits), { ...saisie, type })
  return composeDeVente(faits, { ...saisie, type }, 'projet')
}

/** The bloc of the imaginary sale, whose foundations are done. */
function blocDeLExemple(vente: Faits): FaitsDuBloc {
  const { dossier: _dossier, lieu, ...emetteur } = vente
  const { bloc, residence } = lieu
  if (!bloc) throw refuse(communesErreurs.introuvable)
  return {
    ...emetteur,
    lieu: { bloc, residence },
    stades: STADES.map(([nom, nom_ar], rang) => ({
      id: rang + 1,
      nom,
      nom_ar,
      atteintLe: rang === 0 ? addJours(vente.aujourdhui, -20) : null,
      prevuLe: null,
    })),
    vente: null,
  }
}

const STADES = [
  ['Fondations achevées', 'انتهاء الأساسات'],
  ['Gros œuvre achevé', 'انتهاء الأشغال الكبرى'],
  ["Tous corps d'état achevés", 'انتهاء جميع الأشغال'],
] as const
