// The fields of Daraja's requests. Numbers are taken as JSON numbers or as digits in a string, as Daraja takes both.
import { z } from 'zod'
import { fromStamp } from './nairobi-time.ts'
import { invalidField } from './refusal.ts'

const digits = (pattern: RegExp) =>
  z.union([z.string(), z.number().int().transform(String)]).refine((text) => pattern.test(text))

export const msisdn = digits(/^254(7|1)\d{8}$/)
export const shortcode = digits(/^\d{5,7}$/)
export const timestamp = z.string().refine((text) => fromStamp(text) !== undefined)
export const text = (least: number, most: number) => z.string().min(least).max(most)

/** One of some words; blanks around it are taken as the sandbox takes them. */
export const word = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z
    .string()
    .transform((given) => given.trim())
    .pipe(z.enum(words))

/** What kind of party is named, as a digit or as a number: 1 MSISDN, 2 till, 4 shortcode, 11 shortcode (reversals). */
export const identifier = (...kinds: readonly string[]) =>
  z.union([z.string(), z.number().int().transform(String)]).refine((kind) => kinds.includes(kind))

/** Whole shillings as cents. */
export const shillings = (least: number, most: number) =>
  digits(/^[1-9]\d{0,8}$/)
    .refine((value) => Number(value) >= least && Number(value) <= most)
    .transform((value) => BigInt(value) * 100n)

// Safaricom refuses these: brand names anywhere, the others as a word of their own.
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

/** Parses a request. @throws Refusal 400.002.02 naming the first field that is wrong. */
export function parseFields<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const field = parsed.error.issues[0]?.path[0]
  throw invalidField(field === undefined ? 'Request Body' : String(field))
}
