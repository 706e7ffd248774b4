import { sql } from 'kysely'
import { OBJETS } from '#features/etats/server/biens.locks.ts'
import { redistributeLignesDe } from '#features/echeanciers/server/lignes.service.ts'
import type {
  Ecrit,
  Fiche,
  OptionLue,
  Registres,
  StadeAtteint,
} from '#features/imports/server/controle/registres.ts'
import {
  writeFiches,
  idDe,
  insertAll,
  nouvelles,
  writeInBatches,
  type Colonnes,
  type Redaction,
} from '#features/imports/server/ecriture/fiches.ecriture.ts'
import type { Bien } from '#features/imports/server/nouns.ts'
import { cut } from '#features/imports/server/tranches.ts'
import { ligneDOption, readOptions } from '#features/options/server/options.read.ts'
import { closeExpired } from '#features/options/server/options.service.ts'
import { lockNomsDeResidences } from '#features/structure/server/residences.service.ts'
import { giveIds } from '#server/database/bulk.ts'

/** Writes clients, residences, blocs, étages and parkings, each after the records it refers to. */
export async function writeStructure(
  redaction: Redaction,
  { clients, residences, blocs, etages, parkings }: Registres,
): Promise<void> {
  await writeFiches(redaction, 'clients', clients.fiches)
  if (nouvelles(residences.fiches).length > 0) await lockNomsDeResidences(redaction.db)
  await writeFiches(redaction, 'residences', residences.fiches)
  await writeFiches(redaction, 'blocs', blocs.fiches)
  await writeFiches(redaction, 'etages', etages.fiches)
  await writeFiches(redaction, 'parkings', parkings.fiches)
}

/** Writes the biens. An open vente follows its bien's new price, as it does from the form. */
export async function writeBiens(
  redaction: Redaction,
  { appartements, locaux, places, suivis }: Registres,
): Promise<void> {
  const suite = (changees: readonly Ecrit<Bien>[]) => followPrix(redaction, changees, suivis)
  const autrement = <V extends Bien>(fiches: readonly Fiche<V>[]) => ({
    changees: fiches.filter(changeAutrement),
    suite,
  })
  await writeFiches(redaction, 'appartements', appartements.fiches, autrement(appartements.fiches))
  await writeFiches(redaction, 'locaux', locaux.fiches, autrement(locaux.fiches))
  await writeFiches(redaction, 'places', places.fiches, autrement(places.fiches))
  for (const { fiches } of [appartements, locaux, places]) await writeBlocages(redaction, fiches)
}

/** True when more changes than the reason of a blocage, which {@link writeBlocages} writes. */
const changeAutrement = <V extends Bien>({ change, avant, apres }: Fiche<V>): boolean =>
  change &&
  (Object.keys(apres) as (keyof V)[]).some(
    (champ) => champ !== 'bloque_motif' && avant?.[champ] !== apres[champ],
  )

async function followPrix(
  { db, actor }: Redaction,
  changees: readonly Ecrit<Bien>[],
  suivis: Registres['suivis'],
): Promise<void> {
  const ventes = changees.flatMap(({ id, avant, apres }) => {
    const vente = id === null ? null : (suivis.get(id)?.vente ?? null)
    return vente && avant?.montant !== apres.montant ? [{ ...vente, prix: apres.montant }] : []
  })
  if (ventes.length === 0) return
  const ids = ventes.map(({ id }) => id)
  await sql`update ventes v set prix = l.prix
    from unnest(${ids}::bigint[], ${ventes.map(({ prix }) => prix)}::bigint[]) as l (id, prix) where v.id = l.id`.execute(
    db,
  )
  await redistributeLignesDe(db, actor, ventes)
}

