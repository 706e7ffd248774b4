import { useMantineColorScheme } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  LinearScale,
  PieController,
  PolarAreaController,
  RadialLinearScale,
  Tooltip,
  type ChartConfiguration,
} from 'chart.js'
import { useEffect, useRef, useState } from 'react'
import styles from '#web/kit/drawing/drawing.module.css'
import { useOnPaper } from '#web/kit/print/paper.ts'

Chart.register(
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  LinearScale,
  PieController,
  PolarAreaController,
  RadialLinearScale,
  Tooltip,
)

export type ChartKind = 'bar' | 'pie' | 'polarArea'

export interface ChartCanvasProps {
  kind: ChartKind
  /** CSS variables of the colours, in order; a bar chart takes the first. */
  colors: readonly string[]
  dataset: string
  labels: readonly string[]
  values: readonly number[]
  /** Values that stand hatched on those of a bar chart, in the same colour. */
  hachures?: { dataset: string; values: readonly number[] } | undefined
  /** The label of the canvas for screen readers; a table beside it holds the figures. */
  description: string
  format: (value: number) => string
  formatAxis?: (value: number) => string
  /** The end of the scale; a bar beyond it is cut, with its figure written on it. */
  cutAt?: number | undefined
}

/** A chart.js chart in the theme's colours. The key draws it anew for other figures, another colour scheme, another contrast or paper. */
export function ChartCanvas(props: ChartCanvasProps) {
  const { colorScheme } = useMantineColorScheme()
  const onPaper = useOnPaper()
  const contrast = useMediaQuery('(forced-colors: active)', false, { getInitialValueInEffect: false })
  return (
    <Drawing
      key={JSON.stringify([
        colorScheme,
        onPaper,
        contrast,
        props.kind,
        props.labels,
        props.values,
        props.hachures,
      ])}
      contrast={contrast}
      {...props}
    />
  )
}

interface DrawingProps extends ChartCanvasProps {
  /** True under a contrast theme, which repaints the page but not the canvas: the drawing takes that theme's colours itself. */
  contrast: boolean
}

interface Couleurs {
  encre: string
  fond: string
  grille: string
  /** Colours of bars and slices, in order. */
  series: readonly string[]
}

function readColors(element: HTMLElement, { colors, contrast }: DrawingProps): Couleurs {
  const style = getComputedStyle(element)
  const named = (name: string) => style.getPropertyValue(name).trim()
  const series = colors.map(named)
  if (!contrast)
    return {
      encre: named('--mantine-color-text'),
      fond: named('--diyar-card'),
      grille: named('--mantine-color-default-border'),
      series,
    }
  const encre = systemColor(element, 'CanvasText')
  return {
    encre,
    fond: systemColor(element, 'Canvas'),
    grille: encre,
    series: [systemColor(element, 'Highlight'), ...series.slice(1)],
  }
}

/** Resolves a system colour in this theme, because chart.js does not know it by its name. */
function systemColor(element: HTMLElement, name: 'Canvas' | 'CanvasText' | 'Highlight'): string {
  const probe = document.createElement('span')
  probe.style.cssText = `forced-color-adjust: none; color: ${name}`
  element.after(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

function Drawing(props: DrawingProps) {
  const [drawn] = useState(props)
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element) return undefined
    Chart.defaults.font.family = getComputedStyle(element).fontFamily
    const chart = new Chart(element, configuration(drawn, readColors(element, drawn)))
    return () => chart.destroy()
  }, [drawn])
  return (
    <div className={styles.canvas}>
      <canvas ref={canvas} role="img" aria-label={drawn.description} data-chart={drawn.kind} />
    </div>
  )
}

