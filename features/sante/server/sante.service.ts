import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import type { Sante, Verification } from '#features/sante/sante.contract.ts'
import { CONTROLE_LOCK } from '#features/sante/server/controle.ts'
import type { Db } from '#server/database/db.ts'
import { lockedSince } from '#server/database/locks.ts'
import { readDiskSpace } from '#server/files/disk-space.ts'
import type { Sauvegardes } from '#server/http/app.ts'
import { packageRoot } from '#server/package-root.ts'

const GIB = 1024 ** 3

/** What carries the installation: version, database, files, disk of the data, and the last look at the rules. */
export async function readSante(pool: Db, { folder, integree }: Sauvegardes, demarre: Date): Promise<Sante> {
  // Asked first: a look that ends meanwhile is then the last one.
  const en_cours = (await lockedSince(pool, CONTROLE_LOCK)) !== null
  const { moteur, taille, fichiers, derniere, verification } = await readBase(pool)
  // The folder of the data is there, that of the backups only once there is one.
  const disque = await readDiskSpace(dirname(folder))
  return {
    version: await readVersion(),
    base: { moteur: `PostgreSQL ${moteur}`, taille, integree },
    fichiers,
    disque: disque && {
      libre: disque.free,
      total: disque.size,
      peu: disque.free < 2 * (derniere ?? 0) + GIB,
    },
    demarre_le: demarre.toISOString(),
    verification,
    en_cours,
  }
}

interface Base {
  moteur: string
  taille: number
  fichiers: { nombre: number; taille: number }
  derniere: number | null
  verification: Verification | null
}

async function readBase(pool: Db): Promise<Base> {
  const { rows } = await sql<Base>`
    select split_part(current_setting('server_version'), ' ', 1) as moteur, pg_database_size(current_database()) as taille,
      (select json_build_object('nombre', count(*), 'taille', coalesce(sum(taille), 0)) from fichiers) as fichiers,
      (select taille from sauvegardes order by faite_le desc, id desc limit 1) as derniere,
      (select json_build_object('faite_le', faite_le, 'duree_ms', duree_ms, 'regles', regles, 'enfreintes', enfreintes)
        from verifications order by id desc limit 1) as verification`.execute(pool)
  const [base] = rows
  if (!base) throw new Error('a select without FROM has one row')
  const { verification } = base
  return {
    ...base,
    verification: verification && {
      ...verification,
      faite_le: new Date(verification.faite_le).toISOString(),
    },
  }
}

/** Of the package the server runs from. */
async function readVersion(): Promise<string> {
  const json: unknown = JSON.parse(await readFile(join(packageRoot, 'package.json'), 'utf8'))
  return typeof json === 'object' && json !== null && 'version' in json ? String(json.version) : ''
}
