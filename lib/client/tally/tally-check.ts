import type { FoundGift, TallyRows, TallySummary } from '#lib/contract/tally/calls.ts'
import { paymentText, rowText, startText } from '#lib/contract/tally/format.ts'

export type TallyVerdict =
  | { kind: 'right'; gifts: number; votes: number; hash: string }
  /** A row is missing or does not continue the chain, or a published head differs. */
  | { kind: 'broken'; position: number }
  /** The chain is right, but the totals of these videos differ. */
  | { kind: 'wrong_totals'; videoIds: string[] }

type Noted = { position: number; hash: string }

export type TallyCheckOptions = {
  summary: TallySummary
  readRows: (after: number) => Promise<Pick<TallyRows, 'results'>>
  /** Hashes of all checked rows, after each batch. */
  onProgress?: (hashes: readonly string[]) => void
  /** The head verified at an earlier visit. */
  noted?: Noted | null
}

export async function sha256Hex(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Browsers hash only with https. */
export function canHash(): boolean {
  return typeof crypto !== 'undefined' && crypto.subtle !== undefined
}

/**
 * Recomputes the chain to `summary`'s head, with all published heads and votes. Continues to a later noted
 * head, which must still exist. @throws what `readRows` throws
 */
export async function checkTally({
  summary,
  readRows,
  onProgress,
  noted,
}: TallyCheckOptions): Promise<TallyVerdict> {
  const { challenge, salt, head } = summary
  const expected = expectedHashes(summary, noted ?? null)
  const votes = new Map<string, number>()
  let hash = await sha256Hex(startText(challenge.id, salt))
  const hashes: string[] = []
  let position = 0
  if (isElsewhere(expected, position, hash)) return { kind: 'broken', position }
  const end = Math.max(head.position, noted?.position ?? 0)
  while (position < end) {
    const { results } = await readRows(position)
    if (results.length === 0) return { kind: 'broken', position: position + 1 }
    for (const row of results.slice(0, end - position)) {
      hash = await sha256Hex(rowText(hash, row))
      position += 1
      if (row.position !== position || row.hash !== hash || isElsewhere(expected, position, hash))
        return { kind: 'broken', position }
      hashes.push(hash)
      if (position <= head.position) votes.set(row.video_id, (votes.get(row.video_id) ?? 0) + row.votes)
    }
    onProgress?.(hashes)
  }
  return verdictOf(summary, votes)
}

function expectedHashes({ start, head, heads }: TallySummary, noted: Noted | null): Map<number, Set<string>> {
  const expected = new Map<number, Set<string>>()
  for (const one of [{ position: 0, hash: start }, head, ...heads, ...(noted ? [noted] : [])]) {
    const hashes = expected.get(one.position) ?? new Set()
    expected.set(one.position, hashes.add(one.hash))
  }
  return expected
}

function isElsewhere(expected: Map<number, Set<string>>, position: number, hash: string): boolean {
  const hashes = expected.get(position)
  return hashes !== undefined && (hashes.size > 1 || !hashes.has(hash))
}

function verdictOf({ head, totals }: TallySummary, votes: ReadonlyMap<string, number>): TallyVerdict {
  const told = new Map(totals.map((total) => [total.video_id, total.listed]))
  const wrong = [...new Set([...told.keys(), ...votes.keys()])].filter(
    (videoId) => (told.get(videoId) ?? 0) !== (votes.get(videoId) ?? 0),
  )
  if (wrong.length > 0) return { kind: 'wrong_totals', videoIds: wrong }
  const sum = [...votes.values()].reduce((all, one) => all + one, 0)
  return { kind: 'right', gifts: head.position, votes: sum, hash: head.hash }
}

/** Whether `payment` is the hash of this receipt and phone. */
export async function isMadeOf(
  found: Pick<FoundGift, 'payment' | 'key'>,
  salt: string,
  hashed: { receipt: string; phone: string },
): Promise<boolean> {
  return (await sha256Hex(paymentText({ salt, key: found.key, ...hashed }))) === found.payment
}

/** Bytes per row; hashes do not compress. */
const BYTES_OF_ROW = 160

/** In bytes. */
export function downloadSize(rows: number): number {
  return rows * BYTES_OF_ROW
}
