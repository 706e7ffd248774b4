import { passwordScore } from '#web/kit/passwordScore.ts'
import styles from '#web/kit/States.module.css'

/** How strong a password is, once something is typed. It only advises (D1 §5). */
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
