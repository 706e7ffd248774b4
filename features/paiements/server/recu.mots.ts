import type { Langue } from '#shared/papiers.ts'

/** Words of the receipt of a payment, besides those that all papers share. */
interface Mots {
  titre: string
  rectifie: string
  'recu-de': string
  pourLeCompte: string
  pour: string
  somme: string
  versee: string
  payeur: string
  details: string
  reserve: string
  compte: string
  libelle: string
  avant: string
  versement: string
  dont: string
  rejete: string
  /** Behind the 0 that a rejected cheque counts for. */
  compteRien: string
  /** Between the bank of a cheque and its day. */
  du: string
  rejet: string
  solde: string
  soldeSousReserve: string
  cede: string
  transfere: string
}

const fr: Mots = {
  titre: 'Reçu de versement',
  rectifie: 'Rectifié le {jour}',
  'recu-de': 'Reçu de',
  pourLeCompte: 'pour le compte de',
  pour: "Pour l'achat de",
  somme: 'La somme de',
  versee: 'Versée le',
  payeur: 'Payé par',
  details: 'Détails',
  reserve: "Chèque reçu sous réserve d'encaissement.",
  compte: 'Situation du compte',
  libelle: 'Libellé',
  avant: 'Versé avant ce reçu',
  versement: 'Ce versement',
  dont: 'dont {montant} par {ancien}',
  rejete: 'REJETÉ',
  compteRien: 'rejeté',
  du: 'du',
  rejet: 'REJETÉ le {jour}\u00A0: {motif}. Ce reçu ne vaut pas paiement.',
  solde: 'Le prix est entièrement payé.',
  soldeSousReserve: "Le prix est versé en totalité, sous réserve de l'encaissement des chèques.",
  cede: 'Dossier cédé le {jour} à {nom}',
  transfere: 'Dossier transféré le {jour}, auparavant\u00A0: {nom}',
}

const ar: Mots = {
  titre: 'وصل دفع',
  rectifie: 'صحح في {jour}',
  'recu-de': 'استلمنا من',
  pourLeCompte: 'لحساب',
  pour: 'مقابل اقتناء',
  somme: 'مبلغ',
  versee: 'بتاريخ',
  payeur: 'الدافع',
  details: 'ملاحظات',
  reserve: 'صك مستلم تحت تحفظ التحصيل.',
  compte: 'وضعية الحساب',
  libelle: 'البيان',
  avant: 'المدفوع قبل هذا الوصل',
  versement: 'هذه الدفعة',
  dont: 'منه {montant} دفع من طرف {ancien}',
  rejete: 'مرفوض',
  compteRien: 'مرفوض',
  du: 'المؤرخ في',
  rejet: 'مرفوض بتاريخ {jour}: {motif}. لا يعد هذا الوصل إثباتا للدفع.',
  solde: 'تم تسديد كامل الثمن.',
  soldeSousReserve: 'دفع الثمن كاملا، منه {sous_reserve} تحت تحفظ التحصيل.',
  cede: 'تم التنازل عن الملف في {jour} لفائدة {nom}',
  transfere: 'حول الملف في {jour}، وكان يخص {nom}',
}

export const MOTS_DU_RECU: Readonly<Record<Langue, Mots>> = { fr, ar }
