import { setTimeout as pause } from 'node:timers/promises'
import WebSocket from 'ws'
import { z } from 'zod'

const update = z.object({ type: z.literal('vote_update'), vote_count: z.number() })

/** Viewers of a video's page: their sockets reconnect, as a browser's do. */
export class Watchers {
  /** Newest count per watcher, by video. */
  readonly seen = new Map<string, number>()
  /** Updates in total. */
  updates = 0
  readonly #realtime: string
  readonly #sockets = new Set<WebSocket>()
  #ended = false

  constructor(realtimePort: number) {
    this.#realtime = `ws://127.0.0.1:${realtimePort}`
  }

  watch(videoIds: readonly string[]): void {
    for (const id of videoIds) void this.#follow(id)
  }

  end(): void {
    this.#ended = true
    for (const socket of this.#sockets) socket.terminate()
  }

  async #follow(videoId: string): Promise<void> {
    while (!this.#ended) {
      const socket = new WebSocket(`${this.#realtime}/ws/votes/${videoId}/`)
      this.#sockets.add(socket)
      await new Promise<void>((resolve) => {
        socket.on('message', (data) => {
          this.updates += 1
          this.seen.set(videoId, update.parse(JSON.parse(String(data))).vote_count)
        })
        socket.once('error', () => undefined)
        socket.once('close', () => resolve())
      })
      this.#sockets.delete(socket)
      await pause(500, undefined, { ref: false })
    }
  }
}
