/** Help under every field of a surface utile (entree.md H.1). */
export const AIDE_SURFACE_UTILE = "Balcons, loggias, séchoir : s'ajoute à l'habitable."

/** Help under every field of the position of a place (entree.md F). */
export const AIDE_POSITION = "Facultatif : près de l'entrée, angle…"
