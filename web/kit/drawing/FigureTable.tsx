interface FigureTableProps {
  caption: string
  headings: readonly string[]
  /** A label, then its figures. */
  rows: readonly (readonly [label: string, ...figures: string[]])[]
}

/** The figures of a drawing, for who does not see it. */
export function FigureTable({ caption, headings, rows }: FigureTableProps) {
  return (
    // The box is hidden instead of the table: some browsers do not clip a caption with its table.
    <div className="visuallyHidden">
      <table>
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
          {rows.map(([label, ...figures]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {figures.map((figure, at) => (
                <td key={headings[at + 1]}>{figure}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
