import { blockBiens } from '#features/biens/server/biens.service.ts'
import { writeStadesAtteints } from '#features/echeanciers/server/stades.blocs.ts'
import type { Contexte, Progress, Writing } from '#features/imports/server/check/context.ts'
import { idDe, type Enregistrement, type Indexes } from '#features/imports/server/check/indexes.ts'
import { NOUNS, type Bien, type Content, type NounName } from '#features/imports/server/nouns.ts'
import { writeComplements } from '#features/imports/server/write.reprise.ts'
import { writeVentes } from '#features/imports/server/write.ventes.ts'
import { addOptions, closeExpired } from '#features/options/server/options.service.ts'
import { lockNomsDeResidences } from '#features/structure/server/residences.service.ts'
import { cut } from '#server/tranches.ts'
import { zip } from '#shared/zip.ts'

/** Writes what a check without errors has found, in the transaction and under the locks of that check: the services do it, by thousands. */
export async function writeRecords(
  { avance, ...given }: Omit<Writing, 'advance'> & Progress,
  contexte: Contexte,
  total: number,
): Promise<void> {
  let fait = 0
  const writing = { ...given, advance: (nombre: number) => avance((fait += nombre), total) }
  const { indexes } = contexte
  // A record comes after those that it refers to; payments and refunds come last, because their numbers are locked until the end.
  await writeNoun(writing, 'clients', indexes.clients.enregistrements)
  await writeComplements(writing, contexte)
  if (nouvelles(indexes.residences.enregistrements).length > 0) await lockNomsDeResidences(writing.db)
  await writeNoun(writing, 'residences', indexes.residences.enregistrements)
  await writeNoun(writing, 'blocs', indexes.blocs.enregistrements)
  await writeNoun(writing, 'etages', indexes.etages.enregistrements)
  await writeNoun(writing, 'parkings', indexes.parkings.enregistrements)
  await writeBiens(writing, 'appartements', indexes.appartements.enregistrements)
  await writeBiens(writing, 'locaux', indexes.locaux.enregistrements)
  await writeBiens(writing, 'places', indexes.places.enregistrements)
  for (const nom of ['appartements', 'locaux', 'places'] as const)
    await writeBlocages(writing, indexes[nom].enregistrements)
  await writeStades(writing, indexes)
  await writeOptions(writing, indexes)
  await writeVentes(writing, contexte)
}

const nouvelles = <V extends object>(enregistrements: readonly Enregistrement<V>[]): Enregistrement<V>[] =>
  enregistrements.filter(({ avant }) => avant === null)

/** @param changees by default all records with a change */
async function writeNoun<N extends NounName>(
  { db, actor, signal, advance }: Writing,
  nom: N,
  enregistrements: readonly Enregistrement<Content<N>>[],
  changees = enregistrements.filter(({ change }) => change),
): Promise<void> {
  const { writer } = NOUNS[nom]
  const toPlaced = ({ parent, apres }: Enregistrement<Content<N>>) => ({
    content: apres,
    parent: parent ? idDe(parent) : 0,
  })
  for await (const tranche of cut(nouvelles(enregistrements), signal)) {
    const ids = await writer.add(db, actor, tranche.map(toPlaced))
    for (const [enregistrement, id] of zip(tranche, ids)) enregistrement.id = id
    advance(tranche.length)
  }
  for await (const tranche of cut(changees, signal)) {
    await writer.change(
      db,
      actor,
      tranche.map((enregistrement) => ({ ...toPlaced(enregistrement), id: idDe(enregistrement) })),
    )
    advance(tranche.length)
  }
}

const writeBiens = <N extends 'appartements' | 'locaux' | 'places'>(
  writing: Writing,
  nom: N,
  enregistrements: readonly Enregistrement<Content<N>>[],
): Promise<void> => writeNoun(writing, nom, enregistrements, enregistrements.filter(changesOtherwise))

/** True when more changes than the reason of a blocage, which {@link writeBlocages} writes. */
const changesOtherwise = <V extends object>({ change, avant, apres }: Enregistrement<V>): boolean =>
  change &&
  (Object.keys(apres) as (keyof V)[]).some(
    (champ) => champ !== 'bloque_motif' && avant?.[champ] !== apres[champ],
  )

async function writeBlocages(
  { db, actor, signal, advance }: Writing,
  enregistrements: readonly Enregistrement<Bien>[],
): Promise<void> {
  const bloquees = [...nouvelles(enregistrements), ...enregistrements.filter(({ change }) => change)].filter(
    ({ avant, apres }) => apres.bloque_motif !== (avant?.bloque_motif ?? null),
  )
  // Progress counts only biens whose other columns were not written before.
  advance(
    bloquees.filter((enregistrement) => enregistrement.avant !== null && !changesOtherwise(enregistrement))
      .length,
  )
  for await (const tranche of cut(bloquees, signal))
    await blockBiens(
      db,
      actor,
      tranche.map((enregistrement) => ({
        id: idDe(enregistrement),
        type: enregistrement.apres.type,
        bloque_motif: enregistrement.avant?.bloque_motif ?? null,
        motif: enregistrement.apres.bloque_motif,
      })),
    )
}

/** Writes the days on which blocs reached stades; échéances of these stades fall due. */
async function writeStades(
  { db, actor, signal, advance }: Writing,
  { stadesAtteints: { enregistrements } }: Indexes,
): Promise<void> {
  const ecrites = [...nouvelles(enregistrements), ...enregistrements.filter(({ change }) => change)]
  for await (const tranche of cut(ecrites, signal)) {
    await writeStadesAtteints(
      db,
      actor,
      tranche.map(({ avant, apres: { bloc, stade, atteint_le, note } }) => ({
        bloc_id: idDe(bloc),
        stade_id: idDe(stade),
        nom: stade.apres.nom,
        atteint_le,
        note,
        avant: avant && { atteint_le: avant.atteint_le, note: avant.note },
      })),
    )
    advance(tranche.length)
  }
}

/** Writes the options; an expired option of the same bien is closed first, as the form does. */
async function writeOptions(
  { db, actor, signal, advance }: Writing,
  { options, suivis }: Indexes,
): Promise<void> {
  const posees = nouvelles(options.enregistrements)
  const sousOption = posees.flatMap(({ apres: { bien } }) =>
    bien.id !== null && suivis.get(bien.id)?.option ? bien.id : [],
  )
  for await (const biens of cut(sousOption, signal)) await closeExpired(db, actor, biens)
  for await (const tranche of cut(posees, signal)) {
    await addOptions(
      db,
      actor,
      tranche.map(({ apres: { bien, client, ...option } }) => ({
        ...option,
        bien_id: idDe(bien),
        client_id: client && idDe(client),
      })),
    )
    advance(tranche.length)
  }
}
