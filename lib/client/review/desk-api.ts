import type { z } from 'zod'
import { apiDelete, apiGet, apiPatch, apiPost } from '#lib/client/http/api-client.ts'
import type { KycDocumentType, reviewKyc } from '#lib/contract/kyc/calls.ts'
import type {
  ComplianceStats,
  KycSubmissionDetail,
  KycSubmissionsPage,
  KycSubmissionsQuery,
  kycDocumentView,
} from '#lib/contract/review/calls.ts'
import type { Claim, ClaimSubjectType } from '#lib/contract/review/claims.ts'
import type { PendingTracksPage, PendingTracksQuery, ReviewedTrack } from '#lib/contract/tracks/calls.ts'
import type { Video, VideoOrdering, VideoPage } from '#lib/contract/videos/calls.ts'

/** Rows of each table of the officers' desk (spec 2, section 9). */
export const DESK_PAGE_SIZE = 10

type Place = { page: number; page_size: number; search?: string }

/** All that is decided, or one kind of it. */
export const decidedStatuses = ['decided', 'approved', 'rejected'] as const
export type DecidedStatus = (typeof decidedStatuses)[number]
type DecidedPlace = { page: number; search: string; status: DecidedStatus }

/** What was handed in and is not decided. @throws ApiError */
export function fetchKycQueue(
  query: Place & { ordering?: KycSubmissionsQuery['ordering'] },
  signal?: AbortSignal,
): Promise<KycSubmissionsPage> {
  return apiGet('/users/compliance/kyc-submissions/', {
    query: { ...searched(query), kyc_status: 'pending', ordering: query.ordering ?? '-kyc_submitted_at' },
    signal,
  })
}

/** Identity checks that are decided, the newest decision first. @throws ApiError */
export function fetchDecidedKyc(place: DecidedPlace, signal?: AbortSignal): Promise<KycSubmissionsPage> {
  const query = { ...decided(place), kyc_status: place.status }
  return apiGet('/users/compliance/kyc-submissions/', { query, signal })
}

/** One submission with links to its documents; asking is on record. @throws ApiError */
export function fetchKycSubmission(id: string, signal?: AbortSignal): Promise<KycSubmissionDetail> {
  return apiGet(`/users/compliance/kyc-submissions/${id}/`, { signal })
}

/** A fresh link to one document; asking is on record. @throws ApiError */
export function fetchDocumentLink(
  id: string,
  type: KycDocumentType,
  signal?: AbortSignal,
): Promise<z.infer<typeof kycDocumentView.answer>> {
  return apiGet(`/users/compliance/kyc-submissions/${id}/documents/${type}/`, { signal })
}

/** @throws ApiError */
export function decideKyc(id: string, decision: z.input<typeof reviewKyc.body>): Promise<unknown> {
  return apiPost(`/users/profiles/${id}/review_kyc/`, decision)
}

/** Tracks that wait, the newest first where nothing else is asked. @throws ApiError */
export function fetchTrackQueue(
  query: Place & { ordering?: PendingTracksQuery['ordering'] },
  signal?: AbortSignal,
): Promise<PendingTracksPage> {
  return apiGet('/tracking/tracks/pending/', {
    query: { ...searched(query), status: 'pending', ordering: query.ordering ?? '-upload_date' },
    signal,
  })
}

/** Tracks that are decided, the newest decision first. @throws ApiError */
export function fetchDecidedTracks(place: DecidedPlace, signal?: AbortSignal): Promise<PendingTracksPage> {
  const query = { ...decided(place), status: place.status }
  return apiGet('/tracking/tracks/pending/', { query, signal })
}

/** Spec 2, section 4: what is written on an approved track. */
const APPROVED_COMMENT = 'Approved by compliance officer'

/** @throws ApiError */
export function approveTrack(id: string): Promise<ReviewedTrack> {
  return apiPatch(`/tracking/tracks/${id}/`, { status: 'APPROVED', review_comments: APPROVED_COMMENT })
}

/** @throws ApiError */
export function rejectTrack(id: string, reason: string): Promise<ReviewedTrack> {
  return apiPatch(`/tracking/tracks/${id}/`, { status: 'REJECTED', review_comments: reason })
}

/** Videos that wait for review. @throws ApiError */
export function fetchVideoQueue(
  query: Place & { ordering?: VideoOrdering },
  signal?: AbortSignal,
): Promise<VideoPage> {
  return apiGet('/videos/', {
    query: { ...searched(query), status: 'pending_review', ordering: query.ordering ?? '-upload_date' },
    signal,
  })
}

/** Videos that are decided, the newest decision first. @throws ApiError */
export function fetchDecidedVideos(place: DecidedPlace, signal?: AbortSignal): Promise<VideoPage> {
  return apiGet('/videos/', { query: { ...decided(place), status: place.status }, signal })
}

/** @throws ApiError */
export function approveVideo(id: string): Promise<Video> {
  return apiPost(`/videos/${id}/approve/`, {})
}

/** @throws ApiError */
export function rejectVideo(id: string, reason: string): Promise<Video> {
  return apiPost(`/videos/${id}/reject/`, { reason })
}

/** How the desk keeps up. @throws ApiError */
export function fetchDeskStats(signal?: AbortSignal): Promise<ComplianceStats> {
  return apiGet('/users/compliance/stats/', { signal })
}

/** Says that one looks at it, or still does. @throws ApiError 409 `claimed` with the `claim` of another */
export function takeClaim(type: ClaimSubjectType, id: string, signal?: AbortSignal): Promise<Claim> {
  return apiPost('/users/compliance/claims/', { subject_type: type, subject_id: id }, { signal })
}

/** Says that one does not look at it any more; goes through although the page is closed. @throws ApiError */
export function releaseClaim(type: ClaimSubjectType, id: string): Promise<unknown> {
  return apiDelete(`/users/compliance/claims/${type}/${id}/`, { keepalive: true })
}

function searched({ page, page_size, search }: Place) {
  return { page, page_size, ...(search ? { search } : {}) }
}

function decided({ page, search }: DecidedPlace) {
  return { ...searched({ page, page_size: DESK_PAGE_SIZE, search }), ordering: '-reviewed_at' }
}
