import { AsyncLocalStorage } from 'node:async_hooks'
import { env } from './env.ts'
import { processSingleton } from './process-singleton.ts'
import { shiftedClock } from './shifted-clock.ts'

// All code takes the time from here, so that a test or a simulated month can set it.
const frozen = new AsyncLocalStorage<() => Date>()
/** By how many ms PostgreSQL's clock is ahead of this machine's, as far as this process has asked (database-clock.ts). */
const database = processSingleton('database-clock', () => ({ aheadMs: 0 }))
let processClock: () => Date = env.CLOCK_FILE ? shiftedClock(env.CLOCK_FILE, realTime) : realTime

/** Returns the current moment by the clock that is set here. */
export function now(): Date {
  return (frozen.getStore() ?? processClock)()
}

/**
 * Returns the real moment, whatever clock is set: PostgreSQL's, which all processes share. The clocks of their machines may differ,
 * and orders, due times and ages are written by one process and read by another.
 */
export function realTime(): Date {
  return new Date(machineTime().getTime() + database.get().aheadMs)
}

/**
 * Sets `realTime` by an answer of PostgreSQL. It changes by as little as agrees with the answer, so that a slow answer, and each
 * answer where the clocks agree, changes nothing.
 * @param told what PostgreSQL's clock said
 * @param between the moments of this machine's clock between which it said so
 */
export function agreeWithDatabase(told: Date, [asked, heard]: readonly [Date, Date]): void {
  const [least, most] = [told.getTime() - heard.getTime(), told.getTime() - asked.getTime()]
  const state = database.get()
  state.aheadMs = Math.min(Math.max(state.aheadMs, least), most)
}

/** Returns by how many ms this machine's clock is ahead of PostgreSQL's; less than 0 where it is behind. */
export function machineAheadMs(): number {
  return -database.get().aheadMs
}

/** Returns the moment by this machine's own clock, right or wrong, whatever clock is set. */
export function machineTime(): Date {
  return new Date()
}

/** Runs `work` with a clock of its own, while other work in the process keeps the real one. */
export function withClock<T>(clock: () => Date, work: () => T): T {
  return frozen.run(clock, work)
}

/** Sets the clock of the whole process. @returns sets the former one again */
export function setProcessClock(clock: () => Date): () => void {
  const before = processClock
  processClock = clock
  return () => {
    processClock = before
  }
}

/** Returns the moment so many seconds later. */
export function addSeconds(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000)
}

/** Nairobi is UTC+3 all year. */
const NAIROBI_OFFSET_MS = 3 * 60 * 60 * 1000

/** Returns the calendar fields of a moment in Africa/Nairobi; `month` starts at 1. */
export function nairobiParts(moment: Date) {
  const local = new Date(moment.getTime() + NAIROBI_OFFSET_MS)
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
  }
}

/** Returns the moment of a wall-clock time in Africa/Nairobi. Fields may overflow: month 13 is the next January. */
export function nairobiTime(year: number, month: number, day = 1, hour = 0, minute = 0, second = 0): Date {
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second) - NAIROBI_OFFSET_MS)
}

/** Writes a moment as `YYYYMMDDHHmmss` in Nairobi's time, as Daraja does. */
export function nairobiTimestamp(moment: Date): string {
  const p = nairobiParts(moment)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${p.year}${two(p.month)}${two(p.day)}${two(p.hour)}${two(p.minute)}${two(p.second)}`
}

/** Writes a moment as `YYYY-MM-DD HH:mm:ss` in Nairobi's time, as spreadsheets read it. */
export function nairobiText(moment: Date): string {
  return new Date(moment.getTime() + NAIROBI_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
}

/**
 * Reads `YYYYMMDDHHmmss` (a string or, as STK callbacks have it, a number) as Nairobi time.
 * @returns null where the text is not such a time
 */
export function parseNairobiTimestamp(value: string | number): Date | null {
  const text = String(value)
  if (!/^\d{14}$/.test(text)) return null
  const digits = Number(text)
  const twoBefore = (power: number) => Math.floor(digits / power) % 100
  const [month, day, hour] = [twoBefore(1e8), twoBefore(1e6), twoBefore(1e4)]
  const [minute, second] = [twoBefore(100), twoBefore(1)]
  const daysOfMonth = new Date(Date.UTC(Math.floor(digits / 1e10), month, 0)).getUTCDate()
  if (month < 1 || month > 12 || day < 1 || day > daysOfMonth || hour > 23 || minute > 59 || second > 59)
    return null
  return nairobiTime(Math.floor(digits / 1e10), month, day, hour, minute, second)
}

/** Returns midnight in Nairobi at the start of the moment's day. */
export function nairobiDayStart(moment: Date): Date {
  const p = nairobiParts(moment)
  return nairobiTime(p.year, p.month, p.day)
}
