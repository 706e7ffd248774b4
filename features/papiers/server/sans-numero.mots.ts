import type { GenreDeClient } from '#shared/nommer.ts'
import type { Langue } from '#shared/papiers.ts'

/** Words of the papers without number, besides those that all papers share. */
interface Mots {
  acquereur: string
  acquereurs: string
  echeancier: string
  verseAu: string
  demande: string
  finParLePromoteur: string
  reservation: string
  contrat: string
  motif: string
  demandeLe: string
  duPaye: string
  dejaRembourse: string
  metFin: string
  /** How a single buyer says who signs, by genre, and how several or a company do. */
  soussigne: (genre: GenreDeClient | null, seul: boolean, noms: string) => string
  faitA: string
  remboursement: string
  remisA: string
  pourLeCompte: string
  pourLeDesistement: string
  laSomme: string
  rembourseLe: string
  situation: string
  libelle: string
  rembourseAvant: string
  ceRemboursement: string
  recu: string
  quittance: string
  relance: string
  relances: string
  concerne: string
  objet: string
  saufErreur: string
  exigibleLe: string
  recuMontant: string
  resteMontant: string
  totalDu: string
  priere: string
}

const POINTS = (combien: number) => '.'.repeat(combien)

const fr: Mots = {
  acquereur: 'Acquéreur',
  acquereurs: 'Acquéreurs',
  echeancier: 'Échéancier de paiement',
  verseAu: 'Versé au',
  demande: 'Demande de désistement',
  finParLePromoteur: "Fin de la vente à l'initiative du promoteur",
  reservation: 'Réservation',
  contrat: 'Contrat',
  motif: 'Motif',
  demandeLe: 'Demandé le',
  duPaye: 'du payé',
  dejaRembourse: 'Déjà remboursé',
  metFin: 'Le promoteur met fin à la vente désignée ci-dessus.',
  soussigne(genre, seul, noms) {
    if (!seul || genre === 'societe')
      return `Nous soussignés, ${noms}, demandons à nous désister de l'achat désigné ci-dessus.`
    const mot = genre === 'homme' ? 'soussigné' : genre === 'femme' ? 'soussignée' : 'soussigné(e)'
    return `Je ${mot} ${noms} demande à me désister de l'achat désigné ci-dessus.`
  },
  faitA: `Fait à ${POINTS(58)}, le ${POINTS(42)}`,
  remboursement: 'Reçu de remboursement',
  remisA: 'Remis à',
  pourLeCompte: 'pour le compte de',
  pourLeDesistement: 'Pour le désistement de',
  laSomme: 'La somme de',
  rembourseLe: 'Remboursé le',
  situation: 'Situation du désistement',
  libelle: 'Libellé',
  rembourseAvant: 'Remboursé avant ce reçu',
  ceRemboursement: 'Ce remboursement',
  recu: 'Reçu la somme ci-dessus.',
  quittance: 'Bon pour quittance',
  relance: 'Relance',
  relances: 'Relances',
  concerne: 'Concerne',
  objet: 'Objet : échéances non réglées',
  saufErreur: 'Sauf erreur de notre part, les échéances suivantes ne sont pas réglées à ce jour :',
  exigibleLe: 'Exigible le',
  recuMontant: 'Reçu',
  resteMontant: 'Reste',
  totalDu: 'Total dû',
  priere:
    'Nous vous prions de régler cette somme ou de prendre contact avec nous. Si votre règlement est en cours, ne tenez pas compte de cette lettre.',
}

const ar: Mots = {
  acquereur: 'المقتني',
  acquereurs: 'المقتنون',
  echeancier: 'جدول التسديد',
  verseAu: 'المدفوع إلى غاية',
  demande: 'طلب التنازل عن الاقتناء',
  finParLePromoteur: 'إنهاء البيع بمبادرة من المرقي العقاري',
  reservation: 'حفظ الحق',
  contrat: 'العقد',
  motif: 'السبب',
  demandeLe: 'تاريخ الطلب',
  duPaye: 'من المدفوع',
  dejaRembourse: 'المرجع',
  metFin: 'يضع المرقي العقاري حدا للبيع المبين أعلاه.',
  soussigne(genre, seul, noms) {
    if (!seul || genre === 'societe') return `نحن الممضين أسفله ${noms}، نطلب التنازل عن الاقتناء المبين أعلاه.`
    const mot = genre === 'homme' ? 'الممضي' : genre === 'femme' ? 'الممضية' : 'الممضي(ة)'
    return `أنا ${mot} أسفله ${noms}، أطلب التنازل عن الاقتناء المبين أعلاه.`
  },
  faitA: `حرر بـ ${POINTS(58)} في ${POINTS(42)}`,
  remboursement: 'وصل إرجاع مبلغ',
  remisA: 'سلم إلى',
  pourLeCompte: 'لحساب',
  pourLeDesistement: 'مقابل التنازل عن',
  laSomme: 'مبلغ',
  rembourseLe: 'تاريخ الإرجاع',
  situation: 'وضعية التنازل',
  libelle: 'البيان',
  rembourseAvant: 'المرجع قبل هذا الوصل',
  ceRemboursement: 'هذا الإرجاع',
  recu: 'استلمت المبلغ المذكور أعلاه.',
  quittance: 'صالح كمخالصة',
  relance: 'تذكير',
  relances: 'تذكيرات',
  concerne: 'بخصوص',
  objet: 'الموضوع: أقساط غير مسددة.',
  saufErreur: 'ما لم يكن هناك خطأ من جانبنا، فإن الأقساط التالية لم تسدد إلى غاية هذا اليوم:',
  exigibleLe: 'تاريخ الاستحقاق',
  recuMontant: 'المدفوع',
  resteMontant: 'الباقي',
  totalDu: 'مجموع المستحق',
  priere:
    'نرجو منكم تسديد هذا المبلغ أو الاتصال بنا. وإن كان التسديد جاريا، فلا تأخذوا هذه الرسالة بعين الاعتبار.',
}

export const MOTS_SANS_NUMERO: Readonly<Record<Langue, Mots>> = { fr, ar }
