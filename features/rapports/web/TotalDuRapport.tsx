import { useId } from 'react'
import { formatNombre } from '#shared/argent.ts'
import { Montant } from '#web/kit/card/Montant.tsx'

interface TotalProps {
  /** The sums of the columns after the first, in decimal dinars, or a number of things; neither where a column has no sum. */
  sommes: readonly { title: string; decimal?: number | null; nombre?: number; under?: string | undefined }[]
}

/** The last row of a report. */
export function TotalDuRapport({ sommes }: TotalProps) {
  const label = useId()
  return (
    <tr aria-labelledby={label}>
      <th scope="row" id={label}>
        Total
      </th>
      {sommes.map(({ title, decimal = null, nombre, under }) => (
        <td key={title} data-figure data-label={title}>
          {decimal !== null && <Montant decimal={decimal} sansUnite />}
          {nombre !== undefined && formatNombre(nombre)}
          {under !== undefined && <div className="dim small">{under}</div>}
        </td>
      ))}
    </tr>
  )
}
