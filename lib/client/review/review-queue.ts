import type { Claim } from '#lib/contract/review/claims.ts'

export type QueueItem = { id: string; claim?: Claim | null }

/** The other officer who holds the claim, or null. */
export function holderOf(item: QueueItem, me: string | undefined): Claim['holder'] | null {
  const holder = item.claim?.holder
  return holder && holder.id !== me ? holder : null
}

/**
 * Returns the next row below that no other officer claims, else the first above.
 * @param from the decided row
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

/** Finds the next row for keys J and K; stops at the ends. */
export function neighbourOf(rows: readonly QueueItem[], from: string | null, step: 1 | -1): string | null {
  const at = rows.findIndex(({ id }) => id === from)
  if (at === -1) return rows[0]?.id ?? null
  return rows[Math.min(rows.length - 1, Math.max(0, at + step))]?.id ?? null
}
