/** What is done to a client, as the journal says it. */
export const ACTES: ReadonlyMap<string, string> = new Map([
  ['ajouter', 'Ajout'],
  ['modifier', 'Modification'],
  ['joindre', 'Pièce jointe'],
  ['retirer piece', 'Pièce retirée'],
  ['lier', 'Lien créé'],
  ['delier', 'Lien révoqué'],
  ['ouvrir', 'Lien ouvert'],
])
