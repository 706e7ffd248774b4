import { sql } from 'kysely'
import { writeJournal, type Entry } from '#features/journal/server/journal.service.ts'
import type { DossierLegal, DossierLegalInput } from '#features/structure/dossier-legal.contract.ts'
import { refusDeLaGarantie, etatDeLaGarantie } from '#features/structure/dossier-legal.rules.ts'
import { compareNames } from '#features/structure/server/occupation.service.ts'
import type { Db } from '#server/database/db.ts'
import { fieldErrors, refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'
import { VALEUR_INVALIDE } from '#shared/champs/codecs.ts'
import { aujourdhui } from '#shared/dates.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { groupBy } from '#shared/group-by.ts'

type Bloc = DossierLegal['blocs'][number]
type Etage = Bloc['etages'][number]
type Parking = DossierLegal['parkings'][number]

const RESIDENCE = [
  ...(['id', 'nom', 'nom_ar', 'adresse_ar', 'permis_numero', 'permis_le', 'permis_autorite'] as const),
  ...(['terrain_acte', 'terrain_le', 'version_legale as version'] as const),
] as const
const BLOC = [
  ...([
    'id',
    'nomloc',
    'nom_ar',
    'garantie_numero',
    'garantie_police',
    'garantie_le',
    'garantie_au',
  ] as const),
  'livraison_prevue_le',
] as const

/**
 * Reads the legal file of a residence: blocs and parkings by name, étages by level. The caller holds a snapshot or the residence's lock.
 * @throws introuvable (404)
 */
export async function readDossierLegal(db: Db, id: number): Promise<DossierLegal> {
  const residence = await db
    .selectFrom('residences')
    .select(RESIDENCE)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!residence) throw refuse(communesErreurs.introuvable)
  const blocs = await db.selectFrom('blocs').select(BLOC).where('residence_id', '=', id).execute()
  const etages = groupBy(
    await db
      .selectFrom('etages as e')
      .innerJoin('blocs as b', 'b.id', 'e.bloc_id')
      .select(['e.id', 'e.designation', 'e.niveau', 'e.designation_ar', 'e.bloc_id'])
      .where('b.residence_id', '=', id)
      .orderBy('e.niveau')
      .orderBy('e.id')
      .execute(),
    ({ bloc_id }) => bloc_id,
  )
  const parkings = await db
    .selectFrom('parkings')
    .select(['id', 'parking_nom', 'nom_ar'])
    .where('residence_id', '=', id)
    .execute()
  const today = aujourdhui()
  return {
    ...residence,
    blocs: blocs
      .toSorted((a, b) => compareNames(a.nomloc, b.nomloc) || a.id - b.id)
      .map((bloc) => ({
        ...bloc,
        garantie: etatDeLaGarantie(bloc, today),
        etages: (etages.get(bloc.id) ?? []).map(({ bloc_id: _, ...etage }) => etage),
      })),
    parkings: parkings.toSorted((a, b) => compareNames(a.parking_nom, b.parking_nom) || a.id - b.id),
  }
}

/**
 * Changes the legal file of a residence. It has a version of its own, so that those of the residence and of its blocs stay.
 * @throws introuvable (404), invalide, garantieSansDate, garantieSansNumero, garantieRenversee (422 at their field),
 * versionPerimee (409)
 */
export async function updateDossierLegal(
  db: Db,
  actor: Actor,
  id: number,
  { version, blocs = [], etages = [], parkings = [], ...residence }: DossierLegalInput,
): Promise<DossierLegal> {
  const dansLesBlocs = blocs.flatMap(({ id: bloc, etages: siens = [] }, rang) =>
    siens.map((etage, place) => ({ ...etage, bloc, chemin: `blocs.${rang}.etages.${place}` })),
  )
  const apart = etages.map((etage, place) => ({ ...etage, bloc: null, chemin: `etages.${place}` }))
  const tousLesEtages = [...dansLesBlocs, ...apart]
  await lockNommes(db, id, { blocs, etages: tousLesEtages, parkings })
  const avant = await readDossierLegal(db, id)
  const check = checks()
  const blocsVoulus = blocs.flatMap(({ etages: _, ...saisi }, rang) => {
    const connu = check.known(`blocs.${rang}`, saisi.id, avant.blocs)
    if (!connu) return []
    const voulu = patch(connu, saisi)
    const faute = refusDeLaGarantie(voulu)
    if (faute) check.refuse(`blocs.${rang}.${faute.field}`, faute.message)
    return [voulu]
  })
  const etagesVoulus = tousLesEtages.flatMap(({ bloc, chemin, ...saisi }) => {
    const siens = avant.blocs.filter((one) => bloc === null || one.id === bloc)
    const connu = check.known(
      chemin,
      saisi.id,
      siens.flatMap((one) => one.etages),
    )
    return connu ? [patch(connu, saisi)] : []
  })
  const parkingsVoulus = parkings.flatMap((saisi, rang) => {
    const connu = check.known(`parkings.${rang}`, saisi.id, avant.parkings)
    return connu ? [patch(connu, saisi)] : []
  })
  check.settle()
  if (version != null && version !== avant.version) throw refuse(communesErreurs.versionPerimee)
  await db
    .updateTable('residences')
    .set({ ...residence, version_legale: avant.version + 1 })
    .where('id', '=', id)
    .execute()
  await writeBlocs(db, blocsVoulus)
  await writeNoms(db, 'etages', 'designation_ar', etagesVoulus)
  await writeNoms(db, 'parkings', 'nom_ar', parkingsVoulus)
  const apres = await readDossierLegal(db, id)
  await writeJournal(db, actor, linesOf(avant, apres))
  return apres
}

