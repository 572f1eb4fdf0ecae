import type { RoleName } from '#lib/contract/call.ts'

/** Who asks: nobody in particular, or someone signed in. */
export type Viewer = { id: string; role: RoleName } | null

/** Officers see what is not approved, and who decided. */
export function isOfficer(viewer: Viewer): boolean {
  return viewer?.role === 'compliance_officer' || viewer?.role === 'super_admin'
}

/** Approved videos are everybody's; others only their owner's and the officers'. */
export function maySee(viewer: Viewer, video: { status: string; dancerId: string }): boolean {
  return video.status === 'approved' || isOfficer(viewer) || viewer?.id === video.dancerId
}

/** A video's title, or the track's and the dancer's name where it has none (spec 1, section 3). */
export function displayTitle(title: string, trackTitle: string, dancerUsername: string): string {
  return title.trim() || `${trackTitle.trim() || 'Untitled'} – ${dancerUsername.trim() || 'Unknown'}`
}

/** A picture, or the sign of who it is: dancers dance, musicians play (spec 1, section 3). */
export function displayAvatar(avatarUrl: string | null, kind: 'entry' | 'official'): string {
  return avatarUrl || (kind === 'official' ? '🎵' : '💃')
}
