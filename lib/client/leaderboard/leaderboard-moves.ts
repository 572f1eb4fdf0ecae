import type { LeaderboardRow, ListedRow, Movement } from '#lib/contract/leaderboard/calls.ts'

/** A row as it comes: from the API with its picture, from a socket without. */
export type ComingRow = LeaderboardRow & Partial<ListedRow>

/** A row with its newest change: the places that it has gained (below zero: lost) or 'new', and the votes added. */
export type MovedRow = ComingRow & { moved: Movement; added: number }

/**
 * Returns the rows after a change, each with its movement since the order last changed. A change of counts alone leaves the
 * arrows as they are; the first rows have those with which they came. A picture and a name that are known are kept. A row in which
 * nothing has changed is the same object as before, so that it is not drawn again.
 */
export function moveRows(before: readonly MovedRow[] | null, next: readonly ComingRow[]): MovedRow[] {
  if (!before) return next.map((row) => ({ ...row, moved: row.moved ?? 0, added: 0 }))
  const known = new Map(before.map((row) => [row.video_id, row]))
  const reordered = next.some((row) => known.get(row.video_id)?.rank !== row.rank)
  return next.map((row) => {
    const old = known.get(row.video_id)
    if (!old) return { ...row, moved: 'new', added: 0 }
    const coming: MovedRow = {
      ...row,
      thumbnail_url: row.thumbnail_url ?? old.thumbnail_url,
      dancer_display_name: row.dancer_display_name ?? old.dancer_display_name,
      moved: reordered ? old.rank - row.rank : old.moved,
      added: Math.max(0, row.vote_count - old.vote_count),
    }
    return isSame(old, coming) ? old : coming
  })
}

/** Returns the rows with the pictures and names that an answer has for them. A row that lacks neither is the same object as before. */
export function withPictures(rows: readonly MovedRow[], answer: readonly ComingRow[]): MovedRow[] {
  const known = new Map(answer.map((row) => [row.video_id, row]))
  return rows.map((row) => {
    const { thumbnail_url, dancer_display_name } = known.get(row.video_id) ?? {}
    const lacks = {
      ...(row.thumbnail_url === undefined && thumbnail_url !== undefined ? { thumbnail_url } : {}),
      ...(row.dancer_display_name === undefined && dancer_display_name !== undefined
        ? { dancer_display_name }
        : {}),
    }
    return Object.keys(lacks).length > 0 ? { ...row, ...lacks } : row
  })
}

/** The votes that the newest change added are shown when they come, and say nothing of the row after that. */
function isSame(old: Readonly<Record<string, unknown>>, coming: MovedRow): boolean {
  return Object.entries(coming).every(([key, value]) => key === 'added' || value === old[key])
}
