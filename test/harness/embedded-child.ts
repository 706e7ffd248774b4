/** Runs in a process of its own, to be killed: starts the database of a folder and says the number of each row it has been promised, counted on from those it found. */
import pg from 'pg'
import { startEmbedded } from '#server/database/embedded.ts'

const [folder = ''] = process.argv.slice(2)
const { connection } = await startEmbedded(folder, console.error)
const client = new pg.Client(connection)
await client.connect()
await client.query('create table if not exists promesses (n integer)')
const { rows } = await client.query<{ kept: number }>('select coalesce(max(n), 0) as kept from promesses')
for (let n = (rows[0]?.kept ?? 0) + 1; ; n++) {
  await client.query('insert into promesses values ($1)', [n])
  console.log(n)
}
