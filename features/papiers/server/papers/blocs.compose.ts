import type { PapierDeBlocInput } from '#features/papiers/papiers.contract.ts'
import { papiersErreurs } from '#features/papiers/papiers.erreurs.ts'
import { jourDuPapier, type PapierCompose } from '#features/papiers/server/papers/ventes.compose.ts'
import { composeModeleDuBloc, stadeAtteint } from '#features/papiers/server/papers/avancement.ts'
import type { FaitsDuBloc, StadeDuBloc } from '#features/papiers/server/facts/sujet.ts'
import { remarquesDuBloc } from '#features/papiers/server/remarques.ts'
import { PAPIERS_DE_BLOC, type PapierDeBloc } from '#shared/papiers.ts'
import type { Db } from '#server/database/db.ts'
import { refuse, type AppError } from '#server/http/errors.ts'
import { sql } from 'kysely'
import type { Lieu, Faits } from '#features/papiers/server/facts/faits.ts'
import { readEmetteur, readFaitsDesVentes } from '#features/papiers/server/facts/faits.read.ts'
import { RESIDENCE_ET_BLOC, toBloc, type BlocLu } from '#features/papiers/server/facts/faits.lignes.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import type { BlocNomme } from '#shared/nommer.ts'
import { statement } from '#server/database/prepared.ts'

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
  return composeDuBloc(await readFaitsDuBloc(db, blocId, input.vente_id), input)
}

/** {@link composePapierDuBloc} of what was read. */
export function composeDuBloc(faits: FaitsDuBloc, input: PapierDeBlocInput): PapierCompose {
  const sujet = {
    type: input.type,
    input,
    jour: jourDuPapier(faits, input),
    montant: null,
    echeances: [],
    delai: null,
    variante: null,
  }
  const refus = refusDuBloc(faits)
  if (refus) throw refus
  return {
    sujet,
    modele: composeModeleDuBloc(faits, sujet),
    dossier: faits.vente?.dossier.dossier ?? null,
    logo: faits.promoteur?.logo ?? null,
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
  const faits = await readFaitsDuBloc(db, blocId, venteId)
  return PAPIERS_DE_BLOC.map((type) => ({
    type,
    empeche: refusDuBloc(faits)?.message ?? null,
    remarques: remarquesDuBloc(faits),
  }))
}

const refusDuBloc = ({ stades }: FaitsDuBloc): AppError | null =>
  stadeAtteint(stades) === null ? refuse(papiersErreurs.aucunStade) : null

const selectBloc = statement<[number], { residence: Lieu['residence']; bloc: BlocLu; stades: StadeDuBloc[] }>(
  (id) => sql`
  select ${RESIDENCE_ET_BLOC},
    (select coalesce(json_agg(json_build_object('id', s.id, 'nom', s.nom, 'nom_ar', s.nom_ar, 'atteintLe', a.atteint_le, 'prevuLe', p.prevu_le)
      order by s.rang), '[]')
      from stades s left join stades_atteints a on a.stade_id = s.id and a.bloc_id = o.id
      left join stades_prevus p on p.stade_id = s.id and p.bloc_id = o.id) as stades
  from blocs o join residences r on r.id = o.residence_id where o.id = ${id}`,
)

/**
 * Reads what papers say of a bloc, and of the open sale in it that the paper names. The caller holds a snapshot, or the locks of both.
 * @throws introuvable (404), autreBloc (422 on vente_id)
 */
export async function readFaitsDuBloc(db: Db, id: number, venteId?: number | null): Promise<FaitsDuBloc> {
  const [lu] = await selectBloc(db, id)
  if (!lu) throw refuse(communesErreurs.introuvable)
  const { residence, bloc, stades } = lu
  return {
    ...(await readEmetteur(db)),
    lieu: { residence, bloc: toBloc(bloc) },
    stades,
    vente: venteId == null ? null : await readVente(db, id, venteId),
  }
}

async function readVente(db: Db, blocId: number, venteId: number): Promise<Faits> {
  const [vente] = await readFaitsDesVentes(db, [venteId])
  if (vente?.lieu.bloc?.id !== blocId || vente.fin !== null)
    throw refuse(papiersErreurs.autreBloc).on('vente_id')
  return vente
}

/** Names of a bloc and its résidence; undefined without bloc. */
export const readBlocNomme = async (db: Db, blocId: number | null): Promise<BlocNomme | undefined> =>
  blocId === null
    ? undefined
    : db
        .selectFrom('blocs as b')
        .innerJoin('residences as r', 'r.id', 'b.residence_id')
        .select(['b.nomloc as bloc', 'r.nom as residence'])
        .where('b.id', '=', blocId)
        .executeTakeFirst()
