import type { LigneDuJournal } from '#features/journal/journal.contract.ts'

/** A line of the journal: the price of a lot was raised. */
export const aLigneDuJournal = (given: Partial<LigneDuJournal> = {}): LigneDuJournal => ({
  id: 1,
  quand: '2026-11-01T09:30:00.000Z',
  membre: 'Karim Benali',
  action: 'modifier',
  action_libelle: 'Modification',
  objet: 'appartement',
  objet_libelle: 'Appartement',
  objet_id: 1,
  titre: 'Appartement A-12',
  lien: '/appartement?details=1',
  changements: [{ champ: 'Montant', avant: '1 250 000,00 DA', apres: '1 300 000,50 DA' }],
  ...given,
})
