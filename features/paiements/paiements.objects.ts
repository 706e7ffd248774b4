import { appartementsEndpoints, type Appartement } from '#features/biens/appartements.contract.ts'
import { anAppartement, soldTo } from '#features/biens/biens.objects.ts'
import { locauxEndpoints } from '#features/biens/locaux.contract.ts'
import { placesEndpoints } from '#features/biens/parkings.contract.ts'
import { comptes } from '#features/comptes/comptes.objects.ts'
import { clientsEndpoints, type ClientResume } from '#features/clients/clients.contract.ts'
import { aClient, aClientResume } from '#features/clients/clients.objects.ts'
import type { Paiement, SoldeDuBien } from '#features/paiements/paiement.schema.ts'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import type { BienDuPayeur, Payeur } from '#features/rapports/recap.contract.ts'
import { promoteurEndpoints } from '#features/promoteur/promoteur.contract.ts'
import { aPromoteur } from '#features/promoteur/promoteur.objects.ts'
import { dossiersEndpoints } from '#features/ventes/dossiers.contract.ts'
import { dossiersPage } from '#features/ventes/ventes.objects.ts'
import type { Centimes } from '#shared/argent.ts'
import { answer, type Answer } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'

export const ALI = aClientResume({ nomComplet: 'Ali Benali' })
/** The lot of Ali's payments. */
const LOT = 12

const blocB = { nomloc: 'Bloc B', residence: { nom: 'Les Jardins' } }

/** A payment of 300 DA by Ali for the appartement A-12 at 1 000 DA. */
export const aPaiement = (given: Partial<Paiement> = {}): Paiement => ({
  id: 31,
  client_id: ALI.id,
  client: ALI,
  appartement_id: LOT,
  place_parking_id: null,
  local_id: null,
  date_paiement: '2026-03-01',
  details: null,
  versement: 300_00,
  solde: 700_00,
  prix: 1_000_00,
  recu: '2026-000031',
  recu_origine: null,
  code: 'A1B2C3',
  rectifie_le: null,
  mode: null,
  banque: null,
  reference: null,
  date_cheque: null,
  payeur_type: null,
  payeur: null,
  compte: null,
  timbre: null,
  groupe: null,
  justificatif: null,
  etat: null,
  remise: null,
  encaisse_le: null,
  rejete_le: null,
  motif_rejet: null,
  frais_rejet: null,
  represente: null,
  represente_par: null,
  detenteur: null,
  vente_id: 5,
  dossier: '2026-0005',
  vente_terminee: false,
  appartement: { id: LOT, numLot: 'A-12', typeLogement: 'F3', montant: 1_000_00, bloc: blocB },
  place_parking: null,
  local: null,
  version: 1,
  ...given,
})

/** A cheque that waits to be brought to the bank. */
export const aCheque = (given: Partial<Paiement> = {}): Paiement =>
  aPaiement({ mode: 'cheque', banque: 'BNA', reference: '0000001', etat: 'recu', ...given })

/** How a bien stands that Ali has bought, nothing of it paid. */
export const aSolde = (given: Partial<SoldeDuBien> = {}): SoldeDuBien => ({
  client: ALI,
  prix: 1_000_00,
  total_paye: 0,
  resteAPayer: 1_000_00,
  pourcentagePaiement: 0,
  lignes: [],
  anciens: [],
  rejetes: [],
  echeance: null,
  en_retard: 0,
  ...given,
})

/** Ali's lot as the calls answer it: the appartement A-12 and its payments, the newest first, which a change may add to. */
export class SoldLot {
  readonly address = `/clients/${ALI.id}/paiements/${LOT}`
  paiements: Paiement[]
  readonly #prix: Centimes
  readonly #given: Partial<Appartement>

  constructor(
    paiements: Paiement[] = [],
    { prix = 1_000_00, ...given }: Partial<Appartement> & { prix?: Centimes } = {},
  ) {
    this.paiements = paiements
    this.#prix = prix
    this.#given = given
  }

