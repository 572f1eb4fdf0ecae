import { ApiError, api } from '#lib/client/http/api.ts'
import type { AnswerOf } from '#lib/client/http/api-types.ts'

/** `challenge` and `unassigned` are null between months. */
export type AssignmentDesk = {
  statistics: AnswerOf<'GET /videos/track-assignments/statistics/'>
  challenge: AnswerOf<'GET /videos/challenges/current/'> | null
  unassigned: AnswerOf<'GET /videos/track-assignments/unassigned-dancers/'> | null
}

/** @throws ApiError */
export async function fetchAssignmentDesk(signal?: AbortSignal): Promise<AssignmentDesk> {
  const [statistics, challenge, unassigned] = await Promise.all([
    api('GET /videos/track-assignments/statistics/', { signal }),
    nullWithoutChallenge(api('GET /videos/challenges/current/', { signal })),
    nullWithoutChallenge(api('GET /videos/track-assignments/unassigned-dancers/', { signal })),
  ])
  return { statistics, challenge, unassigned }
}

export function areSubmissionsClosed({ unassigned }: Pick<AssignmentDesk, 'unassigned'>): boolean {
  return unassigned?.challenge.are_submissions_open === false
}

function nullWithoutChallenge<T>(asked: Promise<T>): Promise<T | null> {
  return asked.catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'no_challenge') return null
    throw error
  })
}
