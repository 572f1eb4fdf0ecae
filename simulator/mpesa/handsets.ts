import { z } from 'zod'
import { toClock, toShortDate } from './formats.ts'
import type { Spoken } from './words.ts'

/** Messages of older state files have no `swahili`. */
export const messageSchema = z.object({
  at: z.iso.datetime(),
  text: z.string(),
  swahili: z.string().optional(),
})
export type Message = z.output<typeof messageSchema>

const MOST_MESSAGES = 30

const firstNames = [
  'Wanjiru',
  'Otieno',
  'Achieng',
  'Mwangi',
  'Nafula',
  'Kiprono',
  'Mutua',
  'Zawadi',
  'Barasa',
  'Halima',
]

/** Returns the first name of a phone's owner, always the same. */
export function nameOf(phone: string): string {
  return firstNames[Number(phone.slice(-4)) % firstNames.length] ?? 'Wanjiru'
}

export function toLocalPhone(phone: string): string {
  return `0${phone.slice(3, 6)} ${phone.slice(6, 9)} ${phone.slice(9)}`
}

export class Handsets {
  #watchers = new Map<string, Set<() => void>>()
  #autoAccept = new Map<string, boolean>()
  #messages: Map<string, Message[]>
  readonly #now: () => Date
  readonly #changed: () => void

  constructor(options: { messages: Record<string, Message[]>; now: () => Date; changed: () => void }) {
    this.#messages = new Map(Object.entries(options.messages))
    this.#now = options.now
    this.#changed = options.changed
  }

  /** @returns a function that ends the watch */
  watch(phone: string, onChange: () => void): () => void {
    const watchers = this.#watchers.get(phone) ?? new Set()
    this.#watchers.set(phone, watchers.add(onChange))
    return () => {
      watchers.delete(onChange)
      if (watchers.size === 0) this.#watchers.delete(phone)
    }
  }

  isWatched(phone: string): boolean {
    return this.#watchers.has(phone)
  }

  watched(): string[] {
    return [...this.#watchers.keys()]
  }

  /** Overrides `autoAccept` for a phone; undefined removes the override. */
  setAutoAccept(phone: string, on: boolean | undefined): void {
    if (on === undefined) this.#autoAccept.delete(phone)
    else this.#autoAccept.set(phone, on)
  }

  /** Whether a person answers: the page is open, or automatic answers are off. */
  waitsForPerson(phone: string, autoAccept: boolean): boolean {
    return this.isWatched(phone) || !(this.#autoAccept.get(phone) ?? autoAccept)
  }

  say(phone: string, { en, sw }: Spoken): void {
    const at = this.#now()
    const message = {
      at: at.toISOString(),
      text: en.replace('{when}', `${toShortDate(at)} at ${toClock(at)}`),
      swahili: sw.replace('{when}', `${toShortDate(at)} saa ${toClock(at)}`),
    }
    const messages = [message, ...(this.#messages.get(phone) ?? [])].slice(0, MOST_MESSAGES)
    this.#messages.set(phone, messages)
    this.#changed()
    this.refresh(phone)
  }

  messages(phone: string): readonly Message[] {
    return this.#messages.get(phone) ?? []
  }

  phones(): string[] {
    const latest = [...this.#messages].map(([phone, messages]) => ({ phone, at: messages[0]?.at ?? '' }))
    return latest.sort((a, b) => b.at.localeCompare(a.at)).map(({ phone }) => phone)
  }

  refresh(phone: string): void {
    for (const onChange of this.#watchers.get(phone) ?? []) onChange()
  }

  state(): Record<string, Message[]> {
    return Object.fromEntries(this.#messages)
  }

  clear(): void {
    const phones = [...this.#messages.keys()]
    this.#messages.clear()
    this.#autoAccept.clear()
    for (const phone of phones) this.refresh(phone)
    this.#changed()
  }
}
