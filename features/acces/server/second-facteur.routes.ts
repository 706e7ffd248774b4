import type { FastifyInstance } from 'fastify'
import { secondFacteurEndpoints } from '#features/acces/second-facteur.contract.ts'
import { provePassword, proveOnce } from '#features/acces/server/preuve.ts'
import {
  beginSecondFacteur,
  confirmSecondFacteur,
  removeSecondFacteur,
  renewCodes,
  type Preuve,
} from '#features/acces/server/second-facteur.service.ts'
import { route } from '#server/http/route.ts'

export function secondFacteurRoutes(app: FastifyInstance): void {
  const { begin, confirm, renewCodes: renew, remove } = secondFacteurEndpoints
  route(app, begin, (_input, { db, actor }, preuve: Preuve) => beginSecondFacteur(db, actor, preuve), {
    prepare: ({ body }, request) => proveOnce(request, body.mot_de_passe),
  })
  route(app, confirm, async ({ body }, { db, actor, repeated }) => ({
    codes: await confirmSecondFacteur(db, actor, body.code, repeated),
  }))
  route(
    app,
    renew,
    async ({ body: { code } }, { db, actor, repeated }, preuve: Preuve) => ({
      codes: await renewCodes(db, actor, preuve, { code, repeated }),
    }),
    { prepare: ({ body }, request) => provePassword(request, body.mot_de_passe) },
  )
  route(
    app,
    remove,
    ({ body }, { db, actor }, preuve: Preuve) => removeSecondFacteur(db, actor, preuve, body.code),
    { prepare: ({ body }, request) => provePassword(request, body.mot_de_passe) },
  )
}
