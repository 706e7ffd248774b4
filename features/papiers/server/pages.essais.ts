/** Papers of any length, made without a database, whose pages are measured or looked at. */
import { toEcheances } from '#features/echeanciers/server/echeances.wire.ts'
import { modeleDeClauses } from '#features/papiers/papiers.clauses.ts'
import { composeDeVente } from '#features/papiers/server/papers/ventes.compose.ts'
import { exempleDe, saisieExemple } from '#features/papiers/server/exemple.ts'
import { finOf, sommesOf, type Emetteur, type Faits } from '#features/papiers/server/facts/faits.ts'
import {
  renderPapiers,
  vueNumerotee,
  vueSansNumero,
  type ModelePapier,
  type PapiersSansNumero,
  type Tirage,
} from '#features/papiers/server/press/pdf.ts'
import { demandeDe } from '#features/papiers/server/papers/demande.ts'
import { echeancierDe } from '#features/papiers/server/papers/echeancier.ts'
import { remboursementDe } from '#features/papiers/server/papers/remboursement.ts'
import { relancesDe } from '#features/papiers/server/papers/relance.ts'
import { documents } from '#features/parametres/parametres.sections.ts'
import { avancement } from '#features/etats/etats.rules.ts'
import { addJours, type Jour } from '#shared/dates.ts'
import { numeroPapier, numeroRecu } from '#shared/numero.ts'
import { PAPIERS, PAPIERS_DE_VENTE, type Langue, type PapierDeVente } from '#shared/papiers.ts'

const AUJOURDHUI: Jour = '2026-11-21'

/** A promoter with all that a head can say, and so many accounts. */
export const unEmetteur = (comptes = 1): Emetteur => ({
  aujourdhui: AUJOURDHUI,
  promoteur: {
    nom: 'SARL El Bahia Promotion Immobilière',
    nomAr: 'شركة الباهية للترقية العقارية',
    adresse: "12, rue Larbi Ben M'hidi, 31000 Oran",
    adresseAr: '12، شارع العربي بن مهيدي، وهران',
    telephone: '041 33 21 45',
    email: 'contact@elbahia.dz',
    identite: {
      rc: '31/00-0123456 B 21',
      nif: '002131012345678',
      nis: '002131010012345',
      ai: '31010123456',
      agrement: '118/2020',
      tnpi: '31-0456',
      capital: 1_000_000_000,
    },
    representant: 'Ali Saadi',
    representantAr: 'علي سعدي',
    representantQualite: 'gérant',
    representantQualiteAr: 'مسير',
  },
  comptes: [
    { banque: 'CNEP-Banque', agence: 'Oran centre', numero: '002 00012 5501234567 89' },
    { banque: 'BNA', agence: 'Es Sénia', numero: '001 00710 0300000123 45' },
    { banque: 'Crédit populaire d’Algérie', agence: null, numero: '004 00400 4100012345 67' },
  ].slice(0, comptes),
  textes: {
    ...documents.defaut,
    ville: 'Oran',
    ville_ar: 'وهران',
    delai_mise_en_demeure: 15,
    textes: {
      ...documents.defaut.textes,
      contrat_reservation: { fr: modeleDeClauses('fr'), ar: modeleDeClauses('ar') },
    },
  },
  adressePublique: 'https://diyar.exemple.dz',
})

const TROISIEME = {
  nom: 'Bâti Sud',
  nomAr: 'بناء الجنوب',
  genre: 'societe' as const,
  rc: '16/00-7654321 B 20',
}
const PARTS = [[null], [6_000, 4_000], [5_000, 3_000, 2_000]] as const

export interface Longueur {
  /** Échéances, all of them late but a paid one, and payments. */
  lignes: number
  acquereurs?: 1 | 2 | 3
  comptes?: number
}

