import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { isMissingPart } from './reload-once.ts'
import { serverAnswers } from './server-answers.ts'

type Attempt = () => Promise<unknown>

/** What did not come, and whether the reader is told. */
const missing = new Map<Attempt, { isSilent: boolean }>()
const listeners = new Set<() => void>()

/** The parts of the page that did not come: their file is gone, or the line did not bring it. */
export const missingParts = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  isAny: (): boolean => [...missing.values()].some(({ isSilent }) => !isSilent),
  /** Asks for them again. Where the server answers and a part still does not come, its build is gone: the page is opened anew. */
  async retry(): Promise<void> {
    await askAgain()
    if (!missingParts.isAny()) return
    if (await serverAnswers()) location.reload()
  },
  /** Notes one that was called for by a press, which nothing but opening the page anew brings. */
  note(error: unknown): void {
    if (isMissingPart(error)) note(() => Promise.resolve(), false)
  },
}

/**
 * Loads a part of the page. As long as it does not come the promise stays open, so React leaves what is on the screen: the rows
 * that the server has drawn, a poster, a placeholder. The reader is told, and it is asked for again at a press and when the
 * line is back.
 * @param isSilent for what nobody would miss
 */
export function untilItComes<T>(load: () => Promise<T>, isSilent = false): Promise<T> {
  if (typeof window === 'undefined') return load()
  return new Promise((resolve, reject) => {
    const attempt = () =>
      load().then(
        (part) => {
          if (missing.delete(attempt)) tell()
          resolve(part)
        },
        (error: unknown) => (isMissingPart(error) ? note(attempt, isSilent) : reject(error)),
      )
    // In a task of its own: it takes as long to ask for a file as to draw a card, and is often asked for while the page comes to life.
    setTimeout(attempt)
  })
}

/** React's `lazy` for a part that the page can do without until it comes. */
export function latePart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  isSilent = false,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => untilItComes(load, isSilent))
}

/**
 * Loads what nobody would miss, and starts it when it is there.
 * @param start answers how to end what it has started
 * @returns ends it; before it has come, it is not started at all
 */
export function startLate<Module>(
  load: () => Promise<Module>,
  start: (module: Module) => (() => void) | undefined,
): () => void {
  let isOver = false
  let end: (() => void) | undefined
  void untilItComes(load, true).then((module) => {
    if (!isOver) end = start(module)
  })
  return () => {
    isOver = true
    end?.()
  }
}

function note(attempt: Attempt, isSilent: boolean): void {
  if (missing.size === 0) window.addEventListener('online', askAgain)
  missing.set(attempt, { isSilent })
  tell()
}

const askAgain = () => Promise.all([...missing.keys()].map((attempt) => attempt()))

function tell(): void {
  for (const listener of listeners) listener()
}