function configuration(
  { kind, dataset, labels, values, hachures, format, formatAxis = format, cutAt, contrast }: DrawingProps,
  { encre, fond, grille, series }: Couleurs,
): ChartConfiguration {
  const grid = { color: grille }
  const ticks = {
    color: encre,
    precision: 0,
    callback: (value: number | string) => formatAxis(Number(value)),
  }
  return {
    type: kind,
    data: {
      labels: labels.map((label) => label.split('\n')),
      datasets: [
        {
          label: dataset,
          data: [...values],
          backgroundColor:
            kind === 'bar' ? series[0] : labels.map((_, index) => series[index % series.length] ?? encre),
          ...(kind === 'bar'
            ? { borderRadius: 4, maxBarThickness: 56 }
            : { borderColor: contrast ? encre : fond, borderWidth: 2 }),
        },
        ...(hachures === undefined
          ? []
          : [
              {
                label: hachures.dataset,
                data: [...hachures.values],
                backgroundColor: hatched(series[0] ?? encre, fond),
                borderColor: series[0] ?? encre,
                borderWidth: 1,
                borderRadius: 4,
                maxBarThickness: 56,
              },
            ]),
      ],
    },
    options: {
      locale: 'fr-FR',
      responsive: true,
      maintainAspectRatio: false,
      animation: false,
      plugins: {
        tooltip: {
          callbacks: { label: ({ dataset: { label }, raw }) => `${label} : ${format(Number(raw))}` },
        },
      },
      scales: scalesOf(kind, grid, ticks, encre, cutAt, hachures !== undefined),
    },
    plugins: cutAt === undefined ? [] : [cutFigures(cutAt, format, encre, fond)],
  }
}

/** Lines of a colour, aslant on the ground; the colour alone where the browser draws no pattern. */
function hatched(color: string, ground: string): CanvasPattern | string {
  const tile = document.createElement('canvas')
  tile.width = 8
  tile.height = 8
  const context = tile.getContext('2d')
  if (!context) return color
  context.fillStyle = ground
  context.fillRect(0, 0, 8, 8)
  context.strokeStyle = color
  context.lineWidth = 2
  for (const x of [-8, 0, 8]) {
    context.moveTo(x, 8)
    context.lineTo(x + 8, 0)
  }
  context.stroke()
  return context.createPattern(tile, 'repeat') ?? color
}

/** Writes the figure of each cut bar at its head, on the ground of the card. */
const cutFigures = (cutAt: number, format: (value: number) => string, ink: string, ground: string) => ({
  id: 'cutFigures',
  afterDatasetsDraw(chart: Chart) {
    const { ctx, chartArea, data } = chart
    const { left, right, top } = chartArea
    ctx.save()
    ctx.font = `600 ${Chart.defaults.font.size ?? 12}px ${Chart.defaults.font.family ?? 'sans-serif'}`
    ctx.textAlign = 'center'
    ctx.textBaseline = 'middle'
    for (const index of (data.labels ?? []).keys()) {
      const bar = chart.getDatasetMeta(0).data[index]
      const value = data.datasets.reduce((sum, { data: of }) => sum + Number(of[index] ?? 0), 0)
      if (value <= cutAt || !bar) continue
      const text = format(value)
      const half = ctx.measureText(text).width / 2 + 4
      const x = Math.min(Math.max(bar.x, left + half), right - half)
      ctx.fillStyle = ground
      ctx.fillRect(x - half, top + 4, 2 * half, 18)
      ctx.fillStyle = ink
      ctx.fillText(text, x, top + 13)
    }
    ctx.restore()
  },
})

function scalesOf(
  kind: ChartKind,
  grid: { color: string },
  ticks: object,
  ink: string,
  cutAt: number | undefined,
  stacked: boolean,
): object {
  if (kind === 'bar')
    return {
      // Where there is no room for each word, some are left out: none lies aslant.
      x: { stacked, grid: { display: false }, border: grid, ticks: { color: ink, maxRotation: 0 } },
      y: {
        stacked,
        beginAtZero: true,
        ...(cutAt !== undefined && { max: cutAt * 1.15 }),
        grid,
        border: { display: false },
        // A cut scale ends between two marks; its end is none.
        ticks: { ...ticks, includeBounds: cutAt === undefined },
      },
    }
  return kind === 'polarArea'
    ? { r: { grid, angleLines: grid, ticks: { ...ticks, backdropColor: 'transparent' } } }
    : {}
}
