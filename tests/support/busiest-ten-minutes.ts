// A simple version of the SQL in lib/domain/fraud/clusters.ts, to compare with.
const TEN_MINUTES_MS = 600_000

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
