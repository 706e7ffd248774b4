import type { ReactNode } from 'react'
import styles from '#web/kit/feedback/States.module.css'
import { formatPourcent } from '#shared/argent.ts'
import { occupationBand, paymentBand, progressTone, type Tone } from '#web/kit/feedback/tones.ts'

interface StatusBadgeProps {
  tone: Tone
  /** True beside a more important badge. */
  outlined?: boolean
  children: ReactNode
}

/** A state in one word: green disponible/payé/activé, yellow en cours, blue vendu/saturé, ink livré, red retard/désactivé. */
export function StatusBadge({ tone, outlined, children }: StatusBadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone} data-outlined={outlined || undefined}>
      {children}
    </span>
  )
}

interface BarProps {
  /** 0 to 100. */
  percent: number
  label: string
  /** Figure beside the bar; the percentage by default. « 33.33% occupé ». */
  text?: string | undefined
}

interface SpecifiedBarProps extends BarProps {
  /** True where the specification paints the bar in bands; elsewhere a low or a high share is no alarm (ecrans §15). */
  bands?: boolean | undefined
}

/** Bar of the occupied or sold share. */
export function OccupationBar({ bands = false, ...props }: SpecifiedBarProps) {
  const toneOf = bands ? occupationBand : progressTone
  return <Bar {...props} neutral={bands} tone={toneOf(props.percent)} />
}

/** Bar of the paid share. */
export function PaymentBar({ bands = false, ...props }: SpecifiedBarProps) {
  const toneOf = bands ? paymentBand : progressTone
  return <Bar {...props} neutral={bands} tone={toneOf(props.percent)} />
}

/** @param neutral leaves the figure without colour: the specified bands are of the bar, and a figure in red is late or lost */
function Bar({
  percent,
  label,
  text = formatPourcent(percent),
  tone,
  neutral,
}: BarProps & { tone: Tone; neutral: boolean }) {
  const width = Math.min(Math.max(percent, 0), 100)
  return (
    <div className={`line gap-10 ${styles.bar}`} data-tone={tone} data-neutral={neutral || undefined}>
      <div
        className="track grow"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={width}
        aria-valuetext={text}
      >
        <div className={styles.fill} style={{ width: `${width}%` }} />
      </div>
      <span className={styles.figure}>{text}</span>
    </div>
  )
}

/** Meter of a password's strength, shown once something is typed; it only advises (D1 §5). */
export function PasswordStrength({ password }: { password: string }) {
  if (password === '') return null
  const { score, label, tone } = passwordScore(password)
  return (
    <div className={`line gap-10 ${styles.bar}`} data-tone={tone}>
      <div
        className="track grow"
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

const FORCES = ['Très faible', 'Très faible', 'Faible', 'Moyen', 'Fort', 'Très fort'] as const
const CRITERIA = [/^.{8,}$/su, /\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{N}]/u]

/** One point each for eight characters, an upper-case letter, a lower-case letter, a digit and a special character (D1 §5). */
function passwordScore(password: string): {
  score: number
  label: string
  tone: Tone
} {
  const score = CRITERIA.filter((criterion) => criterion.test(password)).length
  return { score, label: FORCES[score] ?? '', tone: score <= 2 ? 'red' : score === 3 ? 'yellow' : 'green' }
}
