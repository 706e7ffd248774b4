/** The first mark that is found decides: Chrome's stands in what Edge and Opera say of themselves, Safari's in what all of them say. */
const NAVIGATEURS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
/** A phone names the system it is made of besides its own. */
const SYSTEMES = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iOS'],
  ['iPad', 'iOS'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const

const firstOf = (marks: readonly (readonly [mark: string, name: string])[], agent: string) =>
  marks.find(([mark]) => agent.includes(mark))?.[1]

/** What a member recognises a browser by, « Chrome sur Windows », out of what it said of itself. */
export const formatAppareil = (agent: string): string =>
  `${firstOf(NAVIGATEURS, agent) ?? 'Navigateur inconnu'} sur ${firstOf(SYSTEMES, agent) ?? 'appareil inconnu'}`
