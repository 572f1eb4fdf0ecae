/** One line of the table. Figures are texts, because each has its unit. */
export interface Row {
  what: string
  measured?: string
  yardstick?: string
  /** Measured divided by yardstick, or the figure itself: the bounds apply to it. */
  ratio?: number
  atLeast?: number
  atMost?: number
  /** Of the bounds. */
  unit?: string
  /** Why nothing was measured. */
  missing?: string
}

export function compareRates(what: string, measured: number, yardstick: number, atLeast: number): Row {
  const ratio = measured / yardstick
  return { what, measured: `${amount(measured)}/s`, yardstick: `${amount(yardstick)}/s`, ratio, atLeast }
}

export function compareTimes(
  what: string,
  measured: number,
  yardstick: number,
  atMost: number,
  unit: string,
): Row {
  const ratio = measured / yardstick
  return {
    what,
    measured: `${amount(measured)} ${unit}`,
    yardstick: `${amount(yardstick)} ${unit}`,
    ratio,
    atMost,
  }
}

/** A figure with a limit. */
export function bounded(what: string, value: number, atMost: number, unit: string, yardstick?: string): Row {
  return { what, measured: `${amount(value)}${unit}`, yardstick, ratio: value, atMost, unit }
}

/** @returns 1234567 as 1,234,567; small figures with two decimals */
export function amount(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 2 : 0 })
}

/** For the console. */
export function drawTable(rows: readonly Row[]): string {
  const cells = [['what', 'measured', 'yardstick', 'ratio', 'target', 'met'], ...rows.map(cellsOf)]
  const widths =
    cells[0]?.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0))) ?? []
  const lines = cells.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | '))
  return [lines[0], widths.map((width) => '-'.repeat(width)).join('-|-'), ...lines.slice(1)].join('\n')
}

function cellsOf({ what, measured, yardstick, ratio, atLeast, atMost, unit = '', missing }: Row): string[] {
  const bounds = { '≥': atLeast, '≤': atMost }
  const [target = '–'] = Object.entries(bounds).flatMap(([sign, at]) =>
    at === undefined ? [] : `${sign} ${at}${unit}`,
  )
  const isMet = ratio !== undefined && ratio >= (atLeast ?? 0) && ratio <= (atMost ?? ratio)
  const verdict = target === '–' ? '' : isMet ? 'yes' : 'no'
  return [what, measured ?? '–', yardstick ?? '–', ratio?.toFixed(2) ?? '–', target, missing ?? verdict]
}

/**
 * Visits all stops forwards, then backwards and forwards again, so that drift (heat, neighbours, caches)
 * affects all equally.
 * @param stops by name; a visit measures once
 * @returns the median of each stop, by name
 */
export async function visitInTurn(stops: Record<string, () => Promise<number>>) {
  const seen = new Map<string, number[]>()
  const all = Object.entries(stops)
  for (const [name, visit] of [...all, ...all.toReversed(), ...all])
    seen.set(name, [...(seen.get(name) ?? []), await visit()])
  return (name: string): number => median(seen.get(name) ?? [])
}

export const median = (values: readonly number[]) => quantile(values, 0.5)

/** @param part 0.99 for the 99th percentile */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const found = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
  if (found === undefined) throw new Error('Nothing was measured.')
  return found
}
