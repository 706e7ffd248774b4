import type { Declencheur } from '#features/echeanciers/echeancier.rules.ts'
import type { Mode } from '#features/paiements/modes.ts'
import { FORMES, type TypeBien } from '#shared/biens.ts'
import type { Langue } from '#shared/papiers.ts'

/** Words that the papers print besides their text, in one language. */
interface Mots {
  dinars: string
  et: string
  a: string
  virgule: string
  numero: string
  projet: string
  annule: string
  genres: Readonly<Record<TypeBien, string>>
  modes: Readonly<Record<Mode, string>>
  /** Due day of an échéance that has no date yet. */
  attentes: Readonly<Record<Exclude<Declencheur, 'date'>, string>>
  prevu: string
  /** Label of the day when a stade was reached before the sale. */
  atteint: string
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
  encaisse: string
  sousReserve: string
  retenue: string
  rembourse: string
  resteARembourser: string
  /** Fixed sentences: the promoter cannot edit them. */
  phrases: {
    reserve: string
    ancien: string
    sousReserve: string
    desistement: Readonly<Record<'client' | 'promoteur', string>>
    retrait: string
    /** Sentence for a retrait without any counted payment. */
    retraitSansVersement: string
  }
  /** Forms of a bien inside a sentence: « l'appartement », « de l'appartement », « à l'appartement ». */
  formes: Readonly<Record<TypeBien, { le: string; du: string; au: string }>>
  faitA: string
  faitLe: string
  code: string
}

const fr: Mots = {
  dinars: 'DA',
  et: 'et',
  a: 'à',
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
  atteint: 'stade atteint le',
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
  encaisse: 'dont encaissé',
  sousReserve: "dont sous réserve d'encaissement",
  retenue: 'Retenue',
  rembourse: 'Remboursé',
  resteARembourser: 'Reste à rembourser',
  phrases: {
    reserve: "Dont {encaisse} encaissés et {sous_reserve} par chèques reçus sous réserve d'encaissement.",
    ancien: "Dont {montant} versés par {ancien}, titulaire du dossier jusqu'au {jour}.",
    sousReserve: "Le prix est versé en totalité, dont {sous_reserve} sous réserve d'encaissement.",
    desistement: {
      client: "La vente a pris fin le {jour}, à la demande du client. Aucun prix n'est dû.",
      promoteur: "La vente a pris fin le {jour}, à la demande du promoteur. Aucun prix n'est dû.",
    },
    retrait:
      "La vente a pris fin le {jour}. Aucun prix n'est dû ; les versements restent inscrits au dossier.",
    retraitSansVersement: "La vente a pris fin le {jour}. Aucun prix n'est dû.",
  },
  formes: {
    ...FORMES,
    // Outside the screens the word « place » alone is not clear.
    place_parking: {
      le: 'la place de parking',
      du: 'de la place de parking',
      au: 'à la place de parking',
    },
  },
  faitA: 'Fait à',
  faitLe: 'le',
  code: 'Code de vérification',
}

const ar: Mots = {
  dinars: 'دج',
  et: 'و',
  a: 'إلى',
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
  atteint: 'بلغت المرحلة في',
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
  encaisse: 'المحصل',
  sousReserve: 'تحت تحفظ التحصيل',
  retenue: 'المبلغ المقتطع',
  rembourse: 'المرجع',
  resteARembourser: 'الباقي للإرجاع',
  phrases: {
    reserve: 'منه {encaisse} محصل فعلا و{sous_reserve} بصكوك مستلمة تحت تحفظ التحصيل.',
    ancien: 'منه {montant} دفع من طرف {ancien}، صاحب الملف إلى غاية {jour}.',
    sousReserve: 'دفع الثمن كاملا، منه {sous_reserve} تحت تحفظ التحصيل.',
    desistement: {
      client: 'انتهى البيع بتاريخ {jour} بطلب من المقتني. ولا يستحق أي ثمن.',
      promoteur: 'انتهى البيع بتاريخ {jour} بطلب من المرقي العقاري. ولا يستحق أي ثمن.',
    },
    retrait: 'انتهى البيع بتاريخ {jour}. ولا يستحق أي ثمن، وتبقى المدفوعات مسجلة في الملف.',
    retraitSansVersement: 'انتهى البيع بتاريخ {jour}. ولا يستحق أي ثمن.',
  },
  formes: {
    appartement: { le: 'الشقة رقم', du: 'الشقة رقم', au: 'بالشقة رقم' },
    local: { le: 'المحل رقم', du: 'المحل رقم', au: 'بالمحل رقم' },
    place_parking: { le: 'موقف السيارة رقم', du: 'موقف السيارة رقم', au: 'بموقف السيارة رقم' },
  },
  faitA: 'حرر بـ',
  faitLe: 'في',
  code: 'رمز التحقق',
}

export const MOTS: Readonly<Record<Langue, Mots>> = { fr, ar }
