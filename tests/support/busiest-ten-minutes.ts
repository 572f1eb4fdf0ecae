// The plain way to count what the product counts within PostgreSQL (lib/domain/fraud/clusters.ts).
const TEN_MINUTES_MS = 600_000

/** Counts the most of these moments (ms) that lie within ten minutes. */
export function busiestTenMinutes(moments: readonly number[]): number {
  const sorted = [...moments].sort((a, b) => a - b)
  let from = 0
  let most = 0
  for (const [index, moment] of sorted.entries()) {
    while (moment - (sorted[from] ?? moment) >= TEN_MINUTES_MS) from++
    most = Math.max(most, index - from + 1)
  }
  return most
}
