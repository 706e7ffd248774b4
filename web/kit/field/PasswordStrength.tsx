import styles from '#web/kit/feedback/States.module.css'

/** Meter of a password's strength, shown once something is typed; it only advises (D1 §5). */
export function PasswordStrength({ password }: { password: string }) {
  if (password === '') return null
  const { score, label, tone } = passwordScore(password)
  return (
    <div className={styles.bar} data-tone={tone}>
      <div
        className={styles.track}
        role="meter"
        aria-label="Force du mot de passe"
        aria-valuemin={0}
        aria-valuemax={5}
        aria-valuenow={score}
        aria-valuetext={label}
      >
        <div className={styles.fill} style={{ width: `${score * 20}%` }} />
      </div>
      <span className={styles.figure} role="status">
        {label}
      </span>
    </div>
  )
}

const LABELS = ['Très faible', 'Très faible', 'Faible', 'Moyen', 'Fort', 'Très fort'] as const
const CRITERIA = [/^.{8,}$/su, /\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{N}]/u]

/** One point each for eight characters, an upper-case letter, a lower-case letter, a digit and a special character (D1 §5). */
function passwordScore(password: string): {
  score: number
  label: string
  tone: 'red' | 'yellow' | 'green'
} {
  const score = CRITERIA.filter((criterion) => criterion.test(password)).length
  return { score, label: LABELS[score] ?? '', tone: score <= 2 ? 'red' : score === 3 ? 'yellow' : 'green' }
}
