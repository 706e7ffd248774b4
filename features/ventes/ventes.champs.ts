import { champDuCompte } from '#features/comptes/comptes.champs.ts'
import { describeEcheance } from '#features/echeanciers/echeanciers.champs.ts'
import { MODES } from '#features/paiements/modes.ts'
import { NOMS_DES_CANAUX } from '#features/ventes/relances.rules.ts'
import type { Champs } from '#shared/champs/champs.ts'
import { describeNom, KINDS, readObjet } from '#shared/champs/kinds.ts'

/** « Karim Benali : 33,33 % » */
const describeAcquereur = (valeur: unknown) => {
  const { nomComplet, client, part } = readObjet(valeur)
  const nom = describeNom('nomComplet')(nomComplet ?? client) ?? '…'
  return part === undefined || part === null ? nom : `${nom} : ${KINDS.pourcent.describe(part)}`
}

export const champsDuDesistement = {
  demande_le: { label: 'Demandé le', kind: 'jour' },
  origine: {
    label: 'À la demande',
    kind: 'mot',
    mots: { client: 'Du client', promoteur: 'Du promoteur' },
  },
  motif: { label: 'Motif', kind: 'texte' },
  retenue: { label: 'Retenue', kind: 'montant' },
  retenue_pourcent: { label: 'Retenue en pourcentage du payé', kind: 'pourcent' },
  note: { label: 'Note', kind: 'texte' },
  paye: { label: 'Payé', kind: 'montant' },
  a_rembourser: { label: 'À rembourser', kind: 'montant' },
} as const satisfies Champs

export const champsDeLaVente = {
  client: { label: 'Client', kind: 'nom', cles: ['nomComplet'] },
  bien: { label: 'Bien', kind: 'nom', cles: ['designation'] },
  prix: { label: 'Prix', kind: 'montant' },
  prix_du_bien: { label: 'Prix du bien', kind: 'montant' },
  total_paye: { label: 'Total payé', kind: 'montant' },
  frais: { label: 'Frais', kind: 'montant' },
  terminee_le: { label: 'Terminée le', kind: 'jour' },
  reservation_le: { label: 'Réservation', kind: 'jour' },
  contrat_le: { label: 'Contrat', kind: 'jour' },
  livraison_prevue_le: { label: 'Livraison prévue', kind: 'jour' },
  livraison_le: { label: 'Livraison', kind: 'jour' },
  notaire: { label: 'Notaire', kind: 'texte' },
  vendeur: { label: 'Vendu par', kind: 'texte' },
  ...champsDuDesistement,
  lignes: { label: 'Échéance', chaque: describeEcheance },
  echeances: { label: 'Échéance', chaque: describeEcheance },
  acquereurs: { label: 'Acquéreur', chaque: describeAcquereur },
  principal: { label: 'Acquéreur principal', describe: describeAcquereur },
} as const satisfies Champs

export const champsDuRemboursement = {
  numero: { label: 'Numéro', kind: 'texte', column: null },
  dossier: { label: 'Dossier', kind: 'texte', column: null },
  client: { label: 'Client', kind: 'nom', cles: ['nomComplet'] },
  montant: { label: 'Montant', kind: 'montant' },
  jour: { label: 'Date', kind: 'jour' },
  mode: { label: 'Mode', kind: 'mot', mots: MODES },
  banque: { label: 'Banque', kind: 'texte' },
  reference: { label: 'Référence', kind: 'texte' },
  compte: { ...champDuCompte, label: 'Sur notre compte' },
  note: { label: 'Note', kind: 'texte' },
  imprime_le: { label: 'Imprimé le', kind: 'jour' },
  import: { label: 'Import', kind: 'numero' },
} as const satisfies Champs

export const champsDeLaRelance = {
  dossier: { label: 'Dossier', kind: 'texte' },
  canal: { label: 'Moyen', kind: 'mot', mots: NOMS_DES_CANAUX },
  jour: { label: 'Date', kind: 'jour' },
  montant: { label: 'Montant en retard', kind: 'montant' },
  document: { label: 'Appel de fonds', kind: 'texte' },
  note: { label: 'Note', kind: 'texte' },
} as const satisfies Champs
