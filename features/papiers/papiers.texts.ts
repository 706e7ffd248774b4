import type { Langue, TypeDePapier, Variante } from '#shared/papiers.ts'

export const TITRES: Readonly<Record<TypeDePapier, Readonly<Record<Langue, string>>>> = {
  attestation_paiement: { fr: 'Attestation de paiement', ar: 'شهادة دفع' },
  contrat_reservation: { fr: 'Contrat de réservation', ar: 'عقد حفظ الحق' },
  appel_fonds: { fr: 'Appel de fonds', ar: 'إشعار بدفع قسط' },
  mise_en_demeure: { fr: 'Mise en demeure', ar: 'إعذار' },
  pv_remise: { fr: 'Procès-verbal de remise des clés', ar: 'محضر تسليم المفاتيح' },
  decompte: { fr: 'Décompte', ar: 'كشف حساب' },
}

/** Titles of a décompte of a fully paid sale and of a sale that has ended. */
export const TITRES_DES_VARIANTES: Readonly<Record<Variante, Readonly<Record<Langue, string>>>> = {
  solde: { fr: 'Attestation de solde', ar: 'شهادة تسديد كامل الثمن' },
  fin: { fr: 'Décompte de fin de vente', ar: 'كشف حساب نهاية البيع' },
}

/** Default texts; null: the promoter must write one. Variables stand in braces, a blank line ends a paragraph, « # » begins a heading. */
export const TEXTES_PROPOSES: Readonly<Record<TypeDePapier, Readonly<Record<Langue, string | null>>>> = {
  attestation_paiement: {
    fr: "Nous soussignés, {promoteur}, attestons que la somme de {total_paye} ({total_paye_lettres}) a été versée à ce jour sur le dossier {dossier}, ouvert au nom {de_client}, pour l'acquisition {du_bien} au prix de {prix}. Il reste à payer {reste}.\n\nLa présente est délivrée pour servir et valoir ce que de droit.",
    ar: 'نحن الموقعين أدناه، {promoteur}، نشهد بأنه تم إلى غاية هذا اليوم دفع مبلغ {total_paye} في إطار الملف {dossier} المفتوح باسم {client}، لاقتناء {le_bien} بثمن قدره {prix}. والباقي للدفع هو {reste}.\n\nسلمت هذه الشهادة لاستعمالها في حدود ما يسمح به القانون.',
  },
  contrat_reservation: { fr: null, ar: null },
  appel_fonds: {
    fr: "Conformément à l'échéancier du dossier {dossier}, l'échéance « {echeance} » est exigible. Nous vous prions de verser la somme de {montant} ({montant_lettres}) sur l'un des comptes ci-dessous.",
    ar: 'وفقا لجدول تسديد الملف {dossier}، فإن القسط « {echeance} » مستحق الدفع. نرجو منكم دفع مبلغ {montant} في أحد الحسابات أدناه.',
  },
  mise_en_demeure: {
    fr: "Malgré nos rappels, la somme de {montant} ({montant_lettres}), échue sur le dossier {dossier}, n'a pas été versée. Nous vous mettons en demeure de la régler dans un délai de {delai_jours} à compter de la réception de la présente.",
    ar: 'رغم تذكيراتنا، لم يدفع مبلغ {montant} المستحق على الملف {dossier}. نعذركم بتسديده في أجل {delai_jours} ابتداء من استلام هذا الإعذار.',
  },
  pv_remise: {
    fr: 'Le {date}, les clés {du_bien} sont remises par {promoteur} {a_client}.',
    ar: 'في {date}، سلمت مفاتيح {le_bien} من طرف {promoteur} {a_client}.',
  },
  decompte: {
    fr: "À la date du {date}, le compte du dossier {dossier}, ouvert au nom {de_client} pour {le_bien}, s'établit comme suit.",
    ar: 'بتاريخ {date}، يتحدد حساب الملف {dossier} المفتوح باسم {client} والمتعلق {au_bien} كما يلي.',
  },
}
