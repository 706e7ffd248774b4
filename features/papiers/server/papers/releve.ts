import { dit, leDossier, alinea } from '#features/papiers/server/blocks/elements.ts'
import { banqueEtReference, colonne, table } from '#features/papiers/server/blocks/tables.ts'
import {
  additionner,
  totauxVentes,
  type BienEnCommun,
  type DesistementReleve,
  type DossierCede,
  type ModeleReleve,
  type PaiementReleve,
  type Totaux,
  type VenteRelevee,
} from '#features/papiers/server/facts/releve.ts'
import { feuilleSimple, pdfDe, type Vue } from '#features/papiers/server/press/pdf.ts'
import {
  Redaction,
  type Colonne,
  type Element,
  type Paire,
} from '#features/papiers/server/words/redaction.ts'
import { avancement } from '#features/etats/etats.rules.ts'
import { LIGNES_EN_TABLE } from '#server/documents/liste.ts'
import {
  checkLongueur,
  printCentimes,
  type BienImprime,
  type ClientImprime,
} from '#server/documents/papier.ts'
import type { PdfOptions } from '#server/documents/pdf.ts'
import { remplacer } from '#shared/papiers.ts'

/** The most rows that one PDF prints; each sale counts three rows besides its payments, each shared or ceded one a single row. */
export const LIGNES_RELEVE_MAX = 12_000

/** Everyone's statement is in French alone. */
const TOUS_LES_CLIENTS = 'Tous les clients'
const TOTAL_GENERAL = 'Total général, {nombre} clients'

type Groupe = ModeleReleve['groupes'][number]

/** The statement, laid out: each client with the ledger of each sale and the sums, then the sums of all. */
export function vueReleve({ langue, promoteur, etabliLe, portee, groupes }: ModeleReleve): Vue {
  const redaction = new Redaction(langue)
  const { releve } = redaction.mots
  const longue = countLignes(groupes) > LIGNES_EN_TABLE
  const totaux = groupes.map(({ ventes }) => totauxVentes(ventes))
  const blocs = groupes.flatMap((groupe, rang) => {
    const siens = totaux[rang] ?? totauxVentes([])
    // The balance of a single open sale stands below its payments.
    const seul = groupe.ventes.length < 2 && (portee !== 'client' || siens.terminees === null)
    const nom = redaction.texte(groupe.client.nom)
    const fin: Element[] = seul ? [] : [bilanDe(redaction, remplacer(releve.total, { nom }), siens)]
    if (portee === 'tous' && groupes.length > 1 && rang === groupes.length - 1) {
      const titre = remplacer(TOTAL_GENERAL, { nombre: String(groupes.length) })
      fin.push({ ...bilanDe(redaction, titre, additionner(totaux)), apart: true })
    }
    return [leClient(redaction, groupe.client, rang > 0), ...sesVentes(redaction, groupe, longue, fin)]
  })
  return {
    ...feuilleSimple(
      {
        promoteur,
        titre: releve.titre,
        reference: reference(redaction, portee, groupes),
        etabliLe,
        langue,
      },
      blocs.length > 0 ? blocs : [alinea(releve.aucunPaiement)],
    ),
    registre: { corps: 9.5, air: 1.5 },
    ...(longue && { titres: colonnesDe(redaction, true) }),
  }
}

/** Makes the PDF of the statement. @throws documentTropLong (422) above LIGNES_RELEVE_MAX rows, and the errors of renderPdf */
export async function relevePdf(modele: ModeleReleve, options?: PdfOptions): Promise<Buffer> {
  const lignes = countLignes(modele.groupes)
  checkLongueur(lignes, LIGNES_RELEVE_MAX, 'Imprimez plutôt le relevé de chaque client.')
  return pdfDe(vueReleve(modele), { logo: modele.promoteur?.logo, ...options })
}

const countLignes = (groupes: ModeleReleve['groupes']): number =>
  groupes.reduce(
    (somme, { ventes, communs = [], cedes = [] }) =>
      ventes.reduce((lignes, { paiements }) => lignes + paiements.length + 3, somme) +
      communs.length +
      cedes.length,
    0,
  )

