import { setFlagsFromString } from 'node:v8'

/** How much V8 lets the heap grow beyond what lives in it before it tidies up, in percent; 0 leaves it to itself, which may be fourfold. */
const TIGHT = 25
let works = 0

/**
 * Does a work that makes much and keeps little, with a heap that is tidied up often: the machine's memory belongs to PostgreSQL and to
 * those who wait meanwhile, and V8 would take half a gigabyte more because it is there.
 */
export async function withTightHeap<T>(work: () => Promise<T>): Promise<T> {
  if (works++ === 0) setFlagsFromString(`--heap-growing-percent=${TIGHT}`)
  try {
    return await work()
  } finally {
    if (--works === 0) setFlagsFromString('--heap-growing-percent=0')
  }
}
