import { z } from 'zod'

const count = z.number().int().positive()

/** How large a database is made, by one loader for all sizes. `months` are of the calendar, the running one included. */
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

/** Named in the databases that it makes: a change of what is loaded counts it up, and they are made anew. */
const LOADER_VERSION = 6

/** The moment at which all databases are, so that a kept one does not age. The product's clock is set to it. */
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
 * So many people, videos and gifts each read is asked about. As many of either database, because the small one has only few wallets with
 * a whole page: they would always be in the server's memory, and those of the large one never.
 */
export const SUBJECTS = 40

const ofTwoMonths = (whole: number) => 2 * Math.round(whole / LARGE.months)

/**
 * A closed month and the running one, each with as many dancers, videos and audit rows as a month of the large one, so that
 * what is answered is as large: only the history differs, and the gifts.
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

/** The large one with a share of its months' gifts, people, videos and audit rows, for those who work on the loader. */
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
