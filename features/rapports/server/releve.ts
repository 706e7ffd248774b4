import {
  type BienEnCommun,
  type DesistementReleve,
  type DossierCede,
  type ModeleReleve,
  type PaiementReleve,
  type VenteRelevee,
  additionner,
  type Totaux,
  totauxVentes,
} from '#features/rapports/server/releve.modele.ts'
import { MOTS_DU_RELEVE, TOTAL_GENERAL, TOUS_LES_CLIENTS } from '#features/rapports/server/releve.mots.ts'
import { dit, leDossier } from '#features/papiers/server/blocks/elements.ts'
import { banqueEtReference } from '#features/papiers/server/blocks/tables.ts'
import { Redaction } from '#features/papiers/server/words/redaction.ts'
import { avancement } from '#features/etats/etats.rules.ts'
import { remplacer } from '#shared/papiers.ts'
import { printCentimes, checkLongueur, createVuePapier, type BienImprime } from '#server/documents/papier.ts'
import { LIGNES_EN_TABLE } from '#server/documents/liste.ts'
import { renderPdf, type PdfOptions } from '#server/documents/pdf.ts'

/** The most rows that one PDF prints; each sale counts three rows besides its payments, each shared or ceded one a single row. */
export const LIGNES_RELEVE_MAX = 12_000

/** The strings and figures of the printed statement. */
export function vueReleve({ langue, promoteur, etabliLe, portee, groupes }: ModeleReleve) {
  const redaction = new Redaction(langue)
  const { mots } = redaction
  const propres = MOTS_DU_RELEVE[langue]
  const totaux = groupes.map(({ ventes }) => totauxVentes(ventes))
  const general = portee === 'tous' && groupes.length > 1 ? additionner(totaux) : null
  return {
    longue: countLignes(groupes) > LIGNES_EN_TABLE,
    papier: createVuePapier(
      promoteur,
      propres.titre,
      reference(redaction, portee, groupes),
      etabliLe,
      langue,
    ),
    mots: {
      ...propres,
      date: mots.date,
      prix: mots.prix,
      prixEnDinars: redaction.enDinars(mots.prix),
      versement: redaction.enDinars(propres.versement),
      totalVerse: mots.totalPaye,
      totalEnDinars: redaction.enDinars(mots.totalPaye),
      reste: redaction.enDinars(mots.reste),
      bien: mots.bien,
      dossier: mots.dossier,
      part: mots.part,
      verse: redaction.enDinars(propres.verse),
    },
    groupes: groupes.map(({ client, ventes, communs = [], cedes = [] }, rang) => {
      const siens = totaux[rang] ?? totauxVentes([])
      // The balance of a single open sale stands below its payments.
      const seul = ventes.length < 2 && (portee !== 'client' || siens.terminees === null)
      const nom = redaction.texte(client.nom)
      return {
        nom,
        precisions: [
          redaction.texte(client.adresse),
          redaction.numero(client.tel),
          redaction.texte(client.email),
        ]
          .filter(Boolean)
          .join(' · '),
        ventes: ventes.map((vente) => vueVente(redaction, vente)),
        total: seul ? null : vueTotaux(redaction, remplacer(propres.total, { nom }), siens),
        communs: communs.map((un) => vueCommun(redaction, un)),
        cedes: cedes.map((un) => vueCede(redaction, un)),
      }
    }),
    total:
      general && vueTotaux(redaction, remplacer(TOTAL_GENERAL, { nombre: String(groupes.length) }), general),
  }
}

/** Makes the PDF of the statement. @throws documentTropLong (422) above LIGNES_RELEVE_MAX rows, and the errors of renderPdf */
export async function relevePdf(modele: ModeleReleve, options?: PdfOptions): Promise<Buffer> {
  const lignes = countLignes(modele.groupes)
  checkLongueur(lignes, LIGNES_RELEVE_MAX, 'Imprimez plutôt le relevé de chaque client.')
  return renderPdf('features/rapports/server/releve.typ', vueReleve(modele), {
    logo: modele.promoteur?.logo,
    ...options,
  })
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
  const vente = premier.ventes[0]
  return vente ? redaction.designation(vente.bien) : ''
}

