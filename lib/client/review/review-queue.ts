import type { Claim } from '#lib/contract/review/claims.ts'

/** The part of a desk's row by which the next one is chosen. */
export type QueueItem = { id: string; claim?: Claim | null }

/** Returns the officer who has claimed a row, where that is somebody else. */
export function holderOf(item: QueueItem, me: string | undefined): Claim['holder'] | null {
  const holder = item.claim?.holder
  return holder && holder.id !== me ? holder : null
}

/**
 * Returns the row that opens after a decision: the next one below that nobody else has claimed, else the first such one
 * above.
 * @param from the row that was decided, null without one
 */
export function nextToReview(
  rows: readonly QueueItem[],
  from: string | null,
  me: string | undefined,
): string | null {
  const at = rows.findIndex(({ id }) => id === from)
  const inOrder = [...rows.slice(at + 1), ...rows.slice(0, Math.max(0, at))]
  return inOrder.find((row) => row.id !== from && !holderOf(row, me))?.id ?? null
}

/** Returns the row before or after another, for J and K; the same row at either end of the list. */
export function neighbourOf(rows: readonly QueueItem[], from: string | null, step: 1 | -1): string | null {
  const at = rows.findIndex(({ id }) => id === from)
  if (at === -1) return rows[0]?.id ?? null
  return rows[Math.min(rows.length - 1, Math.max(0, at + step))]?.id ?? null
}
