import { storedChoice } from '#lib/client/browser/stored-choice.ts'

const orders = ['newest', 'oldest'] as const
export type QueueOrder = (typeof orders)[number]

/** Stores on this device in which order an officer works through a queue: the newest first until they choose. */
export function queueOrder(officerId: string, queue: string) {
  return storedChoice<QueueOrder>(`desk_order:${officerId}:${queue}`, orders, 'newest')
}
