import { LIBELLES_DES_ENVOIS } from '#features/papiers/papiers.rules.ts'
import type { Envoi, Langue } from '#shared/papiers.ts'

/** Sentences that follow the facts of a sale: the promoter cannot edit them. */
interface Phrases {
  /** Cashed payments and uncleared cheques. */
  reserve: string
  /** Payments of a former holder. */
  ancien: string
  /** A price paid in full, cheques included. */
  sousReserve: string
  solde: string
  desistement: Readonly<Record<'client' | 'promoteur', string>>
  retrait: string
  /** Sentence for a retrait without any counted payment. */
  retraitSansVersement: string
  preuveStade: string
  avantLe: string
  /** Where to pay, by the number of accounts. */
  comptes: Readonly<Record<'un' | 'plusieurs' | 'aucun', string>>
  envois: Readonly<Record<Envoi, string>>
  /** The appel de fonds that this one replaces. */
  remplace: string
  heure: string
  delaiReserves: string
  /** `police` and `au` stand before the full stop, where they are known. */
  garantie: Readonly<Record<'texte' | 'police' | 'au', string>>
  exemplaires: string
}

const fr: Phrases = {
  reserve: "Dont {encaisse} encaissés et {sous_reserve} par chèques reçus sous réserve d'encaissement.",
  ancien: "Dont {montant} versés par {ancien}, titulaire du dossier jusqu'au {jour}.",
  sousReserve: "Le prix est versé en totalité, dont {sous_reserve} sous réserve d'encaissement.",
  solde: 'Le prix est entièrement payé. La présente vaut quittance du prix de vente.',
  desistement: {
    client: "La vente a pris fin le {jour}, à la demande du client. Aucun prix n'est dû.",
    promoteur: "La vente a pris fin le {jour}, à la demande du promoteur. Aucun prix n'est dû.",
  },
  retrait: "La vente a pris fin le {jour}. Aucun prix n'est dû ; les versements restent inscrits au dossier.",
  retraitSansVersement: "La vente a pris fin le {jour}. Aucun prix n'est dû.",
  preuveStade: ', le bloc ayant atteint le stade « {stade} » le {stade_le}',
  avantLe: ', au plus tard le {jour},',
  comptes: {
    un: 'sur le compte ci-dessous',
    plusieurs: "sur l'un des comptes ci-dessous",
    aucun: 'par virement ou chèque à notre ordre',
  },
  envois: LIBELLES_DES_ENVOIS,
  remplace: "Annule et remplace l'appel de fonds N° {numero} du {jour}.",
  heure: 'à {heure}',
  delaiReserves: 'Les réserves seront levées dans un délai de {delai_jours}.',
  garantie: {
    texte:
      "L'opération est garantie par le Fonds de garantie et de caution mutuelle de la promotion immobilière (FGCMPI) : attestation n° {garantie} du {garantie_le}",
    police: ', police n° {garantie_police}',
    au: ", valable jusqu'au {garantie_au}",
  },
  exemplaires: 'Fait en {exemplaires_mots}.',
}

const ar: Phrases = {
  reserve: 'منه {encaisse} محصل فعلا و{sous_reserve} بصكوك مستلمة تحت تحفظ التحصيل.',
  ancien: 'منه {montant} دفع من طرف {ancien}، صاحب الملف إلى غاية {jour}.',
  sousReserve: 'دفع الثمن كاملا، منه {sous_reserve} تحت تحفظ التحصيل.',
  solde: 'تم تسديد كامل الثمن. وتعد هذه الشهادة مخالصة بثمن البيع.',
  desistement: {
    client: 'انتهى البيع بتاريخ {jour} بطلب من المقتني. ولا يستحق أي ثمن.',
    promoteur: 'انتهى البيع بتاريخ {jour} بطلب من المرقي العقاري. ولا يستحق أي ثمن.',
  },
  retrait: 'انتهى البيع بتاريخ {jour}. ولا يستحق أي ثمن، وتبقى المدفوعات مسجلة في الملف.',
  retraitSansVersement: 'انتهى البيع بتاريخ {jour}. ولا يستحق أي ثمن.',
  preuveStade: '، ببلوغ أشغال {bloc} مرحلة « {stade} » بتاريخ {stade_le}',
  avantLe: '، في أجل أقصاه {jour}،',
  comptes: {
    un: 'في الحساب المبين أدناه',
    plusieurs: 'في أحد الحسابات المبينة أدناه',
    aucun: 'بتحويل أو بصك باسمنا',
  },
  envois: {
    main: 'مسلم يدا بيد مقابل وصل',
    recommande: 'رسالة موصى عليها مع وصل استلام',
    huissier: 'مبلغ عن طريق محضر قضائي',
  },
  remplace: 'يلغي ويعوض الإشعار بدفع قسط رقم {numero} المؤرخ في {jour}.',
  heure: 'على الساعة {heure}',
  delaiReserves: 'ترفع التحفظات في أجل {delai_jours}.',
  garantie: {
    texte:
      'العملية مضمونة من طرف صندوق الضمان والكفالة المتبادلة في الترقية العقارية: شهادة رقم {garantie} المؤرخة في {garantie_le}',
    police: '، بوليصة رقم {garantie_police}',
    au: '، صالحة إلى غاية {garantie_au}',
  },
  exemplaires: 'حرر في {exemplaires_mots}.',
}

export const PHRASES: Readonly<Record<Langue, Phrases>> = { fr, ar }
