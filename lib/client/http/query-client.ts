import { QueryCache, QueryClient } from '@tanstack/react-query'
import { readUser, subscribeSession } from '#lib/client/session/session.ts'
import { ApiError } from './api.ts'

let inBrowser: QueryClient | undefined

/**
 * Returns the client that caches this tab's answers, so that a page has them when somebody comes back to it. On the server
 * it is a new one each time. When another person signs in, all answers are dropped.
 */
export function queryClient(): QueryClient {
  if (typeof window === 'undefined') return newClient()
  if (!inBrowser) {
    const client = newClient()
    let owner = readUser()?.id
    subscribeSession(() => {
      const next = readUser()?.id
      if (next !== owner) client.clear()
      owner = next
    })
    inBrowser = client
  }
  return inBrowser
}

function newClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: leadToEnrolment }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < 2 && mayPass(error),
        // Without a line a call fails and is told, instead of waiting for the line in silence.
        networkMode: 'always',
        // That would turn it off: what could not be renewed is asked for as soon as the line is back.
        refetchOnReconnect: true,
      },
      // The same; it is not kept to be sent later.
      mutations: { networkMode: 'always' },
    },
  })
}

/** Tells whether the same call may succeed when it is sent again. A refusal stays a refusal. */
function mayPass(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500
}

/** Leads staff to the page of the second factor where it became required while they were signed in. */
function leadToEnrolment(error: unknown): void {
  if (!(error instanceof ApiError) || error.code !== 'second_factor_enrolment_required') return
  const { pathname, search } = window.location
  window.location.assign(`/second-factor?next=${encodeURIComponent(pathname + search)}`)
}
