import { sql } from 'kysely'
import type { Fiche, Registres, StadeAtteint } from '#features/imports/server/controle/registres.ts'
import { idDe, nouvelles, parTranches, type Redaction } from '#features/imports/server/ecriture/fiches.ts'
import { insertMany } from '#server/database/bulk.ts'

/** The days on which blocs reached stades: what waits for them falls due. */
export async function ecrireStades(redaction: Redaction, { stadesAtteints }: Registres): Promise<void> {
  const { db, actor } = redaction
  const note_le = new Date()
  const ligneDe = ({ apres: { bloc, stade, atteint_le, note } }: Fiche<StadeAtteint>) => [
    idDe(bloc),
    idDe(stade),
    atteint_le,
    note,
    actor.name,
    note_le,
  ]
  const types = {
    bloc_id: 'bigint',
    stade_id: 'bigint',
    atteint_le: 'date',
    note: 'text',
    note_par: 'text',
    note_le: 'timestamptz',
  }
  await parTranches(redaction, nouvelles(stadesAtteints.fiches), async (tranche) => {
    await insertMany(db, 'stades_atteints', types, tranche.map(ligneDe))
    return tranche.map((fiche) => versJournal(fiche))
  })
  const changes = stadesAtteints.fiches.filter(({ change }) => change)
  await parTranches(redaction, changes, async (tranche) => {
    const [blocs, stades] = [
      tranche.map(({ apres }) => idDe(apres.bloc)),
      tranche.map(({ apres }) => idDe(apres.stade)),
    ]
    await sql`
      update stades_atteints s set atteint_le = l.atteint_le, note = l.note, note_par = ${actor.name}, note_le = ${note_le}
      from unnest(${blocs}::bigint[], ${stades}::bigint[], ${tranche.map(({ apres }) => apres.atteint_le)}::date[],
        ${tranche.map(({ apres }) => apres.note)}::text[]) as l (bloc_id, stade_id, atteint_le, note)
      where s.bloc_id = l.bloc_id and s.stade_id = l.stade_id`.execute(db)
    return tranche.map((fiche) => versJournal(fiche))
  })
}

const versJournal = ({ avant, apres }: Fiche<StadeAtteint>) => ({
  action: 'stade',
  objet: 'bloc' as const,
  id: idDe(apres.bloc),
  avant: avant ? enJournal(avant) : undefined,
  apres: enJournal(apres),
})
const enJournal = ({ stade, atteint_le, note }: StadeAtteint) => ({
  stade: stade.apres.nom,
  atteint_le,
  note,
})
