import type { Declencheur } from '#features/echeancier/echeancier.rules.ts'
import type { Mode } from '#features/paiements/modes.ts'
import type { TypeBien } from '#shared/biens.ts'
import type { Langue } from '#shared/papiers.ts'

/** What a paper says besides its text, in one language. */
interface Mots {
  dinars: string
  et: string
  virgule: string
  numero: string
  projet: string
  annule: string
  genres: Readonly<Record<TypeBien, string>>
  modes: Readonly<Record<Mode, string>>
  /** A line of an échéancier that waits for something. */
  attentes: Readonly<Record<Exclude<Declencheur, 'date'>, string>>
  prevu: string
  attention: string
  soussignes: string
  promoteur: string
  client: string
  clients: string
  bien: string
  designation: string
  residence: string
  surface: string
  metresCarres: string
  ne: string
  neA: string
  piece: string
  adresse: string
  part: string
  dossier: string
  prix: string
  totalPaye: string
  reste: string
  echeancier: string
  echeance: string
  exigible: string
  montant: string
  dejaVerse: string
  aPayer: string
  total: string
  comptes: string
  banque: string
  agence: string
  compte: string
  date: string
  recu: string
  mode: string
  aucunPaiement: string
  solde: string
  lettres: string
  cles: string
  compteurs: string
  electricite: string
  gaz: string
  eau: string
  reserves: string
  aucuneReserve: string
  faitA: string
  faitLe: string
  code: string
}

const fr: Mots = {
  dinars: 'DA',
  et: 'et',
  virgule: ',',
  numero: 'N°',
  projet: 'PROJET',
  annule: 'ANNULÉ',
  genres: { appartement: 'Appartement', local: 'Local', place_parking: 'Place de parking' },
  modes: {
    virement: 'Virement',
    cheque: 'Chèque',
    versement_bancaire: 'Versement bancaire',
    especes: 'Espèces',
    autre: 'Autre',
  },
  attentes: {
    reservation: 'à la réservation',
    contrat: 'au contrat',
    livraison: 'à la livraison',
    stade: 'au stade',
  },
  prevu: 'prévu le',
  attention: "À l'attention de",
  soussignes: 'Entre les soussignés',
  promoteur: 'Le promoteur',
  client: 'Le client',
  clients: 'Les clients',
  bien: 'Bien',
  designation: 'Désignation du bien',
  residence: 'Résidence',
  surface: 'Surface',
  metresCarres: 'm²',
  ne: 'Né(e) le',
  neA: 'à',
  piece: "Pièce d'identité N°",
  adresse: 'Adresse',
  part: 'Part',
  dossier: 'Dossier',
  prix: 'Prix de vente',
  totalPaye: 'Total versé',
  reste: 'Reste à payer',
  echeancier: 'Échéancier',
  echeance: 'Échéance',
  exigible: 'Exigible',
  montant: 'Montant',
  dejaVerse: 'Déjà versé',
  aPayer: 'À payer',
  total: 'Total',
  comptes: 'Comptes bancaires',
  banque: 'Banque',
  agence: 'Agence',
  compte: 'Compte',
  date: 'Date',
  recu: 'Reçu N°',
  mode: 'Mode',
  aucunPaiement: 'Aucun paiement enregistré.',
  solde: 'Le prix est entièrement payé.',
  lettres: 'En lettres',
  cles: 'Clés remises',
  compteurs: 'Compteurs',
  electricite: 'Électricité',
  gaz: 'Gaz',
  eau: 'Eau',
  reserves: 'Réserves',
  aucuneReserve: 'Aucune réserve.',
  faitA: 'Fait à',
  faitLe: 'le',
  code: 'Code de vérification',
}

const ar: Mots = {
  dinars: 'دج',
  et: 'و',
  virgule: '،',
  numero: 'رقم',
  projet: 'مشروع',
  annule: 'ملغى',
  genres: { appartement: 'شقة', local: 'محل', place_parking: 'موقف سيارة' },
  modes: {
    virement: 'تحويل بنكي',
    cheque: 'صك',
    versement_bancaire: 'دفع لدى البنك',
    especes: 'نقدا',
    autre: 'أخرى',
  },
  attentes: {
    reservation: 'عند حفظ الحق',
    contrat: 'عند إبرام العقد',
    livraison: 'عند التسليم',
    stade: 'عند بلوغ مرحلة',
  },
  prevu: 'متوقع في',
  attention: 'إلى عناية',
  soussignes: 'بين الموقعين أدناه',
  promoteur: 'المرقي العقاري',
  client: 'المقتني',
  clients: 'المقتنون',
  bien: 'العقار',
  designation: 'تعيين العقار',
  residence: 'الإقامة',
  surface: 'المساحة',
  metresCarres: 'م²',
  ne: 'المولود(ة) في',
  neA: 'بـ',
  piece: 'وثيقة الهوية رقم',
  adresse: 'العنوان',
  part: 'الحصة',
  dossier: 'الملف رقم',
  prix: 'ثمن البيع',
  totalPaye: 'مجموع المدفوعات',
  reste: 'الباقي للدفع',
  echeancier: 'جدول التسديد',
  echeance: 'القسط',
  exigible: 'تاريخ الاستحقاق',
  montant: 'المبلغ',
  dejaVerse: 'المدفوع',
  aPayer: 'المستحق',
  total: 'المجموع',
  comptes: 'الحسابات البنكية',
  banque: 'البنك',
  agence: 'الوكالة',
  compte: 'الحساب',
  date: 'التاريخ',
  recu: 'وصل رقم',
  mode: 'طريقة الدفع',
  aucunPaiement: 'لا توجد مدفوعات.',
  solde: 'تم تسديد كامل الثمن.',
  lettres: 'المبلغ بالحروف (بالفرنسية)',
  cles: 'المفاتيح المسلمة',
  compteurs: 'العدادات',
  electricite: 'الكهرباء',
  gaz: 'الغاز',
  eau: 'الماء',
  reserves: 'التحفظات',
  aucuneReserve: 'لا توجد تحفظات',
  faitA: 'حرر بـ',
  faitLe: 'في',
  code: 'رمز التحقق',
}

export const MOTS: Readonly<Record<Langue, Mots>> = { fr, ar }
