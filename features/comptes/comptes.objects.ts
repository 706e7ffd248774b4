import { type CompteBancaire, comptesEndpoints } from '#features/comptes/comptes.contract.ts'
import { answer, type Answer } from '#test/harness/screens/answers.ts'

export const aCompteBancaire = (given: Partial<CompteBancaire> = {}): CompteBancaire => ({
  id: 1,
  banque: 'BNA',
  agence: null,
  numero: '001 00600 1',
  actif: true,
  remises: 0,
  version: 1,
  ...given,
})

/** The accounts of the promoteur. @param dernier the id of the one last used */
export const comptes = (data: CompteBancaire[], dernier: number | null = null): Answer =>
  answer(comptesEndpoints.list, { data, dernier })