  /** The payments that count. */
  get #counted(): Paiement[] {
    return this.paiements.filter(({ etat, vente_terminee }) => etat !== 'rejete' && !vente_terminee)
  }

  get appartement(): Appartement {
    const etage = { id: 2, designation: '2e étage', bloc_id: 1, bloc: BLOC }
    return anAppartement({
      id: LOT,
      numLot: 'A-12',
      surfaceHabitable: 80_50,
      surfaceUtile: 12_20,
      etage_id: etage.id,
      etage,
      bloc: BLOC,
      ...soldTo(ALI, this.#prix, sumOf(this.#counted)),
      ...this.#given,
    })
  }

  get answers(): Answer[] {
    return [
      answer(appartementsEndpoints.read, () => this.appartement),
      answer(appartementsEndpoints.superficie, { superficie_totale: 92_70 }),
      answer(appartementsEndpoints.ofClient, () => [this.appartement]),
      answer(placesEndpoints.ofClient, { places: [] }),
      answer(locauxEndpoints.ofClient, []),
      answer(clientsEndpoints.list, onePage([aClient(ALI)])),
      answer(clientsEndpoints.read, aClient(ALI)),
      answer(promoteurEndpoints.list, [aPromoteur()]),
      comptes([]),
      // Nobody held the lot before.
      answer(dossiersEndpoints.list, dossiersPage([])),
      answer(paiementsEndpoints.listAppartement, ({ query }) => {
        const parPage = Number(query.get('per_page'))
        if (parPage === 0) return this.paiements.filter(({ etat }) => etat !== 'rejete')
        const page = Number(query.get('page'))
        const data = this.paiements.slice((page - 1) * parPage, page * parPage)
        return onePage(data, { page, parPage, of: this.paiements.length })
      }),
      answer(paiementsEndpoints.soldeAppartement, () => this.#solde),
      answer(paiementsEndpoints.read, ({ path }) => this.#one(path)),
    ]
  }

  get #solde(): SoldeDuBien {
    let paid = 0
    const lignes = this.#counted
      .toReversed()
      .map((ligne) => ({ ...ligne, solde: this.#prix - (paid += ligne.versement) }))
    const rejetes = this.paiements.filter(({ etat }) => etat === 'rejete')
    return aSolde({ prix: this.#prix, total_paye: paid, resteAPayer: this.#prix - paid, lignes, rejetes })
  }

  /** Takes this payment. */
  takes(paiement: Paiement, avertissements: string[] = []): Answer {
    return answer(paiementsEndpoints.create, () => {
      if (!this.paiements.includes(paiement)) this.paiements.unshift(paiement)
      return { ...paiement, message: 'Paiement ajouté avec succès !', avertissements }
    })
  }

  /** Corrects the payment that a call names. */
  corrects(changed: Partial<Paiement>): Answer {
    return answer(paiementsEndpoints.update, ({ path }) => {
      const corrected = this.change(idOf(path), changed)
      return { ...corrected, message: 'Paiement modifié avec succès !', avertissements: [] }
    })
  }

  change(id: number, changed: Partial<Paiement>): Paiement {
    const former = this.#one(`/${id}`)
    const corrected = { ...former, version: former.version + 1, ...changed }
    this.paiements = this.paiements.map((one) => (one.id === id ? corrected : one))
    return corrected
  }

  deletes(): Answer {
    return answer(paiementsEndpoints.remove, ({ path }) => {
      this.paiements = this.paiements.filter(({ id }) => id !== idOf(path))
      return { message: 'Paiement supprimé avec succès !' }
    })
  }

  #one(path: string): Paiement {
    const found = this.paiements.find(({ id }) => id === idOf(path))
    if (!found) throw new Error(`no payment at ${path}`)
    return found
  }
}

/** The answers that the payments of another lot give. */
export const answersOfPayments = (lot: Appartement, paiements: Paiement[]): Answer[] =>
  new SoldLot(paiements, { ...lot, prix: lot.montant }).answers

const BLOC = { id: 1, nomloc: 'Bloc B', residence_id: 1, residence: { id: 1, nom: 'Les Jardins' } }
const idOf = (path: string): number => Number(path.split('/').at(-1))
const sumOf = (paiements: readonly Paiement[]): Centimes =>
  paiements.reduce((sum, { versement }) => sum + versement, 0)

/** A bien of a line of « Paiements par Bien ». */
export const aBienPaye = (given: Partial<BienDuPayeur> = {}): BienDuPayeur => ({
  id: LOT,
  type: 'appartement',
  nlot: 'A-12',
  residence: 'Les Jardins',
  code: 'Bloc B',
  surface: 92_70,
  montant: 1_000_00,
  reglement: 300_00,
  resteAPayer: 700_00,
  pourcentagePaiement: 30,
  vente_id: 5,
  dossier: '2026-0005',
  versements_retenus: null,
  ...given,
})

export const aPayeur = (client: ClientResume, biens: BienDuPayeur[] = [aBienPaye()]): Payeur => ({
  id: client.id,
  client,
  biens,
})

/** A page of those who have bought something. */
export const payeursPage = (payeurs: Payeur[], at: Parameters<typeof onePage>[1] = {}) => ({
  ...onePage(payeurs, at),
  totals: {
    nombre_biens: payeurs.length,
    montant_global: 0,
    total_paye: 0,
    total_restant: 0,
    versements_retenus: null,
  },
})

/** The state of a sale among the biens of a client. */
export const sale = (montant: Centimes, resteAPayer: Centimes) => ({
  montant,
  totalPaye: montant - resteAPayer,
  resteAPayer,
  pourcentagePaiement: Math.round(((montant - resteAPayer) * 100) / montant),
  vente_id: 5,
  dossier: '2026-0005',
  en_retard: 0,
  sans_echeancier: true,
})

/** The biens that Ali owns: these lots, the place 44 and the local S-2. */
export const owned = (lots: () => readonly Appartement[]): Answer =>
  answer(clientsEndpoints.assets, () => ({
    appartements: lots().map(({ id, numLot, montant, resteAPayer }) => ({
      id,
      numLot,
      typeLogement: 'F3',
      surfaceHabitable: 80_50,
      surfaceUtile: 12_20,
      etage: { bloc: blocB },
      ...sale(montant, resteAPayer),
    })),
    places: [
      {
        id: 7,
        numero_place: 44,
        type_place: 'Box',
        parking: { parking_nom: 'Parking Nord', residence: { nom: 'Les Jardins' } },
        ...sale(600_00, 600_00),
      },
    ],
    locaux: [{ id: 9, num: 'S-2', surface: 45_00, bloc: blocB, ...sale(700_00, 700_00) }],
    paiements: 1,
    dossiersClos: [],
  }))
