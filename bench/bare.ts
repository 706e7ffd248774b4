import fastify from 'fastify'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/pool.ts'
import { BARE } from '../bench/bare-statements.ts'

/**
 * What the product is compared with: the same calls written by hand, each one statement sent as it is through the driver, its rows
 * answered as they come. It knows neither sessions nor contracts, and joins the database that the measured server runs.
 */
const config = readConfig(process.env)
const { pool, close } = await openDatabase(config, { adopt: true })
const app = fastify()
app.get('/readyz', () => ({ status: 'ok' }))
for (const { path, ask, answer } of BARE) {
  app.get<{ Querystring: Record<string, string> }>(path, async ({ query }, reply) => {
    const page = Number(query['page'] ?? 1)
    const size = Number(query['per_page'] ?? 6)
    const values = { page, size, from: (page - 1) * size, query }
    const { rows } = await pool.query<{ data: unknown; total: number }>(...ask(values))
    return reply.send(answer(rows[0] ?? { data: null, total: 0 }, values))
  })
}
process.once('SIGTERM', () => void app.close().then(close))
// As the product says it: whoever started us waits for the address.
console.log(`prêt sur ${await app.listen({ host: config.host, port: config.port })}`)
