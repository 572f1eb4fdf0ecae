import { z } from 'zod'
import {
  defineCall,
  optionalText,
  publicText,
  requiredText,
  sentence,
  timestamp,
  uuid,
} from '#lib/contract/call.ts'
import { REVIEW_REASON_MAX } from '#lib/contract/review/constants.ts'
import { undoable } from '#lib/contract/review/undoable.ts'
import { codedSentence } from '#messages/server/catalogue.ts'
import { video, videoStatus } from './calls.ts'
import { VIDEO_DESCRIPTION_MAX, VIDEO_TITLE_MAX, YOUTUBE_URL_MAX } from './constants.ts'

export const dancerAssignment = z.object({
  id: z.string(),
  track_details: z.object({
    id: z.string(),
    title: z.string(),
    artist: z.string(),
    genre: z.string(),
    duration_seconds: z.number().int().nullable(),
    /** The MP3's address. */
    audio_file_url: z.string(),
  }),
  assigned_at: timestamp,
  youtube_url: z.string().nullable(),
  video_title: z.string(),
  /** A video of this track is pending or approved. */
  video_uploaded: z.boolean(),
  submitted: z.boolean(),
  has_submitted: z.boolean(),
  video_submitted: z.boolean(),
  video_id: z.string().nullable(),
  /** Status of the newest video. */
  video_status: videoStatus.nullable(),
  rejection_reason: sentence,
  thumbnail_url: z.string().nullable(),
})
export type DancerAssignment = z.infer<typeof dancerAssignment>
export type GivenDancerAssignment = z.input<typeof dancerAssignment>

export const myAssignments = defineCall('GET /videos/my-track-assignments/', {
  group: 'Submissions',
  summary: "The dancer's tracks of the current challenge and what was submitted for each",
  access: ['dancer'],
  answer: z.object({
    assignments: z.array(dancerAssignment),
    /** Null between months. */
    submissions_end_at: timestamp.nullable(),
    can_submit: z.boolean(),
  }),
})

/** Shown to officers. */
export const VIDEO_REASON_REQUIRED = codedSentence('reason_required.video')

export const submit = defineCall('POST /videos/submit/', {
  group: 'Submissions',
  alsoAnswers: [404, 409],
  summary: 'Submit a YouTube video for an assigned track, or as the musician of the track',
  access: ['dancer', 'copyright_owner'],
  body: z.object({
    // Accepts missing fields: lib/domain/videos/submit-video.ts refuses them in words for the caller's role.
    track_id: z.union([uuid, z.literal('')], { error: codedSentence('field.not_uuid') }).default(''),
    youtube_url: optionalText(YOUTUBE_URL_MAX).default(''),
    title: publicText(optionalText(VIDEO_TITLE_MAX)).default(''),
    description: publicText(optionalText(VIDEO_DESCRIPTION_MAX)).default(''),
  }),
  status: 201,
  answer: z.object({ video_id: z.string(), status: videoStatus }),
})

export const fetchMetadata = defineCall('POST /videos/{id}/fetch-metadata/', {
  group: 'Submissions',
  summary: 'Have title, picture and length of an own video read from YouTube',
  access: ['dancer', 'copyright_owner', 'compliance_officer', 'super_admin'],
  params: z.object({ id: uuid }),
  answer: z.object({
    status: z.enum(['fetched', 'pending']),
    title: z.string().optional(),
    thumbnail_url: z.string().optional(),
    duration_seconds: z.number().int().optional(),
  }),
})

export const myVideos = defineCall('GET /videos/my-videos/', {
  group: 'Submissions',
  summary: 'All videos of the one who asks, newest first, whatever their state',
  access: ['dancer', 'copyright_owner'],
  answer: z.object({ results: z.array(video) }),
})

export const approve = defineCall('POST /videos/{id}/approve/', {
  group: 'Compliance',
  alsoAnswers: [409],
  summary: 'Approve a video: it is in the feed at once',
  access: ['compliance_officer', 'super_admin'],
  params: z.object({ id: uuid }),
  body: z.object({ undoable }),
  answer: video,
})

export const reject = defineCall('POST /videos/{id}/reject/', {
  group: 'Compliance',
  alsoAnswers: [409],
  summary: 'Reject a video with a reason for its owner',
  access: ['compliance_officer', 'super_admin'],
  params: z.object({ id: uuid }),
  body: z.object({
    reason: requiredText(REVIEW_REASON_MAX, 1, VIDEO_REASON_REQUIRED),
    undoable,
  }),
  answer: video,
})

export const withdraw = defineCall('POST /videos/{id}/withdraw/', {
  group: 'Admin',
  alsoAnswers: [409],
  summary: 'Take an approved video out of a month that is not closed, with a reason for its owner',
  access: ['super_admin'],
  params: z.object({ id: uuid }),
  body: reject.body.omit({ undoable: true }),
  answer: video,
})
