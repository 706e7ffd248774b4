/** Logo of the demo's promoter, drawn here: three towers with lit windows on one ground, on no background. */
import { pngOf } from '#db/png.ts'
import { repeat } from '#db/random.ts'

const COTE = 240
/** Each pixel is looked at in so many places a side, so that edges are smooth. */
const FINESSE = 4

const BLEU = [15, 110, 132] as const
const OCRE = [196, 140, 48] as const

interface Tour {
  teinte: typeof BLEU | typeof OCRE
  x: number
  y: number
  largeur: number
  fenetres: { colonnes: number; rangees: number }
}
const SOL = 214
const TOURS: readonly Tour[] = [
  { teinte: BLEU, x: 26, y: 96, largeur: 58, fenetres: { colonnes: 2, rangees: 3 } },
  { teinte: BLEU, x: 92, y: 22, largeur: 66, fenetres: { colonnes: 2, rangees: 4 } },
  { teinte: OCRE, x: 166, y: 128, largeur: 48, fenetres: { colonnes: 2, rangees: 2 } },
]
const FENETRE = 14
const PAS = 30
/** The door of the middle tower, under a round arch. */
const PORTE = { x: 125, y: 188, rayon: 14 }

const inDoor = (x: number, y: number): boolean =>
  Math.abs(x - PORTE.x) < PORTE.rayon &&
  y < SOL &&
  (y >= PORTE.y || Math.hypot(x - PORTE.x, y - PORTE.y) < PORTE.rayon)

function inWindow({ x: left, y: top, largeur, fenetres }: Tour, x: number, y: number): boolean {
  const marge = (largeur - (fenetres.colonnes - 1) * PAS - FENETRE) / 2
  const [dx, dy] = [x - left - marge, y - top - 18]
  return (
    dx >= 0 &&
    dy >= 0 &&
    dx < fenetres.colonnes * PAS &&
    dy < fenetres.rangees * PAS &&
    dx % PAS < FENETRE &&
    dy % PAS < FENETRE
  )
}

function teinteAt(x: number, y: number): Tour['teinte'] | undefined {
  if (y >= SOL) return y < SOL + 9 && x >= 14 && x < COTE - 14 ? BLEU : undefined
  const tour = TOURS.find((one) => x >= one.x && x < one.x + one.largeur && y >= one.y)
  return tour && !inDoor(x, y) && !inWindow(tour, x, y) ? tour.teinte : undefined
}

/** Draws the logo as a PNG of a few kilobytes. */
export function drawLogo(): Buffer {
  const points = Buffer.alloc(4 * COTE * COTE)
  const places = repeat(
    FINESSE * FINESSE,
    (n) => [((n % FINESSE) + 0.5) / FINESSE, (Math.floor(n / FINESSE) + 0.5) / FINESSE] as const,
  )
  for (let y = 0; y < COTE; y++)
    for (let x = 0; x < COTE; x++) {
      const seen = places.flatMap(([dx, dy]) => {
        const teinte = teinteAt(x + dx, y + dy)
        return teinte ? [teinte] : []
      })
      const [teinte] = seen
      if (teinte) points.set([...teinte, Math.round((255 * seen.length) / places.length)], 4 * (y * COTE + x))
    }
  return pngOf(COTE, points)
}
