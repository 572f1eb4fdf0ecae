import type { RoleName } from '#lib/contract/call.ts'

/** A picture, or the sign of the role: musicians play, everybody else dances (docs/api.md, Profile and KYC). */
export function displayAvatar(avatarUrl: string | null, role: RoleName): string {
  return avatarUrl || (role === 'copyright_owner' ? '🎵' : '💃')
}
