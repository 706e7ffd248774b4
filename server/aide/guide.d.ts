/** The help pages, which build/guide.ts makes of docs/guide. */
declare module 'virtual:guide' {
  interface Page {
    slug: string
    titre: string
    objet: string
    html: string
    titres: readonly string[]
  }
  export const pages: readonly Page[]
  /** CHANGELOG.md. */
  export const nouveautes: Page
  /** Style sheet of the help pages. */
  export const style: string
  /** Fonts of the screens, in base64. */
  export const polices: Readonly<Record<'normale' | 'grasse', string>>
}
