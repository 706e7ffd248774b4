import { sql } from 'kysely'
import type { TestApp } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEtage,
  buildLocal,
  buildOption,
  buildParking,
  buildPlace,
  buildResidence,
  pay,
  sell,
} from '#test/harness/builders.ts'
import type { Rangee } from '#test/harness/feuilles.ts'

/** A1, A6 and A7 free; A2 Amina's, 400 000 of 1 000 000 paid; A3 off sale; A4 held for Lynda; A5 was Karim's; L1 free; a place. */
export async function buildElYasmine(t: TestApp): Promise<void> {
  const { db } = t
  const { id: residence_id } = await buildResidence(db, { nom: 'El Yasmine' })
  const { id: bloc_id } = await buildBloc(db, { residence_id, nomloc: 'Bloc A' })
  const { id: etage_id } = await buildEtage(db, { bloc_id, designation: '1er étage' })
  const lots = new Map<string, number>()
  for (const num_lot of ['A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7'])
    lots.set(num_lot, await buildAppartement(db, { etage_id, num_lot }))
  await buildLocal(db, { bloc_id, num: 'L1' })
  const { id: parking_id } = await buildParking(db, { residence_id, parking_nom: 'Sous-sol' })
  await buildPlace(db, { parking_id, numero_place: 1 })
  const karim = await buildClient(db, { nom_complet: 'Karim Benali' })
  const amina = await buildClient(db, { nom_complet: 'Amina Haddad' })
  for (const tel of ['0550', '0551']) await buildClient(db, { nom_complet: 'Sofiane Meziane', tel })
  const de = (num: string) => lots.get(num) ?? 0
  await pay(db, await sell(db, de('A2'), amina.id), 40_000_000)
  await db
    .updateTable('biens')
    .set({ bloque_motif: 'Litige', bloque_le: new Date() })
    .where('id', '=', de('A3'))
    .execute()
  await buildOption(db, de('A4'))
  const ancienne = await sell(db, de('A5'), karim.id)
  await pay(db, ancienne, 10_000_000, '2026-02-01', { details: 'Avance' })
  await db
    .updateTable('ventes')
    .set({ terminee_le: sql`now()` })
    .where('id', '=', ancienne)
    .execute()
  const annule = await pay(db, ancienne, 500)
  const member = await t.member()
  await db.updateTable('ventes').set({ terminee_le: null }).where('id', '=', ancienne).execute()
  await member.delete(`/api/paiements/${annule}`)
  await db
    .updateTable('ventes')
    .set({ terminee_le: sql`now()` })
    .where('id', '=', ancienne)
    .execute()
}

/** Lines of a workbook about these lots. */
export const lot = (numero: string, autres: Rangee = {}): Rangee => ({
  Type: 'Appartement',
  Résidence: 'El Yasmine',
  'Bloc ou parking': 'Bloc A',
  Étage: '1er étage',
  Numéro: numero,
  ...autres,
})
export const karim = (numero: string, autres: Rangee = {}): Rangee =>
  lot(numero, { Client: 'Karim Benali', ...autres })
export const vente = (numero: string, autres: Rangee = {}) => karim(numero, { Date: '2025-03-12', ...autres })
export const paye = (numero: string, autres: Rangee = {}) =>
  karim(numero, { Date: '2025-03-12', Montant: 1000, ...autres })
export const amina = { Client: 'Amina Haddad' }
export const fini = { 'Terminée le': '2025-06-01', Prix: 900_000 }
export const desiste = {
  ...fini,
  Dossier: '2025-D-0003',
  'Désistement le': '2025-05-30',
  'À la demande de': 'Client',
  Motif: 'Crédit refusé',
}
export const cheque = { 'Mode de paiement': 'Chèque', Banque: 'BNA', Référence: '12' }
export const ligne = (rang: number, montant: number, autres: Rangee = {}) =>
  lot('A1', { 'N°': rang, Libellé: 'Tranche', Montant: montant, Déclencheur: 'Au contrat', ...autres })
export const rendu = (montant: number, autres: Rangee = {}): Rangee => ({
  Dossier: '2025-D-0003',
  Date: '2025-07-01',
  Montant: montant,
  Mode: 'Virement',
  ...autres,
})
