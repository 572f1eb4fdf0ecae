/** In the databases' names: increase it when the loader changes, so that they are loaded again. */
const LOADER_VERSION = 7

/** The fixed time of all databases, so that a stored one does not age. The product's clock is set to it. */
export const PRESENT = new Date('2026-11-20T12:00:00.000Z')

/** SQL of a time. */
export const sqlTime = (at: Date) => `'${at.toISOString()}'::timestamptz`

/** `months` includes the running one. */
export const LARGE = {
  name: 'large',
  months: 24,
  gifts: 2_000_000,
  dancers: 20_000,
  musicians: 500,
  videos: 100_000,
  audits: 500_000,
}
/** The size of a database. */
export type Size = typeof LARGE

const ofTwoMonths = (whole: number) => 2 * Math.round(whole / LARGE.months)

/**
 * A closed month and the running one, with as many dancers, videos and audit rows per month as the large one,
 * so that answers have equal size: only history and gifts differ.
 */
export const SMALL: Size = {
  ...LARGE,
  name: 'small',
  months: 2,
  gifts: 2_000,
  dancers: 1_400,
  videos: ofTwoMonths(LARGE.videos),
  audits: ofTwoMonths(LARGE.audits),
}

/** A share of the large database's gifts, people, videos and audit rows, but no fewer than the small one's. */
export function partOf({ gifts, dancers, videos, audits, ...whole }: Size, share: number): Size {
  const counts = { gifts, dancers, videos, audits }
  for (const name of ['gifts', 'dancers', 'videos', 'audits'] as const)
    counts[name] = Math.max(SMALL[name], Math.ceil(counts[name] * share))
  return { ...whole, ...counts, name: `part${Math.round(1 / share)}` }
}

export const databaseOf = ({ name }: Size) => `growth_${name}_v${LOADER_VERSION}`

/**
 * Subjects per read, equal in both databases: the small one has few wallets with a whole page, which would
 * always be in memory, unlike the large one's.
 */
export const SUBJECTS = 40
