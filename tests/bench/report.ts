/** One line of the table. Figures are told as text, because each has its own unit. */
export interface Row {
  what: string
  measured: string
  yardstick: string
  /** Measured divided by yardstick, or the figure itself where the target is no ratio. */
  ratio?: number
  target: Target
  /** Instead of a verdict: why there is none. */
  missing?: string
}

export interface Target {
  atLeast?: number
  atMost?: number
  unit?: string
}

const headings = ['what', 'measured', 'yardstick', 'ratio', 'target', 'met']

/** A rate against its yardstick's. */
export function compareRates(what: string, measured: number, yardstick: number, atLeast: number): Row {
  return {
    what,
    measured: `${amount(measured)}/s`,
    yardstick: `${amount(yardstick)}/s`,
    ratio: measured / yardstick,
    target: { atLeast },
  }
}

/** A line that says what could not be measured here, and why. */
export function unmeasured(what: string, missing: string): Row {
  return { what, measured: '–', yardstick: '–', target: {}, missing }
}

/** @returns 1234567 as 1,234,567; small figures with two digits after the point */
export function amount(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 2 : 0 })
}

/** The table as it goes to the console. */
export function drawTable(rows: readonly Row[]): string {
  const cells = [headings, ...rows.map(cellsOf)]
  const widths = headings.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)))
  const lines = cells.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | '))
  return [lines[0], widths.map((width) => '-'.repeat(width)).join('-|-'), ...lines.slice(1)].join('\n')
}

function cellsOf({ what, measured, yardstick, ratio, target, missing }: Row): string[] {
  return [
    what,
    measured,
    yardstick,
    ratio === undefined ? '–' : ratio.toFixed(2),
    tellTarget(target),
    missing ?? (isMet(ratio, target) ? 'yes' : 'no'),
  ]
}

function tellTarget(target: Target): string {
  if (target.atLeast !== undefined) return `≥ ${target.atLeast}${target.unit ?? ''}`
  if (target.atMost !== undefined) return `≤ ${target.atMost}${target.unit ?? ''}`
  return '–'
}

function isMet(ratio: number | undefined, target: Target): boolean {
  if (ratio === undefined) return false
  if (target.atLeast !== undefined) return ratio >= target.atLeast
  return target.atMost !== undefined && ratio <= target.atMost
}
