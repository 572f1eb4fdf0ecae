import { apiDelete, apiGet, apiPost } from '#lib/client/http/api-client.ts'
import type { Comment, CommentPage } from '#lib/contract/comments/calls.ts'

const PAGE_SIZE = 20

/** A page of a video's comments, newest first; pages count from 1. @throws ApiError */
export function fetchComments(videoId: string, page: number, signal?: AbortSignal): Promise<CommentPage> {
  return apiGet<CommentPage>(`/videos/${videoId}/comments/`, {
    query: { page, page_size: PAGE_SIZE },
    signal,
  })
}

/** @throws ApiError */
export function postComment(videoId: string, text: string): Promise<Comment> {
  return apiPost<Comment>(`/videos/${videoId}/comments/`, { text })
}

/** @throws ApiError */
export async function deleteComment(videoId: string, commentId: string): Promise<void> {
  await apiDelete(`/videos/${videoId}/comments/${commentId}/`)
}

/** Tells the officers of a comment; `reason` may be ''. @throws ApiError */
export async function reportComment(videoId: string, commentId: string, reason: string): Promise<void> {
  await apiPost(`/videos/${videoId}/comments/${commentId}/report/`, reason ? { reason } : {})
}
