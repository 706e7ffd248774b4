const LABELS = ['Très faible', 'Très faible', 'Faible', 'Moyen', 'Fort', 'Très fort'] as const
const CRITERIA = [/^.{8,}$/su, /\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{N}]/u]

/** One point each for eight characters, an upper-case letter, a lower-case one, a digit, a special character (D1 §5). */
export function passwordScore(password: string): {
  score: number
  label: string
  tone: 'red' | 'yellow' | 'green'
} {
  const score = CRITERIA.filter((criterion) => criterion.test(password)).length
  return { score, label: LABELS[score] ?? '', tone: score <= 2 ? 'red' : score === 3 ? 'yellow' : 'green' }
}
