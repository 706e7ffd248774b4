/** The theme's colours that tell the parts of a chart apart, in order. */
export const SERIES = [
  '--diyar-brand',
  '--diyar-accent',
  '--diyar-green',
  '--diyar-yellow',
  '--diyar-blue',
  '--diyar-gray',
] as const
