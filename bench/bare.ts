import fastify from 'fastify'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/pool.ts'
import { bareAnswer } from '../bench/bare-answer.ts'
import { BARE } from '../bench/bare-statements.ts'

/** Server of the hand-written calls, to compare with: it has no sessions and no contracts, and reads the database of the measured server. */
const config = readConfig(process.env)
const { pool, close } = await openDatabase(config, { adopt: true })
const app = fastify()
app.get('/readyz', () => ({ status: 'ok' }))
for (const bare of BARE)
  app.get<{ Querystring: Record<string, string> }>(bare.path, async ({ query }, reply) =>
    reply.send(await bareAnswer(pool, bare, query)),
  )
process.once('SIGTERM', () => void app.close().then(close))
// The harness waits for this line of the product to learn the address.
console.log(`prêt sur ${await app.listen({ host: config.host, port: config.port })}`)
