import type { Portee } from '#features/parametres/parametres.sections.ts'
import type { Champ, Champs } from '#shared/champs/champs.ts'
import { describeMot, joinParts, KINDS, readObjet, withNomArabe } from '#shared/champs/kinds.ts'
import { PAPIERS, TOUS_LES_PAPIERS } from '#shared/papiers.ts'

export const NOMS_DES_SECTIONS: Readonly<Record<string, string>> = {
  paiements: 'Paiements',
  ventes: 'Ventes',
  modeles: "Modèles d'échéancier",
  timbre: 'Droit de timbre',
  tva: 'TVA',
  ecritures: 'Écritures',
  documents: 'Documents',
  pieces: 'Pièces du dossier',
  acces: 'Adresse publique',
  accueil: 'Tableau de bord',
}

const NOMS_DES_PORTEES = {
  client: 'Le client',
  vente: 'La vente',
} as const satisfies Record<Portee, string>

/** « Standard (par défaut) : Réservation 20 %, au contrat 30 % » */
const describeModele = (valeur: unknown) => {
  const { nom, par_defaut, lignes } = readObjet(valeur)
  const parts = (Array.isArray(lignes) ? lignes : []).map((ligne) => {
    const { libelle, libelle_ar, pourcent, nombre } = readObjet(ligne)
    const fois = Number(nombre) > 1 ? ` en ${KINDS.entier.describe(nombre)} fois` : ''
    return `${withNomArabe(libelle, libelle_ar)} ${KINDS.pourcent.describe(pourcent)}${fois}`
  })
  return `${KINDS.texte.describe(nom)}${par_defaut === true ? ' (par défaut)' : ''} : ${joinParts(...parts)}`
}

/** « Pièce d'identité (le client, obligatoire) » */
const describeTypeDePiece = (valeur: unknown) => {
  const { libelle, portee, obligatoire } = readObjet(valeur)
  const de = describeMot(NOMS_DES_PORTEES)(portee)?.toLowerCase()
  return `${KINDS.texte.describe(libelle)} (${joinParts(de, obligatoire === true && 'obligatoire')})`
}

/** « 19 % depuis 2025-01, 9 % avant »; what nobody has told is left out. */
const describeTaux = (valeur: unknown) => {
  const { taux, depuis, avant } = readObjet(valeur)
  const avantLui = KINDS.pourcent.describe(avant)
  return (
    joinParts(
      `${KINDS.pourcent.describe(taux) ?? 'Taux non renseigné'} depuis ${KINDS.texte.describe(depuis)}`,
      avantLui !== null && `${avantLui} avant`,
    ) || null
  )
}

/** A name of the banks that are proposed, or the account of the plan of one of ours: « N° 3 : 512001 ». */
const describeBanque = (valeur: unknown) => {
  if (typeof valeur === 'string') return valeur
  const { id, compte } = readObjet(valeur)
  return `${KINDS.numero.describe(id)} : ${KINDS.texte.describe(compte) ?? 'à affecter'}`
}

/** The accounts of the plan, in the order of the screen. */
export const COMPTES_DU_PLAN = {
  encaissement: "Chèques à l'encaissement",
  caisse: 'Caisse',
  avances: 'Avances des clients',
  tva: 'TVA collectée',
  timbre: 'Droit de timbre',
  retenues: 'Retenues de désistement',
  frais: 'Frais bancaires',
  fournisseurs: 'Fournisseurs',
  charges: 'Charges',
} as const
export type CompteDuPlan = keyof typeof COMPTES_DU_PLAN
const champsDesComptes = Object.fromEntries(
  Object.entries(COMPTES_DU_PLAN).map(([cle, label]) => [cle, { label: `Compte : ${label}`, kind: 'texte' }]),
) as Record<CompteDuPlan, { label: string; kind: 'texte' }>

