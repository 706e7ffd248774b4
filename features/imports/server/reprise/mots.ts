import type { ChampDeReprise, PartieDuVersement } from '#features/imports/reprise.colonnes.ts'

/** A field as the words name it: that of a payment has no number yet. */
export type ChampDesMots = Exclude<ChampDeReprise, `v_${string}`> | `v_${PartieDuVersement}`

/** Condition on the sheet beside the title, without which its word is not read so (`entree.md` D.2). */
export type Condition =
  /** The title has a number of its own, or that of the merged cell above it. */
  | 'numero'
  /** The word stands with تاريخ, اسم: a column of the sheet is « لقب ». */
  | 'laqab'
  /** The column on the left is an amount, a date or a mode of a payment. */
  | 'apresVersement'
  /** A column beside it is an amount or a date of a payment. */
  | 'presDuVersement'
  /** « montant »: a date of a payment is in the sheet. */
  | 'montantVerse'
  /** « montant »: no date of a payment, no other price, no échéance. */
  | 'montantPrix'

/** One field with the words that mean it, as « a, b, c ». */
export interface MotsDuChamp {
  champ: ChampDesMots
  /** Read without a question. */
  surs?: string
  /** Proposed, to be confirmed. */
  proposes?: string
  /** The sure words also stand after « no », or on either side of it. */
  no?: 'apres' | 'autour'
  /** The proposed words also stand after « no ». */
  noPropose?: 'apres'
  si?: Condition
}

const TOTAL_VERSE =
  'total verse, total paye, verse, deja paye, montant verse, montant paye, montant encaisse, total encaisse, total regle, total paiement, total versement, total reglement'

