import { numeroRecu } from '#shared/numero.ts'
import { partPayee } from '#features/ventes/ventes.rules.ts'
import { formatMontant, formatPourcent, type Centimes } from '#shared/argent.ts'
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
  /** The day of the cheque's rejection; a rejected cheque counts in no sum. */
  rejete_le: Jour | null
}

export interface DesistementReleve {
  le: Jour
  retenue: Centimes
  rembourse: Centimes
  reste: Centimes
}

/** One sale with its payments by date then id, the order of the running remainder (Q158). `termineeLe` is null while it is open. */
export interface VenteRelevee {
  bien: BienImprime
  prix: Centimes
  termineeLe: Jour | null
  dossier: string
  /** The former clients of the dossier, in the order of the cessions. */
  repris: readonly { de: string; le: Jour }[]
  desistement: DesistementReleve | null
  paiements: readonly PaiementReleve[]
}

/** The statement of a bien, a client or all clients (D3 §7 print-bien, print-client, print-all). Amounts in centimes. */
export interface ModeleReleve {
  promoteur: PromoteurImprime | null
  etabliLe: Jour
  portee: 'bien' | 'client' | 'tous'
  groupes: readonly { client: ClientImprime; ventes: readonly VenteRelevee[] }[]
}

/** The most rows that one PDF prints; each sale counts three rows besides its payments. */
export const LIGNES_RELEVE_MAX = 12_000
const LIGNES_BALISEES = 1_500

/** Sums over open sales; ended ones, which owe nothing, stand in `terminees`. `rendre` is the sum to refund, null without a désistement. */
interface Totaux {
  prix: Centimes
  paye: Centimes
  biens: number
  terminees: { paye: Centimes; rendre: Centimes | null } | null
}

/** The strings and figures of the printed statement. */
export function vueReleve({ promoteur, etabliLe, portee, groupes }: ModeleReleve) {
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

/** Makes the PDF of the statement. @throws documentTropLong (422) above LIGNES_RELEVE_MAX rows, and the errors of renderPdf */
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
  const ouverte = termineeLe === null
  const lignes = paiements.map(({ date, annee, numero, details, versement, rejete_le }) => {
    if (rejete_le === null) paye += versement
    const rejet = rejete_le === null ? null : `Chèque rejeté le ${formatJourCourt(rejete_le)}`
    return [
      formatJourCourt(date),
      numeroRecu(annee, numero),
      [rejet, printTexte(details, 24)].filter(Boolean).join('\u00A0· '),
      rejete_le === null ? printCentimes(versement) : `(${printCentimes(versement)})`,
      ouverte ? printCentimes(prix - paye) : '',
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
    prix: ouverte ? printCentimes(prix) : '',
    lignes,
    paye: printCentimes(paye),
    reste: ouverte ? printCentimes(prix - paye) : '',
    part: ouverte ? formatPourcent(partPayee(paye, prix) / 100) : '',
    desistement: desistement ? phraseDuDesistement(desistement) : '',
  }
}

const phraseDuDesistement = ({ le, retenue, rembourse, reste }: DesistementReleve): string =>
  `Désistement du ${formatJourCourt(le)}\u00A0: retenue ${formatMontant(retenue)}, remboursé ${formatMontant(rembourse)}, reste à rembourser ${formatMontant(reste)}`

const verse = ({ paiements }: VenteRelevee): Centimes =>
  sumCentimes(paiements.map(({ versement, rejete_le }) => (rejete_le === null ? versement : 0)))

function totauxVentes(ventes: readonly VenteRelevee[]): Totaux {
  const ouvertes = ventes.filter(({ termineeLe }) => termineeLe === null)
  const terminees = ventes.filter(({ termineeLe }) => termineeLe !== null)
  return {
    prix: sumCentimes(ouvertes.map(({ prix }) => prix)),
    paye: sumCentimes(ouvertes.map(verse)),
    biens: ouvertes.length,
    terminees:
      terminees.length === 0
        ? null
        : {
            paye: sumCentimes(terminees.map(verse)),
            rendre: sumOrNull(terminees.map(({ desistement }) => desistement && desistement.reste)),
          },
  }
}

function sumOrNull(montants: readonly (Centimes | null)[]): Centimes | null {
  const dits = montants.filter((montant) => montant !== null)
  return dits.length === 0 ? null : sumCentimes(dits)
}

function additionner(totaux: readonly Totaux[]): Totaux {
  const terminees = totaux.flatMap((total) => total.terminees ?? [])
  return {
    prix: sumCentimes(totaux.map(({ prix }) => prix)),
    paye: sumCentimes(totaux.map(({ paye }) => paye)),
    biens: sumCentimes(totaux.map(({ biens }) => biens)),
    terminees:
      terminees.length === 0
        ? null
        : {
            paye: sumCentimes(terminees.map(({ paye }) => paye)),
            rendre: sumOrNull(terminees.map(({ rendre }) => rendre)),
          },
  }
}

const vueTotaux = ({ prix, paye, biens, terminees }: Totaux) => ({
  biens: String(biens),
  prix: printCentimes(prix),
  paye: printCentimes(paye),
  reste: printCentimes(prix - paye),
  terminees: terminees ? phraseDesTerminees(terminees) : '',
})

const phraseDesTerminees = ({ paye, rendre }: NonNullable<Totaux['terminees']>): string =>
  [
    `Ventes terminées\u00A0: versé ${formatMontant(paye)}`,
    ...(rendre === null ? [] : [`à rembourser ${formatMontant(rendre)}`]),
  ].join(', ')
