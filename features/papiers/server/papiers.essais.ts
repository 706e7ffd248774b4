import { regler } from '#features/papiers/server/documents.essais.ts'
import type { TestApp, Visitor } from '#test/harness/app.ts'
import { buildCompteBancaire } from '#test/harness/builders.ts'

/** Clauses of a contract. */
export const CLAUSES = {
  fr: '# Article 1 : Objet\n\nLe réservataire {client} acquiert {bien}.\n\nPrix : {prix}, soit {prix_lettres}.',
  ar: '# المادة 1\n\nيقتني {client} العقار {bien} بثمن {prix}.',
}

/** A promoter with an account in use and one out of use, a city, a delay and the {@link CLAUSES}. */
export async function installer({ db }: TestApp, visitor: Visitor): Promise<void> {
  await db
    .insertInto('promoteurs')
    .values({
      nom: 'SARL El Bahia',
      nom_ar: 'شركة الباهية للترقية العقارية',
      email: 'contact@elbahia.dz',
      telephone: '041 33 21 45',
      adresse: '12, rue Larbi, Oran',
      rc: '31/00-0123456B21',
    })
    .execute()
  await buildCompteBancaire(db, { banque: 'CNEP-Banque', agence: 'Oran centre', numero: '002 00012 55' })
  await buildCompteBancaire(db, { banque: 'BDL', numero: '005 1', actif: false })
  await regler(visitor, { ville: 'Oran', delai_mise_en_demeure: 15 }, { contrat_reservation: CLAUSES })
}