/** The words of real lists of the trade. They are folded as titles are, so they are written here as people read them. */
export const MOTS: readonly MotsDuChamp[] = [
  {
    champ: 'residence',
    surs: 'residence, res, cite, projet, promotion, site, مشروع, اقامه, حي, موقع',
    proposes: 'programme, operation, localisation',
  },
  {
    champ: 'lieu',
    surs: 'bloc, bat, batiment, immeuble, imm, tour, cage, ilot, عماره, رقم عماره, بنايه',
    proposes: 'parking, entree',
  },
  { champ: 'bien', proposes: 'bien, designation, produit immo, designation bien, وحده' },
  {
    champ: 'appartement',
    surs: 'appt, apt, app, appartement, lot, logement, logt, log',
    no: 'autour',
    proposes: 'code, porte, parcelle, lots',
    noPropose: 'apres',
  },
  { champ: 'appartement', surs: 'شقه, رقم شقه, رقم مسكن', proposes: 'رقم وحده' },
  { champ: 'local', surs: 'local, magasin', no: 'autour' },
  { champ: 'place', surs: 'place, no place, no parking, no box, no garage', proposes: 'box, garage' },
  {
    champ: 'client',
    surs: 'nom et prenom, nom prenom, prenom nom, nom complet, client, acquereur, acheteur, beneficiaire, reservataire, souscripteur, proprietaire, adherent, nom client, nom acquereur, nom souscripteur, nom acheteur, اسم ولقب, لقب واسم, مشتري, زبون, عميل, مكتتب, مستفيد',
  },
  { champ: 'nom', surs: 'nom, لقب' },
  { champ: 'prenom', surs: 'prenom' },
  { champ: 'prenom', surs: 'اسم', si: 'laqab' },
  { champ: 'nom_ar', surs: 'nom ar, nom arabe' },
  { champ: 'tel', surs: 'tel, telephone, mobile, portable, gsm', no: 'apres', proposes: 'contact' },
  { champ: 'tel', surs: 'هاتف, رقم هاتف' },
  { champ: 'email', surs: 'email, e mail, mail' },
  { champ: 'adresse', surs: 'adresse, domicile', proposes: 'عنوان' },
  {
    champ: 'piece',
    surs: 'cni, cin, nin, piece identite, carte identite, carte nationale',
    no: 'apres',
    proposes: 'no piece',
  },
  { champ: 'piece', surs: 'رقم تعريف, بطاقه تعريف, رقم بطاقه وطنيه' },
  { champ: 'naissance_le', surs: 'date naissance, date naiss, ne le, nee le, تاريخ ميلاد' },
  { champ: 'naissance_lieu', surs: 'lieu naissance, lieu naiss, مكان ميلاد' },
  { champ: 'coacquereur', surs: 'coacquereur, co acquereur, conjoint, epoux, epouse, nom conjoint' },
  {
    champ: 'prix',
    surs: 'prix, prix vente, prix convenu, prix total, montant total, prix logement, prix appartement, prix definitif, prix vente definitif, prix vente reel, p vente, ثمن, سعر, ثمن بيع, سعر كلي',
    proposes: 'valeur, total dû, prix base, total acte, مبلغ اجمالي',
  },
  { champ: 'prix', proposes: 'montant', si: 'montantPrix' },
  {
    champ: 'reserve_le',
    surs: 'date reserv, date reservation, date resa, reserve le, date vente, date dossier, date souscription, تاريخ حجز',
    proposes: 'reservation',
  },
  {
    champ: 'contrat_le',
    surs: 'date contrat, date acte, date vsp, d contrat, date signature acte, date signature acte vefa, تاريخ عقد',
    proposes: 'contrat, acte, vsp',
  },
  {
    champ: 'livre_le',
    surs: 'date livraison, livre le, date remise cle, تاريخ تسليم',
    proposes: 'livraison, remise cle',
  },
  { champ: 'statut', surs: 'statut, status, etat, situation lot', proposes: 'حاله' },
  {
    champ: 'total',
    surs: `${TOTAL_VERSE}, مبلغ مدفوع, مدفوع, مسدد`,
    proposes: 'encaisse, reglements, paiements, versements, encaissements',
  },
  { champ: 'paye_au', surs: 'paye au, arrete au' },
  { champ: 'note', surs: 'observation, obs, remarque, note, commentaire, ملاحظات' },
  {
    champ: 'v_montant',
    surs: 'versement, avance, acompte, تسبيق',
    proposes: 'tranche, paiement, reglement, apport, encaissement, encaiss, depot garantie, مقدم',
  },
  {
    champ: 'v_montant',
    surs: `tranche, paiement, reglement, apport, ov, ${TOTAL_VERSE}, دفعه, قسط, شطر, مبلغ مدفوع, مدفوع, مسدد`,
    si: 'numero',
  },
  { champ: 'v_montant', proposes: 'montant', si: 'montantVerse' },
  {
    champ: 'v_date',
    surs: 'verse le, date versement, date paiement, date reglement, date recu, date encaissement, date operation, regle le, paye le, تاريخ دفع',
    proposes: 'date, تاريخ',
  },
  { champ: 'v_mode', surs: 'mode paiement, mode reglement, moyen paiement', proposes: 'mode, nature' },
  { champ: 'v_reference', surs: 'no piece', si: 'apresVersement' },
  {
    champ: 'v_reference',
    surs: 'cheque, no cheque, no virement, no operation, no bordereau, رقم صك, رقم شيك',
  },
  { champ: 'v_reference', proposes: 'reference, ref', si: 'presDuVersement' },
  { champ: 'v_recu', surs: 'recu, no recu, no quittance, رقم وصل', proposes: 'quittance' },
  { champ: 'c_etage', surs: 'etage, niveau, طابق, دور' },
  { champ: 'c_type', surs: 'type, typologie, typo, type bien, type logement, type produit' },
  {
    champ: 'c_surface',
    surs: 'surf, surface, superficie, m2, surface habitable, surf hab, surface shab, surface totale, مساحه',
  },
  {
    champ: 'c_reste',
    surs: 'reste, reste payer, reste verser, reste du, reste encaisser, reliquat, montant restant, montant reste, متبقي, مبلغ متبقي, باقي',
    proposes: 'solde',
  },
]

/** A day that is sure beside its amount, whatever else the sheet has. */
export const DATES_SEULES: ReadonlySet<string> = new Set(['date', 'تاريخ'])
/** Plurals that keep their s where they stand alone. */
export const PLURIELS: ReadonlySet<string> = new Set([
  'versements',
  'paiements',
  'reglements',
  'encaissements',
  'lots',
  'parkings',
])
/** Words that fall after a word of these fields: « Tél client ». */
export const APRES_LE_CHAMP: ReadonlySet<string> = new Set([
  'client',
  'acquereur',
  'souscripteur',
  'beneficiaire',
])
export const CHAMPS_D_UNE_PERSONNE: ReadonlySet<string> = new Set(['tel', 'email', 'adresse', 'piece'])
/** Under one of these a column is about somebody else than the buyer. */
export const AUTRES_PERSONNES: ReadonlySet<string> = new Set([
  'conjoint',
  'pere',
  'mere',
  'agence',
  'notaire',
])
/** Amounts beside one of these are expected, not paid. */
export const ATTENDUS: ReadonlySet<string> = new Set(['echeance', 'prevu'])