/** A sale with so many échéances and payments. */
export function desFaits({ lignes, acquereurs = 1, comptes = 1 }: Longueur): Faits {
  const faits = exempleDe(unEmetteur(comptes))
  const [premier, second] = faits.acquereurs
  if (!premier || !second) throw new Error('no buyers')
  const tous = [premier, second, { ...second, ...TROISIEME }].slice(0, acquereurs)
  const montant = 100_000_000
  const prix = montant * lignes
  const echeances = toEcheances(
    Array.from({ length: lignes }, (_, rang) => {
      const jour = addJours(AUJOURDHUI, 30 * (rang - lignes))
      return {
        id: rang + 1,
        rang: rang + 1,
        libelle: `Tranche r${rang + 1}.`,
        libelle_ar: `الدفعة r${rang + 1}.`,
        montant,
        couvert: montant / 2,
        declencheur: 'date' as const,
        stade: null,
        date_prevue: jour,
        exigible_le: jour,
        prevue_le: null,
        attend_contrat: false,
        stade_atteint_le: null,
        ouverte: true,
      }
    }),
    prix,
    AUJOURDHUI,
  ).map((echeance) => ({ ...echeance, libelle_ar: `الدفعة r${echeance.rang}.`, stade: null }))
  const [modele] = faits.dossier.paiements
  if (!modele) throw new Error('no payment')
  const paiements = Array.from({ length: lignes }, (_, rang) => ({
    ...modele,
    id: rang + 1,
    date_paiement: addJours(AUJOURDHUI, rang - lignes),
    recu: numeroRecu(2026, rang + 1),
    versement: montant / 2,
    reference: `r${rang + 1}.`,
    ...(rang === 1 && { mode: 'cheque' as const, etat: 'recu' as const }),
  }))
  const totalPaye = (montant / 2) * lignes
  const dossier = {
    ...faits.dossier,
    montant: prix,
    totalPaye,
    ...avancement(prix, totalPaye),
    en_retard: totalPaye,
    echeances,
    paiements,
  }
  return {
    ...faits,
    dossier,
    sommes: sommesOf(dossier),
    acquereurs: tous.map((acquereur, rang) => ({
      ...acquereur,
      part: PARTS[acquereurs - 1]?.[rang] ?? null,
    })),
  }
}

/** The same sale, ended with so many refunds. */
export function desFaitsFinis(longueur: Longueur): Faits {
  const faits = desFaits(longueur)
  const { totalPaye } = faits.dossier
  const dossier = { ...faits.dossier, etat: 'desistement' as const, terminee_le: AUJOURDHUI, en_retard: 0 }
  return {
    ...faits,
    dossier,
    sommes: sommesOf(dossier),
    fin: finOf({
      terminee_le: AUJOURDHUI,
      paye: totalPaye,
      desistement: {
        origine: 'client',
        demandeLe: addJours(AUJOURDHUI, -20),
        motif: 'Mutation professionnelle',
        retenue: 10_000_000,
        retenuePourcent: 500,
      },
      remboursements: [
        {
          id: 1,
          numero: '2026-R-0001',
          jour: AUJOURDHUI,
          montant: 20_000_000,
          mode: 'virement',
          banque: 'CPA',
          reference: 'VIR 88',
        },
      ],
    }),
  }
}

/** Number and code of a made-up numbered paper. */
export const numeroteDe = (type: PapierDeVente): Tirage => ({
  numero: numeroPapier(2026, PAPIERS[type].serie, 12),
  code: 'K7QM4T2X9PBD',
  etat: 'valide',
})

/** A paper to lay out; `tirage` is null for one without a number. */
export interface PapierDEssai {
  modele: ModelePapier
  tirage: Tirage | null
}

/** A numbered paper of a sale. */
const numerote = (faits: Faits, type: PapierDeVente, langue: Langue): PapierDEssai => ({
  modele: composeDeVente(faits, { ...saisieExemple(faits), type, langue }).modele,
  tirage: numeroteDe(type),
})

function sansNumero({ modeles: [modele] }: PapiersSansNumero): PapierDEssai {
  if (!modele) throw new Error('no paper')
  return { modele, tirage: null }
}

type Recette = (longueur: Longueur, langue: Langue) => PapierDEssai

/** Every paper of a sale, by its name. */
export const RECETTES: Readonly<Record<string, Recette>> = {
  ...Object.fromEntries(
    PAPIERS_DE_VENTE.map((type): [string, Recette] => [
      type,
      (longueur, langue) => numerote(desFaits(longueur), type, langue),
    ]),
  ),
  decompte_fin: (longueur, langue) => numerote(desFaitsFinis(longueur), 'decompte', langue),
  echeancier: (longueur, langue) => sansNumero(echeancierDe(desFaits(longueur), langue)),
  echeancier_fin: (longueur, langue) => sansNumero(echeancierDe(desFaitsFinis(longueur), langue)),
  demande: (longueur, langue) => sansNumero(demandeDe(desFaitsFinis(longueur), langue)),
  remboursement: (longueur, langue) => sansNumero(remboursementDe(desFaitsFinis(longueur), 1, langue)),
  relance: (longueur, langue) => sansNumero(relancesDe([desFaits(longueur)], langue)),
}

/** Papers as one file. */
export const dessiner = (papiers: readonly PapierDEssai[]): Promise<Buffer> =>
  renderPapiers(
    'Essai',
    papiers.map(({ modele, tirage }) => (tirage ? vueNumerotee(modele, tirage) : vueSansNumero(modele))),
  )
