/** Other events of the demo's office: works, prices, options, sales that end or move, reminders. Amounts in centimes. */
import { updatePrevisions } from '#features/echeanciers/server/previsions.service.ts'
import { recordStade } from '#features/echeanciers/server/stades.blocs.ts'
import { listStades } from '#features/echeanciers/server/stades.service.ts'
import { blockBien } from '#features/biens/server/biens.service.ts'
import { createOption, releaseOption } from '#features/options/server/options.service.ts'
import { applyRevision, previewRevision } from '#features/prix/server/revision.service.ts'
import { saveAcquereurs } from '#features/ventes/server/acquereurs.service.ts'
import { endVente } from '#features/ventes/server/desistement.service.ts'
import { createRelances } from '#features/ventes/server/relances.service.ts'
import { createRemboursement } from '#features/ventes/server/remboursements.service.ts'
import { cedeVente, transferVente } from '#features/ventes/server/transferts.service.ts'
import { addMois, type Jour } from '#shared/dates.ts'
import type { Monde } from '#db/demo-annee.ts'
import { blocId, residenceId } from '#db/demo-legal.ts'
import { BLOCS, LOTS, type Lot } from '#db/demo-lots.ts'
import {
  ARRONDI_DES_PRIX,
  AUTRES_CLIENTS,
  REVISIONS,
  STADES_DES_BLOCS,
  type VentePrevue,
} from '#db/demo-plan.ts'
import { finDe, JOURS_DES_CHANGEMENTS } from '#db/demo-versements.ts'

/** Months until the next stades of a bloc and its delivery are foreseen, in order. */
const PREVISIONS: Readonly<Record<number, readonly number[]>> = {
  3: [5, 8],
  4: [6, 9],
  5: [2, 9, 12],
  6: [3, 8, 14, 17],
  7: [4, 9, 15, 18],
}

/** Puts the works of the blocs into the agenda, and what is foreseen of them. */
export function scheduleTravaux(monde: Monde): void {
  const { agenda, bureau, db } = monde
  for (const [bloc, jours] of STADES_DES_BLOCS.entries())
    for (const [rang, ago] of jours.entries())
      agenda.add(agenda.ago(ago), 0, async () => {
        const stade = (await listStades(db))[rang]
        const note = rang === 1 ? "Procès-verbal du bureau d'études" : null
        await recordStade(db, bureau.direction, await blocId(db, bloc), stade?.id ?? 0, {
          atteint_le: agenda.ago(ago),
          note,
        })
      })
  for (const [residence, ago] of [
    [1, 20],
    [2, 90],
  ] as const)
    agenda.add(agenda.ago(ago), 2, () => foresee(monde, residence))
}

async function foresee({ db, bureau, agenda }: Monde, residence: number): Promise<void> {
  const stades = await listStades(db)
  const blocs = []
  for (const [rang, bloc] of BLOCS.entries()) {
    if (bloc.residence !== residence) continue
    const atteints = STADES_DES_BLOCS[rang]?.length ?? 0
    const mois = PREVISIONS[rang] ?? []
    const jour = (n: number): Jour => addMois(agenda.today, mois[n] ?? 0)
    blocs.push({
      id: await blocId(db, rang),
      livraison_prevue_le: jour(mois.length - 1),
      stades: stades.slice(atteints).map(({ id }, n) => ({ stade_id: id, prevu_le: jour(n) })),
    })
  }
  await updatePrevisions(db, bureau.direction, await residenceId(db, residence), { blocs })
}

/** Puts the two changes of the prices of the second résidence into the agenda, and two lots taken off sale. */
export function schedulePrix(monde: Monde, libres: readonly Lot[]): void {
  const { agenda, bureau, db } = monde
  for (const { valeur, mois, motif } of REVISIONS)
    agenda.add(addMois(agenda.today, mois), 0, async () => {
      const demande = {
        residence_id: await residenceId(db, 1),
        types: ['appartement', 'local'] as ('appartement' | 'local')[],
        typeLogement: null,
        etats: ['libre', 'bloque'] as ('libre' | 'bloque')[],
        sorte: 'pourcent' as const,
        valeur,
        arrondi: ARRONDI_DES_PRIX,
        motif,
        empreinte: null,
      }
      const { empreinte } = await previewRevision(db, demande)
      await applyRevision(db, bureau.direction, { ...demande, empreinte })
    })
  for (const [n, motif] of ['Appartement témoin', 'Réserve du promoteur'].entries()) {
    const lot = libres[n]
    if (lot)
      agenda.add(agenda.ago(96 - n), 3, async () => {
        await blockBien(db, bureau.direction, await monde.bien(lot), { motif })
      })
  }
}

