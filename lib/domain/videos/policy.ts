import type { RoleName } from '#lib/contract/call.ts'

/** Who looks at a video: null for a visitor who is not signed in. */
export type Viewer = { id: string; role: RoleName } | null

/** Says whether the viewer may see videos that are not approved, and who decided about them. */
export function isOfficer(viewer: Viewer): boolean {
  return viewer?.role === 'compliance_officer' || viewer?.role === 'super_admin'
}

/** Says whether the viewer may see a video: approved ones are public, others only for their owner and officers. */
export function maySee(viewer: Viewer, video: { status: string; dancerId: string }): boolean {
  return video.status === 'approved' || isOfficer(viewer) || viewer?.id === video.dancerId
}

/** Returns a video's title, or the track's title and the dancer's name where it has none. */
export function displayTitle(title: string, trackTitle: string, dancerUsername: string): string {
  return title.trim() || `${trackTitle.trim() || 'Untitled'} – ${dancerUsername.trim() || 'Unknown'}`
}

/** Returns the owner's picture, or a symbol of their role where they have none. */
export function displayAvatar(avatarUrl: string | null, kind: 'entry' | 'official'): string {
  return avatarUrl || (kind === 'official' ? '🎵' : '💃')
}

const DURATION = /^P(?:(\d{1,3})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,5})M)?(?:(\d{1,5})S)?)?$/

/** Reads an ISO 8601 duration of days or less, as YouTube writes lengths: PT1M3S is 63 seconds. @returns null for other text */
export function readIsoDuration(text: string): number | null {
  const parts = DURATION.exec(text)?.slice(1)
  if (!parts || parts.every((part) => part === undefined)) return null
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0))
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds
}
