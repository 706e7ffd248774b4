interface FigureTableProps {
  caption: string
  /** Headings of the two columns. */
  headings: readonly [string, string]
  rows: readonly (readonly [label: string, figure: string])[]
}

/** The figures of a chart, for who does not see it. */
export function FigureTable({ caption, headings, rows }: FigureTableProps) {
  return (
    <table className="visuallyHidden">
      <caption>{caption}</caption>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, figure]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{figure}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
