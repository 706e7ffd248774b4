import type { FastifyInstance } from 'fastify'
import { tableauDeBordTable } from '#features/tableau-de-bord/server/tableau-de-bord.documents.ts'
import { premiersPasEndpoints } from '#features/tableau-de-bord/premiers-pas.contract.ts'
import { readPremiersPas } from '#features/tableau-de-bord/server/premiers-pas.service.ts'
import { readResidences } from '#features/tableau-de-bord/server/residences.service.ts'
import { readTableau, readTelechargements } from '#features/tableau-de-bord/server/tableau-de-bord.service.ts'
import { tableauDeBordEndpoints } from '#features/tableau-de-bord/tableau-de-bord.contract.ts'
import { isOverdue } from '#server/backup/nightly.ts'
import { readAuteur } from '#server/documents/auteur.ts'
import { contentDisposition } from '#server/documents/download.ts'
import { renderXlsx } from '#server/documents/xlsx.ts'
import { defineFeature } from '#server/feature.ts'
import { fileRoute, route } from '#server/http/route.ts'
import type { Session } from '#server/http/session.ts'
import { peut } from '#shared/droits.ts'

export const tableauDeBord = defineFeature({
  routes: [routes],
  calls: { tableauDeBord: tableauDeBordEndpoints, premiersPas: premiersPasEndpoints },
})

const seesCheques = (session: Session | null) => session !== null && peut(session.role, 'tresorerie')

function routes(app: FastifyInstance): void {
  route(app, tableauDeBordEndpoints.read, async (_input, { db, session }) => ({
    ...(await readTableau(db, { tresorerie: seesCheques(session) })),
    ...(session &&
      peut(session.role, 'parametres') && {
        sauvegarde_en_retard: await isOverdue(db),
        telechargements: await readTelechargements(db),
      }),
  }))
  route(app, premiersPasEndpoints.read, (_input, { db }) => readPremiersPas(db))
  route(app, tableauDeBordEndpoints.residences, (_input, { db }) => readResidences(db))
  fileRoute(app, tableauDeBordEndpoints.export, async (_input, { read, session, signal }) => {
    const { stats, ventes, alertes, auteur } = await read(async (db) => ({
      ...(await readTableau(db, { tresorerie: seesCheques(session) })),
      auteur: await readAuteur(db),
    }))
    const table = { ...tableauDeBordTable(stats, ventes, alertes), auteur }
    return {
      content: await renderXlsx(table, { signal }),
      disposition: contentDisposition('tableau-de-bord.xlsx'),
    }
  })
}
