import type { z } from 'zod'
import { log } from './log.ts'
import type { EventContract } from './outbox.ts'
import { connectRedis, redis, redisKey } from './redis.ts'
import { inTrace, traceOf } from './tracing.ts'

/** Publishes outside a transaction, so the event may be lost. */
export function publish<S extends z.ZodType>(event: EventContract<S>, payload: z.input<S>): Promise<unknown> {
  return redis().publish(redisKey(event.channel), JSON.stringify(event.schema.parse(payload)))
}

export type EventListener = { readonly channel: string; receive(message: string): void }

/** Logs and skips an event that does not match its schema. */
export function listenTo<S extends z.ZodType>(
  event: EventContract<S>,
  handle: (payload: z.output<S>) => void,
): EventListener {
  return {
    channel: redisKey(event.channel),
    receive: (message) => {
      const json = parseJson(message)
      const payload = event.schema.safeParse(json)
      if (payload.success) inTrace(traceOf(json), () => handle(payload.data))
      else log.error({ channel: event.channel, err: payload.error.message }, 'event does not fit its schema')
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export type EventFeed = { isConnected(): boolean; end(): void }

/** The name of event feeds in Redis's CLIENT LIST. */
export function eventFeedName(): string {
  return redisKey('events')
}

const HEARTBEAT_MS = 5_000

/**
 * Subscribes this process and reconnects by itself. `onConnection(true)` follows each subscription: events
 * were lost, so read Postgres again.
 */
export function openEventFeed(
  listeners: readonly EventListener[],
  onConnection: (connected: boolean) => void = () => undefined,
): EventFeed {
  const byChannel = new Map(listeners.map((listener) => [listener.channel, listener]))
  const connection = connectRedis({
    autoResubscribe: false,
    commandTimeout: HEARTBEAT_MS,
    connectionName: eventFeedName(),
  })
  let connected = false
  const turn = (now: boolean) => {
    if (connected === now) return
    connected = now
    onConnection(now)
  }
  connection.on('ready', () => {
    connection.subscribe(...byChannel.keys()).then(
      () => turn(connection.status === 'ready'),
      (error: Error) => {
        log.warn({ err: error.message }, 'event feed waits')
        // Reconnects, because ioredis would never retry the subscription.
        connection.disconnect(true)
      },
    )
  })
  connection.on('close', () => turn(false))
  connection.on('message', (channel, message) => byChannel.get(channel)?.receive(message))
  const heartbeat = setInterval(() => {
    if (connected) connection.ping().catch(() => connection.disconnect(true))
  }, HEARTBEAT_MS)
  heartbeat.unref()
  return {
    isConnected: () => connected,
    end: () => {
      clearInterval(heartbeat)
      connection.disconnect()
    },
  }
}
