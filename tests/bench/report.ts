/** One line of the table. Figures are texts, because each has its unit. */
export interface Row {
  what: string
  measured: string
  yardstick: string
  /** Measured divided by yardstick, or the figure itself without a ratio. */
  ratio?: number
  target: { atLeast?: number; atMost?: number; unit?: string }
  /** Why there is no verdict. */
  missing?: string
}

export function compareRates(what: string, measured: number, yardstick: number, atLeast: number): Row {
  const ratio = measured / yardstick
  return {
    what,
    measured: `${amount(measured)}/s`,
    yardstick: `${amount(yardstick)}/s`,
    ratio,
    target: { atLeast },
  }
}

/** A figure with a limit. */
export function bounded(what: string, value: number, atMost: number, unit: string, yardstick = '–'): Row {
  return { what, measured: `${amount(value)}${unit}`, yardstick, ratio: value, target: { atMost, unit } }
}

/** A figure without a limit. */
export function plain(what: string, measured: string, yardstick = '–'): Row {
  return { what, measured, yardstick, target: {}, missing: '' }
}

/** What could not be measured, and why. */
export function unmeasured(what: string, missing: string): Row {
  return { what, measured: '–', yardstick: '–', target: {}, missing }
}

/** @returns 1234567 as 1,234,567; small figures with two decimals */
export function amount(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 2 : 0 })
}

/** For the console. */
export function drawTable(rows: readonly Row[]): string {
  const cells = [['what', 'measured', 'yardstick', 'ratio', 'target', 'met'], ...rows.map(cellsOf)]
  const widths = [0, 1, 2, 3, 4, 5].map((column) =>
    Math.max(...cells.map((line) => line[column]?.length ?? 0)),
  )
  const lines = cells.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | '))
  return [lines[0], widths.map((width) => '-'.repeat(width)).join('-|-'), ...lines.slice(1)].join('\n')
}

function cellsOf({ what, measured, yardstick, ratio, target, missing }: Row): string[] {
  const { atLeast, atMost, unit = '' } = target
  const bound = atLeast === undefined ? `≤ ${atMost}${unit}` : `≥ ${atLeast}${unit}`
  const isMet =
    ratio !== undefined && ratio >= (atLeast ?? 0) && ratio <= (atMost ?? Number.POSITIVE_INFINITY)
  return [
    what,
    measured,
    yardstick,
    ratio === undefined ? '–' : ratio.toFixed(2),
    atLeast === undefined && atMost === undefined ? '–' : bound,
    missing ?? (isMet ? 'yes' : 'no'),
  ]
}

/**
 * Visits all stops forwards, then backwards and forwards again, so that drift (heat, neighbours, caches)
 * affects all equally.
 * @param stops by name; a visit measures once
 * @returns the median of each stop, by name
 */
export async function visitInTurn(stops: Record<string, () => Promise<number>>) {
  const all = Object.entries(stops).map(([name, visit]) => ({ name, visit, seen: [] as number[] }))
  for (const stop of [...all, ...all.toReversed(), ...all]) stop.seen.push(await stop.visit())
  const medians = new Map(all.map(({ name, seen }) => [name, median(seen)]))
  return (name: string): number => medians.get(name) ?? Number.NaN
}

export const median = (values: readonly number[]) => quantile(values, 0.5)

/** @param part 0.99 for the 99th percentile */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const found = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
  if (found === undefined) throw new Error('Nothing was measured.')
  return found
}

/** @throws Error unless the option is a number */
export function readNumber(options: Record<string, unknown>, name: string, usual: number): number {
  const value = Number(options[name] ?? usual)
  if (!Number.isFinite(value) || value < 0) throw new Error(`--${name} is no number.`)
  return value
}
