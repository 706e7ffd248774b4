import { sql } from 'kysely'
import { expect } from 'vitest'
import {
  blocDe,
  garantir,
  lire,
  livrer,
  nu,
  regler,
  vendre,
} from '#features/papiers/server/documents.essais.ts'
import { modeleDeClauses } from '#features/papiers/papiers.clauses.ts'
import type { Langue } from '#shared/papiers.ts'
import type { TestApp, Visitor } from '#test/harness/app.ts'
import { buildClient, buildCompteBancaire } from '#test/harness/builders.ts'
import { drawnOutside } from '#test/harness/pdf.ts'

/** Returns the text of an Arabic paper, without blanks and brackets: the reader leaves blanks out between Arabic words, and may turn a bracket round. */
export const serre = (texte: string) => nu(texte).replace(/[\s()]/g, '')
/** Returns the sentences that a paper lacks, and those that it must not have; with all its text when there is any. */
export function fautes(
  langue: Langue,
  text: string,
  dits: readonly string[],
  tus: readonly string[] = [],
): string[] {
  // A line may end within « soixante-dix-huit ».
  const lu = langue === 'fr' ? nu(text).replaceAll('- ', '-') : serre(text)
  const dit = (phrase: string) => lu.includes(langue === 'fr' ? nu(phrase) : serre(phrase))
  const trouvees = [
    ...dits.filter((phrase) => !dit(phrase)).map((phrase) => `absent: ${phrase}`),
    ...tus.filter(dit).map((phrase) => `dit: ${phrase}`),
  ]
  return trouvees.length === 0 ? [] : [...trouvees, lu]
}

/** The preview of a paper of a vente or a bloc, `ventes/12`, as text. */
export async function apercu(
  visitor: Visitor,
  objet: string,
  demande: Record<string, string>,
): Promise<string> {
  const query = new URLSearchParams(demande).toString()
  const { text, bytes } = await lire(visitor, `/api/${objet}/documents/apercu?${query}`)
  // The word across the page alone reaches over its edge.
  expect((await drawnOutside(bytes)).filter((un) => !/PROJET|مشروع/.test(un))).toEqual([])
  return text
}

/** A promoter, an account and settings that papers name in both languages. */
export async function meubler(t: TestApp, karim: Visitor): Promise<void> {
  await t.db
    .insertInto('promoteurs')
    .values({
      nom: 'SARL El Bahia',
      nom_ar: 'شركة الباهية',
      email: 'contact@elbahia.dz',
      telephone: '041 33 21 45',
      adresse: '12, rue Larbi, Oran',
      adresse_ar: '12، شارع العربي، وهران',
      rc: '31/00-0123456B21',
      agrement: '118/2020',
      capital: 1_000_000_000,
      representant: 'Ali Saadi',
      representant_ar: 'علي سعدي',
      representant_qualite: 'gérant',
      representant_qualite_ar: 'مسير',
    })
    .execute()
  await buildCompteBancaire(t.db, { banque: 'CNEP-Banque', agence: 'Oran centre', numero: '002 00012 55' })
  await regler(
    karim,
    { ville: 'Oran', ville_ar: 'وهران', delai_mise_en_demeure: 15 },
    { contrat_reservation: { fr: modeleDeClauses('fr'), ar: modeleDeClauses('ar') } },
  )
}

/** A lot sold to a woman and a company, with all that papers say of its place. */
export async function vendreADeux(t: TestApp, karim: Visitor): Promise<{ vente: number; dossier: string }> {
  const vente = await vendre(t, { genre: 'femme', tel: '0550 12 34 56' })
  const { id } = await buildClient(t.db, {
    nom_complet: 'Bâti Sud',
    nom_ar: 'بناء الجنوب',
    genre: 'societe',
    rc: '16/00-7654321B20',
    representant: 'Ilyès Mansouri',
    representant_ar: 'إلياس منصوري',
    representant_qualite: 'gérante',
    representant_qualite_ar: 'مسيرة',
  })
  await t.db.insertInto('co_acquereurs').values({ vente_id: vente, client_id: id, part: 4000 }).execute()
  await livrer(t, vente)
  const bloc = await blocDe(t.db, vente)
  await t.db.updateTable('blocs').set({ nomloc: 'Bloc A' }).where('id', '=', bloc).execute()
  const { residence_id } = await t.db
    .selectFrom('blocs')
    .select('residence_id')
    .where('id', '=', bloc)
    .executeTakeFirstOrThrow()
  await t.db
    .updateTable('residences')
    .set({
      nom: `Les Jardins ${vente}`,
      nom_ar: 'الياسمين',
      permis_numero: '118/2024',
      permis_le: '2024-03-14',
    })
    .where('id', '=', residence_id)
    .execute()
  await t.db
    .updateTable('etages')
    .set({ niveau: 2, designation: '2e étage' })
    .where('bloc_id', '=', bloc)
    .execute()
  await garantir(t, vente, null)
  await t.db
    .updateTable('ventes')
    .set({ notaire: 'Maître Belkacem', livraison_prevue_le: '2027-06-30' })
    .where('id', '=', vente)
    .execute()
  const { dossier } = (await karim.get(`/api/ventes/${vente}`)).json as { dossier: string }
  return { vente, dossier }
}

/** Makes an échéance wait for the first stade. */
export async function attendreLeStade(t: TestApp, vente: number, id: number | undefined): Promise<void> {
  await t.db
    .updateTable('echeances')
    .set({ declencheur: 'stade', stade_id: 1, date_prevue: null })
    .where('id', '=', id ?? 0)
    .execute()
  // A line on a stade falls due with a contract only (comptes D.1).
  await sql`update ventes set contrat_le = reservation_le where id = ${vente}`.execute(t.db)
  await sql`select rafraichir_echeances(array[${vente}::bigint])`.execute(t.db)
}

/** Buyers of {@link vendreADeux} inside a sentence. */
export const CLIENTS = {
  de: 'de Mme Samira Haddad et de la société Bâti Sud, agissant par Ilyès Mansouri, gérante',
  a: 'à Mme Samira Haddad et à la société Bâti Sud, agissant par Ilyès Mansouri, gérante',
  ar: 'السيدة سميرة حداد وشركة بناء الجنوب، الممثلة في شخص إلياس منصوري (مسيرة)',
}
/** How an attestation begins. */
export const NOUS = {
  fr: 'Nous soussignés, SARL El Bahia, agissant par Ali Saadi, gérant, attestons',
  ar: 'نحن الموقعين أدناه، شركة الباهية، الممثل في شخص علي سعدي (مسير)، نشهد',
}
