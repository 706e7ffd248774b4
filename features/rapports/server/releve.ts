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
import { dit, leDossier } from '#features/papiers/server/papiers.blocs.ts'
import { banqueEtReference } from '#features/papiers/server/papiers.tables.ts'
import { Presse } from '#features/papiers/server/presse.ts'
import { avancement } from '#features/etats/etats.rules.ts'
import { remplacer } from '#shared/papiers.ts'
import { printCentimes, checkLongueur, createVuePapier, type BienImprime } from '#server/documents/papier.ts'
import { LIGNES_EN_TABLE } from '#server/documents/liste.ts'
import { renderPdf, type PdfOptions } from '#server/documents/pdf.ts'

/** The most rows that one PDF prints; each sale counts three rows besides its payments, each shared or ceded one a single row. */
export const LIGNES_RELEVE_MAX = 12_000

/** The strings and figures of the printed statement. */
export function vueReleve({ langue, promoteur, etabliLe, portee, groupes }: ModeleReleve) {
  const presse = new Presse(langue)
  const { mots } = presse
  const propres = MOTS_DU_RELEVE[langue]
  const totaux = groupes.map(({ ventes }) => totauxVentes(ventes))
  const general = portee === 'tous' && groupes.length > 1 ? additionner(totaux) : null
  return {
    longue: countLignes(groupes) > LIGNES_EN_TABLE,
    papier: createVuePapier(promoteur, propres.titre, reference(presse, portee, groupes), etabliLe, langue),
    mots: {
      ...propres,
      date: mots.date,
      prix: mots.prix,
      prixEnDinars: presse.enDinars(mots.prix),
      versement: presse.enDinars(propres.versement),
      totalVerse: mots.totalPaye,
      totalEnDinars: presse.enDinars(mots.totalPaye),
      reste: presse.enDinars(mots.reste),
      bien: mots.bien,
      dossier: mots.dossier,
      part: mots.part,
      verse: presse.enDinars(propres.verse),
    },
    groupes: groupes.map(({ client, ventes, communs = [], cedes = [] }, rang) => {
      const siens = totaux[rang] ?? totauxVentes([])
      // The balance of a single open sale stands below its payments.
      const seul = ventes.length < 2 && (portee !== 'client' || siens.terminees === null)
      const nom = presse.texte(client.nom)
      return {
        nom,
        precisions: [presse.texte(client.adresse), presse.numero(client.tel), presse.texte(client.email)]
          .filter(Boolean)
          .join(' · '),
        ventes: ventes.map((vente) => vueVente(presse, vente)),
        total: seul ? null : vueTotaux(presse, remplacer(propres.total, { nom }), siens),
        communs: communs.map((un) => vueCommun(presse, un)),
        cedes: cedes.map((un) => vueCede(presse, un)),
      }
    }),
    total:
      general && vueTotaux(presse, remplacer(TOTAL_GENERAL, { nombre: String(groupes.length) }), general),
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

function reference(presse: Presse, portee: ModeleReleve['portee'], groupes: ModeleReleve['groupes']): string {
  const premier = groupes[0]
  if (portee === 'tous' || !premier) return TOUS_LES_CLIENTS
  if (portee === 'client') return presse.texte(premier.client.nom)
  const vente = premier.ventes[0]
  return vente ? presse.designation(vente.bien) : ''
}

function vueVente(
  presse: Presse,
  { bien, prix, termineeLe, dossier, repris, desistement, paiements }: VenteRelevee,
) {
  const propres = MOTS_DU_RELEVE[presse.langue]
  let paye = 0
  const ouverte = termineeLe === null
  const lignes = paiements.map(({ date, recu, versement, rejete_le, ...paiement }) => {
    if (rejete_le === null) paye += versement
    return [
      presse.jour(date),
      presse.valeur(recu),
      detailsDe(presse, { rejete_le, ...paiement }),
      rejete_le === null ? printCentimes(versement) : `(${printCentimes(versement)})`,
      ouverte ? printCentimes(prix - paye) : '',
    ]
  })
  return {
    nom: presse.designation(bien),
    precisions: [
      ...presse.precisions(bien),
      leDossier(presse, dossier),
      ...repris.map(({ de, le }) =>
        remplacer(propres.repris, { nom: presse.texte(de), jour: presse.jour(le) }),
      ),
      ...(termineeLe ? [remplacer(propres.terminee, { jour: presse.jourLong(termineeLe) })] : []),
    ].join(' · '),
    prix: ouverte ? printCentimes(prix) : '',
    lignes,
    paye: printCentimes(paye),
    reste: ouverte ? printCentimes(prix - paye) : '',
    part: ouverte ? presse.pourcent(avancement(prix, paye).pourcentagePaiement) : '',
    desistement: desistement ? phraseDuDesistement(presse, desistement) : '',
  }
}

/** How it was paid, what became of its cheque, who paid it, what is said of it: « Chèque BNA n° 0012345 · Acompte ». */
function detailsDe(
  presse: Presse,
  {
    mode,
    banque,
    reference: numero,
    rejete_le,
    versePar,
    details,
  }: Omit<PaiementReleve, 'date' | 'recu' | 'versement'>,
): string {
  const propres = MOTS_DU_RELEVE[presse.langue]
  return [
    [presse.mode(mode), banqueEtReference(presse, { banque, reference: numero })].filter(Boolean).join(' '),
    rejete_le === null ? '' : remplacer(propres.rejete, { jour: presse.jour(rejete_le) }),
    versePar === null ? '' : remplacer(propres.versePar, { nom: presse.texte(versePar, 24) }),
    presse.texte(details, 24),
  ]
    .filter(Boolean)
    .join('\u00A0· ')
}

const phraseDuDesistement = (presse: Presse, { le, retenue, rembourse, reste }: DesistementReleve): string =>
  remplacer(MOTS_DU_RELEVE[presse.langue].desistement, {
    jour: presse.jour(le),
    retenue: presse.montant(retenue),
    rembourse: presse.montant(rembourse),
    reste: presse.montant(reste),
  })

const vueCommun = (presse: Presse, { bien, dossier, part, titulaire }: BienEnCommun): string[] => [
  nomEntier(presse, bien),
  presse.valeur(dossier),
  presse.pourcent(part / 100),
  presse.texte(titulaire),
]

const vueCede = (presse: Presse, { bien, dossier, le, a, verse: paye }: DossierCede): string[] => [
  nomEntier(presse, bien),
  presse.valeur(dossier),
  remplacer(MOTS_DU_RELEVE[presse.langue].cede, { jour: presse.jour(le), nom: presse.texte(a) }),
  printCentimes(paye),
]

/** « Appartement A-12 (F3), Résidence Les Jardins ». */
const nomEntier = (presse: Presse, bien: BienImprime): string =>
  [presse.designation(bien), presse.residence(bien)].filter(Boolean).join(`${presse.mots.virgule} `)

const vueTotaux = (presse: Presse, titre: string, { prix, paye, biens, terminees }: Totaux) => ({
  titre,
  // Ended sales alone have no price and no rest to add up.
  ouvertes: biens > 0 || terminees === null,
  biens: dit(presse, MOTS_DU_RELEVE[presse.langue].nombreDeBiens, String(biens)),
  prix: printCentimes(prix),
  paye: printCentimes(paye),
  reste: printCentimes(prix - paye),
  terminees: terminees ? phraseDesTerminees(presse, terminees) : '',
})

function phraseDesTerminees(presse: Presse, { paye, rendre }: NonNullable<Totaux['terminees']>): string {
  const propres = MOTS_DU_RELEVE[presse.langue]
  return [
    remplacer(propres.terminees, { montant: presse.montant(paye) }),
    ...(rendre === null ? [] : [remplacer(propres.aRembourser, { montant: presse.montant(rendre) })]),
  ].join(`${presse.mots.virgule} `)
}
