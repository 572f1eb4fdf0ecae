import { z } from 'zod'
import {
  defineCall,
  inLowerCase,
  nothing,
  optionalText,
  pageOf,
  paging,
  publicText,
  requiredString,
  requiredText,
  searched,
  sentence,
  timestamp,
  uuid,
  wholeNumber,
} from '#lib/contract/call.ts'
import { kycStatus } from '#lib/contract/kyc/calls.ts'
import { claim } from '#lib/contract/review/claims.ts'
import { REVIEW_REASON_MAX } from '#lib/contract/review/constants.ts'
import { undoable } from '#lib/contract/review/undoable.ts'
import { uploadParts } from '#lib/contract/upload-parts.ts'
import { codedSentence } from '#messages/server/catalogue.ts'
import {
  isMp3Name,
  TRACK_FILE_LIMIT,
  TRACK_NOT_MP3,
  TRACK_REASON_REQUIRED,
  TRACK_TOO_LARGE,
  tagsOf,
  trackTextMax,
} from './rules.ts'

export const trackStatus = z.enum(['processing', 'pending', 'approved', 'rejected', 'retired'])
export type TrackStatus = z.infer<typeof trackStatus>

export const track = z.object({
  id: z.string(),
  title: z.string(),
  artist: z.string(),
  genre: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  status: trackStatus,
  /** Seconds; null until the worker has read the file. */
  duration: z.number().int().nullable(),
  file_path: z.string(),
  /** Bytes. */
  file_size: z.number().int(),
  /** Signed; null until the worker has read the file, and if the file was no MP3 and deleted. */
  audio_file_url: z.string().nullable(),
  /** From the officer or worker. */
  review_comments: sentence,
  /** Both are the same moment. */
  created_at: timestamp,
  upload_date: timestamp,
  reviewed_at: timestamp.nullable(),
  retired_at: timestamp.nullable(),
})
export type Track = z.infer<typeof track>
export type GivenTrack = z.input<typeof track>

/** A list, JSON, or separated by commas. */
const tags = z
  .union([z.array(z.string()), z.string()], { error: codedSentence('tags_unfit') })
  .transform((given) => tagsOf(typeof given === 'string' ? wordsOf(given) : given.join(',')))
  .pipe(
    z
      .array(z.string().max(trackTextMax.tag, codedSentence('tag_too_long', { max: trackTextMax.tag })))
      .max(trackTextMax.tags, codedSentence('too_many_tags', { max: trackTextMax.tags })),
  )

function wordsOf(typed: string): string {
  return typed
    .trim()
    .replace(/^\[|\]$/g, '')
    .replaceAll('"', '')
}

const describedAs = {
  title: publicText(optionalText(trackTextMax.title)),
  artist: publicText(optionalText(trackTextMax.artist)),
  description: publicText(optionalText(trackTextMax.description)),
  tags,
}

export const initiateTrackUpload = defineCall('POST /tracking/upload/initiate/', {
  group: 'Tracks',
  summary: 'Ask for a signed link to PUT an MP3 to',
  access: ['copyright_owner'],
  body: z
    .object({
      filename: requiredText(255),
      file_size: wholeNumber.min(1, codedSentence('file_empty')).lt(TRACK_FILE_LIMIT, TRACK_TOO_LARGE),
      /** Empty if unknown: then the extension counts. */
      content_type: z.string(requiredString).trim().toLowerCase().max(100),
      ...describedAs,
    })
    .partial({ title: true, artist: true, description: true, tags: true })
    .refine(({ filename, content_type }) => isMp3Name(filename, content_type), {
      path: ['content_type'],
      message: TRACK_NOT_MP3,
    }),
  status: 201,
  answer: z.object({
    session_id: z.string(),
    upload_url: z.string(),
    expires_at: timestamp,
    content_type: z.string(),
  }),
})
export type TrackUploadStart = z.infer<typeof initiateTrackUpload.answer>

export const trackUploadParts = defineCall('POST /tracking/upload/{id}/parts/', {
  group: 'Tracks',
  alsoAnswers: [409],
  summary: 'Ask for links to PUT the MP3 in parts, and which parts have arrived: to go on after a lost line',
  access: ['copyright_owner'],
  params: z.object({ id: uuid }),
  answer: uploadParts,
})

export const completeTrackUpload = defineCall('POST /tracking/upload/{id}/complete/', {
  group: 'Tracks',
  alsoAnswers: [409],
  summary: 'Say that the MP3 was put; the worker reads it before officers see it',
  access: ['copyright_owner'],
  params: z.object({ id: uuid }),
  body: z.object(describedAs).partial(),
  answer: track,
})

export const cancelTrackUpload = defineCall('POST /tracking/upload/{id}/cancel/', {
  group: 'Tracks',
  summary: 'Give up an upload that is not complete',
  access: ['copyright_owner'],
  params: z.object({ id: uuid }),
  status: 204,
  answer: nothing,
})

