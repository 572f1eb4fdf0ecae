// Type errors of the browser's calls, checked by the compiler (`npm run check`). If a line type-checks, its
// `@ts-expect-error` is itself an error.
import { api, apiAddress } from '#lib/client/http/api.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import type { AnswerOf, BodyOf, CallName, QueryOf } from '#lib/client/http/api-types.ts'

const path = { id: '7' }

export function takesNothingElseThanTheContract(): unknown[] {
  return [
    api('GET /videos/{id}/', { path }),
    api('GET /leaderboard/'),
    api('POST /wallet/api/topup/initiate/', { body: { amount: 10 }, attempt: 'a' }),

    // @ts-expect-error No such path.
    api('GET /video/{id}/', { path }),
    // @ts-expect-error No such method on this path.
    api('PATCH /videos/{id}/', { path }),
    // @ts-expect-error The path has a parameter.
    api('GET /videos/{id}/'),
    // @ts-expect-error The parameter has another name.
    api('GET /videos/{id}/', { path: { video: '7' } }),
    // @ts-expect-error The path has no parameter.
    api('GET /leaderboard/', { path }),
    // @ts-expect-error No such field of the query.
    api('GET /videos/', { query: { pages: 1 } }),
    // @ts-expect-error The query knows no such word.
    api('GET /videos/', { query: { status: 'waiting' } }),
    // @ts-expect-error A number is required, though the schema also parses text.
    api('GET /videos/', { query: { page: 'first' } }),
    // @ts-expect-error The call takes no query.
    api('GET /videos/{id}/', { path, query: { page: 1 } }),
    // @ts-expect-error The body is required.
    api('POST /videos/{id}/comments/', { path, attempt: 'a' }),
    // @ts-expect-error No such field of the body.
    api('POST /videos/{id}/comments/', { path, body: { words: 'Sawa' }, attempt: 'a' }),
    // @ts-expect-error The field is a number.
    api('POST /wallet/api/topup/initiate/', { body: { amount: '10' }, attempt: 'a' }),
    // @ts-expect-error An idempotent call needs an attempt.
    api('POST /wallet/api/topup/initiate/', { body: { amount: 10 } }),
    // @ts-expect-error A repeatable call has no attempt.
    api('POST /videos/{id}/view/', { path, body: { session_id: 's' }, attempt: 'a' }),
    // @ts-expect-error Only reads are cached.
    apiQuery('POST /videos/{id}/comments/', { path, body: { text: 'Sawa' } }),
    // @ts-expect-error Links are for reads.
    apiAddress('POST /admin/backups/'),
  ]
}

export async function givesWhatTheContractSays(): Promise<unknown[]> {
  const video = await api('GET /videos/{id}/', { path })
  const votes: number = video.vote_count
  const nothing: null = await api('DELETE /videos/{id}/comments/{commentId}/', {
    path: { id: '7', commentId: '8' },
  })
  // @ts-expect-error No such field of the answer.
  const count = video.votes
  // @ts-expect-error The field is a number.
  const title: string = video.vote_count
  return [votes, nothing, count, title]
}

// A type that accepts anything would let every line above pass.
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
export const typesAreExact: [
  Same<string extends CallName ? true : false, false>,
  Same<BodyOf<'POST /videos/{id}/comments/'>['text'], string>,
  Same<QueryOf<'GET /videos/'>['page'], number | undefined>,
  Same<QueryOf<'GET /tracking/tracks/pending/'>['status'] & 'approved', 'approved'>,
  Same<AnswerOf<'POST /users/me/delete/'>, null>,
] = [true, true, true, true, true]
