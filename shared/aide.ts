/** Address of the list of the help pages; each page stands below it. The server answers both as whole pages, no screen of the browser. */
export const AIDE = '/aide'

/** The help pages in their order, by slug. The text of each is docs/guide/{slug}.md, and begins with its title. */
export const PAGES_D_AIDE = {
  'avant-de-commencer': 'Avant de commencer',
  'creer-une-residence': 'Créer une résidence et ses lots',
  'apporter-ses-clients': "Apporter ses clients d'Excel",
  'vendre-un-bien': 'Vendre un bien',
  'encaisser-et-corriger': 'Encaisser et corriger',
  'les-cheques': 'Les chèques',
  'personne-en-retard': "Pourquoi personne n'est en retard ?",
  relancer: 'Relancer',
  desistement: 'Un acquéreur se désiste',
  'fin-du-mois': 'La fin du mois',
  'fin-de-l-annee': "La fin de l'année",
  sauvegarder: 'Sauvegarder, et se reconnecter',
} as const satisfies Record<string, string>

/** Page of the changes of each version (CHANGELOG.md), beside those of tasks. */
export const NOUVEAUTES = `${AIDE}/nouveautes`

export type PageDAide = keyof typeof PAGES_D_AIDE
/** A page, or one of its headings. */
export type CibleDAide = PageDAide | `${PageDAide}#${string}`

export const SLUGS_D_AIDE = Object.keys(PAGES_D_AIDE) as PageDAide[]

/** Address of a help page or of a heading in it; it opens in a tab of its own, so that no form is left. */
export const aideAt = (cible: CibleDAide): string => `${AIDE}/${cible}`
