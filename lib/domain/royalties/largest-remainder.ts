import type { Cents } from '#lib/core/money.ts'

/**
 * Shares a total by weights so that nothing is lost: each gets the whole cents of its part, and the cents that are left
 * go to the largest remainders, of equal ones to the earlier.
 * @throws RangeError where there is no weight above zero
 */
export function shareByLargestRemainder(total: Cents, weights: readonly bigint[]): Cents[] {
  const sum = weights.reduce((all, weight) => all + weight, 0n)
  if (sum <= 0n) throw new RangeError('nothing to share by')
  const shares = weights.map((weight) => (total * weight) / sum)
  const left = Number(total - shares.reduce((all, share) => all + share, 0n))
  const byRemainder = weights
    .map((weight, place) => ({ place, remainder: (total * weight) % sum }))
    .sort((a, b) => (a.remainder === b.remainder ? a.place - b.place : a.remainder > b.remainder ? -1 : 1))
  const lucky = new Set(byRemainder.slice(0, left).map((one) => one.place))
  return shares.map((share, place) => (lucky.has(place) ? share + 1n : share))
}
