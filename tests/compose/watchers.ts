// Followers of a video's count: a socket, or a page in a browser.
import type { Page } from '@playwright/test'
import WebSocket from 'ws'
import { z } from 'zod'
import { origin } from './running.ts'

export type Watcher = { readonly counts: number[]; isOpen(): boolean; close(): void }

/** Counts of a socket that reconnects. */
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

/** Counts of a page's sockets, and whether the newest one has answered. */
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
