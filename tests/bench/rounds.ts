/** What is visited in turn: one visit measures it once. */
export interface Stop {
  name: string
  visit(): Promise<number>
}

const directions = ['there', 'back', 'there'] as const

/**
 * Visits all stops from the first to the last, back to the first and there again, so that what drifts meanwhile (heat,
 * neighbours, caches) weighs on all of them alike.
 * @returns the median of each stop, by name
 */
export async function visitInTurn(stops: readonly Stop[]): Promise<(name: string) => number> {
  const seen = new Map<string, number[]>(stops.map(({ name }) => [name, []]))
  for (const direction of directions) {
    for (const stop of direction === 'there' ? stops : stops.toReversed()) {
      seen.get(stop.name)?.push(await stop.visit())
    }
  }
  return (name) => median(seen.get(name) ?? [])
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** @param part 0.99 for the 99th percentile */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const found = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
  if (found === undefined) throw new Error('Nothing was measured.')
  return found
}
