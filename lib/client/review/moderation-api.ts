import { apiGet, apiPost } from '#lib/client/http/api-client.ts'
import type { ReportedComment, ReportedCommentPage } from '#lib/contract/comments/calls.ts'
import type {
  FraudSignal,
  FraudSignalDetail,
  FraudSignalPage,
  SignalStatus,
} from '#lib/contract/fraud/calls.ts'
import { DESK_PAGE_SIZE } from './desk-api.ts'

type Listed<Status extends string> = { page: number; status: Status }

/** What looks strange about gifts, the highest scores first. @throws ApiError */
export function fetchSignals(
  { page, status }: Listed<SignalStatus>,
  signal?: AbortSignal,
): Promise<FraudSignalPage> {
  const query = { page, page_size: DESK_PAGE_SIZE, status }
  return apiGet('/users/compliance/fraud-signals/', { query, signal })
}

/** One signal with the gifts that it was made from. @throws ApiError */
export function fetchSignal(id: string, signal?: AbortSignal): Promise<FraudSignalDetail> {
  return apiGet(`/users/compliance/fraud-signals/${id}/`, { signal })
}

/** @throws ApiError */
export function decideSignal(id: string, word: 'dismiss' | 'escalate', note: string): Promise<FraudSignal> {
  return apiPost(`/users/compliance/fraud-signals/${id}/${word}/`, { note })
}

/** Comments that people reported. @throws ApiError */
export function fetchReported(
  { page, status }: Listed<ReportedComment['status']>,
  signal?: AbortSignal,
): Promise<ReportedCommentPage> {
  const query = { page, page_size: DESK_PAGE_SIZE, status }
  return apiGet('/users/compliance/reported-comments/', { query, signal })
}

/** @throws ApiError */
export function keepComment(id: string): Promise<unknown> {
  return apiPost(`/users/compliance/reported-comments/${id}/keep/`, {})
}

/** @throws ApiError */
export function removeReported(id: string, reason: string): Promise<unknown> {
  return apiPost(`/users/compliance/reported-comments/${id}/remove/`, { reason })
}
