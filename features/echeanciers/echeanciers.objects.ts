import type { Anciennete, Attendent, Ligne, ParMois } from '#features/echeanciers/echeances.contract.ts'
import type { Modele, Stade, StadeDuBloc } from '#features/echeanciers/stades.contract.ts'
import { parametresEndpoints } from '#features/parametres/parametres.contract.ts'
import { aDossier, anEcheance } from '#features/ventes/ventes.objects.ts'
import { answer, type Answer } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'

/** A line of the list of échéances, to come. */
export const aLigne = (given: Partial<Ligne> = {}): Ligne => {
  const { id, dossier, client, bien } = aDossier()
  return {
    ...anEcheance(),
    vente_id: id,
    dossier,
    client,
    bien,
    derniere_relance: null,
    relance_aujourdhui: false,
    dossier_en_retard: 0,
    ...given,
  }
}

const NO_AGE: Anciennete = { j0_30: 0, j31_60: 0, j61_90: 0, j90_plus: 0 }

/** A page of the list, its sums those of its lines. */
export function echeancesPage(
  lignes: Ligne[],
  {
    anciennete = NO_AGE,
    par_mois = null,
    attendent = { contrat: 0, stade: 0 },
    ...at
  }: { anciennete?: Anciennete; par_mois?: ParMois[] | null; attendent?: Attendent } & Parameters<
    typeof onePage
  >[1] = {},
) {
  const sum = (field: 'montant' | 'couvert' | 'reste') =>
    lignes.reduce((total, ligne) => total + ligne[field], 0)
  const totals = {
    nombre: lignes.length,
    montant: sum('montant'),
    recu: sum('couvert'),
    reste: sum('reste'),
  }
  return { ...onePage(lignes, { parPage: 20, ...at }), totals, anciennete, attendent, par_mois }
}

export const STADES: Stade[] = ['Fondations achevées', 'Gros œuvre achevé', "Tous corps d'état achevés"].map(
  (nom, at) => ({ id: at + 1, nom, nom_ar: null, rang: at + 1, version: 1 }),
)

/** A stade that the bloc has not reached, and that no line waits for. */
export const aStadeDuBloc = ({ id, nom, rang }: Stade, atteint_le: string | null = null): StadeDuBloc => ({
  stade_id: id,
  nom,
  rang,
  atteint_le,
  prevu_le: null,
  note: null,
  note_par: null,
  note_le: null,
  echeances_en_attente: 0,
  montant_en_attente: 0,
})

/** The stades of a bloc whose delivery nothing waits for. */
export const desStades = (data: StadeDuBloc[]) => ({
  data,
  livraison: { prevue_le: null, echeances_en_attente: 0, montant_en_attente: 0 },
})

/** The modèle that the product comes with: at the contract, the three stades, the delivery. */
const SUR_PLANS: Modele = {
  id: 1,
  nom: 'Vente sur plans',
  par_defaut: true,
  lignes: [
    ['Signature du contrat', 20_00, 'contrat', null] as const,
    ...STADES.map(({ id, nom }, at) => [nom, [15_00, 35_00, 25_00][at] ?? 0, 'stade', id] as const),
    ['Remise des clés', 5_00, 'livraison', null] as const,
  ].map(([libelle, pourcent, declencheur, stade_id]) => ({
    libelle,
    pourcent,
    declencheur,
    stade_id,
    libelle_ar: null,
    nombre: 1,
    pas_mois: 1,
  })),
}

/** The same as the settings have it, percents in decimals. */
export const MODELE_LU = {
  ...SUR_PLANS,
  lignes: SUR_PLANS.lignes.map((ligne) => ({ ...ligne, pourcent: ligne.pourcent / 100 })),
}

/** The settings that every form reads, with this modèle and these stades. */
export const reglages = (more: Record<string, unknown> = {}): Answer =>
  answer(parametresEndpoints.reglages, {
    data: { modeles: [MODELE_LU], stades: STADES, ...more },
  })