async function writeBlocages(redaction: Redaction, fiches: readonly Fiche<Bien>[]): Promise<void> {
  const bloquees = [...nouvelles(fiches), ...fiches.filter(({ change }) => change)].filter(
    ({ avant, apres }) => apres.bloque_motif !== (avant?.bloque_motif ?? null),
  )
  // Progress counts only biens whose other columns were not written before.
  redaction.advance(bloquees.filter((fiche) => fiche.avant !== null && !changeAutrement(fiche)).length)
  await writeInBatches({ ...redaction, advance: () => {} }, bloquees, async (tranche) => {
    const motifs = tranche.map(({ apres }) => apres.bloque_motif)
    await sql`update biens b set bloque_motif = l.motif, bloque_le = now(), version = version + 1
        from unnest(${tranche.map(idDe)}::bigint[], ${motifs}::text[]) as l (id, motif) where b.id = l.id`.execute(
      redaction.db,
    )
    return tranche.map((fiche) => ({
      action: 'bloquer',
      objet: OBJETS[fiche.apres.type],
      id: idDe(fiche),
      avant: { bloque_motif: fiche.avant?.bloque_motif ?? null },
      apres: { bloque_motif: fiche.apres.bloque_motif },
    }))
  })
}

/** Writes the days on which blocs reached stades; échéances of these stades fall due. */
export async function writeStades(redaction: Redaction, { stadesAtteints }: Registres): Promise<void> {
  const { db, actor } = redaction
  const note_le = new Date()
  await writeInBatches(redaction, nouvelles(stadesAtteints.fiches), async (tranche) => {
    await insertAll(
      db,
      'stades_atteints',
      {
        bloc_id: ['bigint', ({ apres }) => idDe(apres.bloc)],
        stade_id: ['bigint', ({ apres }) => idDe(apres.stade)],
        atteint_le: ['date', ({ apres }) => apres.atteint_le],
        note: ['text', ({ apres }) => apres.note],
        note_par: ['text', () => actor.name],
        note_le: ['timestamptz', () => note_le],
      },
      tranche,
    )
    return tranche.map(versJournal)
  })
  const changes = stadesAtteints.fiches.filter(({ change }) => change)
  await writeInBatches(redaction, changes, async (tranche) => {
    const [blocs, stades] = [
      tranche.map(({ apres }) => idDe(apres.bloc)),
      tranche.map(({ apres }) => idDe(apres.stade)),
    ]
    await sql`
      update stades_atteints s set atteint_le = l.atteint_le, note = l.note, note_par = ${actor.name}, note_le = ${note_le}
      from unnest(${blocs}::bigint[], ${stades}::bigint[], ${tranche.map(({ apres }) => apres.atteint_le)}::date[],
        ${tranche.map(({ apres }) => apres.note)}::text[]) as l (bloc_id, stade_id, atteint_le, note)
      where s.bloc_id = l.bloc_id and s.stade_id = l.stade_id`.execute(db)
    return tranche.map(versJournal)
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

const OPTION: Colonnes<Fiche<OptionLue>> = {
  id: ['bigint', idDe],
  bien_id: ['bigint', ({ apres }) => idDe(apres.bien)],
  client_id: ['bigint', ({ apres }) => apres.client && idDe(apres.client)],
  nom: ['text', ({ apres }) => apres.nom],
  tel: ['text', ({ apres }) => apres.tel],
  expire_le: ['date', ({ apres }) => apres.expire_le],
  note: ['text', ({ apres }) => apres.note],
}

/** Writes the options; an expired option of the same bien is closed first, as the form does. */
export async function writeOptions(redaction: Redaction, { options, suivis }: Registres): Promise<void> {
  const { db, actor, signal } = redaction
  const posees = nouvelles(options.fiches)
  await giveIds(db, 'options', posees)
  const sousOption = posees.flatMap(({ apres: { bien } }) =>
    bien.id !== null && suivis.get(bien.id)?.option ? bien.id : [],
  )
  for await (const biens of cut(sousOption, signal)) await closeExpired(db, actor, biens)
  await writeInBatches(redaction, posees, async (tranche) => {
    await insertAll(db, 'options', { ...OPTION, prise_par: ['text', () => actor.name] }, tranche)
    const apres = new Map(
      (await readOptions(db, tranche.map(idDe))).map((option) => [option.id, ligneDOption(option)]),
    )
    return tranche.map((fiche) => ({
      action: 'poser',
      objet: 'option',
      id: idDe(fiche),
      apres: apres.get(idDe(fiche)),
    }))
  })
}
