/** The calls that answer a paper of another noun: what is printed is of that noun, how is said here. */
import type { FastifyInstance } from 'fastify'
import { chargesEndpoints } from '#features/charges/charges.contract.ts'
import { bonsModele } from '#features/charges/server/charges.documents.ts'
import { chequesEndpoints } from '#features/cheques/cheques.contract.ts'
import { readBordereau } from '#features/cheques/server/remises.service.ts'
import { fichesEndpoints } from '#features/clients/fiches.contract.ts'
import { nomDesDonnees, readDonnees } from '#features/clients/server/donnees.read.ts'
import { echeancierEndpoints } from '#features/echeanciers/echeances.contract.ts'
import { appelsDuBien, paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { bonsPdf } from '#features/papiers/server/papers/bons.ts'
import { bordereauPdf } from '#features/papiers/server/papers/bordereau.ts'
import { cloturePdf } from '#features/papiers/server/papers/cloture.ts'
import { etatDeLaResidencePdf } from '#features/papiers/server/papers/etat-de-la-residence.ts'
import { recapPdf } from '#features/papiers/server/papers/recap.ts'
import { relevePdf } from '#features/papiers/server/papers/releve.ts'
import { donneesPdf } from '#features/papiers/server/papers/donnees.ts'
import { recuPdf, recusPdf, type ModeleRecu } from '#features/papiers/server/papers/recu.ts'
import { sendPapiers } from '#features/papiers/server/press/pdf.ts'
import { composeRelances } from '#features/papiers/server/papers/relance.ts'
import { composeDemande } from '#features/papiers/server/papers/demande.ts'
import { composeEcheancier } from '#features/papiers/server/papers/echeancier.ts'
import { composeRemboursement } from '#features/papiers/server/papers/remboursement.ts'
import { readReleveModele, type Portee } from '#features/papiers/server/facts/releve.read.ts'
import { readRecuModele, readRecusDuGroupe } from '#features/papiers/server/facts/recu.read.ts'
import {
  readOriginal,
  withTirage,
  withTirages,
  type Tire,
} from '#features/papiers/server/press/impressions.ts'
import { recapEndpoints, type PayeursFiltres } from '#features/rapports/recap.contract.ts'
import { cloturesEndpoints } from '#features/rapports/clotures.contract.ts'
import { etatBancaireEndpoints } from '#features/rapports/etat-bancaire.contract.ts'
import { readEtatBancaire } from '#features/rapports/server/etat-bancaire.read.ts'
import { readClotureImprimee } from '#features/rapports/server/clotures.read.ts'
import { readRecapModele } from '#features/rapports/server/recap.ts'
import { desistementEndpoints, remboursementsEndpoints } from '#features/ventes/fins.contract.ts'
import { relancesEndpoints } from '#features/ventes/relances.contract.ts'
import { GENRES, TYPES_DE_BIEN } from '#shared/biens.ts'
import { fichierDuPapier, type Langue } from '#shared/papiers.ts'
import { contentDisposition } from '#server/documents/download.ts'
import { fileRoute, type FileAnswer, type FileContext } from '#server/http/route.ts'

/** Papers of a sale that have no number. */
export function impressionsDesVentes(app: FastifyInstance): void {
  fileRoute(app, echeancierEndpoints.print, ({ params, query }, context) =>
    sendPapiers(context, (db) => composeEcheancier(db, params.id, query.langue)),
  )
  fileRoute(app, desistementEndpoints.demande, ({ params, query }, context) =>
    sendPapiers(context, (db) => composeDemande(db, params.id, query.langue)),
  )
  fileRoute(app, remboursementsEndpoints.recu, ({ params, query }, context) =>
    sendPapiers(context, (db) => composeRemboursement(db, params.id, query.langue), {
      table: 'remboursements',
      id: params.id,
      tirage: query.tirage,
    }),
  )
  fileRoute(app, relancesEndpoints.lettres, ({ query }, context) =>
    sendPapiers(context, (db) => composeRelances(db, query.ventes, query.langue)),
  )
}

/** Receipts of payments, bordereaux, closings of tills, residences for a bank, vouchers, and what is kept of a client. */
export function autresImpressions(app: FastifyInstance): void {
  fileRoute(
    app,
    paiementsEndpoints.printSingle,
    async ({ params: { id }, query: { langue, tirage } }, context) => {
      const { read, signal, files } = context
      const tire: Tire = { table: 'paiements', id, tirage }
      const content = await withTirage(context, tire, async (premier) => {
        const modele = await read(async (db) => ({
          ...(await readRecuModele(db, id, langue)),
          original: await readOriginal(db, tire, premier),
        }))
        return recuPdf(modele, { signal, files })
      })
      return { content, disposition: contentDisposition(fichierDuPapier(`paiement_${id}`, langue)) }
    },
  )
  fileRoute(app, paiementsEndpoints.recusDuGroupe, async ({ params, query: { langue, tirage } }, context) => {
    const { read, signal, files } = context
    const { ids, recus } = await read((db) => readRecusDuGroupe(db, params.id))
    const content = await withTirages(context, { table: 'paiements', ids, tirage }, async (premiers) => {
      const modeles = await read(async (db) => {
        const lus: ModeleRecu[] = []
        for (const id of ids) {
          const original = await readOriginal(db, { table: 'paiements', id, tirage }, premiers.has(id))
          lus.push({ ...(await readRecuModele(db, id, langue)), original })
        }
        return lus
      })
      return recusPdf(modeles, { signal, files })
    })
    return { content, disposition: contentDisposition(fichierDuPapier(`recus_${recus[0] ?? ''}`, langue)) }
  })
  fileRoute(app, chequesEndpoints.bordereau, async ({ params }, { read, signal, files }) => {
    const modele = await read((db) => readBordereau(db, params.id))
    return {
      content: await bordereauPdf(modele, { signal, files }),
      disposition: contentDisposition(`remise_${modele.numero}.pdf`),
    }
  })
  fileRoute(app, cloturesEndpoints.pdf, async ({ params }, { read, signal, files }) => {
    const modele = await read((db) => readClotureImprimee(db, params.id))
    return {
      content: await cloturePdf(modele, { signal, files }),
      disposition: contentDisposition(`cloture_${modele.cloture.numero}.pdf`),
    }
  })
  fileRoute(app, etatBancaireEndpoints.pdf, async ({ params, query }, { read, signal, files }) => {
    const etat = await read((db) => readEtatBancaire(db, params.id, query.part))
    return {
      content: await etatDeLaResidencePdf(etat, { signal, files }),
      disposition: contentDisposition(`etat_${etat.residence.nom}.pdf`, 'inline'),
    }
  })
  fileRoute(app, chargesEndpoints.print, async ({ query }, { read, signal, files, inTurn }) => {
    // One voucher is a small document; a category or all vouchers wait for their turn, as exports do.
    const make = async () => {
      const { modele, name } = await read((db) => bonsModele(db, query))
      return { content: await bonsPdf(modele, { signal, files }), name }
    }
    const { content, name } = query.bon_id === undefined ? await inTurn(make) : await make()
    return { content, disposition: contentDisposition(name) }
  })
  fileRoute(app, fichesEndpoints.donnees, async ({ params }, { read, signal, files }) => {
    const modele = await read((db) => readDonnees(db, params.id))
    return {
      content: await donneesPdf(modele, { signal, files }),
      disposition: contentDisposition(nomDesDonnees(params.id)),
    }
  })
}

/** Statements of a bien, of a client, of all. */
export function relevesRoutes(app: FastifyInstance): void {
  for (const type of TYPES_DE_BIEN) {
    fileRoute(app, appelsDuBien[type].print, ({ params: { id }, query: { langue } }, context) =>
      releve(context, { portee: 'bien', type, id }, `paiements_${GENRES[type].chemin}_${id}`, langue),
    )
  }
  fileRoute(app, paiementsEndpoints.printClient, ({ params: { id }, query: { langue } }, context) =>
    releve(context, { portee: 'client', id }, `paiements_client_${id}`, langue),
  )
  // The statement of all payments exists in French only.
  fileRoute(app, paiementsEndpoints.printAll, (_input, context) =>
    releve(context, { portee: 'tous' }, 'tous_les_paiements', 'fr'),
  )
}

async function releve(
  { read, signal, files, inTurn }: FileContext,
  portee: Portee,
  name: string,
  langue: Langue,
): Promise<FileAnswer> {
  const content = await inTurn(async () =>
    relevePdf(await read((db) => readReleveModele(db, portee, langue)), { signal, files }),
  )
  return { content, disposition: contentDisposition(fichierDuPapier(name, langue)) }
}

/** The recap as a file to save, and to look at. */
export function recapRoutes(app: FastifyInstance): void {
  fileRoute(app, recapEndpoints.exportPdf, ({ query }, context) => recap(context, query, 'attachment'))
  fileRoute(app, recapEndpoints.printPdf, ({ query }, context) => recap(context, query, 'inline'))
}

async function recap(
  { read, signal, files, inTurn }: FileContext,
  filtres: PayeursFiltres,
  usage: 'attachment' | 'inline',
): Promise<FileAnswer> {
  const content = await inTurn(async () =>
    recapPdf(await read((db) => readRecapModele(db, filtres)), { signal, files }),
  )
  return { content, disposition: contentDisposition('recap-paiements.pdf', usage) }
}
