import type { PapierInput } from '#features/papiers/papiers.contract.ts'
import { sommesOf, type Maison, type Matiere } from '#features/papiers/server/matiere.read.ts'
import { toEcheances } from '#features/echeanciers/server/echeances.wire.ts'
import { avancement } from '#features/ventes/ventes.rules.ts'
import type { Centimes } from '#shared/argent.ts'
import { addJours } from '#shared/dates.ts'
import { numeroDossier, numeroRecu } from '#shared/numero.ts'

const PRIX: Centimes = 1_250_000_000

/** Échéances of the example: label, amount and paid part in centimes, due day in days from today. */
const LIGNES = [
  ['Signature du contrat', 250_000_000, 250_000_000, -120],
  ['Achèvement des fondations', 187_500_000, 100_000_000, -20],
  ['Achèvement des gros œuvres', 437_500_000, 0, 90],
  ['Achèvement des travaux', 312_500_000, 0, 240],
  ['Remise des clés', 62_500_000, 0, 300],
] as const

/** Imaginary sale for the previews of the settings: two buyers, two payments and a late échéance, so that every paper can be drawn. */
export function exempleDe(maison: Maison): Matiere {
  const { aujourdhui } = maison
  const annee = Number(aujourdhui.slice(0, 4))
  const totalPaye: Centimes = 350_000_000
  const lignes = LIGNES.map(([libelle, montant, couvert, jours], at) => {
    const jour = addJours(aujourdhui, jours)
    return {
      id: at + 1,
      rang: at + 1,
      libelle,
      montant,
      couvert,
      declencheur: 'date' as const,
      stade: null,
      date_prevue: jour,
      exigible_le: jours <= 0 ? jour : null,
      stade_atteint_le: null,
      ouverte: true,
    }
  })
  const echeances = toEcheances(lignes, PRIX, aujourdhui)
  const dossier = {
    dossier: numeroDossier(annee, 12),
    montant: PRIX,
    totalPaye,
    ...avancement(PRIX, totalPaye),
    terminee_le: null,
    en_retard: echeances.reduce((somme, { etat, reste }) => somme + (etat === 'en_retard' ? reste : 0), 0),
    echeances,
    paiements: [
      {
        date_paiement: addJours(aujourdhui, -119),
        recu: numeroRecu(annee, 118),
        mode: 'virement' as const,
        versement: 250_000_000,
        etat: null,
      },
      {
        date_paiement: addJours(aujourdhui, -15),
        recu: numeroRecu(annee, 204),
        mode: 'cheque' as const,
        versement: 100_000_000,
        etat: 'recu' as const,
      },
    ],
  }
  return {
    ...maison,
    dossier,
    sommes: sommesOf(dossier),
    anciens: [],
    fin: null,
    acquereurs: [
      {
        nom: 'Karim Zerrouki',
        nomAr: 'كريم زروقي',
        tel: '0550 12 34 56',
        email: 'karim.zerrouki@exemple.dz',
        adresse: '3, rue des Oliviers, Oran',
        naissanceLe: '1985-05-12',
        naissanceLieu: 'Oran',
        pieceNumero: '109 850 512',
        part: 6_000,
      },
      {
        nom: 'Samira Haddad',
        nomAr: 'سميرة حداد',
        tel: '0661 22 33 44',
        email: 'samira.haddad@exemple.dz',
        adresse: '3, rue des Oliviers, Oran',
        naissanceLe: '1987-02-28',
        naissanceLieu: 'Tlemcen',
        pieceNumero: '109 870 228',
        part: 4_000,
      },
    ],
    bien: {
      id: 0,
      type: 'appartement',
      prix: PRIX,
      numero: 'A-12',
      sorte: 'F3',
      surface: 9_270,
      etage: '2e étage',
      parking_id: null,
      bloc_id: null,
      code: 'Bloc A',
      residence_id: null,
      residence: 'Les Jardins',
    },
  }
}

export const saisieExemple = ({ dossier, textes }: Matiere): Omit<PapierInput, 'type' | 'langue'> => ({
  destinataire: 'CNEP-Banque',
  echeance_id: dossier.echeances.find(({ etat }) => etat === 'en_retard')?.id,
  delai_jours: textes.delai_mise_en_demeure ?? 15,
  nombre_cles: 3,
  compteur_electricite: '0045 1278',
  compteur_gaz: '0021 9034',
  compteur_eau: '0007 5521',
  reserves: 'Une rayure sur la porte du séjour.',
})
