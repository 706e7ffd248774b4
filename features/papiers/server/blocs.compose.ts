import type { PapierDeBlocInput } from '#features/papiers/papiers.contract.ts'
import { papiersErreurs } from '#features/papiers/papiers.erreurs.ts'
import { readMatiereDuBloc } from '#features/papiers/server/blocs.read.ts'
import { jourDuPapier, type PapierCompose } from '#features/papiers/server/documents.compose.ts'
import { stadeAtteint } from '#features/papiers/server/papiers.avancement.ts'
import { composeModeleDuBloc } from '#features/papiers/server/papiers.modele.ts'
import type { MatiereDuBloc } from '#features/papiers/server/papiers.sujet.ts'
import { remarquesDuBloc } from '#features/papiers/server/remarques.ts'
import { PAPIERS_DE_BLOC, type PapierDeBloc } from '#shared/papiers.ts'
import type { Db } from '#server/database/db.ts'
import { refuse, type AppError } from '#server/http/errors.ts'

/**
 * Composes a paper from the present state of the bloc. The caller holds a snapshot, or the locks of the bloc and of the sale that it names.
 * @throws introuvable (404), autreBloc (422 on vente_id), jourDesSommes (422 on date), texteTropLong, signesInconnus (422),
 * aucunStade (409)
 */
export async function composePapierDuBloc(
  db: Db,
  blocId: number,
  input: PapierDeBlocInput,
): Promise<PapierCompose> {
  return composeDuBloc(await readMatiereDuBloc(db, blocId, input.vente_id), input)
}

/** {@link composePapierDuBloc} of what was read. */
export function composeDuBloc(matiere: MatiereDuBloc, input: PapierDeBlocInput): PapierCompose {
  const sujet = {
    type: input.type,
    input,
    jour: jourDuPapier(matiere, input),
    montant: null,
    echeances: [],
    delai: null,
    variante: null,
  }
  const refus = refusDuBloc(matiere)
  if (refus) throw refus
  return {
    sujet,
    modele: composeModeleDuBloc(matiere, sujet),
    dossier: matiere.vente?.dossier.dossier ?? null,
    logo: matiere.promoteur?.logo ?? null,
  }
}

/**
 * Tells of each paper of a bloc why it cannot be issued now, and what to know before. @param venteId the open sale that the paper would name
 * @throws introuvable (404), autreBloc (422 on vente_id)
 */
export async function listPossiblesDuBloc(
  db: Db,
  blocId: number,
  venteId?: number | null,
): Promise<{ type: PapierDeBloc; empeche: string | null; remarques: string[] }[]> {
  const matiere = await readMatiereDuBloc(db, blocId, venteId)
  return PAPIERS_DE_BLOC.map((type) => ({
    type,
    empeche: refusDuBloc(matiere)?.message ?? null,
    remarques: remarquesDuBloc(matiere),
  }))
}

const refusDuBloc = ({ stades }: MatiereDuBloc): AppError | null =>
  stadeAtteint(stades) === null ? refuse(papiersErreurs.aucunStade) : null
