/** Colours of bars and slices, in order, as variables of the theme. */
export const SERIES = [
  '--diyar-brand',
  '--diyar-accent',
  '--diyar-green',
  '--diyar-yellow',
  '--diyar-blue',
  '--diyar-gray',
] as const
