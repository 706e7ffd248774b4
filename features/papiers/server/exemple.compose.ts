import { composeDuBloc } from '#features/papiers/server/blocs.compose.ts'
import { composeDeVente, type PapierCompose } from '#features/papiers/server/documents.compose.ts'
import { exempleDe, saisieExemple } from '#features/papiers/server/exemple.ts'
import { readMaison } from '#features/papiers/server/matiere.read.ts'
import type { Matiere } from '#features/papiers/server/matiere.ts'
import type { MatiereDuBloc } from '#features/papiers/server/papiers.sujet.ts'
import { addJours } from '#shared/dates.ts'
import type { Langue, TypeDePapier } from '#shared/papiers.ts'
import type { Db } from '#server/database/db.ts'
import { refuse } from '#server/http/errors.ts'
import { communesErreurs } from '#shared/erreurs.ts'

/**
 * Composes the paper of an imaginary, complete sale with the promoter's saved texts. @throws clausesManquantes (409), texteTropLong,
 * signesInconnus (422)
 */
export async function composeExemple(
  db: Db,
  { type, langue }: { type: TypeDePapier; langue?: Langue | undefined },
): Promise<PapierCompose> {
  const matiere = exempleDe(await readMaison(db))
  const saisie = { ...saisieExemple(matiere), langue }
  if (type === 'attestation_avancement') return composeDuBloc(blocDeLExemple(matiere), { ...saisie, type })
  return composeDeVente(matiere, { ...saisie, type })
}

/** The bloc of the imaginary sale, whose foundations are done. */
function blocDeLExemple(vente: Matiere): MatiereDuBloc {
  const { dossier: _dossier, lieu, ...maison } = vente
  const { bloc, residence } = lieu
  if (!bloc) throw refuse(communesErreurs.introuvable)
  return {
    ...maison,
    lieu: { bloc, residence },
    stades: STADES.map(([nom, nom_ar], rang) => ({
      id: rang + 1,
      nom,
      nom_ar,
      atteintLe: rang === 0 ? addJours(vente.aujourdhui, -20) : null,
    })),
    vente: null,
  }
}

const STADES = [
  ['Fondations achevées', 'انتهاء الأساسات'],
  ['Gros œuvre achevé', 'انتهاء الأشغال الكبرى'],
  ["Tous corps d'état achevés", 'انتهاء جميع الأشغال'],
] as const
