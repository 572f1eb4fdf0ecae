// What a handset page shows at one moment.
import type { Book } from './book.ts'
import { toGrouped } from './figures.ts'
import { type Handsets, nameOf, toLocalPhone } from './handsets.ts'
import { toClock, toShortDate } from './nairobi-time.ts'
import { type Prompts, promptQuestion } from './prompts.ts'
import type { Schedule } from './schedule.ts'
import type { Merchant, Settings } from './settings.ts'

export type HandsetState = {
  phone: string
  local: string
  name: string
  shortcode: string
  balance: string
  clock: string
  /** What becomes of prompts when nobody looks. */
  automatic: string
  prompt: { id: string; question: string; endsInMs: number; lastsMs: number } | null
  messages: { at: string; when: string; text: string }[]
}

export type HandsetParts = {
  merchant: Merchant
  settings: () => Settings
  book: Book
  handsets: Handsets
  prompts: Prompts
  schedule: Schedule
}

export function readHandset(parts: HandsetParts, phone: string): HandsetState {
  const { merchant, settings, book, handsets, prompts, schedule } = parts
  const now = schedule.now()
  const { autoAccept, acceptMs, promptMs } = settings()
  const prompt = prompts.visibleOn(phone)
  return {
    phone,
    local: toLocalPhone(phone),
    name: nameOf(phone),
    shortcode: merchant.shortcode,
    balance: toGrouped(book.balanceOf(phone)),
    clock: toClock(now),
    automatic: autoAccept ? `accepted by themselves after ${acceptMs / 1_000} s` : 'left to run out',
    prompt: prompt
      ? {
          id: prompt.checkoutRequestId,
          question: promptQuestion(prompt, merchant),
          endsInMs: Math.max(0, Date.parse(prompt.at) + promptMs - now.getTime()),
          lastsMs: Math.max(1, promptMs),
        }
      : null,
    messages: handsets.messages(phone).map((message) => {
      const at = new Date(message.at)
      return { at: message.at, when: `${toShortDate(at)} ${toClock(at)}`, text: message.text }
    }),
  }
}