/** Puts three options that hold into the agenda, one of which ends tomorrow, one that has expired and one that was released. */
export function scheduleOptions(monde: Monde, libres: readonly Lot[]): void {
  const { agenda, bureau, db } = monde
  const poser = async (
    rang: number,
    qui: { client: number } | { nom: string; tel: string },
    expire: number,
    note: string | null,
  ) => {
    const lot = libres[rang]
    if (!lot) throw new RangeError('no lot is left for an option')
    return createOption(db, bureau.commerciaux[rang % 2 === 0 ? 0 : 1], {
      bien_id: await monde.bien(lot),
      client_id: 'client' in qui ? await monde.client(qui.client) : null,
      nom: 'client' in qui ? null : qui.nom,
      tel: 'client' in qui ? null : qui.tel,
      expire_le: agenda.ago(-expire),
      note,
    })
  }
  const [premier = 0, second = 0, tiers = 0, quart = 0] = AUTRES_CLIENTS
  agenda.add(agenda.ago(34), 4, async () => {
    const { id } = await poser(6, { client: tiers }, -27, null)
    agenda.add(agenda.ago(29), 4, async () => {
      await releaseOption(db, bureau.commerciaux[0], id, { motif: 'Renonce' })
    })
  })
  agenda.add(agenda.ago(15), 4, async () => void (await poser(5, { client: quart }, -8, null)))
  agenda.add(
    agenda.ago(6),
    4,
    async () => void (await poser(2, { client: premier }, 1, "Attend l'accord de sa banque")),
  )
  agenda.add(
    agenda.ago(4),
    4,
    async () => void (await poser(3, { nom: 'عبد القادر بن يوسف', tel: '0770 45 12 98' }, 5, null)),
  )
  agenda.add(agenda.ago(2), 4, async () => void (await poser(4, { client: second }, 12, null)))
}

/** The sales that end, the first first: at whose wish and why, and the percentage of what is owed that has been repaid. */
const FINS = [
  { origine: 'client', motif: 'Crédit refusé par la banque', rendu: 100 },
  { origine: 'client', motif: "Mutation à l'étranger", rendu: 40 },
  { origine: 'client', motif: 'Raisons familiales', rendu: 0 },
  { origine: 'promoteur', motif: 'Échéances impayées malgré la mise en demeure', rendu: 60 },
] as const
const RETENUE = 500

/** Puts the sales that end or move into the agenda, and the co-buyers. @param libres lots to move to */
export function scheduleSuites(monde: Monde, ventes: readonly VentePrevue[], libres: readonly Lot[]): void {
  const { agenda, bureau, db } = monde
  const desistees = ventes.filter(({ suite }) => suite === 'desiste').toSorted((a, b) => finDe(b) - finDe(a))
  for (const [n, vente] of desistees.entries()) {
    const fin = FINS[n]
    if (fin) agenda.add(agenda.ago(finDe(vente)), 5, () => end(monde, vente, fin, finDe(vente)))
  }
  for (const vente of ventes) {
    const lot = libres.find((libre, n) => n > 6 && libre.bloc === vente.lot.bloc)
    if (vente.suite === 'transfere' && lot)
      agenda.add(agenda.ago(JOURS_DES_CHANGEMENTS.transfere), 5, async () => {
        const motif = 'Souhaite un étage plus élevé'
        await transferVente(db, bureau.direction, monde.vente(vente), {
          bien_id: await monde.bien(lot),
          montant: vente.prix,
          motif,
        })
      })
    if (vente.suite === 'cede')
      agenda.add(agenda.ago(JOURS_DES_CHANGEMENTS.cede), 5, async () => {
        const client_id = await monde.client(AUTRES_CLIENTS[4] ?? 0)
        const cession = { client_id, frais: 5_000_000, motif: 'Cession entre frères' }
        await cedeVente(db, bureau.direction, monde.vente(vente), cession)
      })
  }
  scheduleAcquereurs(monde, ventes)
}

