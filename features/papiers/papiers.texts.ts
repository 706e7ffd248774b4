import type { Langue, TypeDePapier, Variante } from '#shared/papiers.ts'

export const TITRES: Readonly<Record<TypeDePapier, Readonly<Record<Langue, string>>>> = {
  attestation_paiement: { fr: 'Attestation de paiement', ar: 'شهادة دفع' },
  contrat_reservation: { fr: 'Contrat de réservation', ar: 'عقد حفظ الحق' },
  appel_fonds: { fr: 'Appel de fonds', ar: 'إشعار بدفع قسط' },
  mise_en_demeure: { fr: 'Mise en demeure', ar: 'إعذار' },
  pv_remise: { fr: 'Procès-verbal de remise des clés', ar: 'محضر تسليم المفاتيح' },
  decompte: { fr: 'Décompte', ar: 'كشف حساب' },
  attestation_reservation: { fr: 'Attestation de réservation', ar: 'شهادة حجز' },
  attestation_avancement: { fr: "Attestation d'avancement des travaux", ar: 'شهادة تقدم الأشغال' },
}

/** Titles of a décompte of a fully paid sale and of a sale that has ended. */
export const TITRES_DES_VARIANTES: Readonly<Record<Variante, Readonly<Record<Langue, string>>>> = {
  solde: { fr: 'Attestation de solde', ar: 'شهادة تسديد كامل الثمن' },
  fin: { fr: 'Décompte de fin de vente', ar: 'كشف حساب نهاية البيع' },
}

/** Default texts; null: the promoter must write one. Variables stand in braces, a blank line ends a paragraph, « # » begins a heading. */
export const TEXTES_PROPOSES: Readonly<Record<TypeDePapier, Readonly<Record<Langue, string | null>>>> = {
  attestation_paiement: {
    fr: "Nous soussignés, {promoteur}{representant}, attestons que la somme de {total_paye} ({total_paye_mots}) a été versée à ce jour sur le dossier {dossier}, ouvert au nom {de_client}, pour l'acquisition {du_bien} au prix de {prix}. Il reste à payer {reste}.\n\nLa présente est délivrée pour servir et valoir ce que de droit.",
    ar: 'نحن الموقعين أدناه، {promoteur}{representant}، نشهد بأنه تم إلى غاية هذا اليوم دفع مبلغ {total_paye} ({total_paye_mots}) في إطار الملف {dossier} المفتوح باسم {le_client}، لاقتناء {le_bien} بثمن قدره {prix}. والباقي للدفع هو {reste}.\n\nسلمت هذه الشهادة لاستعمالها في حدود ما يسمح به القانون.',
  },
  contrat_reservation: { fr: null, ar: null },
  appel_fonds: {
    fr: "Conformément à l'échéancier du dossier {dossier}, l'échéance « {echeance} » est exigible depuis le {exigible_le}{preuve_stade}. Nous vous prions de verser la somme de {montant} ({montant_mots}){avant_le} {comptes}, en rappelant le numéro du dossier.",
    ar: 'وفقا لجدول تسديد الملف {dossier}، فإن القسط « {echeance} » مستحق الدفع منذ {exigible_le}{preuve_stade}. نرجو منكم دفع مبلغ {montant} ({montant_mots}){avant_le} {comptes} مع ذكر رقم الملف.',
  },
  mise_en_demeure: {
    fr: "Objet : mise en demeure de payer ({rang}).\n\n{rappels} la somme de {montant} ({montant_mots}), échue sur le dossier {dossier} relatif {au_bien}, n'a pas été versée. Nous vous mettons en demeure de la régler dans un délai de {delai_jours} à compter de la réception de la présente. À défaut, nous ferons valoir nos droits par toutes voies de droit, y compris la résiliation dans les conditions prévues par la loi et le contrat.",
    ar: 'الموضوع: إعذار بالدفع ({rang}).\n\n{rappels} لم يدفع مبلغ {montant} ({montant_mots}) المستحق على الملف {dossier} المتعلق {au_bien}. وعليه نعذركم بتسديده في أجل {delai_jours} ابتداء من تاريخ استلام هذا الإعذار، وإلا احتفظنا بحقنا في اتخاذ كل الإجراءات القانونية، بما فيها فسخ العقد وفقا للقانون والعقد.',
  },
  pv_remise: {
    fr: 'Le {date}{heure}, les clés {du_bien} sont remises par {promoteur}{representant} {a_client}.\n\nLe présent procès-verbal est établi en {exemplaires_mots}.',
    ar: 'في {date}{heure}، سلمت مفاتيح {le_bien} من طرف {promoteur}{representant} {a_client}.\n\nحرر هذا المحضر في {exemplaires_mots}.',
  },
  decompte: {
    fr: "À la date du {date}, le compte du dossier {dossier}, ouvert au nom {de_client} pour {le_bien}, s'établit comme suit.",
    ar: 'بتاريخ {date}، يتحدد حساب الملف {dossier} المفتوح باسم {le_client} والمتعلق {au_bien} كما يلي.',
  },
  attestation_reservation: {
    fr: "Nous soussignés, {promoteur}{representant}, attestons avoir réservé {a_client} {le_bien}, au prix de {prix} ({prix_mots}), suivant le dossier {dossier} du {reservation_le}.\n\nLa présente est délivrée pour la constitution d'un dossier de crédit. Elle ne vaut ni vente ni quittance.",
    ar: 'نحن الموقعين أدناه، {promoteur}{representant}، نشهد بأنه تم حجز {le_bien} لفائدة {le_client} بثمن قدره {prix} ({prix_mots})، بموجب الملف {dossier} المؤرخ في {reservation_le}.\n\nسلمت هذه الشهادة لتكوين ملف قرض. ولا تعد بيعا ولا مخالصة.',
  },
  attestation_avancement: {
    fr: "Nous soussignés, {promoteur}{representant}, attestons que les travaux du bloc {bloc}, {residence}, ont atteint le stade « {stade} » le {stade_le}.\n\nLa présente est délivrée pour la mobilisation d'une tranche de crédit.",
    ar: 'نحن الموقعين أدناه، {promoteur}{representant}، نشهد بأن أشغال {bloc}، {residence}، بلغت مرحلة « {stade} » بتاريخ {stade_le}.\n\nسلمت هذه الشهادة لتحرير شطر من القرض.',
  },
}
