import { z } from 'zod'
import { defineCall, optionalText, pageOf, paging, timestamp, uuid } from './call.ts'

/** Characters, after trimming (design/api.md, Videos). */
export const COMMENT_MAX = 500
/** Spec 1, section 5. */
export const COMMENT_BLANK_MESSAGE = 'A comment requires non-blank text.'
export const REPORT_REASON_MAX = 300

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

export const listComments = defineCall({
  method: 'GET',
  path: '/videos/{id}/comments/',
  group: 'Comments',
  summary: 'The comments on a video, newest first',
  params: ofVideo,
  query: z.object(paging),
  answer: pageOf(comment),
})
export type CommentPage = z.infer<typeof listComments.answer>

export const postComment = defineCall({
  method: 'POST',
  path: '/videos/{id}/comments/',
  group: 'Comments',
  summary: 'Comment on a video',
  access: 'member',
  params: ofVideo,
  body: z.object({
    text: z
      .string({ error: COMMENT_BLANK_MESSAGE })
      .trim()
      .min(1, COMMENT_BLANK_MESSAGE)
      .max(COMMENT_MAX, `Ensure this field has no more than ${COMMENT_MAX} characters.`),
  }),
  status: 201,
  answer: comment,
})

export const deleteComment = defineCall({
  method: 'DELETE',
  path: '/videos/{id}/comments/{commentId}/',
  group: 'Comments',
  summary: 'Take a comment away: by its author or an officer',
  access: 'member',
  params: ofComment,
  status: 204,
  answer: z.object({}),
})

export const reportComment = defineCall({
  method: 'POST',
  path: '/videos/{id}/comments/{commentId}/report/',
  group: 'Comments',
  summary: 'Tell the officers of a comment, once',
  access: 'member',
  params: ofComment,
  body: z.object({
    reason: optionalText(REPORT_REASON_MAX).optional(),
  }),
  status: 201,
  answer: z.object({ message: z.string() }),
})
