import * as codes from '#features/journal/journal.codes.ts'
import {
  chacun,
  dans,
  dit,
  entier,
  joindre,
  lireObjet,
  liste,
  montant,
  mot,
  ouiOuNon,
  pourcent,
  texte,
  type Champ,
  type Champs,
} from '#features/journal/journal.valeurs.ts'
import { PAPIERS, TYPES_DE_PAPIER } from '#shared/papiers.ts'

/** The sections of the settings as the screen names them. */
export const SECTIONS: Readonly<Record<string, string>> = {
  paiements: 'Paiements',
  ventes: 'Ventes',
  modeles: "Modèles d'échéancier",
  documents: 'Documents',
  pieces: 'Pièces du dossier',
  acces: 'Adresse publique',
}

/** « Standard (par défaut) : Réservation 20 %, au contrat 30 % » */
const direModele = (valeur: unknown) => {
  const { nom, par_defaut, lignes } = lireObjet(valeur)
  const parts = (Array.isArray(lignes) ? lignes : []).map((ligne) => {
    const { libelle, pourcent: part, nombre } = lireObjet(ligne)
    return `${texte(libelle)} ${pourcent(part)}${Number(nombre) > 1 ? ` en ${entier(nombre)} fois` : ''}`
  })
  return `${texte(nom)}${par_defaut === true ? ' (par défaut)' : ''} : ${joindre(...parts)}`
}

/** « Pièce d'identité (le client, obligatoire) » */
const direTypeDePiece = (valeur: unknown) => {
  const { libelle, portee, obligatoire } = lireObjet(valeur)
  const de = mot(codes.PORTEES)(portee)?.toLowerCase()
  return `${texte(libelle)} (${joindre(de, obligatoire === true && 'obligatoire')})`
}

const texteDe = (libelle: string): Champ =>
  dans({ fr: dit(`${libelle} : texte français`), ar: dit(`${libelle} : texte arabe`) })

/** The fields of every section: no two of them share a key. */
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
  modeles: chacun('Modèle', direModele),
  logo_imprime: dit('Imprimer le logo', ouiOuNon),
  ville: dit('Ville'),
  signature_client: dit('Signature du client'),
  signature_promoteur: dit('Signature du promoteur'),
  signature_client_ar: dit('Signature du client (arabe)'),
  signature_promoteur_ar: dit('Signature du promoteur (arabe)'),
  delai_mise_en_demeure: dit('Délai de mise en demeure (jours)', entier),
  textes: dans(Object.fromEntries(TYPES_DE_PAPIER.map((type) => [type, texteDe(PAPIERS[type].libelle)]))),
  types: chacun('Type de pièce', direTypeDePiece),
  adresse_publique: dit('Adresse publique'),
}

export const PARAMETRES: Champs = { section: null, version: null, valeur: dans(VALEUR) }
