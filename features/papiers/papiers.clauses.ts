import type { Langue } from '#shared/papiers.ts'

/** Clauses that the settings offer for a contract: a heading and its sentence in each language. The promoter keeps, changes or deletes them. */
const CLAUSES: readonly Readonly<Record<Langue, { titre: string; texte: string }>>[] = [
  {
    fr: {
      titre: 'Objet',
      texte: '{promoteur} réserve {a_client} {le_bien}, que le réservataire déclare vouloir acquérir.',
    },
    ar: { titre: 'الموضوع', texte: 'يحجز {promoteur} {le_bien} لفائدة {le_client} قصد الاقتناء.' },
  },
  {
    fr: {
      titre: 'Prix',
      texte:
        "Le prix est de {prix} ({prix_mots}). Il se paie suivant l'échéancier ci-dessus, par les circuits bancaires.",
    },
    ar: {
      titre: 'الثمن',
      texte: 'الثمن هو {prix} ({prix_mots}). ويدفع وفقا لجدول التسديد أعلاه عن طريق القنوات البنكية.',
    },
  },
  {
    fr: { titre: 'Délai', texte: 'La livraison est prévue le {livraison_prevue}.' },
    ar: { titre: 'الأجل', texte: 'التسليم متوقع بتاريخ {livraison_prevue}.' },
  },
  {
    fr: { titre: 'Pluralité', texte: "Les réservataires s'obligent conjointement et solidairement." },
    ar: { titre: 'التعدد', texte: 'يلتزم أصحاب حفظ الحق بالتضامن فيما بينهم.' },
  },
  {
    fr: { titre: 'Notaire', texte: "L'acte est reçu par {notaire}." },
    ar: { titre: 'الموثق', texte: 'يحرر العقد لدى {notaire}.' },
  },
  {
    fr: {
      titre: 'Désistement',
      texte: 'Les conditions du désistement sont celles que fixent la loi et les parties.',
    },
    ar: { titre: 'التنازل', texte: 'تحدد شروط التنازل وفقا للقانون ولاتفاق الطرفين.' },
  },
]

/** The clauses as one text of the settings, each under its heading: « # Objet », a blank line, the sentence. */
export const modeleDeClauses = (langue: Langue): string =>
  CLAUSES.map((clause) => `# ${clause[langue].titre}\n\n${clause[langue].texte}`).join('\n\n')
