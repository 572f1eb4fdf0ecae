/** How large a database is made, by one loader for all sizes. */
export interface Size {
  name: string
  /** Calendar months, the running one included; the others are closed. */
  months: number
  gifts: number
  dancers: number
  musicians: number
  videos: number
  audits: number
}

/** Named in the databases that it makes: who changes what is loaded counts it up, and they are made anew. */
export const LOADER_VERSION = 5

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

const MONTHS = 2
const ofMonth = (whole: number) => Math.round(whole / LARGE.months)

/**
 * A closed month and the running one, each with as many dancers, videos and audit rows as a month of the large one, so that
 * what is answered is as large: only the history differs, and the gifts.
 */
export const SMALL: Size = {
  name: 'small',
  months: MONTHS,
  gifts: 2_000,
  dancers: 1_400,
  musicians: LARGE.musicians,
  videos: MONTHS * ofMonth(LARGE.videos),
  audits: MONTHS * ofMonth(LARGE.audits),
}

/** The large one with a share of its gifts, people, videos and audit rows, for those who work on the loader. */
export function partOf(size: Size, share: number): Size {
  const part = (whole: number) => Math.ceil(whole * share)
  return {
    ...size,
    name: `part${Math.round(1 / share)}`,
    gifts: part(size.gifts),
    dancers: part(size.dancers),
    musicians: part(size.musicians),
    videos: part(size.videos),
    audits: part(size.audits),
  }
}

export function databaseOf({ name }: Size): string {
  return `growth_${name}_v${LOADER_VERSION}`
}
