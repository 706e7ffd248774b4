import type { Langue } from '#shared/papiers.ts'

/** Words of the statement of payments, besides those that all papers share. */
interface Mots {
  titre: string
  recu: string
  details: string
  versement: string
  aucunVersement: string
  aucunPaiement: string
  nombreDeBiens: string
  total: string
  rejete: string
  versePar: string
  repris: string
  terminee: string
  desistement: string
  terminees: string
  aRembourser: string
  communs: string
  titulaire: string
  cedes: string
  cede: string
  verse: string
}

const fr: Mots = {
  titre: 'Relevé des paiements',
  recu: 'Reçu n°',
  details: 'Détails',
  versement: 'Versement',
  aucunVersement: 'Aucun versement.',
  aucunPaiement: 'Aucun paiement enregistré.',
  nombreDeBiens: 'Nombre de biens',
  total: 'Total {nom}',
  rejete: 'Chèque rejeté le {jour}',
  versePar: 'Versé par {nom}',
  repris: 'Repris de {nom} le {jour}',
  terminee: 'Vente terminée le {jour}',
  desistement:
    'Désistement du {jour}\u00A0: retenue {retenue}, remboursé {rembourse}, reste à rembourser {reste}',
  terminees: 'Ventes terminées\u00A0: versé {montant}',
  aRembourser: 'à rembourser {montant}',
  communs: 'Biens en commun',
  titulaire: 'Titulaire',
  cedes: 'Dossiers cédés',
  cede: 'Dossier cédé le {jour} à {nom}',
  verse: 'Versé',
}

const ar: Mots = {
  titre: 'كشف المدفوعات',
  recu: 'وصل رقم',
  details: 'ملاحظات',
  versement: 'المدفوع',
  aucunVersement: 'لا توجد مدفوعات.',
  aucunPaiement: 'لا توجد مدفوعات.',
  nombreDeBiens: 'عدد العقارات',
  total: 'مجموع {nom}',
  rejete: 'صك مرفوض بتاريخ {jour}',
  versePar: 'الدافع {nom}',
  repris: 'انتقل الملف من {nom} في {jour}',
  terminee: 'انتهى البيع بتاريخ {jour}',
  desistement:
    'التنازل المؤرخ في {jour}: المبلغ المقتطع {retenue}، المرجع {rembourse}، الباقي للإرجاع {reste}',
  terminees: 'البيوع المنتهية: المدفوع {montant}',
  aRembourser: 'الواجب إرجاعه {montant}',
  communs: 'العقارات المشتركة',
  titulaire: 'صاحب الملف',
  cedes: 'الملفات المتنازل عنها',
  cede: 'تم التنازل عن الملف في {jour} لفائدة {nom}',
  verse: 'المدفوع',
}

export const MOTS_DU_RELEVE: Readonly<Record<Langue, Mots>> = { fr, ar }

/** Everyone's statement is in French alone. */
export const TOUS_LES_CLIENTS = 'Tous les clients'
export const TOTAL_GENERAL = 'Total général, {nombre} clients'