function vueVente(
  redaction: Redaction,
  { bien, prix, termineeLe, dossier, repris, desistement, paiements }: VenteRelevee,
) {
  const propres = MOTS_DU_RELEVE[redaction.langue]
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
  return {
    nom: redaction.designation(bien),
    precisions: [
      ...redaction.precisions(bien),
      leDossier(redaction, dossier),
      ...repris.map(({ de, le }) =>
        remplacer(propres.repris, { nom: redaction.texte(de), jour: redaction.jour(le) }),
      ),
      ...(termineeLe ? [remplacer(propres.terminee, { jour: redaction.jourLong(termineeLe) })] : []),
    ].join(' · '),
    prix: ouverte ? printCentimes(prix) : '',
    lignes,
    paye: printCentimes(paye),
    reste: ouverte ? printCentimes(prix - paye) : '',
    part: ouverte ? redaction.pourcent(avancement(prix, paye).pourcentagePaiement) : '',
    desistement: desistement ? phraseDuDesistement(redaction, desistement) : '',
  }
}

/** How it was paid, what became of its cheque, who paid it, what is said of it: « Chèque BNA n° 0012345 · Acompte ». */
function detailsDe(
  redaction: Redaction,
  {
    mode,
    banque,
    reference: numero,
    rejete_le,
    versePar,
    details,
  }: Omit<PaiementReleve, 'date' | 'recu' | 'versement'>,
): string {
  const propres = MOTS_DU_RELEVE[redaction.langue]
  return [
    [redaction.mode(mode), banqueEtReference(redaction, { banque, reference: numero })]
      .filter(Boolean)
      .join(' '),
    rejete_le === null ? '' : remplacer(propres.rejete, { jour: redaction.jour(rejete_le) }),
    versePar === null ? '' : remplacer(propres.versePar, { nom: redaction.texte(versePar, 24) }),
    redaction.texte(details, 24),
  ]
    .filter(Boolean)
    .join('\u00A0· ')
}

const phraseDuDesistement = (
  redaction: Redaction,
  { le, retenue, rembourse, reste }: DesistementReleve,
): string =>
  remplacer(MOTS_DU_RELEVE[redaction.langue].desistement, {
    jour: redaction.jour(le),
    retenue: redaction.montant(retenue),
    rembourse: redaction.montant(rembourse),
    reste: redaction.montant(reste),
  })

const vueCommun = (redaction: Redaction, { bien, dossier, part, titulaire }: BienEnCommun): string[] => [
  nomEntier(redaction, bien),
  redaction.valeur(dossier),
  redaction.pourcent(part / 100),
  redaction.texte(titulaire),
]

const vueCede = (redaction: Redaction, { bien, dossier, le, a, verse: paye }: DossierCede): string[] => [
  nomEntier(redaction, bien),
  redaction.valeur(dossier),
  remplacer(MOTS_DU_RELEVE[redaction.langue].cede, { jour: redaction.jour(le), nom: redaction.texte(a) }),
  printCentimes(paye),
]

/** « Appartement A-12 (F3), Résidence Les Jardins ». */
const nomEntier = (redaction: Redaction, bien: BienImprime): string =>
  [redaction.designation(bien), redaction.residence(bien)].filter(Boolean).join(`${redaction.mots.virgule} `)

const vueTotaux = (redaction: Redaction, titre: string, { prix, paye, biens, terminees }: Totaux) => ({
  titre,
  // Ended sales alone have no price and no rest to add up.
  ouvertes: biens > 0 || terminees === null,
  biens: dit(redaction, MOTS_DU_RELEVE[redaction.langue].nombreDeBiens, String(biens)),
  prix: printCentimes(prix),
  paye: printCentimes(paye),
  reste: printCentimes(prix - paye),
  terminees: terminees ? phraseDesTerminees(redaction, terminees) : '',
})

function phraseDesTerminees(
  redaction: Redaction,
  { paye, rendre }: NonNullable<Totaux['terminees']>,
): string {
  const propres = MOTS_DU_RELEVE[redaction.langue]
  return [
    remplacer(propres.terminees, { montant: redaction.montant(paye) }),
    ...(rendre === null ? [] : [remplacer(propres.aRembourser, { montant: redaction.montant(rendre) })]),
  ].join(`${redaction.mots.virgule} `)
}
