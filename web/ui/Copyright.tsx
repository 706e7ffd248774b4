/** « © 2026 Diyar. Tous droits réservés. » (Q15). */
export function Copyright() {
  return <>© {new Date().getFullYear()} Diyar. Tous droits réservés.</>
}
