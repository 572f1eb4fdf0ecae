import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** A press within this time was meant for the previous content. */
export const SECOND_PRESS_MS = 300

/** Refetches after a refusal, then waits: a second press must not reach new content unseen. */
export async function refetchAfterRefusal(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.invalidateQueries({ queryKey })
  await new Promise((resolve) => setTimeout(resolve, SECOND_PRESS_MS))
}
