// Who follows a video's count over a socket: a socket of the test's own, or a page as people open it.
import type { Page } from '@playwright/test'
import WebSocket from 'ws'
import { z } from 'zod'
import { origin } from './running.ts'

export type Watcher = { readonly counts: number[]; isOpen(): boolean; close(): void }

/** The counts that a socket is told, which opens again after it broke. */
export function watchVotes(video: string): Watcher {
  const counts: number[] = []
  let isClosed = false
  let socket: WebSocket
  const open = () => {
    socket = new WebSocket(`${origin.replace('http', 'ws')}/ws/votes/${video}/`, { origin })
    socket.on('message', (data) => {
      const message = z.object({ vote_count: z.number().optional() }).parse(JSON.parse(String(data)))
      if (message.vote_count !== undefined) counts.push(message.vote_count)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => !isClosed && setTimeout(open, 250))
  }
  open()
  return {
    counts,
    isOpen: () => socket.readyState === WebSocket.OPEN,
    close: () => {
      isClosed = true
      socket.terminate()
    },
  }
}

export type WatchingPage = Watcher & { readonly page: Page; opened(): number }

/** A page that shows a video: the counts that its own sockets are told, and whether the newest one has answered. */
export async function watchByPage(page: Page, video: string): Promise<WatchingPage> {
  const counts: number[] = []
  let opened = 0
  let newest: { answered: boolean; lost: boolean } | undefined
  page.on('websocket', (socket) => {
    if (!socket.url().includes(`/ws/votes/${video}/`)) return
    const state = { answered: false, lost: false }
    newest = state
    socket.on('framereceived', ({ payload }) => {
      if (!state.answered) opened += 1
      state.answered = true
      const message = z.object({ vote_count: z.number().optional() }).parse(JSON.parse(String(payload)))
      if (message.vote_count !== undefined) counts.push(message.vote_count)
    })
    socket.on('close', () => {
      state.lost = true
    })
  })
  await page.goto(`${origin}/video/${video}`)
  return {
    page,
    counts,
    opened: () => opened,
    isOpen: () => newest?.answered === true && !newest.lost,
    close: () => undefined,
  }
}
