import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import type { AnswerOf, ReadName, RequestArgument } from './api-types.ts'

/** `useQuery(apiQuery('GET /videos/{id}/', { path: { id } }))` */
export function apiQuery<Name extends ReadName>(name: Name, ...[request]: RequestArgument<Name>) {
  return queryOptions<AnswerOf<Name>, Error, AnswerOf<Name>, readonly [Name, object?]>({
    queryKey: request ? [name, request] : [name],
    queryFn: ({ signal }) => api(name, ...([{ ...request, signal }] as RequestArgument<Name>)),
  })
}

export const apiKey = <Name extends ReadName>(name: Name): readonly [Name] => [name]
