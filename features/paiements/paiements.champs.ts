import { champDuCompte } from '#features/comptes/comptes.champs.ts'
import { MODES, PAYEURS } from '#features/paiements/modes.ts'
import type { Champs } from '#shared/champs/champs.ts'
import { joinParts, KINDS, readObjet } from '#shared/champs/kinds.ts'

/** A bien in a payment: « Appartement A-12 (Bloc A) ». */
const describeBien = (nom: string, cle: string) => (valeur: unknown) => {
  const bien = readObjet(valeur)
  if (bien[cle] === undefined) return null
  const bloc = readObjet(bien['bloc'])['nomloc']
  return `${nom} ${KINDS.texte.describe(bien[cle])}${bloc ? ` (${KINDS.texte.describe(bloc)})` : ''}`
}

/** The receipts of one cheque for several biens: « 2026-000123, 2026-000124 ». */
function describeGroupe(valeur: unknown): string | null {
  const { recus } = readObjet(valeur)
  return Array.isArray(recus) ? joinParts(...recus.map(KINDS.texte.describe)) : null
}

export const champsDuPaiement = {
  recu: { label: 'Reçu', kind: 'texte', column: null },
  client: { label: 'Client', kind: 'nom', cles: ['nomComplet'] },
  appartement: { label: 'Bien', describe: describeBien('Appartement', 'numLot') },
  local: { label: 'Bien', describe: describeBien('Local', 'num') },
  place_parking: { label: 'Bien', describe: describeBien('Place', 'numero_place') },
  date_paiement: { label: 'Date', kind: 'jour' },
  versement: { label: 'Versement', kind: 'montant' },
  mode: { label: 'Mode', kind: 'mot', mots: MODES },
  banque: { label: 'Banque', kind: 'texte' },
  reference: { label: 'Référence', kind: 'texte' },
  date_cheque: { label: 'Date du chèque', kind: 'jour' },
  payeur_type: { label: 'Payé par', kind: 'mot', mots: PAYEURS },
  payeur: { label: 'Nom du payeur', kind: 'texte' },
  compte: { ...champDuCompte, label: 'Sur notre compte' },
  timbre: { label: 'Droit de timbre', kind: 'montant' },
  details: { label: 'Détails', kind: 'texte' },
  remise: { label: 'Remise', kind: 'nom', cles: ['numero', 'jour'] },
  encaisse_le: { label: 'Encaissé le', kind: 'jour' },
  rejete_le: { label: 'Rejeté le', kind: 'jour' },
  motif_rejet: { label: 'Motif du rejet', kind: 'texte' },
  frais_rejet: { label: 'Frais bancaires', kind: 'montant' },
  represente: { label: 'Représente le reçu', kind: 'nom', cles: ['recu'] },
  represente_par: { label: 'Représenté par le reçu', kind: 'nom', cles: ['recu'] },
  groupe: { label: 'Versement groupé', describe: describeGroupe },
  recu_origine: { label: "Reçu d'origine", kind: 'texte' },
  justificatif: { label: 'Justificatif', kind: 'nom', cles: ['nom'] },
  import: { label: 'Import', kind: 'numero' },
  mention: { label: 'Mention', kind: 'texte' },
  imprime_le: { label: 'Imprimé le', kind: 'jour' },
} as const satisfies Champs
