const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export type Age = {
  /** `fresh` up to a day, `day` over one, `days` over three. */
  band: 'fresh' | 'day' | 'days'
  unit: 'minutes' | 'hours' | 'days'
  /** Whole units. */
  count: number
}

/** Returns how long something has been waiting. @param since ISO 8601; a moment in the future counts as now */
export function ageOf(since: string, now: Date): Age {
  const waited = Math.max(0, now.getTime() - Date.parse(since))
  const band = waited > 3 * DAY_MS ? 'days' : waited > DAY_MS ? 'day' : 'fresh'
  if (waited < HOUR_MS) return { band, unit: 'minutes', count: Math.floor(waited / MINUTE_MS) }
  if (waited < DAY_MS) return { band, unit: 'hours', count: Math.floor(waited / HOUR_MS) }
  return { band, unit: 'days', count: Math.floor(waited / DAY_MS) }
}
