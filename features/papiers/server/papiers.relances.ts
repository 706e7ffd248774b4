import { readMatieres } from '#features/papiers/server/matiere.read.ts'
import type { EcheanceImprimee, Matiere } from '#features/papiers/server/matiere.ts'
import { alinea, enLettres, ficheDuBien, fiches, fort, tenu } from '#features/papiers/server/papiers.blocs.ts'
import { lesAcquereurs } from '#features/papiers/server/papiers.sans-numero.ts'
import { genresDe } from '#features/papiers/server/papiers.noms.ts'
import { boiteDuPromoteur, toModele, type Contenu } from '#features/papiers/server/papiers.modele.ts'
import type { PapiersSansNumero } from '#features/papiers/server/papiers.pdf.ts'
import {
  colonne,
  jourExigible,
  lesComptes,
  libelleDe,
  table,
} from '#features/papiers/server/papiers.tables.ts'
import { Presse } from '#features/papiers/server/presse.ts'
import { MOTS_SANS_NUMERO } from '#features/papiers/server/sans-numero.mots.ts'
import { RELANCES_MAX } from '#features/ventes/dossier.codes.ts'
import { ventesErreurs } from '#features/ventes/ventes.erreurs.ts'
import { politesse } from '#shared/nommer.ts'
import { fichierDuPapier, type Langue } from '#shared/papiers.ts'
import type { Db } from '#server/database/db.ts'
import { printCentimes, sumCentimes } from '#server/documents/papier.ts'
import { refuse } from '#server/http/errors.ts'

const parNumero = new Intl.Collator('fr', { numeric: true })
const enRetard = ({ dossier }: Matiere): EcheanceImprimee[] =>
  dossier.echeances.filter(({ etat }) => etat === 'en_retard')

/**
 * Composes a letter for each late one of these dossiers, by number.
 * @throws aucunDossier, tropDeDossiers, dossierInconnu, rienEnRetard (422 on ventes)
 */
export async function composeRelances(
  db: Db,
  ids: readonly number[],
  langue: Langue = 'fr',
): Promise<PapiersSansNumero> {
  if (ids.length === 0) throw refuse(ventesErreurs.aucunDossier).on('ventes')
  if (ids.length > RELANCES_MAX) throw refuse(ventesErreurs.tropDeDossiers).on('ventes')
  const matieres = await readMatieres(db, ids)
  if (matieres.length < ids.length) throw refuse(ventesErreurs.dossierInconnu).on('ventes')
  return relancesDe(matieres, langue)
}

/** {@link composeRelances} of what was read. */
export function relancesDe(matieres: readonly Matiere[], langue: Langue): PapiersSansNumero {
  const late = matieres
    .filter((matiere) => enRetard(matiere).length > 0)
    .toSorted((a, b) => parNumero.compare(a.dossier.dossier, b.dossier.dossier))
  const [premier] = late
  if (!premier) throw refuse(ventesErreurs.rienEnRetard).on('ventes')
  const presse = new Presse(langue)
  const { relance: nom, relances: noms } = MOTS_SANS_NUMERO[langue]
  const unique = late.length === 1 ? premier.dossier.dossier : null
  return {
    fichier: fichierDuPapier(unique === null ? 'relances' : `relance_${unique}`, presse.langue),
    intitule: unique === null ? noms : `${nom} ${presse.mots.dossier} ${unique}`,
    modeles: late.map((matiere) => toModele(presse, matiere, relance(presse, matiere))),
    logo: premier.promoteur?.logo ?? null,
  }
}

function relance(presse: Presse, matiere: Matiere): Contenu {
  const { mots } = presse
  const propres = MOTS_SANS_NUMERO[presse.langue]
  const { appel, fin } = politesse(presse.langue, genresDe(matiere))
  const lignes = enRetard(matiere).map((echeance) => ({
    echeance,
    jour:
      echeance.exigible_le === null
        ? ''
        : jourExigible(presse, echeance.exigible_le, echeance.stade_atteint_le),
  }))
  const total = sumCentimes(lignes.map(({ echeance }) => echeance.reste))
  // A day alone is narrow, and leaves its room to the names; one that is explained would leave them none.
  const jours = lignes.some(({ jour }) => jour.includes(' ')) ? 'large' : ''
  return {
    titre: propres.relance,
    reference: `${mots.dossier} ${presse.valeur(matiere.dossier.dossier)}`,
    blocs: [
      fiches([
        lesAcquereurs(presse, matiere, mots.attention),
        ficheDuBien(presse, propres.concerne, matiere),
      ]),
      fort(propres.objet),
      alinea(appel),
      alinea(propres.saufErreur),
      table(
        [
          colonne(mots.echeance, 'large'),
          colonne(propres.exigibleLe, jours),
          colonne(presse.enDinars(mots.montant), 'montant'),
          colonne(presse.enDinars(propres.recuMontant), 'montant'),
          colonne(presse.enDinars(propres.resteMontant), 'montant'),
        ],
        lignes.map(({ echeance, jour }) => [
          libelleDe(presse, echeance, 14),
          jour,
          printCentimes(echeance.montant),
          printCentimes(echeance.couvert),
          printCentimes(echeance.reste),
        ]),
        [propres.totalDu, '', '', '', printCentimes(total)],
      ),
      tenu(fort(`${enLettres(presse, total)}.`)),
      tenu(alinea(propres.priere)),
      ...lesComptes(presse, matiere),
      tenu(alinea(fin)),
    ],
    signatures: [boiteDuPromoteur(presse, matiere)],
  }
}
