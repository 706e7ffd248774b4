import { aClientResume } from '#features/clients/clients.objects.ts'
import { aBienPaye, aPayeur } from '#features/paiements/paiements.objects.ts'
import { payeursEndpoints, type BienDuPayeur, type Payeur } from '#features/rapports/recap.contract.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { answer, type Answer, type Call } from '#test/harness/screens/answers.ts'
import { pageAsked } from '#test/harness/screens/page.ts'

const aBien = (id: number, nlot: string, montant: number, paye: number, given: Partial<BienDuPayeur> = {}) =>
  aBienPaye({
    id,
    nlot,
    montant,
    reglement: paye,
    resteAPayer: montant - paye,
    pourcentagePaiement: Math.round((paye * 10_000) / montant) / 100,
    ...given,
  })
const payer = (id: number, nomComplet: string, biens: BienDuPayeur[]) =>
  aPayeur(aClientResume({ id, nomComplet }), biens)
const resteOf = (biens: readonly BienDuPayeur[]) =>
  biens.reduce((sum, { resteAPayer }) => sum + resteAPayer, 0)

/** These clients and their biens, as the server keeps and orders them for what a call asks for. */
function listOf(all: readonly Payeur[], { query }: Pick<Call, 'query'>) {
  const asked = (name: string) => (query.get(name) ?? '').toLowerCase()
  const owing = (one: BienDuPayeur) => one.resteAPayer > 0 || asked('solde') !== 'reste'
  const there = (one: BienDuPayeur) => one.residence === 'Les Jardins' || asked('residence') !== '1'
  const found = all
    .map((one) => {
      const named = (bien: BienDuPayeur) =>
        `${one.client.nomComplet} ${bien.nlot}`.toLowerCase().includes(asked('search'))
      const biens = one.biens.filter((bien) => owing(bien) && there(bien) && named(bien))
      if (asked('tri') === 'reste') biens.sort((a, b) => b.resteAPayer - a.resteAPayer)
      return { ...one, biens }
    })
    .filter(({ biens }) => biens.length > 0)
  if (asked('tri') === 'reste') found.sort((a, b) => resteOf(b.biens) - resteOf(a.biens))
  const biens = found.flatMap((one) => one.biens)
  const sum = (of: (bien: BienDuPayeur) => number) => biens.reduce((total, bien) => total + of(bien), 0)
  return {
    ...pageAsked(found, { query }),
    totals: {
      nombre_biens: biens.length,
      montant_global: sum(({ montant }) => montant),
      total_paye: sum(({ reglement }) => reglement),
      total_restant: resteOf(biens),
      versements_retenus: null,
    },
  }
}

/** The answers that the recap of these clients asks for. */
export const theRecap = (all: readonly Payeur[]): Answer[] => [
  answer(payeursEndpoints.list, (call) => listOf(all, call)),
  answer(residencesEndpoints.all, [
    { id: 2, nom: 'El Bahia' },
    { id: 1, nom: 'Les Jardins' },
  ]),
]

/** Ali has four biens in one residence, paid 90, 50, 25 and 24 percent; seven neighbours have a place each elsewhere. */
export const PORTFOLIO = [
  payer(1, 'Ali Benali', [
    aBien(1, 'A-1', 1_000_00, 900_00),
    aBien(2, 'A-2', 1_000_00, 500_00),
    aBien(3, 'L-7', 1_000_00, 250_00, { type: 'local' }),
    aBien(4, '41', 1_000_00, 240_00, { type: 'place_parking', surface: null }),
  ]),
  ...Array.from({ length: 7 }, (_, at) =>
    payer(at + 2, `Voisin ${at + 1}`, [
      aBien(at + 5, String(71 + at), 50, 0, { type: 'place_parking', residence: 'El Bahia', surface: null }),
    ]),
  ),
]
/** Ali has paid one lot and owes 100 on another and 700 on a third; Zohra owes 600; Bilal has paid all he bought. */
export const DEBTORS = [
  payer(1, 'Ali Benali', [
    aBien(1, 'A-1', 1_000_00, 1_000_00),
    aBien(2, 'A-2', 1_000_00, 900_00),
    aBien(3, 'A-3', 1_000_00, 300_00),
  ]),
  payer(2, 'Bilal Cherif', [aBien(4, '7', 3_333_00, 3_333_00, { type: 'place_parking' })]),
  payer(3, 'Zohra Mansouri', [aBien(5, 'A-9', 2_757_00, 2_157_00)]),
]
