import { z } from 'zod'

const count = z.number().int().positive()

/** The size of a database. `months` includes the running one. */
export const sizeSchema = z.object({
  name: z.string(),
  months: count,
  gifts: count,
  dancers: count,
  musicians: count,
  videos: count,
  audits: count,
})
export type Size = z.infer<typeof sizeSchema>

/** In the databases' names: increase it when the loader changes, so that they are loaded again. */
const LOADER_VERSION = 6

/** The fixed time of all databases, so that a stored one does not age. The product's clock is set to it. */
export const PRESENT = new Date('2026-11-20T12:00:00.000Z')

export const LARGE: Size = {
  name: 'large',
  months: 24,
  gifts: 2_000_000,
  dancers: 20_000,
  musicians: 500,
  videos: 100_000,
  audits: 500_000,
}

/**
 * Subjects per read, equal in both databases: the small one has few wallets with a whole page, which would
 * always be in memory, unlike the large one's.
 */
export const SUBJECTS = 40

const ofTwoMonths = (whole: number) => 2 * Math.round(whole / LARGE.months)

/**
 * A closed month and the running one, with as many dancers, videos and audit rows per month as the large one,
 * so that answers have equal size: only history and gifts differ.
 */
export const SMALL: Size = {
  name: 'small',
  months: 2,
  gifts: 2_000,
  dancers: 1_400,
  musicians: LARGE.musicians,
  videos: ofTwoMonths(LARGE.videos),
  audits: ofTwoMonths(LARGE.audits),
}

/** A share of the large database's gifts, people, videos and audit rows, for work on the loader. */
export function partOf(size: Size, share: number): Size {
  const [gifts = 0, dancers = 0, videos = 0, audits = 0] = [
    size.gifts,
    size.dancers,
    size.videos,
    size.audits,
  ].map((whole) => Math.ceil(whole * share))
  return { ...size, name: `part${Math.round(1 / share)}`, gifts, dancers, videos, audits }
}

export const databaseOf = ({ name }: Size) => `growth_${name}_v${LOADER_VERSION}`
