import { AsyncLocalStorage } from 'node:async_hooks'
import { env } from './env.ts'
import { processSingleton } from './process-singleton.ts'
import { shiftedClock } from './shifted-clock.ts'

// The only source of time: tests and the simulated month set it.
const frozen = new AsyncLocalStorage<() => Date>()
const database = processSingleton('database-clock', () => ({ aheadMs: 0 }))
let processClock: () => Date = env.CLOCK_FILE ? shiftedClock(env.CLOCK_FILE, realTime) : realTime

export function now(): Date {
  return (frozen.getStore() ?? processClock)()
}

/** Returns PostgreSQL's time, even if a test clock is set. */
export function realTime(): Date {
  return new Date(machineTime().getTime() + database.get().aheadMs)
}

/**
 * Adjusts `realTime` by the smallest change that agrees with PostgreSQL, so that slow answers add no jitter.
 * @param told PostgreSQL's time
 * @param between this machine's times before and after the query
 */
export function agreeWithDatabase(told: Date, [asked, heard]: readonly [Date, Date]): void {
  const [least, most] = [told.getTime() - heard.getTime(), told.getTime() - asked.getTime()]
  const state = database.get()
  state.aheadMs = Math.min(Math.max(state.aheadMs, least), most)
}

/** Negative if this machine's clock is behind PostgreSQL's. */
export function machineAheadMs(): number {
  return -database.get().aheadMs
}

/** This machine's own clock, uncorrected. */
export function machineTime(): Date {
  return new Date()
}

export function withClock<T>(clock: () => Date, work: () => T): T {
  return frozen.run(clock, work)
}

/** @returns a function that restores the previous clock */
export function setProcessClock(clock: () => Date): () => void {
  const before = processClock
  processClock = clock
  return () => {
    processClock = before
  }
}

export function addSeconds(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000)
}

const NAIROBI_OFFSET_MS = 3 * 60 * 60 * 1000

/** Fields in Africa/Nairobi; `month` starts at 1. */
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

/** Fields may overflow: month 13 is the next January. */
export function nairobiTime(year: number, month: number, day = 1, hour = 0, minute = 0, second = 0): Date {
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second) - NAIROBI_OFFSET_MS)
}

/** `YYYYMMDDHHmmss` in Nairobi. */
export function nairobiTimestamp(moment: Date): string {
  const p = nairobiParts(moment)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${p.year}${two(p.month)}${two(p.day)}${two(p.hour)}${two(p.minute)}${two(p.second)}`
}

export function nairobiText(moment: Date): string {
  return new Date(moment.getTime() + NAIROBI_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
}

/** The day in Nairobi as `2026-11-22`. */
export function nairobiDay(moment: Date): string {
  return nairobiText(moment).slice(0, 10)
}

/** Returns midnight in Nairobi of a day such as `2026-11-22`. @param plusDays days to add */
export function nairobiMidnight(day: string, plusDays = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return nairobiTime(year, month, date + plusDays)
}

/** Reads `YYYYMMDDHHmmss`, which STK callbacks send as a number. @returns null if invalid */
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

export function nairobiDayStart(moment: Date): Date {
  const p = nairobiParts(moment)
  return nairobiTime(p.year, p.month, p.day)
}
