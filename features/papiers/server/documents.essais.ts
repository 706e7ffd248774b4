import type { Insertable } from 'kysely'
import type { Document } from '#features/papiers/papiers.contract.ts'
import { addJours, aujourdhui } from '#shared/dates.ts'
import type { DB } from '#server/database/schema.ts'
import type { TestApp, Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, buildEcheancier, sell } from '#test/harness/builders.ts'
import { readPdf } from '#test/harness/pdf.ts'

/** The lot A-12, sold at 4 321 678,90 DA to whoever is told. */
export async function vendre(
  { db }: TestApp,
  client: Partial<Insertable<DB['clients']>> = {},
  prix = 432_167_890,
): Promise<number> {
  const { id } = await buildClient(db, {
    nom_complet: 'Samira Haddad',
    nom_ar: 'سميرة حداد',
    adresse: '3, rue des Oliviers, Oran',
    naissance_le: '1984-02-29',
    naissance_lieu: 'Oran',
    piece_numero: '109 840 229',
    ...client,
  })
  return sell(db, await buildAppartement(db, { num_lot: 'A-12', prix }), id)
}

/** Notes that the keys of a vente may be handed over. */
export async function livrer({ db }: TestApp, vente: number): Promise<void> {
  await db
    .updateTable('ventes')
    .set((eb) => ({ livraison_le: eb.ref('reservation_le') }))
    .where('id', '=', vente)
    .execute()
}

/** Records that the bloc of a vente has reached its first stade; returns the bloc. */
export async function avancer({ db }: TestApp, vente: number): Promise<number> {
  const bloc = await blocDe(db, vente)
  const { id } = await db.selectFrom('stades').select('id').orderBy('rang').limit(1).executeTakeFirstOrThrow()
  await db
    .insertInto('stades_atteints')
    .values({ bloc_id: bloc, stade_id: id, atteint_le: '2026-02-01', note_par: 'Karim Benali' })
    .execute()
  return bloc
}

/** The bloc in which an appartement was sold. */
export async function blocDe(db: TestApp['db'], vente: number): Promise<number> {
  const { bloc_id } = await db
    .selectFrom('ventes as v')
    .innerJoin('biens_decrits as d', 'd.id', 'v.bien_id')
    .select('d.bloc_id')
    .where('v.id', '=', vente)
    .executeTakeFirstOrThrow()
  return bloc_id ?? 0
}

/** Gives the bloc of a vente a guarantee until this day; null for one without end. */
export async function garantir({ db }: TestApp, vente: number, au: string | null): Promise<void> {
  await db
    .updateTable('blocs')
    .set({ garantie_numero: 'G-2026-18', garantie_le: '2026-01-05', garantie_au: au })
    .where('id', '=', await blocDe(db, vente))
    .execute()
}

/** A third late since ten days, a third since yesterday, the rest to come. */
export async function devoir({ db }: TestApp, vente: number): Promise<number[]> {
  const today = aujourdhui()
  await buildEcheancier(db, vente, [
    [132_167_890, addJours(today, -10)],
    [100_000_000, addJours(today, -1)],
    [200_000_000, addJours(today, 90)],
  ])
  const rows = await db
    .selectFrom('echeances')
    .select('id')
    .where('vente_id', '=', vente)
    .orderBy('rang')
    .execute()
  return rows.map(({ id }) => id)
}

/** Saves some settings of the papers. */
export async function regler(visitor: Visitor, champs: object, textes: object = {}): Promise<void> {
  const { json } = await visitor.get('/api/parametres')
  const { valeur } = (json as { data: { documents: { valeur: { textes: object } } } }).data.documents
  const answer = await visitor.put('/api/parametres/documents', {
    valeur: { ...valeur, ...champs, textes: { ...valeur.textes, ...textes } },
  })
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
}

/** Asks for a paper, which must be issued. */
export async function etablir(visitor: Visitor, vente: number, demande: object): Promise<Document> {
  const answer = await visitor.post(`/api/ventes/${vente}/documents`, demande)
  if (answer.statusCode !== 201) throw new Error(`${answer.statusCode} ${answer.body}`)
  return answer.json as Document
}

/** A PDF, read back, with the name under which it is saved. */
export async function lire(visitor: Visitor, path: string) {
  const { statusCode, headers, rawPayload, body } = await visitor.get(path)
  if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${body}`)
  return { ...(await readPdf(rawPayload)), bytes: rawPayload, nom: String(headers['content-disposition']) }
}

/** Without what tells the reader in which direction to write, and with plain spaces: what a search for a word sees. */
export const nu = (texte: string): string =>
  texte
    .normalize('NFKC')
    .replace(/[\u200B-\u200F\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
