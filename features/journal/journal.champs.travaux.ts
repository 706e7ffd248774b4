import * as codes from '#features/journal/journal.codes.ts'
import {
  dans,
  dit,
  entier,
  lireObjet,
  liste,
  montant,
  mot,
  ouiOuNon,
  pourcent,
  surface,
  texte,
  type Champs,
} from '#features/journal/journal.valeurs.ts'
import { GENRES } from '#shared/biens.ts'
import { formatCompte } from '#shared/texte.ts'

const MUETS = { id: null, version: null } as const satisfies Champs

export const REVISION: Champs = {
  criteres: dans({
    residence_id: null,
    bloc_ids: null,
    types: dit(
      'Biens concernés',
      liste(mot(Object.fromEntries(Object.entries(GENRES).map(([type, { nom }]) => [type, nom])))),
    ),
    typeLogement: dit('Type'),
    niveau_de: dit('À partir du niveau', entier),
    niveau_a: dit("Jusqu'au niveau", entier),
    prix_min: dit('Prix à partir de', montant),
    prix_max: dit("Prix jusqu'à", montant),
    surface_min: dit('Surface à partir de', surface),
    surface_max: dit("Surface jusqu'à", surface),
    etats: dit('États', liste(mot(codes.ETATS_REVISABLES))),
  }),
  operation: dit('Opération', (valeur) => {
    const { sorte, valeur: de, arrondi } = lireObjet(valeur)
    const unite = sorte === 'pourcent' ? pourcent : montant
    return `${texte(mot(codes.SORTES_DE_REVISION)(sorte))} : ${unite(de)}${arrondi ? `, arrondi à ${montant(arrondi)}` : ''}`
  }),
  motif: dit('Motif'),
  nombre: dit('Biens révisés', entier),
  avant: dit('Valeur avant', montant),
  apres: dit('Valeur après', montant),
}

export const IMPORT: Champs = {
  ...MUETS,
  nom: dit('Classeur'),
  modifier: dit('Modifier aussi ce qui existe déjà', ouiOuNon),
  statut: dit('État', mot(codes.STATUTS_DE_L_IMPORT)),
  feuilles: dit(
    'Feuilles',
    liste((valeur) => {
      const { feuille, crees, modifies } = lireObjet(valeur)
      const dits = [
        Number(crees) > 0 && formatCompte(Number(crees), 'ajout'),
        Number(modifies) > 0 && formatCompte(Number(modifies), 'changement'),
      ].filter(Boolean)
      return dits.length === 0 ? null : `${texte(feuille)} : ${dits.join(' et ')}`
    }),
  ),
  sha256: null,
}

export const SAUVEGARDE: Champs = {
  ...MUETS,
  fichier: dit('Fichier'),
  origine: dit('Origine', mot(codes.ORIGINES_DE_LA_SAUVEGARDE)),
}
