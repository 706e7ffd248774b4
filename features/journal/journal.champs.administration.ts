import * as codes from '#features/journal/journal.codes.ts'
import {
  MUETS,
  avecNomArabe,
  chacun,
  dans,
  dit,
  entier,
  joinParts,
  readObjet,
  liste,
  montant,
  mot,
  ouiOuNon,
  pourcent,
  texte,
  type Champ,
  type Champs,
  surface,
} from '#features/journal/journal.valeurs.ts'
import { PAPIERS, TOUS_LES_PAPIERS } from '#shared/papiers.ts'
import { GENRES } from '#shared/biens.ts'
import { formatCompte } from '#shared/texte.ts'

export const SECTIONS: Readonly<Record<string, string>> = {
  paiements: 'Paiements',
  ventes: 'Ventes',
  modeles: "Modèles d'échéancier",
  documents: 'Documents',
  pieces: 'Pièces du dossier',
  acces: 'Adresse publique',
}

/** « Standard (par défaut) : Réservation 20 %, au contrat 30 % » */
const describeModele = (valeur: unknown) => {
  const { nom, par_defaut, lignes } = readObjet(valeur)
  const parts = (Array.isArray(lignes) ? lignes : []).map((ligne) => {
    const { libelle, libelle_ar, pourcent: part, nombre } = readObjet(ligne)
    return `${avecNomArabe(libelle, libelle_ar)} ${pourcent(part)}${Number(nombre) > 1 ? ` en ${entier(nombre)} fois` : ''}`
  })
  return `${texte(nom)}${par_defaut === true ? ' (par défaut)' : ''} : ${joinParts(...parts)}`
}

/** « Pièce d'identité (le client, obligatoire) » */
const describeTypeDePiece = (valeur: unknown) => {
  const { libelle, portee, obligatoire } = readObjet(valeur)
  const de = mot(codes.PORTEES)(portee)?.toLowerCase()
  return `${texte(libelle)} (${joinParts(de, obligatoire === true && 'obligatoire')})`
}

const texteDe = (libelle: string): Champ =>
  dans({ fr: dit(`${libelle} : texte français`), ar: dit(`${libelle} : texte arabe`) })

/** The fields of all sections together: no two sections share a key. */
const VALEUR: Champs = {
  exiger_mode: dit('Exiger le mode de paiement, la banque et la référence', ouiOuNon),
  banques: dit('Banques', liste()),
  option_jours: dit("Durée proposée d'une option (jours)", entier),
  option_jours_max: dit("Durée la plus longue d'une option (jours)", entier),
  desistement_retenue: dit('Retenue proposée en cas de désistement (% du payé)', pourcent),
  cession_avant_contrat: dit('Céder un dossier seulement avant le contrat', ouiOuNon),
  cession_paye: dit('Part du prix à payer avant une cession (%)', pourcent),
  cession_frais: dit('Frais de cession proposés', montant),
  relance_texte: dit('Message de relance'),
  indicatif: dit('Indicatif du pays pour WhatsApp'),
  modeles: chacun('Modèle', describeModele),
  logo_imprime: dit('Imprimer le logo', ouiOuNon),
  ville: dit('Ville'),
  ville_ar: dit('Ville en arabe'),
  duplicata: dit('Marquer DUPLICATA à partir de la deuxième impression', ouiOuNon),
  garantie_requise: dit("Exiger une garantie en cours pour l'attestation de réservation", ouiOuNon),
  exemplaires: dit('Exemplaires du contrat et du procès-verbal', entier),
  paraphes: dit('Ligne de paraphes au bas des pages du contrat', ouiOuNon),
  mention_contrat: dans({
    fr: dit('Mention sous les clauses du contrat'),
    ar: dit('Mention sous les clauses du contrat, en arabe'),
  }),
  signature_client: dit('Signature du client'),
  signature_promoteur: dit('Signature du promoteur'),
  signature_client_ar: dit('Signature du client, en arabe'),
  signature_promoteur_ar: dit('Signature du promoteur, en arabe'),
  signature_etudes: dit("Signature du bureau d'études"),
  signature_etudes_ar: dit("Signature du bureau d'études, en arabe"),
  delai_mise_en_demeure: dit('Délai de mise en demeure (jours)', entier),
  textes: dans(Object.fromEntries(TOUS_LES_PAPIERS.map((type) => [type, texteDe(PAPIERS[type].libelle)]))),
  types: chacun('Type de pièce', describeTypeDePiece),
  adresse_publique: dit('Adresse publique'),
}

export const PARAMETRES: Champs = { section: null, version: null, valeur: dans(VALEUR) }

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
    const { sorte, valeur: de, arrondi } = readObjet(valeur)
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
      const { feuille, crees, modifies } = readObjet(valeur)
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
  motif: dit('Motif'),
  origine: dit('Origine', mot(codes.ORIGINES_DE_LA_SAUVEGARDE)),
}