export const myTracks = defineCall('GET /tracking/tracks/my-tracks/', {
  group: 'Tracks',
  summary: 'All tracks of the musician who asks, newest first, and how many more they may upload',
  access: ['copyright_owner'],
  answer: z.object({
    results: z.array(track),
    kyc_status: kycStatus,
    /** A musician's limit, and places taken; rejected and retired tracks take none. */
    limit: z.number().int(),
    used: z.number().int(),
  }),
})
export type MyTracks = z.infer<typeof myTracks.answer>
export type GivenMyTracks = z.input<typeof myTracks.answer>

export const musicianAssignment = z.object({
  id: z.string(),
  track_id: z.string(),
  track_name: z.string(),
  dancer_name: z.string(),
  status: z.enum(['active', 'completed', 'cancelled']),
  assigned_date: timestamp,
  challenge_title: z.string(),
})
export type MusicianAssignment = z.infer<typeof musicianAssignment>

export const musicianAssignments = defineCall('GET /tracking/tracks/assignments/', {
  group: 'Tracks',
  summary: 'Which dancers were given the tracks of the musician who asks, newest first',
  access: ['copyright_owner'],
  query: z.object(paging),
  answer: pageOf(musicianAssignment),
})
export type MusicianAssignmentPage = z.infer<typeof musicianAssignments.answer>

export const dancerVideo = z.object({
  id: z.string(),
  title: z.string(),
  thumbnail: z.string().nullable(),
  votes: z.number().int(),
  /** Seconds. */
  duration: z.number().int().nullable(),
  dancer_name: z.string(),
  track_name: z.string(),
  track_id: z.string(),
  challenge_title: z.string(),
})

export const dancerVideos = defineCall('GET /tracking/tracks/dancer-videos/', {
  group: 'Tracks',
  summary: 'Approved dances to the tracks of the musician who asks, newest first',
  access: ['copyright_owner'],
  query: z.object(paging),
  answer: pageOf(dancerVideo),
})
export type DancerVideoPage = z.infer<typeof dancerVideos.answer>

export const deleteTrack = defineCall('DELETE /tracking/tracks/{id}/', {
  group: 'Tracks',
  alsoAnswers: [409],
  summary: 'Delete an own track that is not approved',
  access: ['copyright_owner'],
  params: z.object({ id: uuid }),
  status: 204,
  answer: nothing,
})

export const retireTrack = defineCall('POST /tracking/tracks/{id}/retire/', {
  group: 'Tracks',
  alsoAnswers: [409],
  summary: 'Take an own approved track out of the pool; what was danced to it stays',
  access: ['copyright_owner'],
  params: z.object({ id: uuid }),
  answer: track,
})

/** `pending_review` is accepted for `pending`. `decided`: approved (retired or not) or rejected. */
const listedStatus = z.preprocess(
  (given) => {
    const status = inLowerCase(given)
    return status === 'pending_review' || status === '' ? 'pending' : status
  },
  z
    .enum([...trackStatus.options, 'decided'], { error: codedSentence('choose.status', { list: 'tracks' }) })
    .default('pending'),
)

export const reviewedTrack = track.extend({
  musician: z.object({
    id: z.string(),
    username: z.string(),
    display_name: z.string(),
    /** Including retired ones. */
    approved_tracks: z.number().int(),
  }),
  /** Username; null while pending, or if the worker rejected it as no MP3. */
  reviewed_by: z.string().nullable(),
  claim: claim.nullable(),
})
export type ReviewedTrack = z.infer<typeof reviewedTrack>
export type GivenReviewedTrack = z.input<typeof reviewedTrack>

export const trackOrderings = ['upload_date', '-upload_date', 'reviewed_at', '-reviewed_at'] as const

export const pendingTracks = defineCall('GET /tracking/tracks/pending/', {
  group: 'Compliance',
  summary: 'Tracks of one status, in the order of their upload',
  access: ['compliance_officer', 'super_admin'],
  query: z.object({
    ...paging,
    status: listedStatus,
    /** Longest waiting first if unknown. */
    ordering: z.enum(trackOrderings).default('upload_date').catch('upload_date'),
    /** Part of title, artist or musician; if decided also of the officer's username. */
    search: searched,
  }),
  answer: pageOf(reviewedTrack),
})
export type PendingTracksQuery = z.output<typeof pendingTracks.query>
export type PendingTracksPage = z.infer<typeof pendingTracks.answer>
export type GivenPendingTracksPage = z.input<typeof pendingTracks.answer>

export const reviewTrack = defineCall('PATCH /tracking/tracks/{id}/', {
  group: 'Compliance',
  alsoAnswers: [409],
  summary: 'Approve or reject a track, with a reason for its owner where it is rejected',
  access: ['compliance_officer', 'super_admin'],
  params: z.object({ id: uuid }),
  body: z
    .object({
      status: z.preprocess(
        inLowerCase,
        z.enum(['approved', 'rejected'], {
          error: codedSentence('choose.one_of', { words: 'approved or rejected' }),
        }),
      ),
      review_comments: optionalText(REVIEW_REASON_MAX).default(''),
      undoable,
    })
    .refine(({ status, review_comments }) => status === 'approved' || review_comments !== '', {
      path: ['review_comments'],
      message: TRACK_REASON_REQUIRED,
    }),
  answer: reviewedTrack,
})
