import { ApiError, api } from '#lib/client/http/api.ts'
import { UploadError, uploadFile } from '#lib/client/http/upload-file.ts'
import type { Track } from '#lib/contract/tracks/calls.ts'
import { trackUploadBegun } from './track-upload-begun.ts'

/** A file with the musician's description of it. */
export type TrackDraft = {
  file: File
  title: string
  artist: string
  description: string
  tags: string[]
}

export type TrackUploadState =
  | { step: 'idle' }
  /** `share` is the part of the file that is sent, 0 to 1. */
  | { step: 'sending'; draft: TrackDraft; share: number }
  | { step: 'finishing'; draft: TrackDraft }
  | { step: 'done'; track: Track }
  | { step: 'failed'; draft: TrackDraft; message: string; reason: 'limit' | 'refused' | 'line' }

const idle: TrackUploadState = { step: 'idle' }

/**
 * Uploads tracks, one at a time. The upload belongs to the document and not to a page, so that people may visit other pages
 * while their file is sent.
 */
export class TrackUploads {
  #state: TrackUploadState = idle
  #ended: AbortController | null = null
  #sessionId: string | null = null
  /** A file that is in the store already, so that another try need not send it again. */
  #stored: { draft: TrackDraft; sessionId: string } | null = null
  readonly #listeners = new Set<() => void>()

  get state(): TrackUploadState {
    return this.#state
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Uploads a file. The promise resolves when it is done, has failed or was cancelled. */
  async start(draft: TrackDraft): Promise<TrackUploadState> {
    this.#ended?.abort()
    const ended = new AbortController()
    this.#ended = ended
    const setState = (state: TrackUploadState) => {
      if (this.#ended === ended) this.#setState(state)
    }
    setState({ step: 'sending', draft, share: 0 })
    trackUploadBegun.emit(true)
    window.addEventListener('beforeunload', askBeforeLeaving)
    window.addEventListener('pagehide', this.#leave)
    try {
      const track = await this.#send(draft, ended.signal, setState)
      setState({ step: 'done', track })
    } catch (error) {
      if (!ended.signal.aborted) setState(this.#fail(draft, error))
    }
    if (this.#ended === ended) this.#finish()
    return this.#state
  }

  /** Cancels the running upload. */
  cancel(): void {
    if (this.#sessionId) void cancelTrackUpload(this.#sessionId)
    this.#stored = null
    this.#ended?.abort()
    this.#finish()
    this.#setState(idle)
  }

  /** Forgets a finished or failed upload, because the person has seen it. */
  dismiss(): void {
    if (this.#stored) void cancelTrackUpload(this.#stored.sessionId)
    this.#stored = null
    if (this.#state.step === 'done' || this.#state.step === 'failed') this.#setState(idle)
  }

  async #send(
    draft: TrackDraft,
    signal: AbortSignal,
    setState: (state: TrackUploadState) => void,
  ): Promise<Track> {
    const known = this.#stored?.draft === draft ? this.#stored.sessionId : null
    const sessionId = known ?? (await this.#put(draft, signal, setState))
    this.#sessionId = sessionId
    this.#stored = { draft, sessionId }
    setState({ step: 'finishing', draft })
    const track = await api('POST /tracking/upload/{id}/complete/', { path: { id: sessionId }, signal })
    this.#stored = null
    return track
  }

  async #put(
    draft: TrackDraft,
    signal: AbortSignal,
    setState: (state: TrackUploadState) => void,
  ): Promise<string> {
    const { file, title, artist, description, tags } = draft
    const request = { filename: file.name, file_size: file.size, content_type: file.type }
    const session = await api('POST /tracking/upload/initiate/', {
      body: { ...request, title, artist, description, tags },
      signal,
    })
    this.#sessionId = session.session_id
    await uploadFile({
      url: session.upload_url,
      file,
      contentType: session.content_type,
      signal,
      onProgress: (share) => setState({ step: 'sending', draft, share }),
    })
    return session.session_id
  }

  /** Keeps the stored file where only the last answer is missing, and cancels the upload in all other cases. */
  #fail(draft: TrackDraft, error: unknown): TrackUploadState {
    const failure = failureOf(draft, error)
    if (failure.reason === 'line' && this.#stored) return failure
    if (this.#sessionId) void cancelTrackUpload(this.#sessionId)
    this.#stored = null
    return failure
  }

  #leave = (): void => {
    if (this.#sessionId) void cancelTrackUpload(this.#sessionId, true)
  }

  #finish(): void {
    this.#ended = null
    this.#sessionId = null
    window.removeEventListener('beforeunload', askBeforeLeaving)
    window.removeEventListener('pagehide', this.#leave)
  }

  #setState(state: TrackUploadState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

/** Cancels an upload on the server. Where this fails too, it ends when its link expires. */
async function cancelTrackUpload(sessionId: string, keepalive = false): Promise<void> {
  const path = { id: sessionId }
  await api('POST /tracking/upload/{id}/cancel/', { path, keepalive }).catch(() => undefined)
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

type Failure = Extract<TrackUploadState, { step: 'failed' }>

function failureOf(draft: TrackDraft, error: unknown): Failure {
  if (error instanceof UploadError) return { step: 'failed', draft, message: error.message, reason: 'line' }
  if (!(error instanceof ApiError)) throw error
  const reason =
    error.code === 'track_limit_reached'
      ? 'limit'
      : error.status === 0 || error.status >= 500
        ? 'line'
        : 'refused'
  return { step: 'failed', draft, message: error.message, reason }
}

/** The uploads of this document. */
export const trackUploads = new TrackUploads()