function reference(
  redaction: Redaction,
  portee: ModeleReleve['portee'],
  groupes: ModeleReleve['groupes'],
): string {
  const premier = groupes[0]
  if (portee === 'tous' || !premier) return TOUS_LES_CLIENTS
  if (portee === 'client') return redaction.texte(premier.client.nom)
  const [vente] = premier.ventes
  return vente ? redaction.designation(vente.bien) : ''
}

const leClient = (
  redaction: Redaction,
  { nom, adresse, tel, email }: ClientImprime,
  apart: boolean,
): Element => ({
  genre: 'section',
  niveau: 2,
  texte: redaction.texte(nom),
  sous: [redaction.texte(adresse), redaction.numero(tel), redaction.texte(email)].filter(Boolean).join(' · '),
  ...(apart && { apart }),
})

/** The ledgers of a client, then what he shares and what he ceded, which no sum has. @param fin sums that stand with the last ledger */
function sesVentes(
  redaction: Redaction,
  { ventes, communs = [], cedes = [] }: Groupe,
  longue: boolean,
  fin: Element[],
): Element[] {
  const { mots } = redaction
  const { releve } = mots
  const [bien, dossier] = [colonne(mots.bien, 'large'), colonne(mots.dossier)]
  const partages = (texte: string, ...contenu: Parameters<typeof table>): Element[] => [
    { genre: 'section', niveau: 3, texte, sous: '' },
    table(...contenu),
  ]
  const tout: Element[] = [
    ...ventes.flatMap((vente, rang) =>
      laVente(redaction, vente, longue, rang === ventes.length - 1 ? fin : []),
    ),
    ...(ventes.length === 0 ? fin : []),
    ...(communs.length === 0
      ? []
      : partages(
          releve.communs,
          [bien, dossier, colonne(mots.part), colonne(releve.titulaire, 'large')],
          communs.map((un) => ligneCommune(redaction, un)),
        )),
    ...(cedes.length === 0
      ? []
      : partages(
          releve.cedes,
          [bien, dossier, colonne('', 'large'), colonne(redaction.enDinars(releve.verse), 'montant')],
          cedes.map((un) => ligneCedee(redaction, un)),
        )),
  ]
  return ventes.length + communs.length + cedes.length > 0 ? tout : [...tout, alinea(releve.aucunPaiement)]
}

/** Columns of the ledger of a sale. @param ouverte it still owes something */
const colonnesDe = (redaction: Redaction, ouverte: boolean): Colonne[] => {
  const { date, releve, reste } = redaction.mots
  return [
    { ...colonne(date), mm: 20 },
    { ...colonne(releve.recu), mm: 24 },
    { ...colonne(releve.details), mm: 62 },
    { ...colonne(redaction.enDinars(releve.versement), 'montant'), mm: 31 },
    { ...colonne(ouverte ? redaction.enDinars(reste) : '', 'montant'), mm: 33 },
  ]
}

/** The ledger of a sale under its name. */
function laVente(
  redaction: Redaction,
  { bien, prix, termineeLe, dossier, repris, desistement, paiements }: VenteRelevee,
  longue: boolean,
  fin: Element[],
): Element[] {
  const { mots } = redaction
  const { releve } = mots
  let paye = 0
  const ouverte = termineeLe === null
  const lignes = paiements.map(({ date, recu, versement, rejete_le, ...paiement }) => {
    if (rejete_le === null) paye += versement
    return [
      redaction.jour(date),
      redaction.valeur(recu),
      detailsDe(redaction, { rejete_le, ...paiement }),
      rejete_le === null ? printCentimes(versement) : `(${printCentimes(versement)})`,
      ouverte ? printCentimes(prix - paye) : '',
    ]
  })
  const part = ouverte ? ` (${redaction.pourcent(avancement(prix, paye).pourcentagePaiement)})` : ''
  const total = [
    `${mots.totalPaye}${part}`,
    '',
    '',
    printCentimes(paye),
    ouverte ? printCentimes(prix - paye) : '',
  ]
  return [
    {
      genre: 'section',
      niveau: 3,
      texte: redaction.designation(bien),
      sous: [
        ...redaction.precisions(bien),
        leDossier(redaction, dossier),
        ...repris.map(({ de, le }) =>
          remplacer(releve.repris, { nom: redaction.texte(de), jour: redaction.jour(le) }),
        ),
        ...(termineeLe ? [remplacer(releve.terminee, { jour: redaction.jourLong(termineeLe) })] : []),
      ].join(' · '),
      ...(longue && { souligne: true }),
    },
    {
      ...table(colonnesDe(redaction, ouverte), lignes, total, releve.aucunVersement),
      ...(ouverte && { debut: [mots.prix, printCentimes(prix)] }),
      ...(desistement && { note: phraseDuDesistement(redaction, desistement) }),
      ...(fin.length > 0 && { fin }),
      ...(longue && { longue }),
      double: true,
    },
  ]
}

