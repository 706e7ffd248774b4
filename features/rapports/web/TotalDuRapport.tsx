import { useId } from 'react'
import { Montant } from '#web/kit/card/Montant.tsx'

interface TotalProps {
  /** The sums of the columns after the first, in decimal dinars; null where a column has none. */
  sommes: readonly { title: string; decimal: number | null; under?: string | undefined }[]
}

/** The last row of a report. */
export function TotalDuRapport({ sommes }: TotalProps) {
  const label = useId()
  return (
    <tr aria-labelledby={label}>
      <th scope="row" id={label}>
        Total
      </th>
      {sommes.map(({ title, decimal, under }) => (
        <td key={title} data-figure data-label={title}>
          {decimal !== null && <Montant decimal={decimal} sansUnite />}
          {under !== undefined && <div className="dim small">{under}</div>}
        </td>
      ))}
    </tr>
  )
}
