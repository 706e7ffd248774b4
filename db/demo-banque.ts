/** Work of the demo's accountant and cashier on the accounts and the till. Amounts in centimes. */
import { pointer, readLignesDeBanque } from '#features/rapports/server/banque.service.ts'
import { createCloture } from '#features/rapports/server/clotures.service.ts'
import { addMois, type Jour } from '#shared/dates.ts'
import type { Monde } from '#db/demo-annee.ts'
import type { VersementPaye } from '#db/demo-moyens.ts'

/** Months of which the bank's relevés have been compared, up to the last but one. */
const MOIS = 34
const JOUR_DU_RELEVE = 9
/** Last days with cash on which the till was counted. */
const CLOTURES = 4

/** Puts the comparison of each relevé into the agenda, once it has come, and the counts of the till. */
export function scheduleBanque(monde: Monde, paid: readonly VersementPaye[]): void {
  const { agenda, bureau, db } = monde
  const debut = `${agenda.today.slice(0, 7)}-01`
  for (let n = MOIS; n > 0; n--) {
    const mois = addMois(debut, -n).slice(0, 7)
    const jour = `${addMois(debut, 1 - n).slice(0, 8)}${String(JOUR_DU_RELEVE).padStart(2, '0')}`
    if (jour > agenda.ago(1)) continue
    agenda.add(jour, 9, async () => {
      const lignes = await readLignesDeBanque(db, { compte: '', mois, vu: undefined })
      const seen = lignes.filter(({ compte_id, vu_le }) => compte_id !== null && vu_le === null)
      if (seen.length > 0)
        await pointer(db, bureau.comptable, {
          lignes: seen.map(({ objet, id }) => ({ objet, id })),
          vu: true,
        })
    })
  }
  const caisse = new Map<Jour, number>()
  for (const { moyen, date_paiement, versement } of paid)
    if (moyen.mode === 'especes' && date_paiement < agenda.today)
      caisse.set(date_paiement, (caisse.get(date_paiement) ?? 0) + versement)
  for (const [jour, trouve] of [...caisse].toSorted(([a], [b]) => a.localeCompare(b)).slice(-CLOTURES))
    agenda.add(jour, 9, async () => {
      await createCloture(db, bureau.caisse, { trouve, note: null }, { autrui: false })
    })
}
