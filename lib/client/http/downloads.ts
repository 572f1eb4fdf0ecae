import { saveAsFile } from '#lib/client/browser/save-as-file.ts'
import { nairobiToday } from '#lib/client/formats/nairobi-days.ts'
import { ApiError, apiFile } from './api.ts'
import type { ReadName, RequestOf } from './api-types.ts'

export type Download = {
  readonly id: number
  readonly fileName: string
  /** Received rows, without the heading. */
  readonly rows: number
  readonly step: 'running' | 'done' | 'failed'
  /** Why the server refused. */
  readonly sentence: string
}

let all: readonly Download[] = []
let last = 0
const endings = new Map<number, AbortController>()
const listeners = new Set<() => void>()

/** How long a finished download stays listed. */
const SHOWN_MS = 8_000

/** Downloads outlive page changes and end with the document. */
export const downloads = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: (): readonly Download[] => all,
  /** Cancels a running download, or removes a finished one. */
  dismiss: (id: number): void => {
    endings.get(id)?.abort()
    endings.delete(id)
    set(all.filter((one) => one.id !== id))
  },
}

/** Saves the file once complete. */
export function downloadCsv<Name extends ReadName>(
  name: Name,
  request: RequestOf<Name>,
  title: string,
): Promise<void> {
  return downloadFile(name, request, `${title}-${nairobiToday()}.csv`, 'text/csv;charset=utf-8')
}

/** @param fileName under which the file is saved */
export async function downloadFile<Name extends ReadName>(
  name: Name,
  request: RequestOf<Name>,
  fileName: string,
  contentType: string,
): Promise<void> {
  const id = ++last
  const ending = new AbortController()
  endings.set(id, ending)
  set([...all, { id, fileName, rows: 0, step: 'running', sentence: '' }])
  try {
    const file = await apiFile(name, { ...request, signal: ending.signal }, (rows) => change(id, { rows }))
    saveAsFile(fileName, file, contentType)
    change(id, { step: 'done' })
    setTimeout(() => downloads.dismiss(id), SHOWN_MS)
  } catch (error) {
    if (ending.signal.aborted) return
    const sentence = error instanceof ApiError && error.hasSentence ? error.message : ''
    change(id, { step: 'failed', sentence })
  } finally {
    endings.delete(id)
  }
}

function change(id: number, what: Partial<Download>): void {
  set(all.map((one) => (one.id === id ? { ...one, ...what } : one)))
}

function set(next: readonly Download[]): void {
  all = next
  for (const listener of listeners) listener()
}
