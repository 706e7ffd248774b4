import { numeroRecu } from '#shared/numero.ts'
import { formatMontant, formatPourcent, pourcentage, type Centimes } from '#shared/argent.ts'
import { formatJourCourt, formatJourLong, type Jour } from '#shared/dates.ts'
import {
  printCentimes,
  designationBien,
  precisionsBien,
  precisionsClient,
  sumCentimes,
  printTexte,
  checkLongueur,
  createVuePapier,
  type BienImprime,
  type ClientImprime,
  type PromoteurImprime,
} from '#server/documents/papier.ts'
import { renderPdf, type PdfOptions } from '#server/documents/pdf.ts'

/** One payment of a statement; `annee` and `numero` are its receipt's. */
export interface PaiementReleve {
  date: Jour
  annee: number
  numero: number
  details: string | null
  versement: Centimes
  /** The day its cheque came back: it counts in no sum. */
  rejete_le: Jour | null
}

/** How a désisted sale was settled. Amounts in centimes. */
export interface DesistementReleve {
  le: Jour
  retenue: Centimes
  rembourse: Centimes
  reste: Centimes
}

/** One sale: payments by date then id, as their running balance is (Q158). `termineeLe` is null while it is open. */
export interface VenteRelevee {
  bien: BienImprime
  prix: Centimes
  termineeLe: Jour | null
  dossier: string
  /** From whom the client has it, in the order of the cessions. */
  repris: readonly { de: string; le: Jour }[]
  desistement: DesistementReleve | null
  paiements: readonly PaiementReleve[]
}

/** The statement of a bien, a client or everyone (D3 §7 print-bien, print-client, print-all): sales grouped by client. */
export interface ModeleReleve {
  promoteur: PromoteurImprime | null
  etabliLe: Jour
  portee: 'bien' | 'client' | 'tous'
  groupes: readonly { client: ClientImprime; ventes: readonly VenteRelevee[] }[]
}

/** Printed rows: payments, and three more for each sale. */
export const LIGNES_RELEVE_MAX = 12_000
const LIGNES_BALISEES = 1_500

type Totaux = { prix: Centimes; paye: Centimes; biens: number }

/** Its display strings. */
function vueReleve({ promoteur, etabliLe, portee, groupes }: ModeleReleve) {
  const totaux = groupes.map(({ ventes }) => totauxVentes(ventes))
  return {
    papier: createVuePapier(promoteur, 'Relevé des paiements', reference(portee, groupes), etabliLe),
    groupes: groupes.map(({ client, ventes }, rang) => ({
      nom: printTexte(client.nom),
      precisions: precisionsClient(client).join(' · '),
      ventes: ventes.map(vueVente),
      total: ventes.length > 1 ? vueTotaux(totaux[rang] ?? totauxVentes([])) : null,
    })),
    total: portee === 'tous' && groupes.length > 1 ? vueTotaux(additionner(totaux)) : null,
    clients: portee === 'tous' ? String(groupes.length) : '',
  }
}

/** The statement as a PDF. AppError `documentTropLong` (422) above LIGNES_RELEVE_MAX rows, and those of renderPdf. */
export async function relevePdf(modele: ModeleReleve, options?: PdfOptions): Promise<Buffer> {
  const lignes = sumCentimes(
    modele.groupes.flatMap(({ ventes }) => ventes.map((vente) => vente.paiements.length + 3)),
  )
  checkLongueur(lignes, LIGNES_RELEVE_MAX, 'Imprimez plutôt le relevé de chaque client.')
  return renderPdf('features/paiements/server/releve.typ', vueReleve(modele), {
    logo: modele.promoteur?.logo,
    tagged: lignes <= LIGNES_BALISEES,
    ...options,
  })
}

function reference(portee: ModeleReleve['portee'], groupes: ModeleReleve['groupes']): string {
  const premier = groupes[0]
  if (portee === 'tous' || !premier) return 'Tous les clients'
  if (portee === 'client') return printTexte(premier.client.nom)
  const vente = premier.ventes[0]
  return vente ? designationBien(vente.bien) : ''
}

function vueVente({ bien, prix, termineeLe, dossier, repris, desistement, paiements }: VenteRelevee) {
  let paye = 0
  const lignes = paiements.map(({ date, annee, numero, details, versement, rejete_le }) => {
    if (rejete_le === null) paye += versement
    const rejet = rejete_le === null ? null : `Chèque rejeté le ${formatJourCourt(rejete_le)}`
    return [
      formatJourCourt(date),
      numeroRecu(annee, numero),
      [rejet, printTexte(details, 24)].filter(Boolean).join('\u00A0· '),
      rejete_le === null ? printCentimes(versement) : `(${printCentimes(versement)})`,
      printCentimes(prix - paye),
    ]
  })
  return {
    nom: designationBien(bien),
    precisions: [
      ...precisionsBien(bien),
      `Dossier\u00A0${dossier}`,
      ...repris.map(({ de, le }) => `Repris de ${printTexte(de)} le ${formatJourCourt(le)}`),
      ...(termineeLe ? [`Vente terminée le ${formatJourLong(termineeLe)}`] : []),
    ].join(' · '),
    prix: printCentimes(prix),
    lignes,
    paye: printCentimes(paye),
    reste: printCentimes(prix - paye),
    part: formatPourcent(pourcentage(paye, prix)),
    desistement: desistement ? phraseDuDesistement(desistement) : '',
  }
}

const phraseDuDesistement = ({ le, retenue, rembourse, reste }: DesistementReleve): string =>
  `Désistement du ${formatJourCourt(le)}\u00A0: retenue ${formatMontant(retenue)}, remboursé ${formatMontant(rembourse)}, reste à rembourser ${formatMontant(reste)}`

function totauxVentes(ventes: readonly VenteRelevee[]): Totaux {
  return {
    prix: sumCentimes(ventes.map((vente) => vente.prix)),
    paye: sumCentimes(
      ventes.flatMap(({ paiements }) =>
        paiements.map(({ versement, rejete_le }) => (rejete_le === null ? versement : 0)),
      ),
    ),
    biens: ventes.length,
  }
}

const additionner = (totaux: readonly Totaux[]): Totaux => ({
  prix: sumCentimes(totaux.map((total) => total.prix)),
  paye: sumCentimes(totaux.map((total) => total.paye)),
  biens: sumCentimes(totaux.map((total) => total.biens)),
})

const vueTotaux = ({ prix, paye, biens }: Totaux) => ({
  biens: String(biens),
  prix: printCentimes(prix),
  paye: printCentimes(paye),
  reste: printCentimes(prix - paye),
})
