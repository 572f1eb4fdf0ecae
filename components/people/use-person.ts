import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiKey, apiQuery } from '#lib/client/http/api-query.ts'
import type { PersonView } from '#lib/contract/people/calls.ts'

const ofPerson = (id: string) => apiQuery('GET /admin/people/{id}/', { path: { id } })

export function usePerson(id: string) {
  return useQuery(ofPerson(id))
}

export function useChangedPerson() {
  const client = useQueryClient()
  return {
    show: (person: PersonView) => {
      client.setQueryData(ofPerson(person.id).queryKey, person)
      renewLists(client)
    },
    /** Refetches the person: the shown data was outdated, or the call returned only a part. */
    renew: () => {
      void client.invalidateQueries({ queryKey: apiKey('GET /admin/people/{id}/') })
      renewLists(client)
    },
  }
}

function renewLists(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: apiKey('GET /admin/people/{id}/records/') })
  void client.invalidateQueries({ queryKey: apiKey('GET /admin/users/') })
}
