import { z } from 'zod'
import { defineCall } from '#lib/contract/call.ts'
import { codedSentence } from '#messages/server/catalogue.ts'

/** Default size in pixels: a portrait player and the bar. */
export const EMBED_WIDTH = 360
export const EMBED_HEIGHT = 700
/** YouTube's minimum for a player, plus the bar. */
export const EMBED_WIDTH_MIN = 240
export const EMBED_HEIGHT_MIN = 300

const pixels = z.coerce
  .number({ error: codedSentence('field.not_integer') })
  .int(codedSentence('field.not_integer'))
  .min(1, codedSentence('field.not_integer'))

export const oembed = defineCall('GET /oembed/', {
  group: 'Videos',
  summary: 'What to embed for the address of a video (oEmbed 1.0, JSON alone)',
  alsoAnswers: [404],
  query: z.object({
    url: z
      .string({ error: codedSentence('field.required') })
      .min(1, codedSentence('field.required'))
      .max(500),
    maxwidth: pixels.optional(),
    maxheight: pixels.optional(),
    format: z.literal('json', { error: codedSentence('only_json') }).optional(),
  }),
  answer: z.object({
    version: z.literal('1.0'),
    type: z.literal('video'),
    title: z.string(),
    author_name: z.string(),
    author_url: z.string(),
    provider_name: z.string(),
    provider_url: z.string(),
    thumbnail_url: z.string(),
    thumbnail_width: z.number().int(),
    thumbnail_height: z.number().int(),
    cache_age: z.number().int(),
    html: z.string(),
    width: z.number().int(),
    height: z.number().int(),
  }),
})
export type Oembed = z.infer<typeof oembed.answer>
