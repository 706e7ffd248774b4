import { sql } from 'kysely'
import type { ClientResume } from '#features/clients/clients.contract.ts'
import { bienDecrit, toBienResume, type BienDecrit } from '#features/etats/server/biens.read.ts'
import type { Appel, Appels, StadeNomme } from '#features/papiers/appels.contract.ts'
import { papiersErreurs } from '#features/papiers/papiers.erreurs.ts'
import { estDue } from '#features/papiers/papiers.rules.ts'
import { COLONNES, type DocumentLu } from '#features/papiers/server/documents.rows.ts'
import { compareNames } from '#features/structure/server/occupation.service.ts'
import { ventesErreurs } from '#features/ventes/ventes.erreurs.ts'
import type { Centimes } from '#shared/argent.ts'
import { GENRES } from '#shared/biens.ts'
import { aujourdhui, type Jour } from '#shared/dates.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { groupBy } from '#shared/group-by.ts'
import { numeroDossier, numeroPapier } from '#shared/numero.ts'
import { langueDuNom, PAPIERS } from '#shared/papiers.ts'
import type { Db } from '#server/database/db.ts'
import { statement } from '#server/database/prepared.ts'
import { refuse } from '#server/http/errors.ts'

const { serie: SERIE } = PAPIERS.appel_fonds

/** A line of a stade with its sale, in centimes. */
export interface LigneAppelee {
  echeance_id: number
  libelle: string
  vente_id: number
  dossier_annee: number
  dossier_numero: number
  client: ClientResume
  bien: BienDecrit
  montant: Centimes
  reste: Centimes
  exigible_le: Jour | null
  attend_contrat: boolean
  ouverte: boolean
}

const selectLignes = statement<[stade: number, bloc: number], LigneAppelee>(
  (stade, bloc) => sql<LigneAppelee>`
    select e.id as echeance_id, e.libelle, e.vente_id, v.dossier_annee, v.dossier_numero, ${bienDecrit('v.bien_id')} as bien,
      json_build_object('id', c.id, 'nomComplet', c.nom_complet, 'tel', c.tel, 'email', c.email) as client,
      e.montant, e.montant - e.couvert as reste, e.exigible_le, e.attend_contrat, e.ouverte
    from echeances e join ventes v on v.id = e.vente_id join clients c on c.id = v.client_id
    where e.stade_id = ${stade} and e.vente_id = any (ventes_des_blocs(array[${bloc}::bigint]))`,
)

/** All lines of the stade of a bloc, those of ended sales among them. */
export const readLignes = (db: Db, { id, stadeId }: StadeNomme): Promise<LigneAppelee[]> =>
  selectLignes(db, stadeId, id)

/** Whether an appel de fonds of the line can be issued today. */
export const estAppelable = (ligne: LigneAppelee): boolean => ligne.ouverte && estDue(ligne, aujourdhui())

export const dossierDe = ({ dossier_annee, dossier_numero }: LigneAppelee): string =>
  numeroDossier(dossier_annee, dossier_numero)

interface Lieu extends Pick<Appels, 'stade' | 'bloc'> {
  atteint_le: Jour | null
}

/** The bloc and the stade of an address. @throws introuvable (404) */
export async function readLieu(db: Db, { id, stadeId }: StadeNomme): Promise<Lieu> {
  const { rows } = await sql<Lieu>`
    select json_build_object('id', s.id, 'nom', s.nom) as stade, json_build_object('id', b.id, 'nomloc', b.nomloc) as bloc, a.atteint_le
    from blocs b cross join stades s left join stades_atteints a on a.bloc_id = b.id and a.stade_id = s.id
    where b.id = ${id} and s.id = ${stadeId}`.execute(db)
  const [lieu] = rows
  if (!lieu) throw refuse(communesErreurs.introuvable)
  return lieu
}

/** The day on which the bloc reached the stade. @throws stadeNonAtteint (409) */
export function assertAtteint({ atteint_le }: Lieu): Jour {
  if (atteint_le === null) throw refuse(papiersErreurs.stadeNonAtteint)
  return atteint_le
}

