import { sql } from 'kysely'
import { papiersErreurs } from '#features/papiers/papiers.erreurs.ts'
import type { Lieu, Matiere } from '#features/papiers/server/matiere.ts'
import { readMaison, readMatieres } from '#features/papiers/server/matiere.read.ts'
import { RESIDENCE_ET_BLOC, toBloc, type BlocLu } from '#features/papiers/server/matiere.lignes.ts'
import type { MatiereDuBloc, StadeDuBloc } from '#features/papiers/server/papiers.sujet.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import type { BlocNomme } from '#shared/nommer.ts'
import type { Db } from '#server/database/db.ts'
import { statement } from '#server/database/prepared.ts'
import { refuse } from '#server/http/errors.ts'

const selectBloc = statement<[number], { residence: Lieu['residence']; bloc: BlocLu; stades: StadeDuBloc[] }>(
  (id) => sql`
  select ${RESIDENCE_ET_BLOC},
    (select coalesce(json_agg(json_build_object('id', s.id, 'nom', s.nom, 'nom_ar', s.nom_ar, 'atteintLe', a.atteint_le) order by s.rang), '[]')
      from stades s left join stades_atteints a on a.stade_id = s.id and a.bloc_id = o.id) as stades
  from blocs o join residences r on r.id = o.residence_id where o.id = ${id}`,
)

/**
 * Reads what papers say of a bloc, and of the open sale in it that the paper names. The caller holds a snapshot, or the locks of both.
 * @throws introuvable (404), autreBloc (422 on vente_id)
 */
export async function readMatiereDuBloc(db: Db, id: number, venteId?: number | null): Promise<MatiereDuBloc> {
  const [lu] = await selectBloc(db, id)
  if (!lu) throw refuse(communesErreurs.introuvable)
  const { residence, bloc, stades } = lu
  return {
    ...(await readMaison(db)),
    lieu: { residence, bloc: toBloc(bloc) },
    stades,
    vente: venteId == null ? null : await readVente(db, id, venteId),
  }
}

async function readVente(db: Db, blocId: number, venteId: number): Promise<Matiere> {
  const [vente] = await readMatieres(db, [venteId])
  if (vente?.lieu.bloc?.id !== blocId || vente.fin !== null)
    throw refuse(papiersErreurs.autreBloc).on('vente_id')
  return vente
}

/** Names of a bloc and its résidence; undefined without bloc. */
export const nommerLeBloc = async (db: Db, blocId: number | null): Promise<BlocNomme | undefined> =>
  blocId === null
    ? undefined
    : db
        .selectFrom('blocs as b')
        .innerJoin('residences as r', 'r.id', 'b.residence_id')
        .select(['b.nomloc as bloc', 'r.nom as residence'])
        .where('b.id', '=', blocId)
        .executeTakeFirst()
