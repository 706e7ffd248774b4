import type { Access, Role } from '#shared/droits.ts'

/** The droits of each rôle, written out a second time: a droit that a rôle is given or loses fails a test. */
const MATRICE = `
              direction  commercial  caisse  comptable  lecture
  membre          ●          ●         ●         ●         ●
  identite        ●          ●                   ●
  clients         ●          ●
  donnees         ●
  patrimoine      ●
  ventes          ●          ●
  finDeVente      ●
  documents       ●          ●         ●         ●
  encaisser       ●                    ●         ●
  tresorerie      ●                    ●         ●         ●
  corriger        ●                              ●
  exporter        ●                              ●         ●
  chargesLire     ●                              ●         ●
  charges         ●                              ●
  journal         ●                              ●
  membres         ●
  parametres      ●
`
const [titles = '', ...lines] = MATRICE.split('\n').filter((line) => line.trim() !== '')
const roles = [...titles.matchAll(/\w+/g)].map(({ 0: role, index }) => ({
  role: role as Role,
  from: index,
  to: index + role.length,
}))

/** By droit, the rôles that hold it. */
export const matrice: ReadonlyMap<Access, readonly Role[]> = new Map(
  lines.map((line) => {
    const dots = [...line.matchAll(/●/g)].map(({ index }) => index)
    const held = roles.filter(({ from, to }) => dots.some((dot) => dot >= from && dot < to))
    return [line.trim().split(/\s+/)[0] as Access, held.map(({ role }) => role)]
  }),
)

/** The table again, with what is said of each droit after it. */
export const printMatrice = (said: (droit: Access) => string): string =>
  [titles, ...lines.map((line) => `${line.padEnd(64)}${said(line.trim().split(/\s+/)[0] as Access)}`)].join(
    '\n',
  )