interface Nomme {
  id: number
}

/** Locks the residence, then what the change names of it, each by id. */
async function lockNommes(
  db: Db,
  id: number,
  named: Record<'blocs' | 'etages' | 'parkings', readonly Nomme[]>,
): Promise<void> {
  const any = (those: readonly Nomme[]) => sql`any (${those.map((one) => one.id)}::bigint[])`
  await sql`select from residences where id = ${id} for no key update`.execute(db)
  await sql`select from blocs where residence_id = ${id} and id = ${any(named.blocs)} order by id for no key update`.execute(
    db,
  )
  await sql`select from etages e join blocs b on b.id = e.bloc_id where b.residence_id = ${id} and e.id = ${any(named.etages)}
    order by e.id for no key update of e`.execute(db)
  await sql`select from parkings where residence_id = ${id} and id = ${any(named.parkings)} order by id for no key update`.execute(
    db,
  )
}

/** Collects the refusals of a body by field; an id is known once, in its own list. */
function checks() {
  const refused: Record<string, string> = {}
  const seen = new Set<Nomme>()
  return {
    refuse(field: string, sentence: string) {
      refused[field] = sentence
    },
    known<T extends Nomme>(chemin: string, id: number, records: readonly T[]): T | undefined {
      const found = records.find((one) => one.id === id)
      if (found && !seen.has(found)) {
        seen.add(found)
        return found
      }
      refused[`${chemin}.id`] = VALEUR_INVALIDE
      return undefined
    },
    settle() {
      if (Object.keys(refused).length > 0) throw fieldErrors(refused)
    },
  }
}

/** A record with the fields that were sent; an undefined one stays. */
const patch = <T extends object>(record: T, sent: { [C in keyof T]?: T[C] | undefined }): T => ({
  ...record,
  ...Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)),
})

async function writeBlocs(db: Db, blocs: readonly Bloc[]): Promise<void> {
  if (blocs.length === 0) return
  await sql`
    update blocs b set nom_ar = l.nom_ar, garantie_numero = l.garantie_numero, garantie_police = l.garantie_police,
      garantie_le = l.garantie_le, garantie_au = l.garantie_au, livraison_prevue_le = l.livraison_prevue_le
    from json_to_recordset(${JSON.stringify(blocs)}::json) as l (id bigint, nom_ar text, garantie_numero text,
      garantie_police text, garantie_le date, garantie_au date, livraison_prevue_le date)
    where b.id = l.id`.execute(db)
}

async function writeNoms(
  db: Db,
  table: 'etages' | 'parkings',
  colonne: 'designation_ar' | 'nom_ar',
  records: readonly (Etage | Parking)[],
): Promise<void> {
  if (records.length === 0) return
  const nom = sql.ref(colonne)
  await sql`update ${sql.table(table)} t set ${nom} = l.${nom}
    from json_to_recordset(${JSON.stringify(records)}::json) as l (id bigint, ${nom} text) where t.id = l.id`.execute(
    db,
  )
}

/** Lines of the journal: one for each record that differs, the residence's also when none does. */
function linesOf(avant: DossierLegal, apres: DossierLegal): Entry[] {
  const residence = ({ blocs: _, parkings: __, version: ___, ...fiche }: DossierLegal) => fiche
  const bloc = ({ etages: _, garantie: __, ...fiche }: Bloc) => fiche
  const etages = ({ blocs }: DossierLegal) => blocs.flatMap((one) => one.etages)
  const lines = [
    ...linesBetween('residence', [residence(avant)], [residence(apres)]),
    ...linesBetween('bloc', avant.blocs.map(bloc), apres.blocs.map(bloc)),
    ...linesBetween('etage', etages(avant), etages(apres)),
    ...linesBetween('parking', avant.parkings, apres.parkings),
  ]
  if (lines.length > 0) return lines
  const fiche = residence(apres)
  return [{ action: 'modifier', objet: 'residence', id: fiche.id, avant: fiche, apres: fiche }]
}

function linesBetween(objet: Entry['objet'], avant: readonly Nomme[], apres: readonly Nomme[]): Entry[] {
  const before = new Map(avant.map((fiche) => [fiche.id, fiche]))
  return apres.flatMap((fiche) => {
    const ancienne = before.get(fiche.id)
    return JSON.stringify(ancienne) === JSON.stringify(fiche)
      ? []
      : [{ action: 'modifier', objet, id: fiche.id, avant: ancienne, apres: fiche }]
  })
}