async function end(
  monde: Monde,
  vente: VentePrevue,
  { origine, motif, rendu }: (typeof FINS)[number],
  ago: number,
): Promise<void> {
  const { db, bureau, agenda } = monde
  const id = monde.vente(vente)
  const { desistement } = await endVente(db, bureau.direction, id, {
    demande_le: agenda.ago(ago),
    origine,
    motif,
    retenue_pourcent: RETENUE,
    retenue: null,
    note: null,
  })
  const montant = Math.floor(((desistement?.a_rembourser ?? 0) * rendu) / 100)
  const half = Math.floor(montant / 2 / 100_000) * 100_000
  const parts = rendu === 100 ? [half, montant - half] : [montant]
  for (const [rang, part] of parts.entries()) {
    if (part <= 0) continue
    const jour = agenda.ago(ago - 8 - 9 * rang)
    agenda.add(jour, 5, async () => {
      await createRemboursement(db, bureau.comptable, id, {
        jour,
        montant: part,
        mode: 'virement',
        banque: 'BNA',
        reference: String(482_310 + 977 * rang + ago),
        compte_id: bureau.comptes[0],
        note: null,
      })
    })
  }
}

/** Shares of the co-buyers of four sales, in hundredths of a percent. */
const PARTS = [[5_000], [3_333, 3_333], [2_500], [1_000, 2_000]]

function scheduleAcquereurs(monde: Monde, ventes: readonly VentePrevue[]): void {
  const { agenda, bureau, db } = monde
  const communs = ventes.filter(({ suite, lot }) => suite === null && lot.type === 'appartement')
  const others = [...AUTRES_CLIENTS.slice(5), ...AUTRES_CLIENTS.slice(0, 1)]
  for (const [n, parts] of PARTS.entries()) {
    const vente = communs[12 + 29 * n]
    if (!vente) continue
    const clients = parts.map((part) => ({ part, client: others.shift() ?? 0 }))
    agenda.add(vente.reservation_le, 5, async () => {
      const acquereurs = []
      for (const { part, client } of clients) acquereurs.push({ part, client_id: await monde.client(client) })
      await saveAcquereurs(db, bureau.direction, monde.vente(vente), { acquereurs })
    })
  }
}

/** Puts twelve reminders of what is late into the agenda, one of them today. */
export function scheduleRelances(monde: Monde, ventes: readonly VentePrevue[]): void {
  const { agenda, bureau, db } = monde
  const late = ventes.filter(({ suite }) => suite === 'impaye' || suite === 'moitie' || suite === 'retard')
  const nord = late.filter(({ lot }) => lot.bloc === 3)
  const relancer = (
    vente: VentePrevue | undefined,
    ago: number,
    canal: 'telephone' | 'whatsapp' | 'lettre',
    note: string | null,
  ) => {
    if (vente)
      agenda.add(agenda.ago(ago), 6, async () => {
        await createRelances(db, bureau.commerciaux[0], { vente_ids: [monde.vente(vente)], canal, note })
      })
  }
  for (const vente of nord) {
    relancer(vente, 30, 'telephone', 'Promet de passer en fin de semaine')
    relancer(vente, 15, 'whatsapp', null)
  }
  for (const vente of late.filter(({ lot }) => lot.bloc === 4))
    relancer(vente, 8, 'telephone', 'Attend le virement de sa banque')
  for (const vente of late.filter(({ lot }) => lot.bloc === null)) relancer(vente, 4, 'whatsapp', null)
  relancer(nord[0], 0, 'lettre', null)
}

/** Lots of the second résidence that no plan sells, for what holds, blocks or moves. */
export const libresOf = (ventes: readonly VentePrevue[]): Lot[] => {
  const vendus = new Set(ventes.map(({ cle }) => cle))
  return LOTS.filter(
    ({ cle, residence, type }) => residence === 1 && type === 'appartement' && !vendus.has(cle),
  ).filter((_, n) => n % 2 === 1)
}
