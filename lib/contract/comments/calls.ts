import { z } from 'zod'
import {
  defineCall,
  nothing,
  optionalText,
  pageOf,
  paging,
  publicText,
  requiredText,
  sentence,
  timestamp,
  uuid,
} from '#lib/contract/call.ts'
import { undoable } from '#lib/contract/review/undoable.ts'
import { codedSentence } from '#messages/server/catalogue.ts'
import { COMMENT_BLANK_MESSAGE, COMMENT_MAX, REMOVAL_REASON_MAX, REPORT_REASON_MAX } from './constants.ts'

export * from './constants.ts'

export const comment = z.object({
  id: z.string(),
  text: z.string(),
  author: z.object({
    id: z.string(),
    username: z.string(),
    display_name: z.string(),
    avatar: z.string(),
  }),
  created_at: timestamp,
})
export type Comment = z.infer<typeof comment>

const ofVideo = z.object({ id: uuid })
const ofComment = z.object({ id: uuid, commentId: uuid })

export const listComments = defineCall('GET /videos/{id}/comments/', {
  group: 'Comments',
  summary: 'The comments on a video, newest first',
  params: ofVideo,
  query: z.object(paging),
  answer: pageOf(comment).extend({
    /** The reader's own comments removed in the last 30 days, shown at their place. */
    removed: z.array(
      z.object({ id: z.string(), text: z.string(), reason: z.string(), removed_at: timestamp }),
    ),
  }),
})
export type CommentPage = z.infer<typeof listComments.answer>

export const postComment = defineCall('POST /videos/{id}/comments/', {
  group: 'Comments',
  summary: 'Comment on a video',
  access: 'member',
  params: ofVideo,
  body: z.object({
    text: publicText(requiredText(COMMENT_MAX, 1, COMMENT_BLANK_MESSAGE)),
  }),
  idempotent: true,
  status: 201,
  answer: comment,
})

export const deleteComment = defineCall('DELETE /videos/{id}/comments/{commentId}/', {
  group: 'Comments',
  summary: 'Take a comment away: by its author or an officer',
  access: 'member',
  params: ofComment,
  status: 204,
  answer: nothing,
})

export const reportComment = defineCall('POST /videos/{id}/comments/{commentId}/report/', {
  group: 'Comments',
  alsoAnswers: [409],
  summary: 'Tell the officers of a comment, once',
  access: 'member',
  params: ofComment,
  body: z.object({
    reason: optionalText(REPORT_REASON_MAX).optional(),
  }),
  status: 201,
  answer: z.object({ message: sentence }),
})

export const reportedComment = comment.extend({
  video: z.object({ id: z.string(), title: z.string() }),
  /** Reports that nobody dismissed (after the decision all), newest first. */
  reports: z.array(z.object({ reporter: z.string(), reason: z.string(), reported_at: timestamp })),
  status: z.enum(['open', 'kept', 'removed']),
  decided_by: z.string().nullable(),
  decided_at: timestamp.nullable(),
  removal_reason: z.string(),
})
export type ReportedComment = z.infer<typeof reportedComment>

const officers = ['compliance_officer', 'super_admin'] as const
const ofReported = z.object({ id: uuid })

export const reportedComments = defineCall('GET /users/compliance/reported-comments/', {
  group: 'Compliance',
  summary:
    'Comments that people reported: those that wait, the longest first, or what was decided, the newest first',
  access: officers,
  query: z.object({
    ...paging,
    status: z
      .enum(reportedComment.shape.status.options, {
        error: codedSentence('choose.one_of', { words: 'open, kept or removed' }),
      })
      .default('open'),
  }),
  answer: pageOf(reportedComment),
})
export type ReportedCommentsQuery = z.output<typeof reportedComments.query>
export type ReportedCommentPage = z.infer<typeof reportedComments.answer>

export const keepComment = defineCall('POST /users/compliance/reported-comments/{id}/keep/', {
  group: 'Compliance',
  alsoAnswers: [409],
  summary: 'Leave a reported comment where it is: its reports are dismissed',
  access: officers,
  params: ofReported,
  body: z.object({ undoable }),
  answer: nothing,
})

export const removeReported = defineCall('POST /users/compliance/reported-comments/{id}/remove/', {
  group: 'Compliance',
  alsoAnswers: [409],
  summary: 'Take a reported comment away; its author reads why in its place',
  access: officers,
  params: ofReported,
  body: z.object({ reason: requiredText(REMOVAL_REASON_MAX), undoable }),
  answer: nothing,
})