const texteDe = (papier: string): Champ => ({
  champs: {
    fr: { label: `${papier} : texte français`, kind: 'texte' },
    ar: { label: `${papier} : texte arabe`, kind: 'texte' },
  },
})

/** The fields of all sections together: no two sections share a key. */
const champsDesSections = {
  exiger_mode: { label: 'Exiger le mode de paiement, la banque et la référence', kind: 'ouiOuNon' },
  banques: { label: 'Banques', describe: describeBanque, liste: true },
  option_jours: { label: "Durée proposée d'une option (jours)", kind: 'entier' },
  option_jours_max: { label: "Durée la plus longue d'une option (jours)", kind: 'entier' },
  desistement_retenue: {
    label: 'Retenue proposée en cas de désistement (% du payé)',
    kind: 'pourcent',
  },
  cession_avant_contrat: { label: 'Céder un dossier seulement avant le contrat', kind: 'ouiOuNon' },
  cession_paye: { label: 'Part du prix à payer avant une cession (%)', kind: 'pourcent' },
  cession_frais: { label: 'Frais de cession proposés', kind: 'montant' },
  relance_texte: { label: 'Message de relance', kind: 'texte' },
  indicatif: { label: 'Indicatif du pays pour WhatsApp', kind: 'texte' },
  modeles: { label: 'Modèle', chaque: describeModele },
  percevoir: { label: 'Calculer le droit de timbre des versements en espèces', kind: 'ouiOuNon' },
  appartement: { label: 'TVA des appartements', describe: describeTaux },
  local: { label: 'TVA des locaux', describe: describeTaux },
  place_parking: { label: 'TVA des places de parking', describe: describeTaux },
  encaissements_du: { label: "TVA à l'encaissement depuis le", kind: 'jour' },
  ...champsDesComptes,
  categories: { label: 'Catégories de bons', describe: describeBanque, liste: true },
  logo_imprime: { label: 'Imprimer le logo', kind: 'ouiOuNon' },
  ville: { label: 'Ville', kind: 'texte' },
  ville_ar: { label: 'Ville en arabe', kind: 'texte' },
  duplicata: { label: 'Marquer DUPLICATA à partir de la deuxième impression', kind: 'ouiOuNon' },
  garantie_requise: {
    label: "Exiger une garantie en cours pour l'attestation de réservation",
    kind: 'ouiOuNon',
  },
  exemplaires: { label: 'Exemplaires du contrat et du procès-verbal', kind: 'entier' },
  paraphes: { label: 'Ligne de paraphes au bas des pages du contrat', kind: 'ouiOuNon' },
  mention_contrat: {
    champs: {
      fr: { label: 'Mention sous les clauses du contrat', kind: 'texte' },
      ar: { label: 'Mention sous les clauses du contrat, en arabe', kind: 'texte' },
    },
  },
  signature_client: { label: 'Signature du client', kind: 'texte' },
  signature_promoteur: { label: 'Signature du promoteur', kind: 'texte' },
  signature_client_ar: { label: 'Signature du client, en arabe', kind: 'texte' },
  signature_promoteur_ar: { label: 'Signature du promoteur, en arabe', kind: 'texte' },
  signature_etudes: { label: "Signature du bureau d'études", kind: 'texte' },
  signature_etudes_ar: { label: "Signature du bureau d'études, en arabe", kind: 'texte' },
  delai_mise_en_demeure: { label: 'Délai de mise en demeure (jours)', kind: 'entier' },
  textes: {
    champs: Object.fromEntries(TOUS_LES_PAPIERS.map((type) => [type, texteDe(PAPIERS[type].libelle)])),
  },
  types: { label: 'Type de pièce', chaque: describeTypeDePiece },
  adresse_publique: { label: 'Adresse publique', kind: 'texte' },
  premiers_pas_ferme: { label: 'Masquer « Premiers pas »', kind: 'ouiOuNon' },
} satisfies Champs

export const champsDesParametres = { valeur: { champs: champsDesSections } } satisfies Champs
