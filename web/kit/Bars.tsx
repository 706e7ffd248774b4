import { formatPourcent } from '#shared/argent.ts'
import type { Tone } from '#web/kit/StatusBadge.tsx'
import styles from '#web/kit/States.module.css'

interface BarProps {
  /** 0 to 100. */
  percent: number
  /** What fills up, for who does not see the bar. */
  label: string
  /** The figure beside the bar when it is not the plain percentage: « 33.33% occupé ». */
  text?: string
}

/** How much is occupied or sold: green below 50, yellow below 80, red from 80 on (D2 §9). */
export function OccupationBar(props: BarProps) {
  return <Bar {...props} tone={props.percent >= 80 ? 'red' : props.percent >= 50 ? 'yellow' : 'green'} />
}

/** How much is paid: red below 25, amber from 25, blue from 50, green from 90 on (D3 §9). */
export function PaymentBar(props: BarProps) {
  const { percent } = props
  return (
    <Bar
      {...props}
      tone={percent >= 90 ? 'green' : percent >= 50 ? 'blue' : percent >= 25 ? 'yellow' : 'red'}
    />
  )
}

function Bar({ percent, label, text = formatPourcent(percent), tone }: BarProps & { tone: Tone }) {
  const width = Math.min(Math.max(percent, 0), 100)
  return (
    <div className={styles.bar} data-tone={tone}>
      <div
        className={styles.track}
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
