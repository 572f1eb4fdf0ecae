import { z } from 'zod'
import { defineCall, searched } from '#lib/contract/call.ts'
import { counties } from '#lib/contract/profiles/counties.ts'

export const foundDancer = z.object({
  username: z.string(),
  display_name: z.string(),
  location: z.string(),
  county: z.string(),
  avatar: z.string(),
  dances: z.number().int(),
  votes: z.number().int(),
})
export type FoundDancer = z.infer<typeof foundDancer>

export const dancers = defineCall('GET /dancers/', {
  group: 'Videos',
  summary:
    'Dancers with a dance in public by name, town or county, most votes first, at most 12; none where nothing is asked',
  query: z.object({
    search: searched,
    /** Ignored if unknown. */
    county: z.enum(counties).optional().catch(undefined),
  }),
  answer: z.array(foundDancer),
})
