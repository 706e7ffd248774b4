import { readAvertissements } from '#features/paiements/server/paiements.avertissements.ts'
import type { FastifyInstance } from 'fastify'
import { appelsDuBien, paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { createGroupe } from '#features/paiements/server/groupes.service.ts'
import {
  joinJustificatif,
  readJustificatif,
  removeJustificatif,
} from '#features/paiements/server/justificatifs.service.ts'
import {
  listPaiementsDuBien,
  type PaiementLu,
  readPaiement,
} from '#features/paiements/server/paiements.read.ts'
import { readSoldeDuBien } from '#features/paiements/server/paiements.solde.ts'
import {
  createPaiement,
  deletePaiement,
  updatePaiement,
} from '#features/paiements/server/paiements.service.ts'
import { toListe, toPaiement, toSaisie, toSolde } from '#features/paiements/server/paiements.wire.ts'
import { formatMontant } from '#shared/argent.ts'
import { TYPES_DE_BIEN } from '#shared/biens.ts'
import { formatCompte } from '#shared/texte.ts'
import { fichierAnswer } from '#server/files/intact.ts'
import { fileRoute, route } from '#server/http/route.ts'

export function paiementsRoutes(app: FastifyInstance): void {
  for (const type of TYPES_DE_BIEN) {
    route(app, appelsDuBien[type].list, async ({ params, query }, { db }) =>
      toListe(await listPaiementsDuBien(db, type, params.id, query)),
    )
    route(app, appelsDuBien[type].solde, async ({ params }, { db }) =>
      toSolde(await readSoldeDuBien(db, type, params.id)),
    )
  }
  route(app, paiementsEndpoints.read, async ({ params }, { db }) =>
    toPaiement(await readPaiement(db, params.id)),
  )
  route(app, paiementsEndpoints.create, async ({ body }, { db, actor }) => {
    const paiement = await createPaiement(db, actor, toSaisie(body))
    return saved(paiement, paiementsEndpoints.create.succes, await readAvertissements(db, paiement))
  })
  route(app, paiementsEndpoints.createGroupe, async ({ body }, { db, actor }) => {
    const lus = await createGroupe(db, actor, body)
    const paiements = lus.map(toPaiement)
    const groupe = paiements[0]?.groupe
    if (!(groupe && lus[0])) throw new Error('a group has at least two payments')
    const message = `${formatCompte(paiements.length, 'versement ajouté', 'versements ajoutés')} : ${formatMontant(groupe.montant)}.`
    return { groupe, paiements, avertissements: await readAvertissements(db, lus[0]), message }
  })
  route(app, paiementsEndpoints.update, async ({ params, body }, { db, actor }) => {
    const paiement = await updatePaiement(db, actor, params.id, toSaisie(body))
    return saved(paiement, paiementsEndpoints.update.succes, await readAvertissements(db, paiement))
  })
  route(app, paiementsEndpoints.remove, async ({ params }, { db, actor, ...life }) => {
    await deletePaiement(db, actor, params.id, life)
  })
  justificatifRoutes(app)
}

function justificatifRoutes(app: FastifyInstance): void {
  route(app, paiementsEndpoints.joindre, async ({ params, file }, { db, actor, ...life }) => ({
    ...toPaiement(await joinJustificatif(db, actor, params.id, file, life)),
  }))
  route(app, paiementsEndpoints.retirerJustificatif, async ({ params }, { db, actor, ...life }) => {
    await removeJustificatif(db, actor, params.id, life)
  })
  fileRoute(app, paiementsEndpoints.justificatif, async ({ params }, { db, files }) =>
    fichierAnswer(files, await readJustificatif(db, params.id)),
  )
}

const saved = (paiement: PaiementLu, message: string, avertissements: string[]) => ({
  ...toPaiement(paiement),
  message,
  avertissements,
})
