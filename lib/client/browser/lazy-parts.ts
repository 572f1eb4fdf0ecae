import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { isMissingPart } from './reload-once.ts'
import { serverAnswers } from './server-answers.ts'

type Attempt = () => Promise<unknown>

const missing = new Map<Attempt, { isSilent: boolean }>()
const listeners = new Set<() => void>()
let reconnections = 0

/** Parts of the page that failed to load: their file is gone or the connection is lost. */
export const missingParts = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  isAny: (): boolean => [...missing.values()].some(({ isSilent }) => !isSilent),
  /**
   * Loads all missing parts again. If the server answers but a part is missing, its build is gone: reloads.
   */
  async retry(): Promise<void> {
    await retryAll()
    if (!missingParts.isAny()) return
    if (await serverAnswers()) location.reload()
  },
  /** Records a missing part that only a reload can load. */
  note(error: unknown): void {
    if (isMissingPart(error)) note(() => Promise.resolve(), false)
  },
}

/**
 * If loading fails, the promise stays pending, so that React leaves the screen as is. The user is notified; a
 * press or a restored connection retries.
 * @param isSilent does not notify the user
 */
export function loadWithRetry<T>(load: () => Promise<T>, isSilent = false): Promise<T> {
  if (typeof window === 'undefined') return load()
  return new Promise((resolve, reject) => {
    const attempt = (): Promise<unknown> => {
      const before = reconnections
      return load().then(
        (part) => {
          if (missing.delete(attempt)) tell()
          resolve(part)
        },
        (error: unknown) => {
          if (!isMissingPart(error)) return reject(error)
          // A request begun while offline may fail after the reconnection, which has retried only missing parts.
          if (reconnections === before || missing.has(attempt)) return note(attempt, isSilent)
          return attempt()
        },
      )
    }
    // A separate task: starting a request is as slow as rendering a card, and often falls into hydration.
    setTimeout(attempt)
  })
}

export function lazyPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  isSilent = false,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => loadWithRetry(load, isSilent))
}

/**
 * @param start starts the work and returns its cleanup
 * @returns a function that ends the work, or prevents its start
 */
export function startLazily<Module>(
  load: () => Promise<Module>,
  start: (module: Module) => (() => void) | undefined,
): () => void {
  let isOver = false
  let end: (() => void) | undefined
  void loadWithRetry(load, true).then((module) => {
    if (!isOver) end = start(module)
  })
  return () => {
    isOver = true
    end?.()
  }
}

function note(attempt: Attempt, isSilent: boolean): void {
  missing.set(attempt, { isSilent })
  tell()
}

const retryAll = () => Promise.all([...missing.keys()].map((attempt) => attempt()))

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => {
    reconnections++
    void retryAll()
  })
}

function tell(): void {
  for (const listener of listeners) listener()
}
