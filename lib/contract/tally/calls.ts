import { z } from 'zod'
import { defineCall, timestamp, uuid } from '#lib/contract/call.ts'
import { payingPhone, typedReceipt } from '#lib/contract/gifts/calls.ts'
import { codedSentence } from '#messages/server/catalogue.ts'

// format.ts describes the hashes and how to check them.

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const challengeId = z.object({ id: uuid })

/** The end of the chain at a moment. */
const head = z.object({
  position: z.number().int(),
  hash,
  /** Votes of all rows up to this one. */
  votes: z.number().int(),
})

const publishedHead = head.extend({ published_at: timestamp })

const total = z.object({
  video_id: z.string(),
  title: z.string(),
  dancer: z.string(),
  /** A withdrawn video retains its votes but has no page. */
  is_shown: z.boolean(),
  /** Votes in the list, up to `head`. */
  listed: z.number().int(),
  /** Votes as the product shows now: the list follows within a minute. */
  counted: z.number().int(),
})

export const tallyRow = z.object({
  position: z.number().int(),
  paid_at: timestamp,
  video_id: z.string(),
  votes: z.number().int(),
  payment: hash,
  hash,
})
export type TallyRow = z.infer<typeof tallyRow>

/** Maximum of `limit` and `totals`. */
const MOST_TALLY_ROWS = 1_000

const wholeNumber = z.coerce
  .number({ error: codedSentence('field.not_integer') })
  .int(codedSentence('field.not_integer'))

export const tallySummary = defineCall('GET /challenges/{id}/tally/', {
  group: 'Public tally',
  summary:
    'The end of the list of counted gifts, the ends published so far, and the totals; the list is also a file: tally.csv',
  params: challengeId,
  query: z.object({
    /** Number of top videos to return. Leave it out to check the tally. */
    totals: wholeNumber
      .min(1, codedSentence('field.at_least', { min: 1 }))
      .max(MOST_TALLY_ROWS, codedSentence('field.at_most', { max: MOST_TALLY_ROWS }))
      .optional(),
  }),
  answer: z.object({
    challenge: z.object({ id: z.string(), title: z.string() }),
    salt: z.string(),
    /** The hash before the first row. */
    start: hash,
    head,
    /** Hourly during voting, oldest first. */
    heads: z.array(publishedHead),
    /** Videos with votes, and all their votes as the product shows now. */
    videos: z.number().int(),
    counted: z.number().int(),
    /** Most votes first. */
    totals: z.array(total),
  }),
})
export type TallySummary = z.infer<typeof tallySummary.answer>

export const tallyRows = defineCall('GET /challenges/{id}/tally/rows/', {
  group: 'Public tally',
  summary: 'Rows of the list after a position, in their order',
  params: challengeId,
  query: z.object({
    after: wholeNumber
      .min(0, codedSentence('field.at_least', { min: 0 }))
      .max(2_000_000_000, codedSentence('field.at_most', { max: 2000000000 }))
      .default(0),
    limit: wholeNumber
      .min(1, codedSentence('field.at_least', { min: 1 }))
      .max(MOST_TALLY_ROWS, codedSentence('field.at_most', { max: MOST_TALLY_ROWS }))
      .default(MOST_TALLY_ROWS),
  }),
  answer: z.object({
    results: z.array(tallyRow),
    /** `after` of the next rows; null at the end. */
    next_after: z.number().int().nullable(),
  }),
})
export type TallyRows = z.infer<typeof tallyRows.answer>

export const tallyFind = defineCall('POST /challenges/{id}/tally/find/', {
  group: 'Public tally',
  summary: 'The row of a gift, by the M-Pesa receipt and the phone that paid',
  params: challengeId,
  body: z.object({
    receipt: typedReceipt,
    phone_number: payingPhone,
  }),
  answer: tallyRow.extend({
    video_title: z.string(),
    /** The row's key and hashed texts, to recompute `payment`. */
    key: z.string(),
    hashed: z.object({ receipt: z.string(), phone: z.string() }),
    /** Position of the row that takes the gift back. */
    taken_back_at: z.number().int().nullable(),
  }),
})
export type FoundGift = z.infer<typeof tallyFind.answer>

export const tallyFile = defineCall('GET /challenges/{id}/tally.csv', {
  group: 'Public tally',
  summary: 'The list as a file',
  alsoAnswers: [429],
  params: challengeId,
  answer: z.string(),
})
