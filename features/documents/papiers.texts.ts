import type { Langue, TypeDePapier } from '#shared/papiers.ts'

/** What is printed at the head of each paper. */
export const TITRES: Readonly<Record<TypeDePapier, Readonly<Record<Langue, string>>>> = {
  attestation_paiement: { fr: 'Attestation de paiement', ar: 'شهادة دفع' },
  contrat_reservation: { fr: 'Contrat de réservation', ar: 'عقد حفظ الحق' },
  appel_fonds: { fr: 'Appel de fonds', ar: 'إشعار بدفع قسط' },
  mise_en_demeure: { fr: 'Mise en demeure', ar: 'إعذار' },
  pv_remise: { fr: 'Procès-verbal de remise des clés', ar: 'محضر تسليم المفاتيح' },
  decompte: { fr: 'Décompte', ar: 'كشف حساب' },
}

/** The title of a décompte of which nothing is left to pay. */
export const TITRE_SOLDE: Readonly<Record<Langue, string>> = {
  fr: 'Attestation de solde',
  ar: 'شهادة تسديد كامل الثمن',
}

/**
 * What each paper says unless the promoter writes another text (section `documents` of the settings). Variables stand in braces; a blank
 * line ends a paragraph, a line that begins with « # » is a heading. null: the promoter must write it himself.
 */
export const TEXTES_PROPOSES: Readonly<Record<TypeDePapier, Readonly<Record<Langue, string | null>>>> = {
  attestation_paiement: {
    fr: "Nous soussignés, {promoteur}, attestons que {client} a versé à ce jour la somme de {total_paye} ({total_paye_lettres}) sur le prix de {prix} convenu pour l'acquisition de {bien}. Il reste à payer {reste}. La présente est délivrée pour servir et valoir ce que de droit.",
    ar: 'نشهد نحن {promoteur} أن {client} قد دفع(ت) إلى غاية هذا اليوم مبلغ {total_paye} من الثمن المتفق عليه وقدره {prix} لاقتناء {bien}، والباقي للدفع هو {reste}. سلمت هذه الشهادة للإدلاء بها عند الحاجة.',
  },
  contrat_reservation: { fr: null, ar: null },
  appel_fonds: {
    fr: "Conformément à l'échéancier du dossier {dossier}, l'échéance « {echeance} » est exigible. Nous vous prions de verser la somme de {montant} ({montant_lettres}) sur l'un des comptes ci-dessous.",
    ar: 'وفقا لجدول تسديد الملف {dossier}، فإن القسط « {echeance} » مستحق الدفع. نرجو منكم دفع مبلغ {montant} في أحد الحسابات أدناه.',
  },
  mise_en_demeure: {
    fr: "Malgré nos rappels, la somme de {montant} ({montant_lettres}), échue sur le dossier {dossier}, n'a pas été versée. Nous vous mettons en demeure de la régler dans un délai de {delai} jours à compter de la réception de la présente.",
    ar: 'رغم تذكيراتنا، لم يدفع مبلغ {montant} المستحق على الملف {dossier}. نعذركم بتسديده في أجل {delai} يوما ابتداء من استلام هذا الإعذار.',
  },
  pv_remise: {
    fr: 'Le {date}, {promoteur} remet à {client}, qui les reçoit, les clés de {bien}.',
    ar: 'في {date}، سلم {promoteur} إلى {client} مفاتيح {bien}.',
  },
  decompte: {
    fr: "À la date du {date}, le compte de {client} pour {bien} s'établit comme suit.",
    ar: 'في تاريخ {date}، حساب {client} الخاص بـ {bien} هو كما يلي.',
  },
}
