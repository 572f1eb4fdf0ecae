import { vi } from 'vitest'
import type { GiftView } from '#lib/contract/gifts/calls.ts'
import { memoryStorage } from './memory-storage.ts'

/** Stubs the browser for the gift flow; `vi.unstubAllGlobals` undoes it. */
export function stubBrowser() {
  const tab = memoryStorage()
  const device = memoryStorage()
  const window = new EventTarget()
  const document = Object.assign(new EventTarget(), { hidden: false, documentElement: { lang: 'en' } })
  vi.stubGlobal('sessionStorage', tab)
  vi.stubGlobal('localStorage', device)
  vi.stubGlobal('screen', { width: 360, height: 740, colorDepth: 24 })
  vi.stubGlobal('document', document)
  vi.stubGlobal('window', window)
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('location', { protocol: 'https:', host: 'ngoma.test' })
  StubSocket.all = []
  vi.stubGlobal('WebSocket', StubSocket)
  const show = (isShown: boolean) => {
    document.hidden = !isShown
    document.dispatchEvent(new Event('visibilitychange'))
  }
  const goOnline = () => window.dispatchEvent(new Event('online'))
  return { tab, device, show, goOnline }
}

export class StubSocket {
  static OPEN = 1
  static all: StubSocket[] = []
  readonly url: string
  readonly sent: unknown[] = []
  readyState = 0
  onopen = () => {}
  onmessage = (_: { data: string }) => {}
  onclose = (_: { code: number }) => {}

  constructor(url: string) {
    this.url = url
    StubSocket.all.push(this)
  }

  send(text: string): void {
    const message = JSON.parse(text)
    this.sent.push(message)
    if (message.type === 'ping') queueMicrotask(() => this.tell({ type: 'pong', timestamp: 0 }))
  }

  close(): void {
    this.readyState = 3
  }

  open(): void {
    this.readyState = StubSocket.OPEN
    this.onopen()
  }

  tell(message: object): void {
    this.onmessage({ data: JSON.stringify(message) })
  }

  fail(): void {
    this.readyState = 3
    this.onclose({ code: 1006 })
  }
}

/** Answers requests in order; the last answer repeats. @returns the requests */
export function stubAnswers(...answers: ((signal: AbortSignal | null) => Promise<Response>)[]) {
  const requests: { path: string; key: string | undefined }[] = []
  vi.stubGlobal('fetch', async (path: string, { headers, signal }: RequestInit) => {
    const { 'Idempotency-Key': key } = headers as Record<string, string>
    requests.push({ path, key })
    const answer = answers[Math.min(requests.length, answers.length) - 1]
    if (!answer) throw new TypeError('Failed to fetch')
    return answer(signal ?? null)
  })
  return requests
}

export const answered =
  (body: object, status = 200) =>
  async () =>
    Response.json(body, { status })

export const offline = async (): Promise<Response> => {
  throw new TypeError('Failed to fetch')
}

export const stuck = (signal: AbortSignal | null) =>
  new Promise<Response>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })

export const pendingGift: GiftView = {
  id: 'g',
  status: 'pending',
  failure: null,
  vote_count: 5,
  video_id: 'v',
  video_title: 'Kanga',
  amount: 250,
  receipt: null,
  message: '',
  paybill: { business_number: '600999', account_number: 'ABC' },
  prompt_open: true,
  prompt: 'sent',
  can_retry_prompt: false,
  wait_seconds: null,
  prompt_in_seconds: null,
  place: null,
  created_at: '2026-11-20T09:00:00.000Z',
}
