import { z } from 'zod'
import {
  defineCall,
  inLowerCase,
  pageOf,
  paging,
  searched,
  sentText,
  timestamp,
  uuid,
} from '#lib/contract/call.ts'
import { counties } from '#lib/contract/profiles/counties.ts'
import { claim } from '#lib/contract/review/claims.ts'
import { codedSentence } from '#messages/server/catalogue.ts'

export const videoStatus = z.enum(['pending_review', 'approved', 'rejected'])

export const video = z.object({
  id: z.string(),
  kind: z.enum(['entry', 'official']),
  /** By default the track's title and the dancer's name. */
  title: z.string(),
  description: z.string(),
  username: z.string(),
  avatar: z.string(),
  dancer: z.object({ id: z.string(), username: z.string(), display_name: z.string(), location: z.string() }),
  track: z.object({ id: z.string(), title: z.string(), artist: z.string(), genre: z.string() }),
  challenge: z.object({
    id: z.string(),
    title: z.string(),
    phase: z.enum(['subscription', 'voting', 'tallying', 'closed']),
  }),
  youtube_url: z.string().nullable(),
  youtube_video_id: z.string().nullable(),
  video_file_url: z.string().nullable(),
  thumbnail_url: z.string().nullable(),
  duration_seconds: z.number().int().nullable(),
  status: videoStatus,
  vote_count: z.number().int(),
  view_count: z.number().int(),
  comment_count: z.number().int(),
  /** Null if the leaderboard does not count this video. */
  rank: z.number().int().nullable(),
  /** The dancer's better entry, which the leaderboard counts instead. */
  counted_video_id: z.string().nullable(),
  vote_code: z.string(),
  /** To pay by hand; `vote_code` is the account number. */
  paybill_number: z.string(),
  upload_date: timestamp,
  approved_date: timestamp.nullable(),
  reviewed_by: z.string().nullable(),
  reviewed_at: timestamp.nullable(),
  rejection_reason: z.string(),
  /** Only for officers. */
  claim: claim.nullable().optional(),
})
export type Video = z.infer<typeof video>

export const videoOrderings = [
  '-upload_date',
  'upload_date',
  '-vote_count',
  'vote_count',
  '-view_count',
  'view_count',
  '-reviewed_at',
  'reviewed_at',
] as const
export type VideoOrdering = (typeof videoOrderings)[number]

export const list = defineCall('GET /videos/', {
  group: 'Videos',
  summary: 'Videos, a page at a time; only officers get other than approved ones',
  query: z.object({
    ...paging,
    /** In upper or lower case; ignored if unknown. `decided`: approved or rejected. */
    status: z.preprocess(
      inLowerCase,
      z
        .enum([...videoStatus.options, 'decided'])
        .optional()
        .catch(undefined),
    ),
    /** Newest first if unknown; only officers can order by `reviewed_at`. */
    ordering: z.enum(videoOrderings).default('-upload_date').catch('-upload_date'),
    search: searched,
    /** A challenge's id, or `current`. */
    challenge: z.union([uuid, z.literal('current')], { error: codedSentence('field.not_uuid') }).optional(),
    /** The dancer's; ignored if unknown. */
    county: z.enum(counties).optional().catch(undefined),
    /** The current challenge's entries, or all others. */
    section: z.enum(['this_month', 'others']).optional().catch(undefined),
  }),
  answer: pageOf(video),
})
export type VideoPage = z.infer<typeof list.answer>
export type VideoSection = NonNullable<z.output<typeof list.query>['section']>
/** The feed's first pages; `others` only if this month's entries fit on one page. */
export type FeedBeginning = { thisMonth: VideoPage; others: VideoPage | null }

export const detail = defineCall('GET /videos/{id}/', {
  group: 'Videos',
  summary: 'One video',
  params: z.object({ id: uuid }),
  answer: video,
})

export const view = defineCall('POST /videos/{id}/view/', {
  group: 'Videos',
  summary: 'Count a view, once for each session and day',
  params: z.object({ id: uuid }),
  body: z.object({ session_id: sentText(64, 8) }),
  answer: z.object({ counted: z.boolean(), view_count: z.number().int() }),
})
