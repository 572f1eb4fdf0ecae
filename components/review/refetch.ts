import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** A press within this time (ms) was meant for the previous content. */
export const SECOND_PRESS_MS = 300

/** Refetches after a refusal, and blocks a second press that the new content would receive unseen. */
export async function refetchAfterRefusal(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.invalidateQueries({ queryKey })
  await new Promise((resolve) => setTimeout(resolve, SECOND_PRESS_MS))
}
