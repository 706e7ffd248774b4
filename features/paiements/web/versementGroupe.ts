import type { clientAssets } from '#features/clients/clients.contract.ts'
import type { Partageable } from '#features/paiements/paiements.rules.ts'
import { lieuDuBloc } from '#features/paiements/web/bienDuPaiement.ts'
import type { Saisie } from '#features/paiements/web/saisieDuPaiement.ts'
import { fromDecimal } from '#shared/argent.ts'
import { libelleDuBien } from '#shared/biens.ts'
import type { Wire } from '#shared/endpoint.ts'
import { ApiError } from '#web/kit/call/api.ts'

export const VERSER_SUR_PLUSIEURS = 'Verser sur plusieurs biens'

export interface ClientDuGroupe {
  id: number
  nomComplet: string
}

/** A bien that a client has left to pay. Amounts in centimes. */
export interface BienDuGroupe extends Partageable {
  vente_id: number
  libelle: string
  lieu: (string | undefined)[]
}

/** The form: each bien has its line, '' where nothing of the payment is for it. */
export interface SaisieDuGroupe extends Pick<
  Saisie,
  | 'date_paiement'
  | 'mode'
  | 'banque'
  | 'reference'
  | 'date_cheque'
  | 'compte_id'
  | 'payeur_type'
  | 'payeur'
  | 'details'
> {
  client_id: number
  /** Amount that the client brought, in decimal dinars. */
  recu: number | string
  lignes: { vente_id: number; versement: number | string }[]
  [champ: string]: unknown
}

/** The biens of which a client has something left to pay, by dossier. */
export function biensAPartager({
  appartements,
  places,
  locaux,
}: Pick<Wire<typeof clientAssets>, 'appartements' | 'places' | 'locaux'>): BienDuGroupe[] {
  const vendu = ({ vente_id, dossier, resteAPayer, en_retard }: Vendu) => ({
    vente_id,
    dossier,
    reste: fromDecimal(resteAPayer),
    en_retard: fromDecimal(en_retard),
  })
  return [
    ...appartements.map((lot) => ({
      ...vendu(lot),
      libelle: libelleDuBien('appartement', lot.numLot),
      lieu: lieuDuBloc(lot.etage.bloc),
    })),
    ...places.map((place) => ({
      ...vendu(place),
      libelle: libelleDuBien('place_parking', String(place.numero_place)),
      lieu: [place.parking.parking_nom, place.parking.residence.nom],
    })),
    ...locaux.map((local) => ({
      ...vendu(local),
      libelle: libelleDuBien('local', local.num),
      lieu: lieuDuBloc(local.bloc),
    })),
  ]
    .filter(({ reste }) => reste > 0)
    .toSorted((a, b) => a.dossier.localeCompare(b.dossier, 'fr', { numeric: true }))
}

interface Vendu {
  vente_id: number
  dossier: string
  resteAPayer: number
  en_retard: number
}

/** The lines with an amount, and the place that each has in the form. */
export const versees = (lignes: SaisieDuGroupe['lignes']) =>
  lignes.flatMap((ligne, rang) => (ligne.versement === '' ? [] : [{ ...ligne, rang }]))

/** A refusal whose lines are named by their places in the form, of which only these were sent. */
export function atItsLine(error: unknown, sent: readonly { rang: number }[]): unknown {
  if (!(error instanceof ApiError)) return error
  const errors = Object.entries(error.errors).map(([field, sentences]): [string, string[]] => [
    field
      .replace(/^lignes\.(\d+)\./, (whole, rang: string) => {
        const line = sent[Number(rang)]
        // A line has no field of its sale: what is wrong with that is said under its amount.
        return line ? `lignes.${line.rang}.` : whole
      })
      .replace(/\.vente_id$/, '.versement'),
    sentences,
  ])
  const { status, serverMessage } = error
  return new ApiError(status, {
    ...(serverMessage !== undefined && { message: serverMessage }),
    errors: Object.fromEntries(errors),
  })
}
