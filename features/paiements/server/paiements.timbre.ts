import type { Mode } from '#features/paiements/modes.ts'
import { timbreDe } from '#features/paiements/paiements.rules.ts'
import { readParametres } from '#features/parametres/server/parametres.service.ts'
import type { Centimes } from '#shared/argent.ts'
import { REPRISE } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'

interface Verse {
  versement: Centimes
  mode: Mode | null
}

/** The droit de timbre of a new payment, in centimes; null while the firm does not reckon it, and for every mode but cash. */
export async function readTimbre(db: Db, verse: Verse): Promise<Centimes | null> {
  const timbre = timbreDe(verse)
  return timbre !== null && (await readParametres(db, 'timbre')).percevoir ? timbre : null
}

/** The droit de timbre of a corrected payment: reckoned anew where amount or mode changes, never of what was paid before Diyar. */
export const timbreCorrige = async (
  db: Db,
  avant: Verse & { recu_annee: number; timbre: Centimes | null },
  verse: Verse,
): Promise<Centimes | null> =>
  avant.recu_annee === REPRISE || (avant.versement === verse.versement && avant.mode === verse.mode)
    ? avant.timbre
    : readTimbre(db, verse)
