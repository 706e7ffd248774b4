import type { Appel, Appels } from '#features/papiers/appels.contract.ts'
import { estDue } from '#features/papiers/papiers.rules.ts'
import type { Document } from '#features/papiers/papiers.contract.ts'
import { aDossier } from '#features/ventes/ventes.objects.ts'
import { aujourdhui } from '#shared/dates.ts'

/** A line of the stade that is due, of which no appel de fonds has been made. */
export function anAppel(given: Partial<Appel> = {}): Appel {
  const { dossier, client, bien } = aDossier()
  const id = given.echeance_id ?? 1
  return {
    echeance_id: id,
    libelle: 'Fondations achevées',
    vente_id: id,
    dossier,
    client: { ...client, tel: '0555 12 34 56', email: 'client@exemple.dz' },
    bien: { ...bien, id, numero: `A-${id}`, designation: `Appartement A-${id}` },
    montant: 437_500_000,
    reste: 437_500_000,
    exigible_le: aujourdhui(),
    attend: null,
    langue: 'fr',
    document: null,
    notes: [],
    ...given,
  }
}

/** The appels of a stade, their sums those of the lines that are due. */
export function lesAppels(data: Appel[]): Appels {
  const dues = data.filter((appel) => estDue(appel, aujourdhui()))
  return {
    stade: { id: 1, nom: 'Fondations achevées' },
    bloc: { id: 1, nomloc: 'A' },
    atteint_le: '2026-09-09',
    data,
    totals: {
      nombre: dues.length,
      reste: dues.reduce((somme, { reste }) => somme + reste, 0),
      appelees: dues.filter(({ document }) => document && !document.a_refaire).length,
    },
  }
}

/** The appel de fonds of a line, as it is answered when it has been issued. */
export const unAppelEtabli = ({ echeance_id, vente_id, reste, langue }: Appel, numero: string): Document => ({
  id: 100 + echeance_id,
  vente_id,
  bloc_id: null,
  numero,
  type: 'appel_fonds',
  variante: null,
  libelle: 'Appel de fonds',
  langue,
  etabli_le: aujourdhui(),
  montant: reste,
  code: 'A1B2-C3D4-E5F6',
  etat: 'valide',
  motif: null,
  etabli_par: 'Karim Benali',
  imprime_le: null,
})
