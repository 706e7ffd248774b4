import { readFaitsDesVentes } from '#features/papiers/server/facts/faits.read.ts'
import type { EcheanceImprimee, Faits } from '#features/papiers/server/facts/faits.ts'
import {
  alinea,
  enLettres,
  encadreDuBien,
  encadres,
  fort,
  lesAcquereurs,
  tenu,
} from '#features/papiers/server/blocks/elements.ts'
import { genresDe } from '#features/papiers/server/words/noms.ts'
import { boiteDuPromoteur, toModele, type Contenu } from '#features/papiers/server/press/modele.ts'
import type { PapiersSansNumero } from '#features/papiers/server/press/pdf.ts'
import {
  colonne,
  jourExigible,
  lesComptes,
  libelleDe,
  table,
} from '#features/papiers/server/blocks/tables.ts'
import { Redaction } from '#features/papiers/server/words/redaction.ts'
import { RELANCES_MAX } from '#features/ventes/dossier.codes.ts'
import { ventesErreurs } from '#features/ventes/ventes.erreurs.ts'
import { politesse } from '#shared/nommer.ts'
import { fichierDuPapier, type Langue } from '#shared/papiers.ts'
import type { Db } from '#server/database/db.ts'
import { printCentimes, sumCentimes } from '#server/documents/papier.ts'
import { refuse } from '#server/http/errors.ts'

const parNumero = new Intl.Collator('fr', { numeric: true })
const enRetard = ({ dossier }: Faits): EcheanceImprimee[] =>
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
  const ventes = await readFaitsDesVentes(db, ids)
  if (ventes.length < ids.length) throw refuse(ventesErreurs.dossierInconnu).on('ventes')
  return relancesDe(ventes, langue)
}

/** {@link composeRelances} of what was read. */
export function relancesDe(ventes: readonly Faits[], langue: Langue): PapiersSansNumero {
  const late = ventes
    .filter((faits) => enRetard(faits).length > 0)
    .toSorted((a, b) => parNumero.compare(a.dossier.dossier, b.dossier.dossier))
  const [premier] = late
  if (!premier) throw refuse(ventesErreurs.rienEnRetard).on('ventes')
  const redaction = new Redaction(langue)
  const { relance: nom, relances: noms } = redaction.mots.sansNumero
  const unique = late.length === 1 ? premier.dossier.dossier : null
  return {
    fichier: fichierDuPapier(unique === null ? 'relances' : `relance_${unique}`, redaction.langue),
    intitule: unique === null ? noms : `${nom} ${redaction.mots.dossier} ${unique}`,
    modeles: late.map((faits) => toModele(redaction, faits, relance(redaction, faits))),
    logo: premier.promoteur?.logo ?? null,
  }
}

function relance(redaction: Redaction, faits: Faits): Contenu {
  const { mots } = redaction
  const propres = redaction.mots.sansNumero
  const { appel, fin } = politesse(redaction.langue, genresDe(faits))
  const lignes = enRetard(faits).map((echeance) => ({
    echeance,
    jour:
      echeance.exigible_le === null
        ? ''
        : jourExigible(redaction, echeance.exigible_le, echeance.stade_atteint_le),
  }))
  const total = sumCentimes(lignes.map(({ echeance }) => echeance.reste))
  // A day alone is narrow, and leaves its room to the names; one that is explained would leave them none.
  const jours = lignes.some(({ jour }) => jour.includes(' ')) ? 'large' : ''
  return {
    titre: propres.relance,
    reference: `${mots.dossier} ${redaction.valeur(faits.dossier.dossier)}`,
    blocs: [
      encadres([
        lesAcquereurs(redaction, faits, mots.attention),
        encadreDuBien(redaction, propres.concerne, faits),
      ]),
      fort(propres.objet),
      alinea(appel),
      alinea(propres.saufErreur),
      table(
        [
          colonne(mots.echeance, 'large'),
          colonne(propres.exigibleLe, jours),
          colonne(redaction.enDinars(mots.montant), 'montant'),
          colonne(redaction.enDinars(mots.recuMontant), 'montant'),
          colonne(redaction.enDinars(propres.resteMontant), 'montant'),
        ],
        lignes.map(({ echeance, jour }) => [
          libelleDe(redaction, echeance, 14),
          jour,
          printCentimes(echeance.montant),
          printCentimes(echeance.couvert),
          printCentimes(echeance.reste),
        ]),
        [propres.totalDu, '', '', '', printCentimes(total)],
      ),
      tenu(fort(`${enLettres(redaction, total)}.`)),
      tenu(alinea(propres.priere)),
      ...lesComptes(redaction, faits),
      tenu(alinea(fin)),
    ],
    signatures: [boiteDuPromoteur(redaction, faits)],
  }
}
