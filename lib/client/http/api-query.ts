import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import type { AnswerOf, ReadName, RequestArgument } from './api-types.ts'

/**
 * A call for useQuery, as in `useQuery(apiQuery('GET /videos/{id}/', { path: { id } }))`. Its answer is cached under the
 * call's name and request.
 */
export function apiQuery<Name extends ReadName>(name: Name, ...[request]: RequestArgument<Name>) {
  return queryOptions<AnswerOf<Name>, Error, AnswerOf<Name>, readonly [Name, object?]>({
    queryKey: request ? [name, request] : [name],
    queryFn: ({ signal }) => api(name, ...([{ ...request, signal }] as RequestArgument<Name>)),
  })
}

/** Returns the key of all cached answers of a call, whatever its request was. */
export const apiKey = <Name extends ReadName>(name: Name): readonly [Name] => [name]
