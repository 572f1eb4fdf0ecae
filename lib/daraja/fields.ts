import { z } from 'zod'

const textOrNumber = z.union([z.string(), z.number().int().transform(String)])
const digits = (pattern: RegExp) => textOrNumber.refine((text) => pattern.test(text))

export const msisdn = digits(/^254(7|1)\d{8}$/)
export const shortcode = digits(/^\d{5,7}$/)
export const text = (least: number, most: number) => z.string().min(least).max(most)

/** Ignores blanks, as the sandbox does. */
export const word = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z
    .string()
    .transform((given) => given.trim())
    .pipe(z.enum(words))

/** 1 is an MSISDN, 2 a till, 4 a shortcode, 11 a shortcode in reversals. */
export const identifier = (...kinds: readonly string[]) => textOrNumber.refine((kind) => kinds.includes(kind))

/** Whole shillings, read as cents. */
export const shillings = (least: number, most: number) =>
  digits(/^[1-9]\d{0,8}$/)
    .refine((value) => Number(value) >= least && Number(value) <= most)
    .transform((value) => BigInt(value) * 100n)

const moment = z.iso.datetime({ offset: true })

/** `20191219102115` in Nairobi. */
export const timestamp = z.string().refine((stamp) => {
  const parts = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(stamp)
  if (!parts) return false
  const [, year, month, day, hour, minute, second] = parts
  return moment.safeParse(`${year}-${month}-${day}T${hour}:${minute}:${second}+03:00`).success
})

/** `2020-08-04 8:36:00` in Nairobi. */
export const statementTime = z.string().transform((given, context) => {
  const parts = /^(\d{4}-\d{2}-\d{2})[ T](\d{1,2}):(\d{2}):(\d{2})$/.exec(given.trim())
  const [, date, hour = '', minute, second] = parts ?? []
  const at = new Date(`${date}T${hour.padStart(2, '0')}:${minute}:${second}+03:00`)
  if (Number.isNaN(at.getTime())) context.addIssue({ code: 'custom', message: 'This is no moment.' })
  return at
})

// Safaricom refuses addresses with these: brand names anywhere, the others as words.
const forbiddenParts = /m-?pesa|safaricom/i
const forbiddenWords = new Set(['exe', 'exec', 'cmd', 'sql', 'query'])

export const callbackUrl = z.string().refine((value) => {
  if (!URL.canParse(value)) return false
  const url = new URL(value)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return false
  if (forbiddenParts.test(value)) return false
  return !value
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .some((word) => forbiddenWords.has(word))
})
