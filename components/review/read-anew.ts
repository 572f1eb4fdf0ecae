import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** For how long, in ms, another press of a key or a button is meant for what was shown before. */
export const SECOND_PRESS_MS = 300

/**
 * Reads anew what a refused decision was about. It ends when a second press can not reach what is shown by then unseen: until it has
 * ended nothing else is sent.
 */
export async function readAnew(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.invalidateQueries({ queryKey })
  await new Promise((resolve) => setTimeout(resolve, SECOND_PRESS_MS))
}
