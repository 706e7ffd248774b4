/** The worker process checks or writes one import. Its own heap keeps the memory of a large workbook out of the server. */
import { Annulation } from '#features/imports/server/imports.state.ts'
import {
  Arret,
  checkClasseur,
  natureOf,
  Refus,
  writeClasseur,
  type Demande,
  type Echoue,
  type Reponse,
} from '#features/imports/server/process.ts'
import { connect } from '#server/database/pool.ts'

/** Connections for the work, for cancelling its statements and for keeping it awake. */
const CONNECTIONS = 3
const stop = new AbortController()
const tell = (reponse: Reponse) => void process.send?.(reponse)

async function runWork({
  connection,
  sent,
  ecriture,
}: Extract<Demande, { sent: unknown }>): Promise<Reponse> {
  const { db, pool } = connect(connection, { max: CONNECTIONS })
  const progress = {
    signal: stop.signal,
    avance: (fait: number, total: number) => tell({ fait, total }),
  }
  try {
    if (!ecriture) return { verdict: await checkClasseur(db, sent, progress) }
    await writeClasseur(db, ecriture, sent, progress)
    return { ecrit: true }
  } catch (error) {
    if (error instanceof Refus) return { refus: error.verdict }
    if (error instanceof Annulation) return { annule: true }
    return { echec: toEchoue(error) }
  } finally {
    await pool.end().catch(() => {})
  }
}

function toEchoue(error: unknown): Echoue {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return { nature: natureOf(error), message, code, stack }
}

process.on('message', (demande: Demande) => {
  if ('arret' in demande) stop.abort(new Arret())
  else void runWork(demande).then(tell)
})
// The end of the server, for whatever reason, ends this process, its connections and its open transaction.
process.on('disconnect', () => process.exit(0))
// Ctrl-C and the end of a terminal signal the whole process group; the server alone decides when its work stops.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