/** How it was paid, what became of its cheque, who paid it, what is said of it: « Chèque BNA n° 0012345 · Acompte ». */
function detailsDe(
  redaction: Redaction,
  { mode, rejete_le, versePar, details, ...compte }: Omit<PaiementReleve, 'date' | 'recu' | 'versement'>,
): string {
  const { releve } = redaction.mots
  return [
    [redaction.mode(mode), banqueEtReference(redaction, compte)].filter(Boolean).join(' '),
    rejete_le === null ? '' : remplacer(releve.rejete, { jour: redaction.jour(rejete_le) }),
    versePar === null ? '' : remplacer(releve.versePar, { nom: redaction.texte(versePar, 24) }),
    redaction.texte(details, 24),
  ]
    .filter(Boolean)
    .join('\u00A0· ')
}

const phraseDuDesistement = (
  redaction: Redaction,
  { le, retenue, rembourse, reste }: DesistementReleve,
): string =>
  remplacer(redaction.mots.releve.desistement, {
    jour: redaction.jour(le),
    retenue: redaction.montant(retenue),
    rembourse: redaction.montant(rembourse),
    reste: redaction.montant(reste),
  })

const ligneCommune = (redaction: Redaction, { bien, dossier, part, titulaire }: BienEnCommun): string[] => [
  nomEntier(redaction, bien),
  redaction.valeur(dossier),
  redaction.pourcent(part / 100),
  redaction.texte(titulaire),
]

const ligneCedee = (redaction: Redaction, { bien, dossier, le, a, verse: paye }: DossierCede): string[] => [
  nomEntier(redaction, bien),
  redaction.valeur(dossier),
  remplacer(redaction.mots.releve.cede, { jour: redaction.jour(le), nom: redaction.texte(a) }),
  printCentimes(paye),
]

/** « Appartement A-12 (F3), Résidence Les Jardins ». */
const nomEntier = (redaction: Redaction, bien: BienImprime): string =>
  [redaction.designation(bien), redaction.residence(bien)].filter(Boolean).join(`${redaction.mots.virgule} `)

function bilanDe(
  redaction: Redaction,
  titre: string,
  { prix, paye, biens, terminees }: Totaux,
): Extract<Element, { genre: 'bilan' }> {
  const { mots } = redaction
  const sommes: Paire[] = [
    [redaction.enDinars(mots.prix), printCentimes(prix)],
    [redaction.enDinars(mots.totalPaye), printCentimes(paye)],
    [redaction.enDinars(mots.reste), printCentimes(prix - paye)],
  ]
  return {
    genre: 'bilan',
    titre,
    libelle: dit(redaction, mots.releve.nombreDeBiens, String(biens)),
    // Ended sales alone have no price and no rest to add up.
    sommes: biens > 0 || terminees === null ? sommes : [],
    note: terminees ? phraseDesTerminees(redaction, terminees) : '',
  }
}

function phraseDesTerminees(
  redaction: Redaction,
  { paye, rendre }: NonNullable<Totaux['terminees']>,
): string {
  const { releve } = redaction.mots
  return [
    remplacer(releve.terminees, { montant: redaction.montant(paye) }),
    ...(rendre === null ? [] : [remplacer(releve.aRembourser, { montant: redaction.montant(rendre) })]),
  ].join(`${redaction.mots.virgule} `)
}
