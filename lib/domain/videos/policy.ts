import type { RoleName } from '#lib/contract/call.ts'

/** Null for an anonymous visitor. */
export type Viewer = { id: string; role: RoleName } | null

export function isOfficer(viewer: Viewer): boolean {
  return viewer?.role === 'compliance_officer' || viewer?.role === 'super_admin'
}

export function maySee(viewer: Viewer, video: { status: string; dancerId: string }): boolean {
  return video.status === 'approved' || isOfficer(viewer) || viewer?.id === video.dancerId
}

/** Default: the track's title and the dancer's username. */
export function displayTitle(title: string, trackTitle: string, dancerUsername: string): string {
  return title.trim() || `${trackTitle.trim() || 'Untitled'} – ${dancerUsername.trim() || 'Unknown'}`
}

/** Default: an emoji for musician or dancer. */
export function displayAvatar(avatarUrl: string | null, kind: 'entry' | 'official'): string {
  return avatarUrl || (kind === 'official' ? '🎵' : '💃')
}

const DURATION = /^P(?:(\d{1,3})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,5})M)?(?:(\d{1,5})S)?)?$/

/** Reads an ISO 8601 duration of at most days: PT1M3S is 63. @returns seconds, or null for other text */
export function readIsoDuration(text: string): number | null {
  const parts = DURATION.exec(text)?.slice(1)
  if (!parts || parts.every((part) => part === undefined)) return null
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0))
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds
}