/** The valid appels de fonds of these lines by line, the oldest first. */
export async function readValides(
  db: Db,
  echeances: readonly number[],
): Promise<Map<number | null, (DocumentLu & { echeance_id: number | null })[]>> {
  const rows = await db
    .selectFrom('documents')
    .select([...COLONNES, 'echeance_id'])
    .where('echeance_id', '=', sql<number>`any(${[...echeances]}::bigint[])`)
    .where('annule_le', 'is', null)
    .orderBy('id')
    .execute()
  return groupBy(rows, ({ echeance_id }) => echeance_id)
}

type NoteLue = Omit<Appel['notes'][number], 'numero'> & { echeance_id: number; annee: number; numero: number }

const selectNotes = statement<[echeances: number[]], NoteLue>(
  (echeances) => sql<NoteLue>`
    select d.echeance_id, r.canal, r.jour, d.annee, d.numero from documents d join relances r on r.document_id = d.id
    where d.echeance_id = any (${echeances}::bigint[]) order by r.id`,
)

/**
 * Lists the open lines of the stade of a bloc that are not covered, by bien, each with its appel de fonds; the sums are of those that are due
 * (comptes C.2). The caller holds a snapshot. Amounts in centimes. @throws introuvable (404), stadeNonAtteint (409)
 */
export async function listAppels(db: Db, nomme: StadeNomme): Promise<Appels> {
  const lieu = await readLieu(db, nomme)
  const atteint_le = assertAtteint(lieu)
  const lignes = (await readLignes(db, nomme))
    .filter(({ ouverte, reste }) => ouverte && reste > 0)
    .toSorted(
      (a, b) =>
        GENRES[a.bien.type].rang - GENRES[b.bien.type].rang ||
        compareNames(a.bien.numero, b.bien.numero) ||
        a.echeance_id - b.echeance_id,
    )
  const ids = lignes.map(({ echeance_id }) => echeance_id)
  const valides = await readValides(db, ids)
  const notes = groupBy(await selectNotes(db, ids), ({ echeance_id }) => echeance_id)
  const appels = lignes.map((ligne) => ({
    due: estAppelable(ligne),
    appel: toAppel(ligne, valides.get(ligne.echeance_id)?.at(-1), notes.get(ligne.echeance_id) ?? []),
  }))
  const dues = appels.flatMap(({ due, appel }) => (due ? [appel] : []))
  return {
    ...lieu,
    atteint_le,
    data: appels.map(({ appel }) => appel),
    totals: {
      nombre: dues.length,
      reste: dues.reduce((somme, { reste }) => somme + reste, 0),
      appelees: dues.filter(({ document }) => document && !document.a_refaire).length,
    },
  }
}

function toAppel(ligne: LigneAppelee, valide: DocumentLu | undefined, notes: readonly NoteLue[]): Appel {
  const { echeance_id, libelle, vente_id, client, bien, montant, reste, exigible_le, attend_contrat } = ligne
  return {
    echeance_id,
    libelle,
    vente_id,
    dossier: dossierDe(ligne),
    client,
    bien: toBienResume(bien),
    montant,
    reste,
    exigible_le,
    attend: attend_contrat ? 'contrat' : null,
    langue: langueDuNom(client.nomComplet),
    document: valide
      ? {
          id: valide.id,
          numero: numeroPapier(valide.annee, SERIE, valide.numero),
          montant: valide.montant ?? 0,
          a_refaire: valide.montant !== reste,
        }
      : null,
    notes: notes.map(({ canal, jour, annee, numero }) => ({
      canal,
      jour,
      numero: numeroPapier(annee, SERIE, numero),
    })),
  }
}

/** The papers are valid appels de fonds of lines of this stade of this bloc. @throws introuvable (404), appelInvalide (422 on documents) */
export async function assertAppels(db: Db, nomme: StadeNomme, documents: readonly number[]): Promise<void> {
  await readLieu(db, nomme)
  const { rows } = await sql<{ trouves: number }>`
    select count(*) as trouves from documents d join echeances e on e.id = d.echeance_id
    where d.id = any (${[...documents]}::bigint[]) and d.annule_le is null and e.stade_id = ${nomme.stadeId}
      and e.vente_id = any (ventes_des_blocs(array[${nomme.id}::bigint]))`.execute(db)
  if (rows[0]?.trouves !== documents.length) throw refuse(ventesErreurs.appelInvalide).on('documents')
}
