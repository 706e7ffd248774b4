import * as codes from '#features/journal/journal.codes.ts'
import {
  avecNomArabe,
  chacun,
  dit,
  jour,
  readObjet,
  montant,
  mot,
  nomme,
  pourcent,
  MUETS,
  type Champs,
} from '#features/journal/journal.valeurs.ts'

/** « Signature du contrat : 250 000,00 DA, au contrat » */
const describeEcheance = (valeur: unknown) => {
  const { libelle, libelle_ar, montant: du, declencheur, date_prevue } = readObjet(valeur)
  const quand =
    declencheur === 'date' ? jour(date_prevue) : (mot(codes.DECLENCHEURS)(declencheur)?.toLowerCase() ?? null)
  const prevue = declencheur !== 'date' && date_prevue ? `, prévue le ${jour(date_prevue)}` : ''
  return `${avecNomArabe(libelle, libelle_ar)} : ${montant(du)}${quand ? `, ${quand}` : ''}${prevue}`
}

/** « Karim Benali : 33,33 % » */
const describeAcquereur = (valeur: unknown) => {
  const { nomComplet, client, part } = readObjet(valeur)
  const nom = nomme('nomComplet')(nomComplet ?? client) ?? '…'
  return part === undefined || part === null ? nom : `${nom} : ${pourcent(part)}`
}

const TERMES_DU_DESISTEMENT = {
  demande_le: dit('Demandé le', jour),
  origine: dit('À la demande', mot(codes.ORIGINES_DU_DESISTEMENT)),
  motif: dit('Motif'),
  retenue: dit('Retenue', montant),
  retenue_pourcent: dit('Retenue en pourcentage du payé', pourcent),
  note: dit('Note'),
  paye: dit('Payé', montant),
  rembourse: null,
  a_rembourser: dit('À rembourser', montant),
  remboursable: null,
  reste: null,
} as const satisfies Champs

export const DESISTEMENT: Champs = { ...MUETS, ...TERMES_DU_DESISTEMENT }

export const VENTE: Champs = {
  ...MUETS,
  client: dit('Client', nomme('nomComplet')),
  bien: dit('Bien', nomme('designation')),
  prix: dit('Prix', montant),
  prix_du_bien: dit('Prix du bien', montant),
  total_paye: dit('Total payé', montant),
  frais: dit('Frais', montant),
  ouverte_le: null,
  terminee_le: dit('Terminée le', jour),
  reservation_le: dit('Réservation', jour),
  contrat_le: dit('Contrat', jour),
  livraison_prevue_le: dit('Livraison prévue', jour),
  livraison_le: dit('Livraison', jour),
  notaire: dit('Notaire'),
  ...TERMES_DU_DESISTEMENT,
  lignes: chacun('Échéance', describeEcheance),
  echeances: chacun('Échéance', describeEcheance),
  acquereurs: chacun('Acquéreur', describeAcquereur),
  principal: dit('Acquéreur principal', describeAcquereur),
  // The fields of a scanned document.
  piece: dit('Pièce'),
  fichier: dit('Fichier'),
  type: null,
  dossier: null,
  dossier_annee: null,
  dossier_numero: null,
  bien_id: null,
  client_id: null,
}

export const OPTION: Champs = {
  ...MUETS,
  bien: dit('Bien', nomme('designation')),
  client: dit('Client', nomme('nomComplet')),
  nom: dit('Titulaire'),
  tel: dit('Téléphone'),
  prise_le: dit('Posée le', jour),
  expire_le: dit("Jusqu'au", jour),
  note: dit('Note'),
  etat: dit('État', mot(codes.ETATS_DE_L_OPTION)),
  fin_le: dit('Fin', jour),
  motif_fin: dit('Motif'),
  details: dit('Détails'),
  prise_par: null,
  jours_restants: null,
  client_id: null,
}

export const RELANCE: Champs = {
  ...MUETS,
  dossier: dit('Dossier'),
  canal: dit('Moyen', mot(codes.CANAUX)),
  jour: dit('Date', jour),
  montant: dit('Montant en retard', montant),
  note: dit('Note'),
  par: null,
  vente_id: null,
}
