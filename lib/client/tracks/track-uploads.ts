import { ApiError, api } from '#lib/client/http/api.ts'
import { UploadError } from '#lib/client/http/upload-file.ts'
import { uploadParts } from '#lib/client/http/upload-parts.ts'
import type { Track } from '#lib/contract/tracks/calls.ts'
import { forgetUpload, rememberedUpload, rememberUpload } from './begun-upload.ts'
import { trackUploadBegun } from './track-upload-begun.ts'

export type TrackDraft = {
  file: File
  title: string
  artist: string
  description: string
  tags: string[]
}

export type TrackUploadState =
  | { step: 'idle' }
  /** `share` sent, 0 to 1; `isWaiting` while offline. */
  | { step: 'sending'; draft: TrackDraft; share: number; isWaiting: boolean }
  | { step: 'finishing'; draft: TrackDraft }
  | { step: 'done'; track: Track }
  | { step: 'failed'; draft: TrackDraft; message: string; reason: 'limit' | 'refused' | 'connection' }

const idle: TrackUploadState = { step: 'idle' }

/** Uploads one track at a time, while the user visits other pages. */
export class TrackUploads {
  #state: TrackUploadState = idle
  #ended: AbortController | null = null
  #sessionId: string | null = null
  /** An upload that failed offline or at the limit; the next try continues it. */
  #begun: { draft: TrackDraft; sessionId: string } | null = null
  readonly #listeners = new Set<() => void>()

  get state(): TrackUploadState {
    return this.#state
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Resolves when done, failed or cancelled. */
  async start(draft: TrackDraft): Promise<TrackUploadState> {
    this.#ended?.abort()
    const ended = new AbortController()
    this.#ended = ended
    const setState = (state: TrackUploadState) => {
      if (this.#ended === ended) this.#setState(state)
    }
    setState({ step: 'sending', draft, share: 0, isWaiting: false })
    trackUploadBegun.emit(true)
    window.addEventListener('beforeunload', askBeforeLeaving)
    try {
      const track = await this.#send(draft, ended.signal, setState)
      setState({ step: 'done', track })
    } catch (error) {
      if (!ended.signal.aborted) setState(this.#fail(draft, error))
    }
    if (this.#ended === ended) this.#finish()
    return this.#state
  }

  cancel(): void {
    if (this.#sessionId) void cancelTrackUpload(this.#sessionId)
    this.#begun = null
    forgetUpload()
    this.#ended?.abort()
    this.#finish()
    this.#setState(idle)
  }

  dismiss(): void {
    this.#begun = null
    if (this.#state.step === 'done' || this.#state.step === 'failed') this.#setState(idle)
  }

  async #send(
    draft: TrackDraft,
    signal: AbortSignal,
    setState: (state: TrackUploadState) => void,
  ): Promise<Track> {
    const sessionId = await this.#begin(draft, signal)
    this.#sessionId = sessionId
    this.#begun = { draft, sessionId }
    let share = 0
    await uploadParts({
      file: draft.file,
      ask: () => api('POST /tracking/upload/{id}/parts/', { path: { id: sessionId }, signal }),
      onProgress: (now, isWaiting) => {
        if (!isWaiting) share = now
        setState({ step: 'sending', draft, share, isWaiting })
      },
      signal,
    })
    setState({ step: 'finishing', draft })
    const { title, artist, description, tags } = draft
    const body = { title, artist, description, tags }
    const track = await api('POST /tracking/upload/{id}/complete/', { path: { id: sessionId }, body, signal })
    this.#begun = null
    forgetUpload()
    return track
  }

  async #begin(draft: TrackDraft, signal: AbortSignal): Promise<string> {
    const { file, title, artist, description, tags } = draft
    if (this.#begun?.draft === draft) return this.#begun.sessionId
    const known = rememberedUpload(file)
    if (known && (await isOpen(known, signal))) return known
    const request = { filename: file.name, file_size: file.size, content_type: file.type }
    const session = await api('POST /tracking/upload/initiate/', {
      body: { ...request, title, artist, description, tags },
      signal,
    })
    rememberUpload(file, session.session_id)
    return session.session_id
  }

  /** Retains the stored parts of a failed upload, but cancels a refused one. */
  #fail(draft: TrackDraft, error: unknown): TrackUploadState {
    const failure = failureOf(draft, error)
    if (failure.reason !== 'refused') return failure
    if (this.#sessionId) void cancelTrackUpload(this.#sessionId)
    this.#begun = null
    forgetUpload()
    return failure
  }

  #finish(): void {
    this.#ended = null
    this.#sessionId = null
    window.removeEventListener('beforeunload', askBeforeLeaving)
  }

  #setState(state: TrackUploadState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

/** If this fails, the upload expires by itself. */
async function cancelTrackUpload(sessionId: string): Promise<void> {
  await api('POST /tracking/upload/{id}/cancel/', { path: { id: sessionId } }).catch(() => undefined)
}

/** @throws ApiError if the server does not tell */
async function isOpen(sessionId: string, signal: AbortSignal): Promise<boolean> {
  try {
    await api('POST /tracking/upload/{id}/parts/', { path: { id: sessionId }, signal })
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) return false
    throw error
  }
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

type Failure = Extract<TrackUploadState, { step: 'failed' }>

function failureOf(draft: TrackDraft, error: unknown): Failure {
  if (error instanceof UploadError)
    return { step: 'failed', draft, message: error.message, reason: 'connection' }
  if (!(error instanceof ApiError)) throw error
  const reason =
    error.code === 'track_limit_reached'
      ? 'limit'
      : error.status === 0 || error.status >= 500
        ? 'connection'
        : 'refused'
  return { step: 'failed', draft, message: error.message, reason }
}

export const trackUploads = new TrackUploads()
