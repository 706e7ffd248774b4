/** The specified entries of the menu: label, address, heading. */
export const MENU = [
  ['Dashboard', '/dashboard', 'Tableau de Bord Immobilier'],
  ['Residences', '/residence', 'Nos Résidences'],
  ['Blocs', '/bloc', 'Gestion des Blocs'],
  ['Etages', '/etage', 'Gestion des Étages'],
  ['Appartements', '/appartement', 'Gestion des Appartements'],
  ['Locaux', '/locaux', 'Gestion des Locaux'],
  ['Parking', '/parking', 'Gestion des Parkings'],
  ['Clients', '/clients', 'Gestion des Clients'],
  ['Paiements', '/paiements', 'Paiements par Bien'],
  ['Promoteur', '/promoteur', 'Promoteur Immobilier'],
  ['Récapitulation', '/recap', 'Récapitulatif des paiements'],
  ['Membres', '/users', 'Liste des Membres'],
  ['Charges', '/charges', 'Gestion des Charges'],
] as const

/** The entries that stand below them, in a second list. */
export const BELOW = [
  ['Ventes', '/ventes', 'Dossiers de vente'],
  ['Plan de vente', '/plan-de-vente', 'Plan de vente'],
  ['Échéances', '/echeances', 'Échéances'],
  ['Chèques', '/cheques', 'Chèques'],
  ['Rapports', '/rapports', 'Rapports'],
  ['Importer', '/importer', 'Importer un portefeuille'],
  ['Journal', '/journal', 'Journal'],
  ['Paramètres', '/parametres', 'Paramètres'],
] as const
