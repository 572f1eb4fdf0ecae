import { QueryCache, QueryClient } from '@tanstack/react-query'
import { readUser, subscribeSession } from '#lib/client/session/session.ts'
import { ApiError } from './api.ts'

let inBrowser: QueryClient | undefined

/**
 * The answers that this tab keeps. One for as long as the tab lives, so that a page that is come back to has them; on
 * the server a new one each time. Nothing of one person is left for the next.
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
      queries: { staleTime: 15_000, retry: (failures, error) => failures < 2 && mayPass(error) },
    },
  })
}

/** A refusal stays one however often it is asked for. */
function mayPass(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500
}

/** The second factor came to be asked for while somebody of the staff was signed in. */
function leadToEnrolment(error: unknown): void {
  if (!(error instanceof ApiError) || error.code !== 'second_factor_enrolment_required') return
  const { pathname, search } = window.location
  window.location.assign(`/second-factor?next=${encodeURIComponent(pathname + search)}`)
}
