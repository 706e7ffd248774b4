/** Why a command cannot go on, as one French sentence for whoever typed it. The entry points print it and exit with code 1. */
export class Refusal extends Error {}

/**
 * The outermost frame of every command: runs `work`, prints a refusal as its sentence alone and anything else as the defect it is.
 * Either way the exit code says that it failed.
 */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof Refusal ? `Diyar : ${error.message}` : error)
    process.exitCode = 1
  }
}
