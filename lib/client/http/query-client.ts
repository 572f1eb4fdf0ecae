import { QueryCache, QueryClient } from '@tanstack/react-query'
import { readUser, subscribeSession } from '#lib/client/session/session.ts'
import { ApiError } from './api.ts'

let inBrowser: QueryClient | undefined

/** The page's client, cleared when another user signs in; on the server a new one each time. */
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
        // Offline, a call fails visibly.
        networkMode: 'always',
        // Needed, because `networkMode` would turn off reads on reconnection.
        refetchOnReconnect: true,
      },
      // Offline, a write fails instead of being queued.
      mutations: { networkMode: 'always' },
    },
  })
}

function mayPass(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500
}

/** Opens the setup of the second factor, which may become required during the session. */
function leadToEnrolment(error: unknown): void {
  if (!(error instanceof ApiError) || error.code !== 'second_factor_enrolment_required') return
  const { pathname, search } = window.location
  window.location.assign(`/second-factor?next=${encodeURIComponent(pathname + search)}`)
}
