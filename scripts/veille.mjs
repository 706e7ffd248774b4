// Runs a step in a process of its own: one that the system kills for want of memory cannot say so itself.
import { spawnSync } from 'node:child_process'

/** Memory that installing and building take (README). */
export const FAUTE_DE_MEMOIRE =
  "l'installation ou la construction a été arrêtée par le système, sans doute faute de mémoire : il lui faut 1 Gio ; Diyar installé d'une archive (« npm run paquet », sur une autre machine) n'en demande que 512 Mio."

/** Tells the end by the kernel, or by V8 at the end of its heap, from any other. @param {number | null} code @param {NodeJS.Signals | null} signal */
export const isOutOfMemory = (code, signal) =>
  signal === 'SIGKILL' || signal === 'SIGABRT' || code === 137 || code === 134

/** @param {string[]} args of Node @returns {number} its exit code */
export function runWatched(args) {
  const { status, signal } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (isOutOfMemory(status, signal)) console.error(`Diyar : ${FAUTE_DE_MEMOIRE}`)
  return status ?? 1
}
