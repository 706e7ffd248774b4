/** Vouchers of the demo's works and their règlements. Amounts in centimes. */
import { createBon } from '#features/charges/server/bons.service.ts'
import { createCategorie } from '#features/charges/server/categories.service.ts'
import { createReglement } from '#features/charges/server/reglements.service.ts'
import type { Centimes } from '#shared/argent.ts'
import { addJours } from '#shared/dates.ts'
import type { Monde } from '#db/demo-annee.ts'
import { residenceId } from '#db/demo-legal.ts'
import { CHARGES } from '#db/demo-names.ts'
import { ouvrable } from '#db/demo-plan.ts'
import { between, pick, repeat, seeded, type Random } from '#db/random.ts'

interface BonPrevu {
  categorie: number
  residence: number
  /** Days ago. */
  ago: number
  fournisseur: string
  prefixe: string
  lignes: { designation: string; prix_unitaire: Centimes; quantite: number }[]
}

/** Months between which a contractor sent his monthly accounts of the works, and what one comes to, in thousands of dinars. */
const CHANTIERS = [
  { residence: 0, fournisseur: 'Cosider Construction', depuis: 32, jusqua: 8, milliers: [17_000, 26_000] },
  { residence: 1, fournisseur: 'SARL Atlas Bâtiment', depuis: 13, jusqua: 0, milliers: [18_000, 27_000] },
  { residence: 2, fournisseur: 'ETB Soummam', depuis: 1, jusqua: 0, milliers: [6_000, 9_000] },
] as const
const MILLE = 100_000
const MOIS = 30
/** Bons of material and of others, one each so many days. */
const ACHATS = { nombre: 44, pas: 15 }
const JOURS_DE_PAIEMENT = 34

/** Puts the bons and their règlements into the agenda: what is older than five weeks is paid, of the newest a part. */
export function scheduleCharges(monde: Monde): void {
  const { agenda, bureau, db } = monde
  const random = seeded(20_260_104)
  const categories: number[] = []
  agenda.add(agenda.ago(CHANTIERS[0].depuis * MOIS + 20), 1, async () => {
    for (const { nom } of CHARGES) categories.push((await createCategorie(db, bureau.comptable, { nom })).id)
  })
  const bons = [...situations(random), ...achats(random)].toSorted((a, b) => b.ago - a.ago)
  for (const [n, { categorie, residence, ago, fournisseur, prefixe, lignes }] of bons.entries()) {
    const date_bon = ouvrable(agenda.ago(ago))
    agenda.add(date_bon, 2, async () => {
      const { id } = await createBon(db, bureau.comptable, {
        categorie_bon_id: categories[categorie] ?? 0,
        reference: `${prefixe}-${date_bon.slice(2, 4)}/${String(214 + 3 * n).padStart(4, '0')}`,
        date_bon,
        fournisseur,
        residence_id: await residenceId(db, residence),
        lignes,
      })
      scheduleReglements(monde, { id, total: totalOf(lignes), n, ago })
    })
  }
}

const totalOf = (lignes: BonPrevu['lignes']): Centimes =>
  lignes.reduce((sum, { prix_unitaire, quantite }) => sum + prix_unitaire * quantite, 0)

function scheduleReglements(
  { agenda, bureau, db }: Monde,
  { id, total, n, ago }: { id: number; total: Centimes; n: number; ago: number },
): void {
  const regler = (montant: Centimes, apres: number) => {
    const date_reglement = ouvrable(addJours(agenda.ago(ago), apres))
    const mode = n % 3 === 0 ? 'cheque' : 'virement'
    agenda.add(date_reglement, 8, async () => {
      await createReglement(db, bureau.comptable, id, {
        date_reglement,
        montant,
        mode,
        compte_id: bureau.comptes[n % 4 === 1 ? 1 : 0],
        banque: n % 4 === 1 ? 'CPA' : 'BNA',
        reference: String(705_120 + 37 * n),
        details: null,
      })
    })
  }
  const half = Math.floor(total / 2 / MILLE) * MILLE
  if (ago <= 12) return
  if (ago <= JOURS_DE_PAIEMENT + 6) return regler(half, 9)
  if (n % 5 === 4) {
    regler(half, 9)
    return regler(total - half, JOURS_DE_PAIEMENT)
  }
  return regler(total, JOURS_DE_PAIEMENT - (n % 9))
}

function situations(random: Random): BonPrevu[] {
  return CHANTIERS.flatMap(({ residence, fournisseur, depuis, jusqua, milliers }) =>
    repeat(depuis - jusqua + 1, (n) => ({
      categorie: 0,
      residence,
      ago: (depuis - n) * MOIS + 7,
      fournisseur,
      prefixe: 'SIT',
      lignes: [
        {
          designation: `Situation de travaux n° ${n + 1}`,
          prix_unitaire: between(random, milliers[0], milliers[1]) * MILLE,
          quantite: 1,
        },
      ],
    })),
  )
}

function achats(random: Random): BonPrevu[] {
  return repeat(ACHATS.nombre, (n) => {
    const categorie = n % CHARGES.length
    const { lignes = [], fournisseurs = [] } = CHARGES[categorie] ?? {}
    const ago = 9 + n * ACHATS.pas
    return {
      categorie,
      residence: ago > 420 ? 0 : n % 4 === 0 && ago > 220 ? 0 : ago < 110 && n % 5 === 0 ? 2 : 1,
      ago,
      fournisseur: pick(random, fournisseurs),
      prefixe: 'BL',
      lignes: lignes.slice(0, 1 + (n % 3)).map(([designation, prix_unitaire, quantite]) => ({
        designation,
        prix_unitaire,
        quantite: Math.max(1, Math.round(quantite * (0.6 + random()))),
      })),
    }
  })
}
