import { ApiError, api } from '#lib/client/http/api.ts'
import { UploadError, uploadFile } from '#lib/client/http/upload-file.ts'
import type { Track } from '#lib/contract/tracks/calls.ts'
import { trackUploadBegun } from './track-upload-begun.ts'

/** A file with what its musician said about it. */
export type TrackDraft = {
  file: File
  title: string
  artist: string
  description: string
  tags: string[]
}

export type TrackUploadState =
  | { step: 'idle' }
  /** `share` 0 to 1. */
  | { step: 'sending'; draft: TrackDraft; share: number }
  | { step: 'finishing'; draft: TrackDraft }
  | { step: 'done'; track: Track }
  | { step: 'failed'; draft: TrackDraft; message: string; reason: 'limit' | 'refused' | 'line' }

const idle: TrackUploadState = { step: 'idle' }

/**
 * The upload of a track, one at a time. It lives as long as the document, above all pages: people go on while their
 * file is on its way, and come back to it.
 */
export class TrackUploads {
  #state: TrackUploadState = idle
  #ended: AbortController | null = null
  #sessionId: string | null = null
  /** A file that lies in the store already: trying again need not send it again. */
  #arrived: { draft: TrackDraft; sessionId: string } | null = null
  readonly #listeners = new Set<() => void>()

  get state(): TrackUploadState {
    return this.#state
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Uploads a file; the promise is kept when it is done, failed or given up. */
  async start(draft: TrackDraft): Promise<TrackUploadState> {
    this.#ended?.abort()
    const ended = new AbortController()
    this.#ended = ended
    const turn = (state: TrackUploadState) => {
      if (this.#ended === ended) this.#turn(state)
    }
    turn({ step: 'sending', draft, share: 0 })
    trackUploadBegun.emit(true)
    window.addEventListener('beforeunload', askBeforeLeaving)
    window.addEventListener('pagehide', this.#leave)
    try {
      const track = await this.#send(draft, ended.signal, turn)
      turn({ step: 'done', track })
    } catch (error) {
      if (!ended.signal.aborted) turn(this.#fail(draft, error))
    }
    if (this.#ended === ended) this.#rest()
    return this.#state
  }

  /** Gives up what is under way. */
  cancel(): void {
    if (this.#sessionId) void cancelTrackUpload(this.#sessionId)
    this.#arrived = null
    this.#ended?.abort()
    this.#rest()
    this.#turn(idle)
  }

  /** What is done or failed has been seen. */
  dismiss(): void {
    if (this.#arrived) void cancelTrackUpload(this.#arrived.sessionId)
    this.#arrived = null
    if (this.#state.step === 'done' || this.#state.step === 'failed') this.#turn(idle)
  }

  async #send(
    draft: TrackDraft,
    signal: AbortSignal,
    turn: (state: TrackUploadState) => void,
  ): Promise<Track> {
    const known = this.#arrived?.draft === draft ? this.#arrived.sessionId : null
    const sessionId = known ?? (await this.#put(draft, signal, turn))
    this.#sessionId = sessionId
    this.#arrived = { draft, sessionId }
    turn({ step: 'finishing', draft })
    const track = await api('POST /tracking/upload/{id}/complete/', { path: { id: sessionId }, signal })
    this.#arrived = null
    return track
  }

  async #put(
    draft: TrackDraft,
    signal: AbortSignal,
    turn: (state: TrackUploadState) => void,
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
      onProgress: (share) => turn({ step: 'sending', draft, share }),
    })
    return session.session_id
  }

  /** Where only the last answer is missing, the file stays where it is; anything else gives the upload up. */
  #fail(draft: TrackDraft, error: unknown): TrackUploadState {
    const failure = failureOf(draft, error)
    if (failure.reason === 'line' && this.#arrived) return failure
    if (this.#sessionId) void cancelTrackUpload(this.#sessionId)
    this.#arrived = null
    return failure
  }

  #leave = (): void => {
    if (this.#sessionId) void cancelTrackUpload(this.#sessionId, true)
  }

  #rest(): void {
    this.#ended = null
    this.#sessionId = null
    window.removeEventListener('beforeunload', askBeforeLeaving)
    window.removeEventListener('pagehide', this.#leave)
  }

  #turn(state: TrackUploadState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

/** Gives a place back; where this is lost too, the link's end gives it back. */
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

/** The document's own. */
export const trackUploads = new TrackUploads()
