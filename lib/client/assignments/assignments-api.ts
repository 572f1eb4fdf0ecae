import { ApiError, apiGet, apiPost } from '#lib/client/http/api-client.ts'
import type {
  AssignedOne,
  AssignmentStatistics,
  BulkAssigned,
  UnassignedDancers,
} from '#lib/contract/assignments/calls.ts'
import type { CurrentChallenge } from '#lib/contract/challenges/calls.ts'

const path = '/videos/track-assignments'

/** The month's assignments, who waits for some, and the challenge; null in place of the last two between months. */
export type AssignmentDesk = {
  statistics: AssignmentStatistics
  challenge: CurrentChallenge | null
  unassigned: UnassignedDancers | null
}

/** @throws ApiError */
export async function fetchAssignmentDesk(signal?: AbortSignal): Promise<AssignmentDesk> {
  const [statistics, challenge, unassigned] = await Promise.all([
    apiGet<AssignmentStatistics>(`${path}/statistics/`, { signal }),
    nullWithoutChallenge(apiGet<CurrentChallenge>('/videos/challenges/current/', { signal })),
    nullWithoutChallenge(apiGet<UnassignedDancers>(`${path}/unassigned-dancers/`, { signal })),
  ])
  return { statistics, challenge, unassigned }
}

function nullWithoutChallenge<T>(asked: Promise<T>): Promise<T | null> {
  return asked.catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'no_challenge') return null
    throw error
  })
}

/** @throws ApiError */
export function assignToAll(): Promise<BulkAssigned> {
  return apiPost<BulkAssigned>(`${path}/bulk-assign/`, {})
}

/** @throws ApiError */
export function assignToOne(dancerId: string, challengeId: string): Promise<AssignedOne> {
  return apiPost<AssignedOne>(`${path}/assign-individual/`, {
    dancer_id: dancerId,
    challenge_id: challengeId,
  })
}
