import type { Option } from '#features/options/options.contract.ts'
import { aDossier } from '#features/ventes/ventes.objects.ts'
import { addJours, aujourdhui } from '#shared/dates.ts'

/** An option that Samir, who is no client, holds for three more days. */
export const anOption = (given: Partial<Option> = {}): Option => ({
  id: 1,
  bien: aDossier().bien,
  client_id: null,
  client: null,
  nom: 'Samir Belkacem',
  tel: '0770 11 22 33',
  expire_le: addJours(aujourdhui(), 3),
  jours_restants: 3,
  note: null,
  etat: 'en_cours',
  prise_le: aujourdhui(),
  prise_par: 'Karim Benali',
  fin_le: null,
  motif_fin: null,
  effacee: false,
  version: 1,
  ...given,
})
